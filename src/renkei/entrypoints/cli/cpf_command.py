"""`renkei cpf`: checks a CPF file; derives the verdict of a review directory."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from renkei.app.cpf import check_file, derive_verdict
from renkei.entrypoints.cli.command import Context, read_input
from renkei.errors import Problem
from renkei.kit.words import Say
from renkei.reports.cpf.codec import make_printable
from renkei.reports.cpf.document import SEVERITIES, Document
from renkei.reports.cpf.inspectors import TEAMS
from renkei.reports.cpf.review import Review
from renkei.sentence import Sentence

_STYLES: Final = {"GO": "bold green", "CONDITIONAL": "bold yellow", "SPEC-UPDATE-NEEDED": "bold magenta"}
_SEVERITY_STYLES: Final = {"C": "bold red", "H": "red", "M": "yellow", "L": "dim"}
_POSITIVE: Final = ("GO", "CONDITIONAL")


def add_cpf_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="check|verdict")
    check = verbs.add_parser("check", help=say("check the form of one file"))
    check.add_argument("file", metavar="FILE|-", help=say("the file of an inspector or auditor"))
    verdict = verbs.add_parser("verdict", help=say("derive the verdict from the files of the inspectors"))
    verdict.add_argument("folder", metavar="DIR", help=say("the review directory"))
    verdict.add_argument(
        "--type", choices=list(TEAMS), help=say("the kind of review (default: told by the files' names)")
    )
    verdict.add_argument("--repo", metavar="DIR", help=say("the code; findings at places it does not have are removed"))


def handle_cpf(context: Context, args: argparse.Namespace) -> int:
    return _check_file(context, args.file) if args.verb == "check" else _show_verdict(context, args)


def _check_file(context: Context, file: str) -> int:
    data, name = read_input(file)
    checked = check_file(data, name)
    if context.out.as_json:
        told = [_problem_document(context, problem) for problem in checked.problems]
        content = asdict(checked.document) if checked.document else None
        shown = {"valid": checked.is_valid, "kind": checked.kind, "problems": told, "document": content}
        context.out.print_json(shown)
    elif checked.document:
        _show_document(context, checked.document, checked.kind or "")
    else:
        _show_problems(context, name, checked.problems)
    return 0 if checked.is_valid else 1


def _problem_document(context: Context, problem: Problem) -> dict[str, Any]:
    said = context.out.say(problem.expected, **problem.params)
    return {"line": problem.line, "field": problem.path, "value": problem.value, "message": said}


def _show_problems(context: Context, name: str, problems: Sequence[Problem]) -> None:
    out = context.out
    for problem in problems:
        place = f"{name}:{problem.line}" if problem.line else name
        given = "" if problem.value is None else out.say(", not {value}", value=problem.value)
        _print_line(
            context, (f"  {place}", "bold"), f"  {problem.path}: {out.say(problem.expected, **problem.params)}{given}"
        )
    out.print_styled((out.say("not valid"), "bold red"))


def _show_document(context: Context, document: Document, kind: str) -> None:
    out = context.out
    found = [each.severity for each in (*document.issues, *document.verified)]
    counts = ", ".join(f"{found.count(severity)} {severity}" for severity in SEVERITIES if severity in found)
    _print_line(
        context, (document.verdict, _STYLES.get(document.verdict, "bold red")), f"  {document.scope or '-'}  {counts}"
    )
    whose = out.say("the file of an auditor") if kind == "auditor" else out.say("the file of an inspector")
    out.print_styled((out.say("valid"), "bold green"), f": {whose}")


def _show_verdict(context: Context, args: argparse.Namespace) -> int:
    review = derive_verdict(context.project, args.folder, kind=args.type, repo=args.repo)
    for name in review.unknown:
        context.out.note(
            "{file} is left out: a {kind} review has no such inspector.", file=make_printable(name), kind=review.kind
        )
    if context.out.as_json:
        context.out.print_json(review.to_json(context.out.say))
    else:
        _show_review(context, review)
    return 0 if review.verdict in _POSITIVE else 1


def _show_review(context: Context, review: Review) -> None:
    out = context.out
    for finding in review.merged.verified:
        _print_line(
            context,
            (f"  {finding.severity} ", _SEVERITY_STYLES[finding.severity]),
            f"{finding.category}  {finding.location}  {finding.description}  ",
            ("+".join(finding.agents), "dim"),
        )
    for each in review.merged.removed:
        _print_line(
            context,
            (f"  {out.say('taken out')} ", "dim"),
            f"{each.agent}: {each.issue}  ({_translate_text(context, each.reason)})",
        )
    for each in review.merged.resolved:
        style = "yellow" if each.is_open else "dim"
        _print_line(
            context, (f"  {_translate_text(context, each.resolution)} ", style), _translate_text(context, each.findings)
        )
    for name, reason in review.partial.items():
        _print_line(context, (f"  {out.say('missing')} ", "yellow"), f"{name}: {out.say(reason)}")
    _print_line(context, (review.verdict, _STYLES.get(review.verdict, "bold red")), f": {out.say(review.reason)}")


def _translate_text(context: Context, text: str) -> str:
    return context.out.say(text) if isinstance(text, Sentence) else text


def _print_line(context: Context, *parts: tuple[str, str] | str) -> None:
    context.out.print_styled(
        *(make_printable(part) if isinstance(part, str) else (make_printable(part[0]), part[1]) for part in parts)
    )
