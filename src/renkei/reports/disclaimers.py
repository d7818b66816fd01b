"""What the text says of its places changes what became of them: removed, absent, planned, not looked at."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.claims import ReportClaim
from renkei.reports.formats.moods import Mood
from renkei.reports.formats.page import Page
from renkei.reports.formats.place_words import OF_OTHERS, REFUTED_NEXT
from renkei.reports.formats.placing import is_guide, is_plain_answer
from renkei.reports.formats.plans import names_to_save
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
_NO_PAST: Final = Sentence("there is no such file; it is said to be gone, and the history that would tell is not here")
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
_ONLY_NAMED: Final = Sentence("there is no such file; nothing is said of it, and it may be none at all")
_MOODS: Final[Mapping[Mood, Sentence]] = {
    "asked": Sentence("it is not there; the text asks about it"),
    "planned": Sentence("it is not there; the text tells of a wish or a plan"),
    "quoted": Sentence("it is not there; the text repeats what somebody else named"),
    "unseen": Sentence("it was not found; the agent says itself that it did not see it"),
    "elsewhere": Sentence("it is not there; the text tells of another version, branch or repository"),
    "generated": Sentence("it is not there; it is said to be generated"),
}
"""Why a place is not called false."""
_WISHED: Final = (_ABSENT, _PLANNED, _SAMPLE, _MOODS["planned"])
_FRAME: Final = re.compile(r":in [`']|[ \t]+\+0x[0-9a-f]+|,? in \w+$", re.MULTILINE)
"""What stands behind the place of a frame: of Ruby, Go, Python."""
_FRAME_OF: Final = re.compile(
    r"\bat (?:async |new )?[\w$.<>\[\] ]{1,99} \(\Z|^[ \t]*at (?:async )?\Z|\bFile [\\\"]*\Z"
    r"|\bat [\w.<>`]{1,99}\([^()\n]{0,99}\) in \Z"
    r"|\bpanicked at (?:'[^'\n]{0,99}', )?\Z|\b(?:at|by) 0x[0-9A-Fa-f]{1,16}: [^\n]{1,99} \(\Z"
    r"|^[ \t]*#\d+[ \t][^\n]{1,199} at \Z"
    r"|(?P<go>\w\([^()\n]{0,99}\)\s{1,9}\Z)",
    re.MULTILINE,
)
"""What stands before it: of Node, Python, .NET, Rust, valgrind, gdb, Go."""
_LINTED: Final = re.compile(r"[ \t]{1,9}(?:error|warning|info)[ \t]{1,9}\S")
"""What stands behind a place that a linter lists below its file."""
_NEAR: Final = 220
_PRINTED: Final = Sentence("it is outside of the tree, in what a command printed")


class _Text(NamedTuple):
    """A text with what it speaks of; `cites`: it names a line of the tree, so that it is about it; `is_answer`: a file,
    or it is short and speaks to no reader, as a page for readers does. `is_guide`: it is such a page, of no line.
    """

    page: Page
    speech: Speech
    tree: Tree
    base: str
    cites: bool
    is_answer: bool
    is_guide: bool

    def about(self, place: FoundReference) -> PlaceSpeech:
        return self.speech.about_place(
            place.offset, place.end, self.page.lead_above(place.report_line),
            by_line=self.page.dialect in _LINED, lined=place.line is not None,
        )  # fmt: skip

    def begins_here(self, path: str) -> bool:
        """Whether the folder that a path begins with is there: at the root, in the agent's folder, around the next.

        A page for readers tells of projects of theirs as well, which have a `src` and a `config` of their own: there it
        is the folder that the path ends in.
        """
        base, tree = self.base, self.tree
        if self.is_guide:
            folder = path.rpartition("/")[0] or path
            return any(tree.read(each) == DIRECTORY for each in (folder, f"{base}/{folder}" if base else folder))
        first, *inner = path.removeprefix(f"{base}/" if base else "").split("/")[:-1] or [path]
        if any(tree.read(folder) == DIRECTORY for folder in (first, f"{base}/{first}" if base else first)):
            return True
        return bool(inner) and tree.names().holds_folders(first, inner[0])


def apply_disclaimers(
    report: Report, references: Sequence[CheckedClaim], tree: Tree, base: str = ""
) -> list[CheckedClaim]:
    """The references with what is said of them heeded: who says that something is gone does not lie about it."""
    page = Page.from_report(report)
    cites = any(map(_is_cited_line, references))
    is_answer = any(map(_is_named_file, references)) or is_plain_answer(page.text)
    guides = page.dialect == "prose" and not cites and is_guide(page.text)
    text = _Text(page, Speech(page.text), tree, base, cites, is_answer, guides)
    heeded = [_apply_to_reference(text, checked) for checked in references]
    heeded = _apply_chains(text, heeded)
    planned = {each.claim.reference.path for each in heeded if each.reason == _PLANNED}
    return [_apply_plan(text, each, planned) for each in heeded] if planned else heeded


def _apply_chains(text: _Text, heeded: list[CheckedClaim]) -> list[CheckedClaim]:
    """What a sentence says of one file holds for its lines, and a plan for the files that it goes on to name."""
    wished: dict[tuple[int, int], list[CheckedClaim]] = {}
    for each in heeded:
        if each.reason in _WISHED and isinstance(place := each.claim.reference, FoundReference):
            wished.setdefault(text.about(place).around, []).append(each)
    return [_apply_chain(text, each, wished) for each in heeded] if wished else heeded


def _apply_chain(
    text: _Text, checked: CheckedClaim, wished: Mapping[tuple[int, int], Sequence[CheckedClaim]]
) -> CheckedClaim:
    place = checked.claim.reference
    if checked.state != "missing_file" or not isinstance(place, FoundReference) or _is_listed(checked):
        return checked
    said = text.about(place)
    for wish in wished.get(said.around, ()):
        other = wish.claim.reference.path
        is_same = other == place.path or (wish.reason == _SAMPLE and _root_of(other) == _root_of(place.path))
        is_next = place.line is None and wish.reason not in (_ABSENT, _SAMPLE)
        if is_same or (is_next and not (said.is_made or said.shown or said.is_worked_on)):
            return checked._replace(state=wish.state, reason=wish.reason)
    return checked


def _root_of(path: str) -> str:
    """The folder that a path begins with; of a name alone the name."""
    return path.partition("/")[0]


def _is_cited_line(checked: CheckedClaim) -> bool:
    return checked.state == "verified" and checked.claim.reference.line is not None


def _is_named_file(checked: CheckedClaim) -> bool:
    return checked.state == "verified" and "/" in checked.claim.reference.path.rstrip("/")


def _apply_plan(text: _Text, checked: CheckedClaim, planned: Collection[str]) -> CheckedClaim:
    """A file that the result plans is absent wherever it is named, unless it is said there to have been made.

    A line of it, or its name alone, is one that will be.
    """
    place = checked.claim.reference
    if checked.state != "missing_file" or not isinstance(place, FoundReference) or _is_listed(checked):
        return checked
    is_whole = place.path in planned and place.line is None
    if not is_whole and not any(f"/{path}".endswith(f"/{place.path}") for path in planned):
        return checked
    said = text.about(place)
    if said.is_made or said.shown or not (is_whole or said.is_intended):
        return checked
    return checked._replace(state="absent", reason=_PLANNED)


def _is_printed(checked: CheckedClaim) -> bool:
    """Whether it stands in what a command printed."""
    return isinstance(checked.claim, ReportClaim) and checked.claim.printed


def _is_listed(checked: CheckedClaim) -> bool:
    """Whether it is an entry of a list of files that are said to be there."""
    return isinstance(checked.claim, ReportClaim) and checked.claim.listed


def _is_outside(text: _Text, checked: CheckedClaim, place: FoundReference) -> bool:
    """Whether a command printed a path out of the tree, or a name without a folder that no file has, as frames do.

    What stands in a fence on a page for readers was printed, too, where it is no code; there a path in a folder that is
    not in this tree is one of theirs.
    """
    is_shown = text.is_guide and text.page.is_fenced(place)
    if checked.state != "missing_file" or not (is_shown or _is_printed(checked)):
        return False
    is_elsewhere = "/" not in place.path or checked.reason == LEAVES.reason
    return is_elsewhere or (is_shown and not text.begins_here(place.path))


def _is_frame(text: _Text, place: FoundReference) -> bool:
    """Whether it is a frame of a stack."""
    written = text.page.text
    of = _FRAME_OF.search(written[max(0, place.offset - _NEAR) : place.offset])
    is_led_to = of is not None and not (of["go"] and not place.path.endswith(".go"))
    return is_led_to or _FRAME.match(written, place.end) is not None


def _is_foreign_frame(text: _Text, checked: CheckedClaim) -> bool:
    """Whether it is a frame in a file of another program."""
    place = checked.claim.reference
    if not isinstance(place, FoundReference) or checked.state != "missing_file" or not _is_frame(text, place):
        return False
    return checked.reason == LEAVES.reason or not text.begins_here(place.path)


def _apply_to_reference(text: _Text, checked: CheckedClaim) -> CheckedClaim:
    place = checked.claim.reference
    if not isinstance(place, FoundReference) or (checked.state not in FALSE and checked.state != "verified"):
        return checked
    if _is_outside(text, checked, place) or _is_foreign_frame(text, checked):
        return checked._replace(state="outside", reason=_PRINTED)
    if text.begins_here(place.path) and _LINTED.match(text.page.text, place.end):
        return checked  # the words behind it are those of a linter
    said = text.about(place)
    if checked.state == "verified":
        return (
            checked._replace(state="absent", reason=_THERE)
            if said.is_absent and checked.quote != "verified"
            else checked
        )
    if said.is_marked_unverified:
        return checked._replace(state="unverified", reason=_NOT_LOOKED)
    if at_another_time := _look_at_revision(checked, said, text.tree):
        return at_another_time
    if checked.state not in _PLACES:
        return checked
    return (
        _read_denial(text, checked, said)
        or _read_beside(text, checked, place)
        or _read_elsewhere(text, checked, place, said)
    )


def _read_denial(text: _Text, checked: CheckedClaim, said: PlaceSpeech) -> CheckedClaim | None:
    """What is said to be gone, not to be there, or still to be made."""
    if (
        said.is_removed
        and checked.state == "missing_file"
        and (
            past := _check_past_versions(
                checked, text.tree.around.past_versions(checked.claim.reference.path), text.tree
            )
        )
    ):
        return past._replace(state="removed", reason=_REMOVED)
    if said.is_taken_away and checked.state == "missing_file" and not text.tree.around.knows_past:
        return checked._replace(state="unverified", reason=_NO_PAST)
    if said.is_absent or said.is_refuted or (checked.state == "missing_line" and _is_beyond(said, checked)):
        return checked._replace(state="absent", reason=_ABSENT)
    if said.is_planned or checked.claim.reference.path in names_to_save(text.page.text):
        return checked._replace(state="absent", reason=_PLANNED)
    return None


def _read_beside(text: _Text, checked: CheckedClaim, place: FoundReference) -> CheckedClaim | None:
    """What the text beside a block says of all that is shown there: it is another project's, or it is not so."""
    if checked.state == "missing_file" and OF_OTHERS.search(text.page.beside_fence(place.report_line)):
        return checked._replace(state="outside", reason=_ELSEWHERE)
    if REFUTED_NEXT.match(text.page.below_quotation(place.report_line)):
        return checked._replace(state="unverified", reason=_MOODS["quoted"])
    return None


