"""`renkei spend`: tokens and cost by agent, task, run, model or day; adding what nobody counted; the prices."""

import argparse
from dataclasses import asdict
from typing import Any, Final

from renkei.app import spend
from renkei.app.spend import CapState
from renkei.app.tier_spend import sum_tiers
from renkei.board.spend import SpendSum
from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput
from renkei.hidden import escape_to_line
from renkei.kit.prices import ModelPrice
from renkei.kit.words import Say
from renkei.protocol.documents import validate_model
from renkei.protocol.spend import Spend
from renkei.sentence import Parameter, Translatable

_TITLES: Final[dict[str, Translatable]] = {
    "agent": "Agent",
    "task": "Task",
    "run": "Run",
    "model": "Model",
    "day": "Day",
}
_COLUMNS: Final[tuple[Translatable, ...]] = (
    "Input",
    "Output",
    "Cache read",
    "Cache write",
    "Not split",
    "Tokens",
    "Cost ($)",
)
_KINDS: Final[dict[str, Translatable]] = {
    "input": "tokens that were read, without those from a cache",
    "output": "tokens that were written",
    "cache-read": "tokens from a cache",
    "cache-write": "tokens that were put into a cache",
}


def add_spend_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="NAMES",
        help=say("put together by some of agent, task, run, model and day (default: agent); or by tier"),
    )
    parser.add_argument("--run", metavar="RUN", help=say("only what this run used"))
    verbs = parser.add_subparsers(dest="verb", metavar="add|cap|caps|prices")
    _add_add_arguments(verbs.add_parser("add", help=say("add what nobody counted")), say)
    _add_cap_arguments(verbs.add_parser("cap", help=say("limit what a run may use, or an agent or all in a day")), say)
    verbs.add_parser("caps", help=say("the limits, and how much of each is used"))
    verbs.add_parser("prices", help=say("the prices in force, and where they are from"))


def _add_add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("agent", metavar="AGENT", help=say("who used it"))
    parser.add_argument("--model", metavar="NAME", help=say("which model"))
    for name, told in _KINDS.items():
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N", help=say(told))
    parser.add_argument("--tokens", type=int, default=0, metavar="N", help=say("tokens whose kind is not known"))
    parser.add_argument(
        "--cost", type=float, metavar="USD", help=say("what it cost, in dollars (default: by the prices)")
    )
    parser.add_argument("--run", dest="of_run", metavar="RUN", help=say("the run that it was used in (with --task)"))
    parser.add_argument("--task", metavar="TASK", help=say("the task that it was used for"))


def _add_cap_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    of = parser.add_mutually_exclusive_group()
    of.add_argument("--run", dest="of_run", metavar="RUN", help=say("of a run"))
    of.add_argument("--agent", metavar="NAME", help=say("of an agent, for each day (default: of all, for each day)"))
    parser.add_argument("--cap-tokens", type=int, metavar="N", help=say("so many tokens"))
    parser.add_argument("--cap-cost", type=float, metavar="USD", help=say("so many dollars"))
    parser.add_argument("--none", action="store_true", help=say("no limit any more"))


def handle_spend(context: Context, args: argparse.Namespace) -> int:
    return _VERBS[args.verb](context, args)


def _show_ledger(context: Context, args: argparse.Namespace) -> int:
    named = [name.strip() for words in args.by for name in words.split(",")] or ["agent"]
    if "tier" in named:
        return _show_tiers(context, named, args.run)
    if wrong := next((name for name in named if name not in _TITLES), None):
        raise BadInput(
            "{option}: nothing is called {name!r}. Known: {known}.",
            option=Parameter("by"),
            name=wrong,
            known=", ".join((*_TITLES, "tier")),
        )
    ledger, out = spend.read_ledger(context.project, named, run=args.run), context.out
    if out.as_json:
        rows = [_spend_document(row, ledger.by) for row in ledger.rows]
        out.print_json({"by": list(ledger.by), "spend": rows, "total": _spend_document(ledger.total, ())})
        return 0
    if not ledger.rows:
        out.tell(
            "Nothing is on the ledger yet. Runs and hooks count what agents use; a person adds with: renkei spend add"
        )
        return 0
    titles: list[Translatable] = [_TITLES[name] for name in ledger.by]
    rows = [
        [escape_to_line(getattr(row, name)) or "-" for name in ledger.by] + _cells(context, row) for row in ledger.rows
    ]
    if len(rows) > 1:
        rows.append([out.say("all"), *([""] * (len(titles) - 1)), *_cells(context, ledger.total)])
    out.print_table([*titles, *_COLUMNS], rows)
    if ledger.total.unpriced:
        out.tell(
            "{count} of these tokens have no price: a subscription pays for them, or no list has their model "
            "(renkei spend prices).",
            count=f"{ledger.total.unpriced:,d}",
        )
    return 0


def _show_tiers(context: Context, named: list[str], run: str | None) -> int:
    if named != ["tier"] or run:
        raise BadInput("--by tier stands alone: it is what turn contexts took, whatever they were for.")
    ledger, out = sum_tiers(context.project), context.out
    if out.as_json:
        rows = [asdict(each) for each in ledger.tiers]
        out.print_json({"by": ["tier"], "spend": rows, "turns": ledger.turns, "tokens": ledger.total.tokens})
        return 0
    rows = [[each.tier, f"{each.messages:,d}", f"{each.tokens:,d}"] for each in (*ledger.tiers, ledger.total)]
    if ledger.turns:
        rows[-1][0] = out.say("all")
        out.print_table(["Tier", "Messages", "Tokens"], rows)
    out.tell("Contexts of {count} turns, made anew from the log by today's budgets.", count=ledger.turns)
    return 0


