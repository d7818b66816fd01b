"""The sections of the contract that are lists or tables: issues, key references, blockers, boxes, error details."""

from collections.abc import Sequence
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.entries import (
    Entry,
    Named,
    first_value,
    line_field,
    lines_under,
    other_fields,
    row_fields,
    split_fields,
)
from renkei.reports.formats.numbers import read_number
from renkei.reports.formats.words import POINT_SUBJECTS, SEVERITIES, FieldName, field_named, fold_name
from renkei.reports.references import find_references
from renkei.reports.report import Artifact, Blocker, Box, ErrorDetails, Issue, KeyReference, Passage, Point, Severity

_ISSUE: Final[tuple[FieldName, ...]] = ("severity", "category", "confidence", "location", "id", "issue")
_KEY: Final[tuple[FieldName, ...]] = ("item", "location", "relevance", "code")
_ERROR: Final[tuple[FieldName, ...]] = ("type", "message", "location", "recoverable")
_MARKS: Final = ('""', "“”", "「」")
_ID = re.compile(r"\**\[?([A-Z][A-Z0-9]{0,9}-\d{1,6})\]?\**\s?[:：]?\**\s?")
_SEVERITY_FIRST = re.compile(r"[\W_]{0,6}([A-Za-z]+\d?|重大|致命的|重要|軽微)[\])】*:：]{1,4}\s?")
_SEVERITY_ASIDE = re.compile(r"\s?[(（\[—–-]\s?(?:severity|重大度)\s?[:：]\s?([^)）\]\s]+)[)）\]]?", re.IGNORECASE)
_BOX = re.compile(
    r"\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:\[(?P<mark>[^\[\]]?)\]|(?P<sign>[☑✅✔✓☐⬜❌🔲]))\ufe0f?\s*(?P<subject>\S.*)"
)
_TICKS: Final = frozenset("xXｘＸ✓✔✅☑")
_EDGES: Final = " \t-–—:：,、。→|()（）"


def read_passage(entry: Entry) -> Passage:
    """An entry as its text."""
    first = " | ".join(entry.block.cells) if entry.kind == "row" else entry.block.text.partition("\n")[0]
    return Passage(text="\n".join([first, *(text for _, text in lines_under(entry))]).rstrip(), line=entry.line)


def read_artifact(entry: Entry) -> Artifact:
    """A file that was made: the path, without the back-ticks around it."""
    text = read_passage(entry).text
    plain = text.strip("`")
    return Artifact(path=text if "`" in plain else plain, line=entry.line)


def read_issue(entry: Entry) -> Issue:
    """`name: text | Severity: critical`, a row, or what models write for it: [critical], a heading by severity."""
    text, fields = _text_and_fields(entry, _ISSUE)
    token = first_value(fields, "severity")
    if not token:
        text, token = _severity_in(text, entry.group)
    issue_id = first_value(fields, "id")
    if not issue_id and (match := _ID.match(text)):
        issue_id, text = match[1], text[match.end() :]
    stated = read_number(first_value(fields, "confidence"))
    return Issue(
        text=text.strip(),
        id=issue_id.strip("`* "),
        severity=severity_of(token),
        severity_token=token.strip("*`[] "),
        category=first_value(fields, "category").strip("*` "),
        confidence=stated.value if stated and 0 <= stated.value <= 100 else None,
        location=first_value(fields, "location"),
        extra=other_fields(fields),
        line=entry.line,
    )


def severity_of(token: str) -> Severity | None:
    """critical, important or minor, also by the other specifications' words."""
    return SEVERITIES.get(fold_name(token)) if len(token) <= 60 else None


def _severity_in(text: str, group: Sequence[str]) -> tuple[str, str]:
    """A severity that is no field: before the text, in an aside, or in the heading above."""
    if (first := _SEVERITY_FIRST.match(text)) and severity_of(first[1]):
        return text[first.end() :], first[1]
    if (aside := _SEVERITY_ASIDE.search(text)) and severity_of(aside[1]):
        return text[: aside.start()] + text[aside.end() :], aside[1]
    words = [word for title in group for word in re.split(r"[\s:：()（）]+", title)]
    return text, next((word for word in reversed(words) if severity_of(word)), "")


def _text_and_fields(entry: Entry, allowed: Sequence[FieldName]) -> tuple[str, list[Named]]:
    """What an entry says, and its fields: behind bars, in cells, or on lines of their own."""
    if entry.kind == "row" and entry.block.header:
        fields = row_fields(entry, allowed)
        return first_value(fields, "issue"), [f for f in fields if f.field != "issue"]
    first = " | ".join(entry.block.cells) if entry.kind == "row" else entry.block.text.partition("\n")[0]
    text, fields = split_fields(first, entry.line, allowed)
    lines = [text]
    for number, line in lines_under(entry):
        named = line_field(line, number, allowed)
        if named and named.field != "issue":
            fields.append(named)
        else:
            lines.append(line)
    return "\n".join(lines).rstrip(), fields