def _read_elsewhere(text: _Text, checked: CheckedClaim, place: FoundReference, said: PlaceSpeech) -> CheckedClaim:
    """What is no place of this tree, unless the text tells of another one, or of none at all."""
    if checked.state == "missing_file":
        begins_here = text.begins_here(place.path)
        if _is_of_others(text, said, place.path):
            return checked._replace(state="outside", reason=_ELSEWHERE)
        if said.is_sample(begins_here=begins_here):
            return checked._replace(state="absent", reason=_SAMPLE)
        is_made = said.is_made and not text.is_guide  # what a reader's tools make stands with the reader
        if text.page.dialect == "prose" and not is_made and not _is_listed(checked):
            begins_here = begins_here and not (text.is_guide and said.is_of_reader)
            is_ours = begins_here or (text.cites and not said.is_instructed) or (text.is_answer and said.is_home)
            checked = _read_mood(_read_as_prose(checked, place, said, is_ours=is_ours), said)
            is_shown = _is_printed(checked) and checked.claim.snippet is not None
            if checked.state in FALSE and not (is_shown or _is_told_of(text, place, said, begins_here=begins_here)):
                return checked._replace(state="unverified", reason=_ONLY_NAMED)
    return checked if _is_listed(checked) else _read_mood(checked, said)


