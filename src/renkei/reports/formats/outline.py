"""The outline of a hand-back: who it is from, its sections by name, and what stands before and between them.

A section is known by its name, whatever marks it: any level of `#`, an underline, bold, or a plain `Name: value`. The
weaker marks count only for a section that has no stronger one, so that a bold 信頼度 under a finding stays evidence.
Why: docs/why/results.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.lines import Line, read_lines
from renkei.reports.formats.words import SECTION_INDEX, SECTIONS, Language, SectionName, fold_name
from renkei.values import value

_ATX = re.compile(r"\s*(#{1,6})(\s*)([^#\s].*)")
_UNDERLINE = re.compile(r"\s*(?:=+|-{3,})\s*$")
_BULLET = re.compile(r"\s*[-*+]\s+(?=\*\*)")
_BOLD = re.compile(r"\s*\*\*[^*\s]")
_PLAIN = re.compile(r"\s*[^\s:：|`*#>-][^:：|`]{0,40}[:：]")
_COLON = re.compile(r"[:：]")
_DASH = re.compile(r"\s+[-=]\s+|\s*[–—→]\s*")
_ASIDE = re.compile(r"\s*[(（](?P<aside>[^()（）]*)[)）]\s*[*_]*\s*$")
_RESULT = re.compile(r"(?P<agent>.*?)\s*(?:の?\s*結果|結果報告|results?|report|レポート)", re.IGNORECASE)
_RESULT_OF = re.compile(r"(?:結果|results?|report)\s*[:：–—-]\s*(?P<agent>.+)", re.IGNORECASE)
_LEADING = re.compile(r"^(?:\d{1,2}[.)]\s+)?[^\w\[]*")
_VALUED: Final = ("status", "confidence")
_REQUIRED: Final[tuple[SectionName, ...]] = ("status", "summary", "findings", "key_references", "confidence")
_WEAK, _WEAKEST = 1, 2


class KnownHeading(NamedTuple):
    """A section's heading, and the value that stands on the same line."""

    name: SectionName
    language: Language
    value: str


@value
class Heading:
    """A line that heads something; `known` is None for a heading that is not the contract's."""

    at: int
    level: int
    title: str
    known: KnownHeading | None
    weakness: int = 0
    underlined: bool = False


@value
class Section:
    """A section with its lines, sub-headings included. `name` is None when the contract does not know it."""

    name: SectionName | None
    title: str
    value: str
    line: int
    body: list[Line] = field(default_factory=list[Line])

    @property
    def lines(self) -> list[Line]:
        """Its lines, beginning with the value beside the heading."""
        return [Line(number=self.line, text=self.value), *self.body] if self.value else self.body


@value
class Outline:
    """All of a hand-back, cut at its headings."""

    agent: str | None
    language: Language
    preamble: list[Line]
    sections: list[Section]

    def sections_named(self, *names: SectionName) -> list[Section]:
        return [section for section in self.sections if section.name in names]


def read_outline(text: str) -> Outline:
    """Cut a hand-back at its headings."""
    lines = read_lines(text, sure_heading)
    headings = _demote_duplicates(_settle_headings(list(_find_candidates(lines))))
    title = _find_title(headings)
    start = title.at + 1 if title else min((h.at for h in headings if h.known), default=len(lines))
    inside = [h for h in headings if h.at >= start]
    return Outline(
        agent=_agent_in_title(title.title) if title else None,
        language=_guess_language([h for h in inside if h.known], title),
        preamble=lines[: title.at if title else start],
        sections=_split_sections(lines, start, inside),
    )


