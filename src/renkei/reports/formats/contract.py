"""Reading the Markdown contract: Japanese and English headings, block form (seed 000) and inline form (seed 002)."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.reports.formats.certainty import read_confidence
from renkei.reports.formats.entries import Entry, read_entries, split_trailing_prose
from renkei.reports.formats.findings import read_findings, says_nothing
from renkei.reports.formats.lines import Line
from renkei.reports.formats.outline import Outline, Section, read_outline
from renkei.reports.formats.sections import (
    read_artifact,
    read_blocker,
    read_box,
    read_error,
    read_issue,
    read_key_reference,
    read_passage,
)
from renkei.reports.formats.standstill import says_stalled
from renkei.reports.formats.words import SECTIONS, STATUSES, SectionName
from renkei.reports.references import names_place
from renkei.reports.report import Box, Confidence, ErrorDetails, Extra, Passage, Report, Status
from renkei.sentence import Sentence

Part = TypeVar("Part")

_MARKUP = re.compile(r"[*_`\[\]【】「」<>]+")
_WORDS = "|".join(re.escape(word) for word in STATUSES)
_STATUS = re.compile(rf"[\W_]*({_WORDS})(?![a-z])", re.IGNORECASE)
_CHOICE = re.compile(rf"\s?(?:[|/,、・]|or\b|または)\s?(?:{_WORDS})(?![a-z])", re.IGNORECASE)
_SAID = re.compile(r"[\s*_`\]】」>]{0,9}(?P<aside>[-–—:;,.、。/|(\[])[-–—:;,、(\[\s*_`]{0,9}(?P<said>\w.*)")
"""Behind the status."""
_TELLS: Final = re.compile(
    r"[`|]|\b(?:but|however|except|although|though|only|still)\b|\b(?:crash|leak|fail|broken|vulnerab|dereferenc|rais)"
    r"|ただし|しかし|以外に|脆弱|失敗",
    re.IGNORECASE,
)
"""In an entry that begins with None: it names something all the same."""
_DENIED: Final = re.compile(r"\b(?:no|not|without|nothing) \w+", re.IGNORECASE)
_MAY_BE_NONE: Final = frozenset[SectionName](("issues", "next_steps", "blockers", "questions", "deviations"))
STATUS_EXPECTED: Final = Sentence("SUCCESS, PARTIAL or FAILED")
SECTIONS_EXPECTED: Final = Sentence("the sections Status, Summary, Findings, Key References and Confidence")


def parse_contract(text: str) -> Report:
    """Read a hand-back. What it cannot take in a section is in the report's `problems`.

    Raises:
        BadInput: the text is empty or no result at all.
    """
    outline = read_outline(text)
    if not _is_report(outline):
        problem = Problem(path="result", expected=SECTIONS_EXPECTED, params={})
        said = (
            "the text is no result; expected {expected}" if text.strip() else "the result is empty; expected {expected}"
        )
        raise BadInput(said, problems=[problem], expected=SECTIONS_EXPECTED)
    return _ContractReader(outline).read_report()


def read_sections(text: str) -> Report:
    """What sections alone say, as a part of a result that is kept in another dialect."""
    return _ContractReader(read_outline(text)).read_report()


def _is_report(outline: Outline) -> bool:
    """One heading alone makes no result: a status and something else, a title and something else, or three sections."""
    known = {section.name for section in outline.sections if section.name}
    return len(known) >= (2 if outline.agent is None else 1) if "status" in known else len(known) >= 3


@dataclass
class _ContractReader:
    """One outline on its way to a report; what no section takes is collected as extra."""

    outline: Outline
    extra: list[Extra] = field(default_factory=list[Extra])
    problems: list[Problem] = field(default_factory=list[Problem])

    def read_report(self) -> Report:
        boxes = self._take_boxes()
        status, token, reason, line = self._read_status()
        findings = self.outline.sections_named("findings")
        keys = self.outline.sections_named("key_references")
        report = Report(
            dialect="contract-ja" if self.outline.language == "ja" else "contract-en",
            agent=self.outline.agent,
            status=status,
            status_token=token,
            reason=reason,
            status_line=line,
            summary=self._read_passage("summary"),
            findings=read_findings(_section_lines(findings)) if findings else None,
            key_references=self._read_list("key_references", read_key_reference) if keys else None,
            confidence=self._read_confidence(),
            issues=self._read_list("issues", read_issue),
            next_steps=self._read_list("next_steps", read_passage),
            blockers=self._read_list("blockers", read_blocker),
            checklist=boxes,
            uncertainty=self._read_passage("uncertainty"),
            error=self._read_error(),
            attempts=self._read_list("attempts", read_passage),
            root_cause=self._read_passage("root_cause"),
            recovery=self._read_list("recovery", read_passage),
            artifacts=self._read_list("artifacts", read_artifact),
            questions=self._read_list("questions", read_passage),
            deviations=self._read_list("deviations", read_passage),
            preamble=_make_passage(self.outline.preamble),
        )
        self._keep_extra(section for section in self.outline.sections if section.name is None)
        extra = sorted(self.extra, key=lambda each: each.line)
        return replace(report, extra=tuple(_move_untitled_last(extra)), problems=tuple(self.problems))

    def _keep_extra(self, sections: Iterable[Section]) -> None:
        for section in sections:
            passage = _make_passage(section.lines)
            if passage:
                self.extra.append(Extra(title=section.title, text=passage.text, line=passage.line))
            elif section.title:
                self.extra.append(Extra(title=section.title, text="", line=section.line))

    def _take_boxes(self) -> tuple[Box, ...]:
        """The tick boxes: those of the four points wherever they stand, in a fence too, and all in the checklist."""
        boxes: list[Box] = []
        for section in self.outline.sections:
            lines = section.body[:]
            section.body.clear()
            for line in lines:
                box = read_box(line.text, line.number)
                if box and (box.point or section.name == "checklist"):
                    boxes.append(box)
                else:
                    section.body.append(line)
        for section in self.outline.sections_named("checklist"):
            if text := _join_text([line for line in section.lines if line.mark not in ("open", "close")]):
                self.extra.append(Extra(title="", text=text, line=section.line))
        return tuple(boxes)

    def _section_title(self, name: SectionName) -> str:
        return getattr(SECTIONS[name], self.outline.language)[0]

    def _read_status(self) -> tuple[Status | None, str, str, int]:
        sections = self.outline.sections_named("status")
        lines = [line for section in sections for line in section.lines if not line.is_blank]
        if lines and (found := read_status(lines[0].text)):
            status, token, reason = found
            if rest := _join_text(lines[1:]):
                self.extra.append(Extra(title="", text=rest, line=lines[1].number))
                reason = reason or next((line for line in rest.split("\n") if says_stalled(line)), "").strip(" -*_`")
            return status, token, reason, lines[0].number
        line = lines[0].number if lines else sections[0].line if sections else None
        value = lines[0].text.strip() if lines else None
        title = self._section_title("status")
        self.problems.append(Problem(path=title, value=value, expected=STATUS_EXPECTED, params={}, line=line))
        return None, value or "", "", line or 0

    def _read_passage(self, name: SectionName) -> Passage | None:
        first, *others = self.outline.sections_named(name) or [None]
        self._keep_extra(section for section in others if section)
        if first is None:
            return None
        return _make_passage(first.lines) or Passage(text="", line=first.line)

    def _read_list(self, name: SectionName, read: Callable[[Entry], Part]) -> tuple[Part, ...]:
        entries: list[Entry] = []
        for section in self.outline.sections_named(name):
            kept, apart = split_trailing_prose(read_entries(section.lines))
            if name in _MAY_BE_NONE and len(kept) == 1 and _is_none(kept[0]):
                kept, apart = [], [*kept, *apart]
            entries += kept
            self.extra += [Extra(title="", text=read_passage(entry).text, line=entry.line) for entry in apart]
        return tuple(read(entry) for entry in entries)

    def _read_confidence(self) -> Confidence | None:
        names: tuple[SectionName, ...] = ("confidence", "breakdown", "justification")
        own, breakdown, why = (self.outline.sections_named(name) for name in names)
        if not own and not breakdown:
            self._keep_extra(why)
            return None
        title = self._section_title("confidence")
        confidence, problems = read_confidence(
            title, _section_lines(own), _section_lines(breakdown), _section_lines(why)
        )
        self.problems += problems
        return replace(confidence, line=confidence.line or (own or breakdown)[0].line)

    def _read_error(self) -> ErrorDetails | None:
        sections = self.outline.sections_named("error")
        if not sections:
            return None
        error = read_error(read_entries(_section_lines(sections)))
        return replace(error, line=error.line or sections[0].line)


def _move_untitled_last(extra: Sequence[Extra]) -> Iterator[Extra]:
    """The unknown sections, and then in one what belongs to none."""
    yield from (each for each in extra if each.title)
    untitled = [each for each in extra if not each.title]
    if untitled:
        yield Extra(title="", text="\n\n".join(each.text for each in untitled), line=untitled[0].line)


def read_status(text: str) -> tuple[Status, str, str] | None:
    """The status that a line begins with, how it is written, and what is said of it: PARTIAL - blocked.

    The template's own list of choices is no status.
    """
    normal = unicodedata.normalize("NFKC", text)
    plain = _MARKUP.sub("", normal)
    match = _STATUS.match(plain)
    if match is None or _CHOICE.match(plain, match.end()):
        return None
    return STATUSES[match[1].casefold()], match[1], _status_reason(normal.partition(match[1])[2])


def _status_reason(behind: str) -> str:
    """What is said of a status: behind a mark or in brackets; without, only that work stands still."""
    said = _SAID.match(behind)
    if said is None:
        return behind.strip(" \t*_`()[]】」>.") if says_stalled(behind) else ""
    text = said["said"].rstrip(" \t*_`")
    return text[:-1].rstrip() if said["aside"] in "([" and text.endswith((")", "]")) else text


def _is_none(entry: Entry) -> bool:
    """`None: nothing beyond the finding above`: there is none, and why; it names no place and nothing else."""
    text = entry.block.text.replace("*", "")
    if entry.nested or entry.kind not in ("item", "text") or not says_nothing(text):
        return False
    return not (_TELLS.search(_DENIED.sub(" ", text)) or names_place(text))


def _section_lines(sections: Sequence[Section]) -> list[Line]:
    return [line for section in sections for line in section.lines]


def _make_passage(lines: Sequence[Line]) -> Passage | None:
    text = _join_text(lines)
    return Passage(text=text, line=next(line.number for line in lines if not line.is_blank)) if text else None


def _join_text(lines: Sequence[Line]) -> str:
    """The lines as they stand, without empty ones around them."""
    return "\n".join(line.text.rstrip() for line in lines).strip("\n").strip()
