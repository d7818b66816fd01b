"""One result, checked: parsed, its references looked up in a tree, judged by the rules."""

import posixpath
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renkei.errors import BadInput
from renkei.reports.disclaimers import apply_disclaimers
from renkei.reports.formats import find_claims, is_broken_result, issue_of, parse_report
from renkei.reports.formats.prose import read_prose
from renkei.reports.naming import category_of, tells_of_absence
from renkei.reports.references import CheckedClaim
from renkei.reports.references import check_claims as check_references
from renkei.reports.report import Dialect, Issue, Report
from renkei.reports.rules import Judgement, Violation, judge_report, no_report
from renkei.reports.rules.case import ITSELF
from renkei.reports.tool_receipts import ToolReceipts
from renkei.reports.tree import Missing, Tree
from renkei.sentence import Sentence

_MISSING: Final = ("missing_file", "missing_line")
ABSENT: Final = Sentence("it is said to be missing, and is")


def check_report(
    text: str,
    tree: Tree,
    dialect: Dialect | None = None,
    *,
    itself: str | None = None,
    opened: ToolReceipts | None = None,
    base: str = "",
    form: bool = False,
) -> Judgement:
    """The judgement of a result. A text that is no result is judged, too: it breaks RES-1.

    `itself` is the path of the result in the tree, if it lies there: what it says of itself is no evidence. `opened` is
    what the agent's tools opened, None where nobody kept count. `base` is the folder of the tree in which it worked.
    With another dialect plain prose is no result; with `form` neither, and what it says of the tree is looked up.
    """
    remotes = tree.around.remotes if "://" in text else ()
    broken: tuple[Violation, ...] = ()
    try:
        report = read_prose(text) if dialect == "prose" else parse_report(text, dialect)
        made = find_claims(report, tree.has, remotes)
        if dialect == "prose" and not made:
            raise BadInput("the prose names no place and quotes no code that could be looked up")
    except BadInput as error:
        report = read_prose(text)
        made = () if dialect else find_claims(report, tree.has, remotes)
        if not made:
            return no_report(error)
        if form or is_broken_result(text):
            broken = no_report(error).violations
    if report.dialect == "cpf" and itself:
        base = base or _folder_above_review(itself)
    references = apply_disclaimers(report, _drop_foreign_names(check_references(made, tree, base)), tree, base)
    absent = _find_missing_artifacts(report, tree)
    if absent:
        report = replace(report, status="FAILED")
    judgement = judge_report(
        report, _discount_itself(itself, _accept_stated_absence(report, references)), opened=opened, absent=absent
    )
    return replace(judgement, violations=(*broken, *judgement.violations))


def _drop_foreign_names(references: Sequence[CheckedClaim]) -> list[CheckedClaim]:
    """All but `path::name` of a file that is none of this tree: that claims nothing."""
    return [each for each in references if not (each.claim.reference.name and each.state == "missing_file")]


def _folder_above_review(itself: str) -> str:
    """The folder around the review directory: an inspector names the files of a spec from there."""
    return itself.rpartition("/")[0].rpartition("/")[0]


def _accept_stated_absence(report: Report, references: Sequence[CheckedClaim]) -> list[CheckedClaim]:
    """The references of a review, none held against a finding that says that something is missing there."""
    return [
        checked._replace(state="absent", reason=ABSENT)
        if report.dialect == "cpf" and checked.state in _MISSING and _tells_of_absence(issue_of(report, checked.claim))
        else checked
        for checked in references
    ]


def _tells_of_absence(issue: Issue | None) -> bool:
    return issue is not None and tells_of_absence(category_of(issue))


def _find_missing_artifacts(report: Report, tree: Tree) -> dict[str, Sentence]:
    """The files of `WRITTEN:` that are not there, each with the reason."""
    if report.dialect != "written":
        return {}
    found = {artifact.path: tree.read(artifact.path) for artifact in report.artifacts}
    return {path: content.reason for path, content in found.items() if isinstance(content, Missing)}


def _discount_itself(itself: str | None, references: Sequence[CheckedClaim]) -> list[CheckedClaim]:
    """The references, those to the result itself not counted as seen."""
    if itself is None:
        return list(references)
    return [
        checked._replace(state="unverified", reason=ITSELF)
        if _is_itself(itself, checked.claim.reference.path)
        else checked
        for checked in references
    ]


def _is_itself(itself: str, path: str) -> bool:
    """Whether a path, which may be absolute or lead in a circle, is that of the result."""
    return posixpath.normpath(path) == itself or (path.startswith("/") and path.endswith(f"/{itself}"))