def _spend_document(row: SpendSum, by: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in asdict(row).items() if name in by or name not in _TITLES}


def _cells(context: Context, row: SpendSum) -> list[str]:
    counts = (row.input, row.output, row.cache_read, row.cache_write, row.other, row.tokens)
    return [*(f"{count:,d}" for count in counts), _cost_text(context, row)]


def _cost_text(context: Context, row: SpendSum) -> str:
    if row.cost is None:
        return context.out.say("no price")
    text = f"{row.cost:,.4f}"
    return context.out.say("{cost} and more", cost=text) if row.unpriced else text


def _add_spend(context: Context, args: argparse.Namespace) -> int:
    fields = {
        "model": args.model,
        "input": args.input,
        "output": args.output,
        "cache_read": args.cache_read,
        "cache_write": args.cache_write,
        "other": args.tokens,
        "micros": None if args.cost is None else spend.read_cost(args.cost),
    }
    used = validate_model(Spend, fields)
    if not used.tokens and args.cost is None:
        raise BadInput("Say how much was used: --input N, --output N, --tokens N or --cost USD.")
    done = spend.record_spend(context.project, [used], agent=args.agent, run=args.of_run, task=args.task)
    if context.out.as_json:
        shown = {"seq": done.seq, "agent": args.agent, "tokens": used.tokens, "warnings": list(done.warnings)}
        context.out.print_json(shown)
    elif done.warnings:
        for warning in done.warnings:
            context.out.print_line(escape_to_line(warning))
    else:
        context.out.tell("{tokens} tokens of {agent} are on the ledger.", tokens=used.tokens, agent=args.agent)
    return 0


def _show_prices(context: Context, args: argparse.Namespace) -> int:
    found, out = spend.list_prices(context.project), context.out
    names = sorted({name for file in found.files for name in file.models})
    listed = {name: price for name in names if (price := found.find(name))}
    if out.as_json:
        out.print_json(
            {
                "prices": {name: each if isinstance(each, str) else each.model_dump() for name, each in listed.items()},
                "files": [file.model_dump(exclude={"models"}) for file in found.files],
            }
        )
        return 0
    rows = [[name, *_price_cells(context, each)] for name, each in listed.items()]
    out.print_table(["Model", "Input", "Output", "Cache read", "Cache write", "Cache write (1 h)", "As of"], rows)
    out.tell(
        "Dollars for a million tokens. Prices of your own: renkei/prices.yaml. A model that is not listed has no price."
    )
    return 0


def _price_cells(context: Context, price: ModelPrice | str) -> list[str]:
    if isinstance(price, str):
        return [context.out.say("by subscription"), "", "", "", "", ""]
    numbers = (price.input, price.output, price.cache_read, price.cache_write, price.cache_write_1h)
    return [*("-" if each is None else f"{each:g}" for each in numbers), price.as_of or "-"]


def _set_cap(context: Context, args: argparse.Namespace) -> int:
    if args.none == (args.cap_tokens is not None or args.cap_cost is not None):
        raise BadInput("Say how much: --cap-tokens N, --cap-cost USD or both; or --none.")
    done = spend.set_cap(context.project, run=args.of_run, agent=args.agent, tokens=args.cap_tokens, cost=args.cap_cost)
    if context.out.as_json:
        context.out.print_json({"seq": done.seq})
    elif args.none:
        context.out.tell("There is no such limit any more.")
    else:
        context.out.tell("The limit holds from now on. A run that waits for it goes on with: renkei resume")
    return 0


def _show_caps(context: Context, args: argparse.Namespace) -> int:
    found, out = spend.read_caps(context.project), context.out
    if out.as_json:
        out.print_json([{**asdict(each), "share": round(each.share, 4), "level": each.level} for each in found])
        return 0
    if not found:
        out.tell("Nothing limits what may be used. Set a limit with: renkei spend cap --cap-tokens N")
        return 0
    out.print_table(["Of", "Used", "Limit", "Share", "State"], [_cap_cells(context, each) for each in found])
    return 0


def _cap_cells(context: Context, cap: CapState) -> list[str]:
    say = context.out.say
    levels = {"ok": say("below"), "warning": say("near"), "stop": say("reached")}
    whose = {"run": cap.name, "agent": say("{name}, today", name=cap.name), "day": say("all, today")}[cap.scope]
    used = _amount(cap, cap.used)
    shown = say("{cost} and more", cost=used) if cap.unpriced else used
    return [escape_to_line(whose), shown, _amount(cap, cap.limit), f"{cap.share:.0%}", levels[cap.level]]


def _amount(cap: CapState, number: int) -> str:
    return f"{number:,d}" if cap.unit == "tokens" else f"{number / 1_000_000:,.4f} $"


_VERBS: Final = {None: _show_ledger, "add": _add_spend, "cap": _set_cap, "caps": _show_caps, "prices": _show_prices}