def split_heading(text: str) -> KnownHeading | None:
    """The section that a heading names, if it is the contract's: Status, ステータス：SUCCESS, Confidence (85)."""
    for pattern in (_COLON, _DASH):
        if (cut := pattern.search(text, 0, 60)) and (found := SECTION_INDEX.get(fold_name(text[: cut.start()]))):
            return KnownHeading(*found, _strip_bold(text[: cut.start()], text[cut.end() :]))
    if len(text) > 120:
        return None
    if found := SECTION_INDEX.get(fold_name(text)):
        aside = _ASIDE.search(text)
        return KnownHeading(*found, aside["aside"] if aside and found[0] in _VALUED else "")
    first, _, rest = text.strip().partition(" ")
    found = SECTION_INDEX.get(fold_name(first))
    return (
        KnownHeading(*found, rest) if found and found[0] in _VALUED and re.match(r"\W*(?:\d|[A-Z]{6})", rest) else None
    )


def _strip_bold(name: str, value: str) -> str:
    """The value without what closes the bold of the name: `**Status:** SUCCESS`, `**Status: SUCCESS**`."""
    value = value.strip()
    if name.count("**") % 2 == 0:
        return value
    return value.removeprefix("**").strip() if value.startswith("**") else value.removesuffix("**").strip()


def sure_heading(text: str) -> SectionName | None:
    """The section that a line surely heads, wherever it stands."""
    if atx := _ATX.match(text):
        known = split_heading(atx[3].rstrip(" #\t"))
    elif _BOLD.match(text):
        known = split_heading(text)
    else:
        known = split_heading(text) if _PLAIN.match(text) else None
        known = known if known and known.name == "status" else None
    return known.name if known else None


def _find_candidates(lines: Sequence[Line]) -> Iterator[Heading]:
    for at, line in enumerate(lines):
        if line.mark != "text" or not (text := line.text.strip()):
            continue
        if atx := _ATX.match(text):
            known = split_heading(atx[3].rstrip(" #\t"))
            if known or atx[2]:
                yield Heading(at=at, level=len(atx[1]), title=atx[3].rstrip(" #\t"), known=known)
        elif heading := _read_unmarked(lines, at, text):
            yield heading


def _read_unmarked(lines: Sequence[Line], at: int, text: str) -> Heading | None:
    """A heading by underline, bold or colon; its level is settled later."""
    bulleted = _BULLET.match(text)
    inner = text[bulleted.end() :] if bulleted else text
    if at + 1 < len(lines) and not bulleted and _UNDERLINE.match(lines[at + 1].text) and len(text) <= 60:
        known = split_heading(text)
        return Heading(at=at, level=0, title=text, known=known, underlined=True) if known else None
    if _BOLD.match(inner):
        known = split_heading(inner)
        if known or (not bulleted and _agent_in_title(inner)):
            weakness = _WEAKEST if bulleted else _WEAK
            return Heading(at=at, level=0, title=inner.strip("* "), known=known, weakness=weakness)
    elif _PLAIN.match(inner) and (known := split_heading(inner)):
        return Heading(at=at, level=0, title=inner, known=known, weakness=_WEAKEST)
    return None


def _settle_headings(candidates: Sequence[Heading]) -> list[Heading]:
    """Choose which unmarked lines are headings, and give them the level of the others."""
    strong = [h for h in candidates if h.level and h.known]
    level = min((h.level for h in strong), default=0) or 1 + min((h.level for h in candidates if h.level), default=0)
    marked: set[SectionName] = {h.known.name for h in strong if h.known}
    accepted: set[SectionName] = set(_REQUIRED if len(marked) >= 2 else SECTIONS) - marked
    chosen = _first_of_each([h for h in candidates if not h.level and h.known and h.known.name in accepted], marked)
    first = min((h.at for h in [*strong, *chosen]), default=0)
    titles = [h for h in candidates if not h.level and not h.known and h.at < first]
    weak = [replace(h, level=level) for h in chosen] + [replace(h, level=max(level - 1, 1)) for h in titles]
    return sorted([h for h in candidates if h.level] + weak, key=lambda h: h.at)


