"""`renkei aggregate`: the results of several agents become one list, judged."""

import argparse
from typing import Final

from renkei.app.results import aggregate_results
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import show_line
from renkei.entrypoints.cli.result_input import add_code_flags, code_of, read_result
from renkei.kit.words import Say
from renkei.reports.aggregate import PROFILES, SHOWN_FROM, Aggregate, Contradiction, Judged, Merged, Next
from renkei.reports.formats.numbers import write_number
from renkei.sentence import Translatable

_STATUS_STYLES: Final = {"SUCCESS": "bold green", "PARTIAL": "bold yellow", "FAILED": "bold red"}
_SEVERITY_STYLES: Final = {"critical": "bold red", "important": "yellow", "minor": "dim"}
_SAID: Final[dict[Next, Translatable]] = {
    "proceed": "go on",
    "review": "put the findings up for review before the next phase",
    "retry": "handle the errors, and retry what can be retried",
}
_LONGEST: Final = 200


def add_aggregate_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("files", metavar="FILE|-", nargs="+", help=say("the results, as the agents wrote them"))
    add_code_flags(parser, say)
    parser.add_argument(
        "--weights", choices=sorted(PROFILES), help=say("whose word counts how much (default: the project's setting)")
    )


def handle_aggregate(context: Context, args: argparse.Namespace) -> int:
    texts = {file: read_result(file) for file in dict.fromkeys(args.files)}
    whole = aggregate_results(
        context.project, texts, code=code_of(context, args), dialect=args.dialect, weights=args.weights
    )
    if context.out.as_json:
        context.out.print_json(whole.to_json(context.out.say))
    else:
        _show_aggregate(context.out, whole)
    return 0 if whole.next == "proceed" else 1


def _show_aggregate(out: Output, whole: Aggregate) -> None:
    out.print_styled((whole.status, _STATUS_STYLES[whole.status]), f" → {out.say(_SAID[whole.next])}")
    results = [each for each in whole.results if each.status != "SUCCESS" or each.holds or _is_sure(each.confidence)]
    issues = [issue for issue in whole.issues if _is_sure(issue.confidence) or _is_sure(issue.combined)]
    for result in results:
        _show_result(out, result)
    for issue in issues:
        _show_issue(out, issue)
    if not whole.issues:
        out.tell("No issues are reported.")
    for contradiction in whole.contradictions:
        _show_contradiction(out, contradiction)
    hidden = (len(whole.results) - len(results), len(whole.issues) - len(issues))
    if any(hidden):
        out.tell(
            "Below a confidence of {least}, and so not shown: {results} results, {issues} issues. --json lists all.",
            least=SHOWN_FROM,
            results=hidden[0],
            issues=hidden[1],
        )


def _is_sure(confidence: float | None) -> bool:
    return confidence is None or confidence >= SHOWN_FROM


def _show_result(out: Output, result: Judged) -> None:
    breaches = [violation for violation in result.judgement.violations if violation.level == "L1"]
    stated = result.report and result.report.status
    status = result.status if stated == result.status else f"{stated or '-'} → {result.status}"
    name = "" if result.source == result.agent else f"  {result.source}"
    show_line(
        out,
        (f"  {result.agent}", "bold"),
        (f"  {status}", _STATUS_STYLES[result.status]),
        (f"  {_number_text(result.confidence)}{name}", "dim"),
    )
    for breach in breaches:
        show_line(out, (f"    {breach.level} {breach.rule}", "bold red"), f"  {out.say(breach.text, **breach.params)}")
    for hold in result.holds:
        show_line(out, ("    → ", "yellow"), out.say(hold.text, **hold.params))


def _show_issue(out: Output, issue: Merged) -> None:
    show_line(
        out,
        (f"{issue.severity}", _SEVERITY_STYLES[issue.severity]),
        (f"  {_place_text(issue.path, issue.line)}", "bold"),
        f"  {issue.category}  {_number_text(issue.confidence)} ({_number_text(issue.combined)})",
        ("" if issue.verified else f"  {out.say('not verified')}", "yellow"),
    )
    for report in issue.reports:
        show_line(out, (f"    {report.agent}: ", "dim"), _shorten_text(f"{report.id} {report.text}".strip()))


def _show_contradiction(out: Output, contradiction: Contradiction) -> None:
    place = f"  {_place_text(contradiction.path, contradiction.line)}" if contradiction.path else ""
    show_line(
        out,
        (out.say("contradiction"), "bold magenta"),
        (f"{place}  {contradiction.category}", "bold"),
        f"  {out.say('for a person to decide')}",
    )
    for side in contradiction.sides:
        show_line(out, (f"    {side.agent}: ", "dim"), _shorten_text(side.claim))


def _place_text(path: str | None, line: int | None) -> str:
    return "-" if path is None else path if line is None else f"{path}:{line}"


def _number_text(value: float | None) -> str:
    return "-" if value is None else write_number(value)


def _shorten_text(text: str) -> str:
    """On one line, and not a page of it."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