def read_blocker(entry: Entry) -> Blocker:
    """`text | Resolution: need`; the need may also stand on its own line."""
    text, fields = _text_and_fields(entry, ("resolution",))
    kept = "".join(f" | {name}: {value}" for name, value in other_fields(fields))
    return Blocker(text=text + kept, resolution=first_value(fields, "resolution"), line=entry.line)


def read_key_reference(entry: Entry) -> KeyReference:
    """A row of item, place and relevance; or an entry of a list in which the place is found."""
    if entry.kind == "row":
        return _key_row(entry)
    text = " ".join(part.strip() for part in read_passage(entry).text.split("\n"))
    code = next((block.text for block in entry.nested if block.kind == "code"), "")
    found = find_references(text)
    if not found:
        return KeyReference(item=text, location="", code=code, line=entry.line)
    start, end = found[0].offset, found[0].offset + len(found[0].text)
    if text[start - 1 : start] == "`" == text[end : end + 1]:
        start, end = start - 1, end + 1
    before, after = text[:start].strip(_EDGES), text[end:].strip(_EDGES)
    return KeyReference(item=before, location=text[start:end], relevance=after, code=code, line=entry.line)


def _key_row(entry: Entry) -> KeyReference:
    block = entry.block
    columns: list[FieldName | None] = [field_named(name, _KEY) for name in block.header]
    if "location" not in columns:
        columns = _guess_columns(block.cells)
    fields: list[Named] = []
    for n, cell in enumerate(block.cells):
        column = columns[n] if n < len(columns) and columns[n] not in columns[:n] else None
        fields.append(Named(column, block.header[n] if n < len(block.header) else "", cell, block.line))
    return KeyReference(
        item=first_value(fields, "item"),
        location=first_value(fields, "location"),
        relevance=first_value(fields, "relevance"),
        code=strip_ticks(first_value(fields, "code")),
        extra=tuple((f.name, f.value) for f in fields if f.field is None and f.value),
        line=entry.line,
    )


def _guess_columns(cells: Sequence[str]) -> list[FieldName | None]:
    """Columns without a usable header: the place is where a reference stands, else the second."""
    place = next((n for n, cell in enumerate(cells) if find_references(cell)), min(1, len(cells) - 1))
    others: list[FieldName | None] = ["item", "relevance"] if place else ["relevance"]
    others += [None] * len(cells)
    return [*others[:place], "location", *others[place:]]


def strip_ticks(cell: str) -> str:
    """Code in a cell, without the back-ticks or the quotation marks around it."""
    code = cell.strip()
    code = code[1:-1] if code[:1] + code[-1:] in _MARKS and len(code) > len(_MARKS[0]) else cell
    bare = code.strip().strip("`")
    ticks = (len(code.strip()) - len(bare)) // 2 * "`"
    is_one = bool(ticks) and code.strip() == f"{ticks}{bare}{ticks}" and ticks not in bare
    return (bare.strip() if is_one else code).replace("<br>", "\n")


def read_error(entries: Sequence[Entry]) -> ErrorDetails:
    """The table or list of error details; prose is its message."""
    fields = [_error_field(entry) for entry in entries]
    prose = "\n".join(read_passage(e).text for e, f in zip(entries, fields, strict=True) if f is None)
    found = [f for f in fields if f]
    return ErrorDetails(
        type=first_value(found, "type"),
        message="\n".join(part for part in (first_value(found, "message"), prose) if part),
        location=first_value(found, "location"),
        recoverable=first_value(found, "recoverable"),
        extra=other_fields(found),
        line=entries[0].line if entries else 0,
    )


def _error_field(entry: Entry) -> Named | None:
    if entry.kind == "row" and len(entry.block.cells) >= 2:
        name, *values = entry.block.cells
        return Named(field_named(name, _ERROR), name.strip("* "), " | ".join(values).replace("<br>", "\n"), entry.line)
    return line_field(read_passage(entry).text, entry.line, _ERROR) if entry.kind == "item" else None


def read_box(text: str, line: int) -> Box | None:
    """A tick box, if the line is one."""
    match = _BOX.match(text)
    if match is None:
        return None
    subject = match["subject"].strip()
    return Box(
        subject=subject, ticked=(match["mark"] or match["sign"]) in _TICKS, point=_checklist_point(subject), line=line
    )


def _checklist_point(subject: str) -> Point | None:
    """Which of the four points a box is about, by its subject: what stands before the colon."""
    name = fold_name(re.split(r"[:：]", subject, maxsplit=1)[0][:80])
    return next((point for point, pattern in POINT_SUBJECTS.items() if pattern.search(name)), None)
