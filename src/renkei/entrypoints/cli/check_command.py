"""One agent's result: `renkei check` against the contract and the tree, `renkei convert` to another dialect."""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from renkei.app.results import Recording, check_result, convert_result
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import show_line
from renkei.entrypoints.cli.result_input import add_code_flags, code_of, read_result
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.protocol.claims import Usage
from renkei.reports.convert import Converted
from renkei.reports.formats import CHECKED, DIALECTS
from renkei.reports.references import FALSE, NO_EVIDENCE, CheckedClaim, State
from renkei.reports.rules import Judgement, Violation
from renkei.sentence import Translatable

_STATE_STYLES: Final[Mapping[State, tuple[str, str]]] = {
    "verified": ("✓", "green"),
    "moved": ("→", "yellow"),
    "removed": ("✓", "dim"),
    "absent": ("·", "dim"),
    "outside": ("?", "yellow"),
    "unverified": ("?", "yellow"),
}
_NO_EVIDENCE: Final[Mapping[str, Translatable]] = {
    "absent": "{count} said not to be there",
    "open": "{count} not looked up",
}
_UNVERIFIED: Final = "[UNVERIFIED]"
"""What a reader has to know of a place that the software could not look up."""
_LEVEL_STYLES: Final = {"L1": "bold red", "L2": "yellow", "L3": "dim"}


def add_check_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("the result, as the agent wrote it"))
    add_code_flags(parser, say, CHECKED)
    parser.add_argument("--record", action="store_true", help=say("keep the check, and the claims of a valid result"))
    parser.add_argument("--as", dest="as_name", metavar="AGENT", help=say("whose result it is (with --record)"))
    parser.add_argument("--model", help=say("the model that it comes from (with --record)"))
    parser.add_argument("--tokens", type=int, metavar="N", help=say("the tokens that it took (with --record)"))
    parser.add_argument("--cost", type=float, metavar="USD", help=say("what it cost, in dollars (with --record)"))


def handle_check(context: Context, args: argparse.Namespace) -> int:
    checked = check_result(
        context.project,
        read_result(args.file),
        code=code_of(context, args),
        dialect=args.dialect,
        file=context.cwd / args.file,
        recording=_parse_recording(args),
    )
    if recorded := checked.recorded:
        if recorded.is_new:
            context.out.note("Recorded for {agent}; claims kept: {count}", agent=recorded.agent, count=recorded.claims)
        else:
            context.out.note("This check was recorded before; nothing changed.")
    if context.out.as_json:
        context.out.print_json(checked.judgement.to_json(context.out.say))
    else:
        _show_judgement(context, checked.judgement)
    return 0 if checked.judgement.valid else 1


def _parse_recording(args: argparse.Namespace) -> Recording | None:
    given = {"as": args.as_name, "model": args.model, "tokens": args.tokens, "cost": args.cost}
    for name, value in given.items():
        if value is not None and not args.record:
            raise BadInput("--{name} says something about a check that is recorded; add --record.", name=name)
    for name in ("tokens", "cost"):
        value = given[name]
        if value is not None and not 0 <= value < float("inf"):
            raise BadInput("--{name}: expected a number from 0 on, not {value}.", name=name, value=value)
    usage = Usage(model=args.model, tokens=args.tokens, cost=args.cost)
    return Recording(as_name=args.as_name, usage=usage) if args.record else None


def _show_judgement(context: Context, judgement: Judgement) -> None:
    out, report = context.out, judgement.report
    is_prose = report is not None and report.dialect == "prose"
    if is_prose and not any(violation.rule == "RES-1" for violation in judgement.violations):
        _show_prose(context, judgement)
        return
    if report and not is_prose:
        show_line(
            out, (report.agent or "-", "bold"), f"  {report.status or '-'}  ", (_confidence_text(judgement), "dim")
        )
    for checked, times in _unique_references(judgement.references).items():
        _show_reference(context, checked, times)
    for violation in judgement.violations:
        _show_violation(context, violation)
    if judgement.flags:
        out.print_styled((f"  ⚑ {', '.join(judgement.flags)}", "yellow"))
    if judgement.valid:
        out.print_styled((out.say("valid"), "bold green"), f": {_summary_text(context, judgement)}")
    else:
        out.print_styled((out.say("not valid"), "bold red"), f": {_summary_text(context, judgement)}")


