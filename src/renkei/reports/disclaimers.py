"""What the text says of its places changes what became of them: removed, absent, planned, not looked at."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.claims import ReportClaim
from renkei.reports.formats.page import Page
from renkei.reports.formats.speech import PlaceSpeech, Speech
from renkei.reports.references import FALSE, THERE, CheckedClaim, Claim, FoundReference, check_claims
from renkei.reports.report import Dialect, Report
from renkei.reports.tree import DIRECTORY, MemoryTree, Tree
from renkei.reports.tree.content import LEAVES
from renkei.sentence import Sentence

_PLACES: Final = ("missing_file", "missing_line", "missing_name")
_LINED: Final[frozenset[Dialect]] = frozenset(("cpf", "task-result", "completion-yaml", "sdd-report"))
"""The dialects in which a line is about one thing."""
_REMOVED: Final = Sentence("it is gone, and stands in the history of this branch")
_STOOD: Final = "it stands so at {revision}"
_ON_BRANCH: Final = "it is said to stand on the branch {branch}, and was not found there"
_USUAL: Final = frozenset({"main", "master", "trunk"})
"""Branches that a tree is one of, or begun at."""
_ABSENT: Final = Sentence("it is said not to be there, and is not")
_PLANNED: Final = Sentence("it is still to be made")
_THERE: Final = Sentence("it is said not to be there, and it is")
_NOT_LOOKED: Final = Sentence("it was not found; the agent says itself that it did not look")
_SAMPLE: Final = Sentence("there is no such file; it shows how a place is written")
_GONE: Final = Sentence("there is no such file; it is spoken of as gone")
_ELSEWHERE: Final = Sentence("there is no such file; it may be one of another project")
_FRAME: Final = re.compile(r":in [`']|[ \t]+\+0x[0-9a-f]+|,? in \w+$", re.MULTILINE)
"""What stands behind the place of a frame: of Ruby, Go, Python."""
_FRAME_OF: Final = re.compile(
    r"\bat (?:async |new )?[\w$.<>\[\] ]{1,99} \(\Z|^[ \t]*at (?:async )?\Z"
    r"|\bat [\w.<>`]{1,99}\([^()\n]{0,99}\) in \Z"
    r"|\bpanicked at (?:'[^'\n]{0,99}', )?\Z|(?P<go>\w\([^()\n]{0,99}\)\s{1,9}\Z)",
    re.MULTILINE,
)
"""What stands before it: of Node, .NET, Rust, Go."""
_NEAR: Final = 220
_PRINTED: Final = Sentence("it is outside of the tree, in what a command printed")


def apply_disclaimers(
    report: Report, references: Sequence[CheckedClaim], tree: Tree, base: str = ""
) -> list[CheckedClaim]:
    """The references with what is said of them heeded: who says that something is gone does not lie about it."""
    page = Page.from_report(report)
    speech = Speech(page.text)
    heeded = [_apply_to_reference(page, speech, checked, tree, base) for checked in references]
    planned = {each.claim.reference.path for each in heeded if each.reason == _PLANNED}
    return [_apply_plan(page, speech, each) if each.claim.reference.path in planned else each for each in heeded]


def _apply_plan(page: Page, speech: Speech, checked: CheckedClaim) -> CheckedClaim:
    """A file that the result plans is absent wherever it is named, unless it is said there to have been made."""
    place = checked.claim.reference
    if (
        checked.state != "missing_file"
        or not isinstance(place, FoundReference)
        or place.line is not None
        or _is_listed(checked)
    ):
        return checked
    said = _speech_about(page, speech, place)
    return checked if said.is_made or said.shown else checked._replace(state="absent", reason=_PLANNED)


def _speech_about(page: Page, speech: Speech, place: FoundReference) -> PlaceSpeech:
    return speech.about_place(
        place.offset, place.end, page.lead_above(place.report_line),
        by_line=page.dialect in _LINED, lined=place.line is not None,
    )  # fmt: skip


def _is_printed(checked: CheckedClaim) -> bool:
    """Whether it stands in what a command printed."""
    return isinstance(checked.claim, ReportClaim) and checked.claim.printed


def _is_listed(checked: CheckedClaim) -> bool:
    """Whether it is an entry of a list of files that are said to be there."""
    return isinstance(checked.claim, ReportClaim) and checked.claim.listed


def _is_outside(checked: CheckedClaim) -> bool:
    """Whether a command printed a path out of the tree, or a name without a folder that no file has, as frames do."""
    if not _is_printed(checked):
        return False
    is_bare = checked.state == "missing_file" and "/" not in checked.claim.reference.path
    return is_bare or checked.reason == LEAVES.reason


def _is_foreign_frame(text: str, checked: CheckedClaim, tree: Tree, base: str) -> bool:
    """Whether it is a frame of a stack in a file of another program."""
    place = checked.claim.reference
    if not isinstance(place, FoundReference) or checked.state != "missing_file":
        return False
    of = _FRAME_OF.search(text[max(0, place.offset - _NEAR) : place.offset])
    if not _FRAME.match(text, place.end) and (of is None or (of["go"] and not place.path.endswith(".go"))):
        return False
    return checked.reason == LEAVES.reason or not _begins_here(place.path, tree, base)


def _apply_to_reference(page: Page, speech: Speech, checked: CheckedClaim, tree: Tree, base: str) -> CheckedClaim:
    place = checked.claim.reference
    if not isinstance(place, FoundReference) or (checked.state not in FALSE and checked.state != "verified"):
        return checked
    if _is_outside(checked) or _is_foreign_frame(page.text, checked, tree, base):
        return checked._replace(state="outside", reason=_PRINTED)
    said = _speech_about(page, speech, place)
    if checked.state == "verified":
        return (
            checked._replace(state="absent", reason=_THERE)
            if said.is_absent and checked.quote != "verified"
            else checked
        )
    if said.is_marked_unverified:
        return checked._replace(state="unverified", reason=_NOT_LOOKED)
    if at_another_time := _look_at_revision(checked, said, tree):
        return at_another_time
    if checked.state not in _PLACES:
        return checked
    if (
        said.is_removed
        and checked.state == "missing_file"
        and (past := _check_past_versions(checked, tree.around.past_versions(place.path), tree))
    ):
        return past._replace(state="removed", reason=_REMOVED)
    if said.is_absent or said.is_refuted or (checked.state == "missing_line" and _is_beyond(said, checked)):
        return checked._replace(state="absent", reason=_ABSENT)
    if said.is_planned:
        return checked._replace(state="absent", reason=_PLANNED)
    return checked if checked.state != "missing_file" else _read_elsewhere(page, checked, place, said, tree, base)


def _read_elsewhere(
    page: Page, checked: CheckedClaim, place: FoundReference, said: PlaceSpeech, tree: Tree, base: str
) -> CheckedClaim:
    """What is no file of this tree, unless the text tells of another one, or of none at all."""
    begins_here = _begins_here(place.path, tree, base)
    if _is_of_others(said, place.path, tree, base):
        return checked._replace(state="outside", reason=_ELSEWHERE)
    if said.is_sample(begins_here=begins_here):
        return checked._replace(state="absent", reason=_SAMPLE)
    if page.dialect == "prose" and not said.is_made and not _is_listed(checked):
        return _read_as_prose(checked, place, said, begins_here=begins_here)
    return checked


def _is_beyond(said: PlaceSpeech, checked: CheckedClaim) -> bool:
    """Whether the line is said to be none of its file: out of range, or the true number of its lines is told."""
    lines = checked.reason.params.get("count") if checked.reason else None
    return said.out_of_range or (isinstance(lines, int) and said.counts(lines))


def _is_of_others(said: PlaceSpeech, path: str, tree: Tree, base: str) -> bool:
    """Whether it is said to be a file of another project, or of another line of this one."""
    if said.forked:
        return True
    if not _begins_here(path, tree, base) and said.is_foreign:
        return True
    folders = path.split("/")[:-1][:2]
    others = [folder for folder in folders if folder and not tree.names().has_folder(folder)]
    return said.names(others) if others else False


def _look_at_revision(checked: CheckedClaim, said: PlaceSpeech, tree: Tree) -> CheckedClaim | None:
    """The claim at the commit or on the branch that it is said to be about."""
    revision = said.revision or said.branch
    if revision and (
        past := _check_past_versions(checked, tree.around.past_versions(checked.claim.reference.path, revision), tree)
    ):
        return past._replace(state="removed", reason=Sentence(_STOOD, revision=revision))
    if said.branch and said.branch not in _USUAL:
        return checked._replace(state="unverified", reason=Sentence(_ON_BRANCH, branch=said.branch))
    return None


def _check_past_versions(checked: CheckedClaim, versions: Sequence[bytes], tree: Tree) -> CheckedClaim | None:
    """The claim as it was true of an earlier version of its file, the latest first."""
    path = checked.claim.reference.path
    claim = _drop_foreign_quote(checked.claim, tree) if versions else checked.claim
    compared = (check_claims([claim], MemoryTree({path: data}))[0] for data in versions)
    return next((each._replace(source=None) for each in compared if each.state in THERE), None)


def _drop_foreign_quote(claim: Claim, tree: Tree) -> Claim:
    """The claim without its quote, where that stands at another place which is cited beside it."""
    beside = (
        check_claims([replace(claim, reference=other, others=()) for other in claim.others], tree)
        if claim.snippet
        else ()
    )
    is_theirs = any(each.state == "verified" and each.quote == "verified" for each in beside)
    return replace(claim, snippet=None, others=()) if is_theirs else claim


def _read_as_prose(
    checked: CheckedClaim, place: FoundReference, said: PlaceSpeech, *, begins_here: bool
) -> CheckedClaim:
    """Prose tells of other projects and of the past as well: a path without a line need not be one of this tree."""
    is_bare = place.line is None and not place.name
    if is_bare and said.is_gone:
        return checked._replace(state="unverified", reason=_GONE)
    if (is_bare and said.is_elsewhere) or ((is_bare or _is_printed(checked)) and not begins_here):
        return checked._replace(state="unverified", reason=_ELSEWHERE)
    return checked


def _begins_here(path: str, tree: Tree, base: str) -> bool:
    """Whether the folder that a path begins with is there: at the root, in the agent's folder, or around the next."""
    first, *inner = path.removeprefix(f"{base}/" if base else "").split("/")[:-1] or [path]
    if any(tree.read(folder) == DIRECTORY for folder in (first, f"{base}/{first}" if base else first)):
        return True
    return bool(inner) and tree.names().holds_folders(first, inner[0])
