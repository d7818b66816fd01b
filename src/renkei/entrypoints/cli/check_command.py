"""`renkei check`: one agent result against the contract and the tree."""

import argparse
import re
from pathlib import Path
from typing import Final

from renkei.entrypoints.cli.command import Context, read_input
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.protocol.documents import decode
from renkei.reports.check import check
from renkei.reports.formats import DIALECTS
from renkei.reports.references import Checked
from renkei.reports.rules import Judgement, Violation
from renkei.reports.tree import CommitTree, Tree, WorkingTree
from renkei.settings import work_tree

_STATE_STYLES: Final = {"verified": ("✓", "green"), "moved": ("→", "yellow"), "unverified": ("?", "yellow")}
_LEVEL_STYLES: Final = {"L1": "bold red", "L2": "yellow", "L3": "dim"}
_OBEYED: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal would obey, or could not show: neither an agent nor the code that it cites is to be trusted."""


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("the result, as the agent wrote it"))
    parser.add_argument(
        "--repo", metavar="DIR", help=say("the code it speaks of (default: the repository around here)")
    )
    parser.add_argument("--rev", metavar="COMMIT", help=say("the code at this commit instead of the working tree"))
    parser.add_argument("--dialect", choices=sorted(DIALECTS), help=say("the form of the result (default: found out)"))


def run(context: Context, args: argparse.Namespace) -> int:
    data, name = read_input(args.file)
    judgement = check(decode(data, name), _tree(context, args.repo, args.rev), args.dialect)
    if context.out.as_json:
        context.out.document(judgement.to_json(context.out.say))
    else:
        _show(context, judgement)
    return 0 if judgement.valid else 1


def _tree(context: Context, repo: str | None, rev: str | None) -> Tree:
    folder = context.cwd / repo if repo else work_tree(context.cwd) or context.cwd
    if rev is None:
        return WorkingTree(folder)
    if not rev:
        raise BadInput("--rev: expected a commit, not nothing.")
    return CommitTree(Path(folder), rev)


def _show(context: Context, judgement: Judgement) -> None:
    out, report = context.out, judgement.report
    if report:
        _line(context, (report.agent or "-", "bold"), f"  {report.status or '-'}  ", (_confidence(judgement), "dim"))
    for checked in judgement.references:
        _show_reference(context, checked)
    for violation in judgement.violations:
        _show_violation(context, violation)
    if judgement.valid:
        out.styled((out.say("valid"), "bold green"), f": {_counted(context, judgement)}")
    else:
        out.styled((out.say("not valid"), "bold red"), f": {_counted(context, judgement)}")


def _show_reference(context: Context, checked: Checked) -> None:
    mark, style = _STATE_STYLES.get(checked.state, ("✗", "bold red"))
    moved = f" → {checked.found_line}" if checked.found_line else ""
    _line(context, (f"  {mark} ", style), f"{checked.claim.reference.text}{moved}  ", (checked.state, style))
    if checked.source:
        _line(context, (f"      {checked.source.strip()[:160]}", "dim"))
    if checked.reason and checked.state != "moved":
        _line(context, (f"      {context.out.say(checked.reason.text, **checked.reason.params)}", style))


def _show_violation(context: Context, violation: Violation) -> None:
    out = context.out
    place = f" ({out.say('line')} {violation.line})" if violation.line else ""
    message = out.say(violation.text, **violation.params)
    _line(context, (f"  {violation.level} {violation.rule}", _LEVEL_STYLES[violation.level]), f"{place}  {message}")


def _line(context: Context, *parts: tuple[str, str] | str) -> None:
    context.out.styled(*(_safe(part) if isinstance(part, str) else (_safe(part[0]), part[1]) for part in parts))


def _safe(text: str) -> str:
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _counted(context: Context, judgement: Judgement) -> str:
    verified = sum(checked.state == "verified" for checked in judgement.references)
    breaches = sum(violation.level == "L1" for violation in judgement.violations)
    return context.out.say(
        "{verified} of {all} references verified, {breaches} breaches of the contract",
        verified=verified,
        all=len(judgement.references),
        breaches=breaches,
    )


def _confidence(judgement: Judgement) -> str:
    confidence = judgement.confidence
    stated, adjusted = confidence["stated"], confidence["adjusted"]
    return "" if stated is None else f"{stated}" if stated == adjusted else f"{stated} → {adjusted}"