def _show_prose(context: Context, judgement: Judgement) -> None:
    """Each place with what is really there, what is false last, where it is read; then one line."""
    out = context.out
    places = _unique_references(judgement.references)
    for checked in sorted(places, key=lambda each: each.state in FALSE):
        _show_reference(context, checked, places[checked])
    false = sum(checked.state in FALSE for checked in places)
    there = out.say("{count} verified", count=sum(checked.state == "verified" for checked in places))
    told = f", {', '.join([there, *_apart(context, places)])}"
    if false:
        out.print_styled((out.say("{count} false", count=false), "bold red"), told)
    else:
        out.print_styled((out.say("nothing false"), "bold green"), told)


def _unique_references(references: Sequence[CheckedClaim]) -> Counter[CheckedClaim]:
    """A place is told once, however many parts of the result cite it, unless there is something else to say of it."""
    shown: dict[tuple[object, ...], CheckedClaim] = {}
    return Counter(
        shown.setdefault((each.claim.reference.text, each.state, each.found_line, str(each.reason)), each)
        for each in references
    )


def _show_reference(context: Context, checked: CheckedClaim, times: int) -> None:
    out = context.out
    mark, style = _STATE_STYLES.get(checked.state, ("✗", "bold red"))
    state = _UNVERIFIED if checked.state in ("unverified", "outside") else checked.state
    if _is_unchecked(checked):
        style, state = "yellow", f"{state}, {out.say('its quote unchecked')}"
    moved = f" → {checked.found_line}" if checked.found_line else ""
    show_line(
        out,
        (f"  {mark} ", style),
        f"{checked.claim.reference.text}{moved}  ",
        (state, style),
        (f"  ×{times}" if times > 1 else "", "dim"),
    )
    if checked.source:
        show_line(out, (f"      {checked.source.strip()[:160]}", "dim"))
    if checked.reason and checked.state != "moved":
        show_line(out, (f"      {out.say(checked.reason.text, **checked.reason.params)}", style))


def _is_unchecked(checked: CheckedClaim) -> bool:
    """Whether the place is there, but nothing is said of the code that is shown for it."""
    return checked.state == "verified" and checked.quote == "unchecked"


def _show_violation(context: Context, violation: Violation) -> None:
    out = context.out
    place = f" ({out.say('line')} {violation.line})" if violation.line else ""
    message = out.say(violation.text, **violation.params)
    show_line(out, (f"  {violation.level} {violation.rule}", _LEVEL_STYLES[violation.level]), f"{place}  {message}")


def _apart(context: Context, references: Iterable[CheckedClaim]) -> list[str]:
    """How many are no evidence: not there, as it is said of them, or not looked up."""
    counts = Counter("absent" if each.state == "absent" else "open" for each in references if each.state in NO_EVIDENCE)
    return [context.out.say(text, count=counts[kind]) for kind, text in _NO_EVIDENCE.items() if counts[kind]]


def _summary_text(context: Context, judgement: Judgement) -> str:
    verified = sum(checked.state == "verified" for checked in judgement.references)
    breaches = sum(violation.level == "L1" for violation in judgement.violations)
    told = context.out.say(
        "{verified} of {all} references verified, breaches of the contract: {breaches}",
        verified=verified,
        all=len(judgement.references),
        breaches=breaches,
    )
    return ", ".join([told, *_apart(context, judgement.references)])


def _confidence_text(judgement: Judgement) -> str:
    confidence = judgement.confidence
    stated, adjusted = confidence["stated"], confidence["adjusted"]
    return "" if stated is None else f"{stated}" if stated == adjusted else f"{stated} → {adjusted}"


# `renkei convert`: one result in another dialect.


def add_convert_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("the result, as the agent wrote it"))
    parser.add_argument("--to", required=True, choices=sorted(DIALECTS), help=say("the dialect to write"))
    parser.add_argument(
        "--from", dest="source", choices=sorted(DIALECTS), help=say("the dialect of the result (default: found out)")
    )


def handle_convert(context: Context, args: argparse.Namespace) -> int:
    result = convert_result(read_result(args.file), args.to, source=args.source)
    converted = result.converted
    if context.out.as_json:
        context.out.print_json(
            {
                "from": result.source,
                "to": args.to,
                "text": converted.text,
                "lost": [],
                "kept": list(converted.kept),
                "missing": [problem.path for problem in converted.missing],
            }
        )
    else:
        context.out.print_document(converted.text)
    _note_differences(context, converted, args.to)
    return 0


def _note_differences(context: Context, converted: Converted, dialect: str) -> None:
    """Nothing changes its place in silence."""
    if converted.kept:
        context.out.note(
            "{dialect} has no place of its own for all of: {parts}; they stand at the end as text",
            dialect=dialect,
            parts=", ".join(converted.kept),
        )
    for problem in converted.missing:
        context.out.note("{dialect} asks for {field}: fill it in", dialect=dialect, field=problem.path)
