"""`renkei replay`: the recorded past under other rules, budgets, limits or breaker times."""

import argparse
from typing import Any, Final

from renkei.app.replay import Replayed, ReplayFinding, make_hypothesis, replay_log, save_test
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import local_time, show_line
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.sentence import Translatable

_JUDGED: Final[dict[str, Translatable]] = {
    "turn": "turns looked at: {count}",
    "cap": "runs looked at: {count}",
    "breaker": "attempts looked at: {count}",
    "rule": "events looked at: {count}",
    "policy": "calls of tools looked at: {count}",
}

_TOTALS: Final[dict[str, Translatable]] = {
    "turn": "turn contexts: {tokens:,} tokens; otherwise {tokens_then:,}",
    "cap": (
        "runs: {tokens:,} tokens, {cost:.2f} $; otherwise {tokens_then:,} tokens, {cost_then:.2f} $, and {held} would "
        "have waited for a person"
    ),
    "breaker": (
        "attempts that were ended and tried again: {ended}; otherwise {ended_then}, which used "
        "{tokens_of_ended_then:,} tokens in all"
    ),
    "policy": "calls that would have been refused: {refused_then}; that would have passed: {let_pass_then}",
}


def add_replay_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--rules", metavar="FILE", help=say("other rules of the team"))
    parser.add_argument("--policy", metavar="FILE", help=say("another policy, in the place of the team's own"))
    parser.add_argument("--budget", type=int, metavar="TOKENS", help=say("another budget of turn contexts"))
    parser.add_argument("--cap-tokens", type=int, metavar="N", help=say("another limit of runs, in tokens"))
    parser.add_argument("--cap-cost", type=float, metavar="USD", help=say("another limit of runs, in dollars"))
    parser.add_argument(
        "--breaker",
        action="append",
        default=[],
        metavar="K=V",
        help=say("other times of the breaker: timeout, cap (seconds) or unresponsive (agents)"),
    )
    parser.add_argument("--since", type=int, default=0, metavar="SEQ", help=say("only what came later"))
    parser.add_argument("--save-test", metavar="FILE", help=say("write a test that plays it again"))


def handle_replay(context: Context, args: argparse.Namespace) -> int:
    asked = make_hypothesis(
        context.project,
        rules=args.rules,
        budget=args.budget,
        cap_tokens=args.cap_tokens,
        cap_cost=args.cap_cost,
        breaker=dict(_parse_time(each) for each in args.breaker),
        policy=args.policy,
        since=args.since,
    )
    if args.policy and args.save_test:
        raise BadInput(
            "--save-test: calls of tools stand beside the log, of which the test is made. Leave --policy out."
        )
    found = replay_log(context.project, asked, policy=args.policy)
    saved = save_test(context.project, asked, args.save_test, rules=args.rules) if args.save_test else None
    if context.out.as_json:
        document: dict[str, Any] = {
            "findings": [_finding_document(context, each) for each in found.findings],
            "judged": dict(found.judged),
            "totals": {kind: dict(each) for kind, each in found.totals.items()},
        }
        context.out.print_json(document | ({"test": args.save_test} if saved else {}))
        return 0
    _show_findings(context, found, asked.since)
    if saved:
        context.out.tell("{path} plays it again: pytest {path}", path=args.save_test)
    return 0


def _parse_time(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(number) if name != "unresponsive" else int(number)
    except ValueError:
        raise BadInput("--breaker: expected NAME=NUMBER, not {given!r}.", given=text) from None


def _finding_document(context: Context, finding: ReplayFinding) -> dict[str, Any]:
    say = context.out.say
    return {
        "seq": finding.seq,
        "at": finding.at,
        "kind": finding.kind,
        "subject": finding.subject,
        "happened": say(finding.happened),
        "would": say(finding.would),
        "numbers": dict(finding.numbers),
    }


def _show_findings(context: Context, found: Replayed, since: int) -> None:
    out = context.out
    for each in found.findings:
        show_line(out, (f"{each.seq:>6}  {local_time(each.at)}  ", "dim"), (each.subject, "bold"))
        show_line(out, f"        {out.say('happened: {said}', said=out.say(each.happened))}")
        show_line(out, f"        {out.say('otherwise: {said}', said=out.say(each.would))}")
    if not any(found.judged.values()):
        out.tell("There was nothing to look at.")
    elif not found.findings and not since:
        out.tell("Nothing would have been otherwise.")
    elif not found.findings:
        out.tell("Nothing would have been otherwise after event {since}.", since=since)
    if since:
        out.tell("The numbers are of the whole log, what came before event {since} included:", since=since)
    for kind, count in found.judged.items():
        out.tell(_JUDGED[kind], count=count)
    for kind, totals in found.totals.items():
        costs = {f"cost{end}": totals[f"micros{end}"] / 1_000_000 for end in ("", "_then") if "micros" in totals}
        out.tell(_TOTALS[kind], **totals, **costs)
    out.tell(
        "Judged on what the log tells, each event on what really was then; what would have followed is not made up "
        "(docs/replay.md)."
    )