def _is_told_of(text: _Text, place: FoundReference, said: PlaceSpeech, *, begins_here: bool) -> bool:
    """Whether it is put as a place that is there: by its sentence, as a value in data, or as a frame of our own."""
    return said.is_told_of(begins_here=begins_here) or text.page.is_data or _is_frame(text, place)


def _read_mood(checked: CheckedClaim, said: PlaceSpeech) -> CheckedClaim:
    """A place that is not there is false only where it is said to be."""
    reason = _MOODS.get(said.mood) if checked.state in FALSE else None
    return checked._replace(state="unverified", reason=reason) if reason else checked


def _is_beyond(said: PlaceSpeech, checked: CheckedClaim) -> bool:
    """Whether the line is said to be none of its file: out of range, or the true number of its lines is told."""
    lines = checked.reason.params.get("count") if checked.reason else None
    return said.out_of_range or (isinstance(lines, int) and said.counts(lines))


def _is_of_others(text: _Text, said: PlaceSpeech, path: str) -> bool:
    """Whether it is said to be a file of another project, or of another line of this one."""
    if said.forked:
        return True
    if not text.begins_here(path) and said.is_foreign:
        return True
    folders = path.split("/")[:-1][:2]
    others = [folder for folder in folders if folder and not text.tree.names().has_folder(folder)]
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


def _read_as_prose(checked: CheckedClaim, place: FoundReference, said: PlaceSpeech, *, is_ours: bool) -> CheckedClaim:
    """Prose tells of other projects and of the past as well: a path without a line need not be one of this tree.

    `is_ours`: the path begins in it, or the text cites lines of it.
    """
    is_bare = place.line is None and not place.name
    if is_bare and said.is_gone:
        return checked._replace(state="unverified", reason=_GONE)
    if (is_bare and said.is_elsewhere) or ((is_bare or _is_printed(checked)) and not is_ours):
        return checked._replace(state="unverified", reason=_ELSEWHERE)
    return checked