def _first_of_each(weak: Iterable[Heading], marked: set[SectionName]) -> list[Heading]:
    """One unmarked heading per section, the strongest mark first; of several confidences the last is the result's."""
    best: dict[SectionName, Heading] = {}
    for heading in weak:
        assert heading.known
        name = heading.known.name
        if heading.weakness == _WEAKEST and len(marked) >= 2 and name != "status":
            continue
        held = best.get(name)
        if (
            held is None
            or heading.weakness < held.weakness
            or (name == "confidence" and heading.weakness == held.weakness)
        ):
            best[name] = heading
    return list(best.values())


def _demote_duplicates(headings: Sequence[Heading]) -> list[Heading]:
    """A deeper heading of a name that also stands higher is part of the section it is in; issues may stand twice."""
    top: dict[SectionName, int] = {}
    for h in headings:
        if h.known:
            top[h.known.name] = min(h.level, top.get(h.known.name, h.level))
    return [
        replace(h, known=None) if h.known and h.known.name != "issues" and h.level > top[h.known.name] else h
        for h in headings
    ]


def _find_title(headings: Sequence[Heading]) -> Heading | None:
    """The heading `[agent] Result`: the last one that a status follows, else one right above the first section."""
    title: Heading | None = None
    candidate: Heading | None = None
    first = True
    for heading in headings:
        if heading.known is None:
            candidate = heading if _agent_in_title(heading.title) else candidate
            continue
        if candidate and (first or heading.known.name == "status"):
            title = candidate
        candidate, first = None, False
    return title


def _agent_in_title(title: str) -> str | None:
    plain = title.strip("*#: 　")
    if len(plain) > 120:
        return None
    match = _RESULT_OF.fullmatch(plain) or _RESULT.fullmatch(plain)
    return _LEADING.sub("", match["agent"]).strip(" []【】`*:：-–—") or None if match else None


def _guess_language(known: Sequence[Heading], title: Heading | None) -> Language:
    japanese = sum(1 if h.known and h.known.language == "ja" else -1 for h in known)
    if japanese == 0 and title:
        return "ja" if "結果" in title.title or "レポート" in title.title else "en"
    return "ja" if japanese > 0 else "en"


def _split_sections(lines: Sequence[Line], start: int, headings: Sequence[Heading]) -> list[Section]:
    """Give every line to the section it stands under; a deeper unknown heading stays inside its section."""
    sections: list[Section] = []
    stack: list[tuple[int, Section]] = []
    by_line = {heading.at: heading for heading in headings}
    underlines = {heading.at + 1 for heading in headings if heading.underlined}
    for at in range(start, len(lines)):
        heading = by_line.get(at)
        if lines[at].mark == "end":
            stack.clear()
        if lines[at].mark == "end" or at in underlines:
            continue
        if heading is None:
            if not stack:
                sections.append(Section(name=None, title="", value="", line=lines[at].number))
                stack.append((7, sections[-1]))
            stack[-1][1].body.append(lines[at])
            continue
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        if heading.known is None and stack:
            stack[-1][1].body.append(lines[at])
            stack.append((heading.level, stack[-1][1]))
            continue
        known = heading.known
        section = Section(
            name=known.name if known else None,
            title=heading.title,
            value=known.value if known else "",
            line=lines[at].number,
        )
        sections.append(section)
        stack.append((heading.level, section))
    return [*sections[:-1], *_split_closing(sections[-1])] if sections else []


def _split_closing(last: Section) -> list[Section]:
    """The last section, and apart from it what follows a rule: models take their leave there."""
    cut = next((n for n, line in enumerate(last.body) if n and line.mark == "text" and _is_rule(last.body, n)), None)
    if cut is None:
        return [last]
    rest = Section(name=None, title="", value="", line=last.body[cut].number, body=last.body[cut + 1 :])
    return [replace(last, body=last.body[:cut]), rest]


def _is_rule(lines: Sequence[Line], at: int) -> bool:
    return lines[at - 1].is_blank and lines[at].text.strip() in ("---", "***", "___", "----", "-----", "* * *")
