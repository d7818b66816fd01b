"""One result, checked: parsed, its references looked up in a tree, judged by the rules."""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renkei.errors import BadInput
from renkei.reports.formats import ReportClaim, claims, parse
from renkei.reports.naming import tells_of_absence
from renkei.reports.opened import Opened
from renkei.reports.references import Checked
from renkei.reports.references import check as check_references
from renkei.reports.report import Dialect, Report
from renkei.reports.rules import Judgement, judge, no_report
from renkei.reports.rules.case import ITSELF
from renkei.reports.tree import DIRECTORY, Missing, Tree
from renkei.sentence import Sentence

_FILES: Final[frozenset[Dialect]] = frozenset(("completion-yaml", "sdd-report", "written"))
"""The dialects whose artifacts are files; those of a TASK_RESULT are ids on the board."""
_PATH: Final = re.compile(r"`?(?P<path>[^\s`*]*[./][^\s`*]*)`?(?:\s+[(（—–-].*)?")
"""A path as it stands in a list of files; what is said of it may follow. A pattern is no path."""

_MISSING: Final = ("missing_file", "missing_line")
ABSENT: Final = Sentence("it is said to be missing, and is")

_LONGEST: Final = 1000
"""No path is longer; whatever is, is not there."""


def check(
    text: str, tree: Tree, dialect: Dialect | None = None, *, itself: str | None = None, opened: Opened | None = None
) -> Judgement:
    """The judgement of a result. A text that is no result is judged, too: it breaks RES-1.

    `itself` is the path of the result in the tree, if it lies there: what it says of itself is no evidence. `opened` is
    what the agent's tools opened, None where nobody kept count.
    """
    try:
        report = parse(text, dialect)
    except BadInput as error:
        return no_report(error)
    base = _around(itself) if report.dialect == "cpf" and itself else ""
    references = _said_to_be_absent(report, check_references(claims(report, known=tree.has), tree, base))
    absent = _absent(report, tree)
    if report.dialect == "written" and absent:
        report = replace(report, status="FAILED")
    return judge(report, _without(itself, references), opened=opened, absent=absent)


def _around(itself: str) -> str:
    """The folder around the review directory: an inspector names the files of a spec from there."""
    return itself.rpartition("/")[0].rpartition("/")[0]


def _said_to_be_absent(report: Report, references: Sequence[Checked]) -> list[Checked]:
    """The references of a review, none held against a finding that says that something is missing there."""
    return [
        checked._replace(state="unverified", reason=ABSENT)
        if report.dialect == "cpf" and checked.state in _MISSING and tells_of_absence(_category(report, checked))
        else checked
        for checked in references
    ]


def _category(report: Report, checked: Checked) -> str:
    claim = checked.claim
    return report.issues[claim.issue].category if isinstance(claim, ReportClaim) and claim.issue is not None else ""


def _absent(report: Report, tree: Tree) -> dict[str, Sentence]:
    """The files that were said to be made and are not there, each with the reason; a folder will do."""
    if report.dialect not in _FILES:
        return {}
    named = {artifact.path: _path(report, artifact.path) for artifact in report.artifacts}
    paths = {written: path for written, path in named.items() if path}
    tree.load(paths.values())
    found = {written: tree.read(path) for written, path in paths.items()}
    return {
        written: content.reason
        for written, content in found.items()
        if isinstance(content, Missing) and (content != DIRECTORY or report.dialect == "written")
    }


def _path(report: Report, written: str) -> str | None:
    if report.dialect == "written" or len(written) > _LONGEST:
        return written
    match = _PATH.fullmatch(written.strip())
    return match["path"].removesuffix("/") if match and "://" not in written else None


def _without(itself: str | None, references: Sequence[Checked]) -> list[Checked]:
    """The references, those to the result itself not counted as seen."""
    if itself is None:
        return list(references)
    return [
        checked._replace(state="unverified", reason=ITSELF) if _is(itself, checked.claim.reference.path) else checked
        for checked in references
    ]


def _is(itself: str, path: str) -> bool:
    """Whether a path, which may be absolute or lead in a circle, is that of the result."""
    return posixpath.normpath(path) == itself or (path.startswith("/") and path.endswith(f"/{itself}"))
