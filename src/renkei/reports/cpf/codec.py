"""CPF, read and written: a known keyword and a colon begin metadata or a section; any other line is a record of it.

A section that is not there means none. Empty lines, blanks around fields, a blank behind the colon, carriage returns
and a fence around the whole file are not looked at. A `|` that is not escaped belongs to the last field.
"""

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.protocol.documents import MOST_PROBLEMS
from renkei.reports.cpf.document import CHOICES, METADATA, SECTIONS, Document, Record
from renkei.sentence import Sentence

# The escapes of CPF: `\|`, `\n`, and `\\`, `\+`, `\:` where they would be read as something else.
# A backslash before any other character stands for itself, as it does in files of writers that know no escapes.


_ESCAPED: Final = re.compile(r"\\([\\|n+:])")
_SPECIAL: Final = re.compile(r"\\(?=[\\|n+:\n]|\Z)|\n")


def unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], text)


def escape(text: str, separators: str = "") -> str:
    """The text on one line, with no separator in it that is not escaped."""
    written = _SPECIAL.sub(lambda found: "\\n" if found[0] == "\n" else "\\\\", text)
    for separator in separators:
        written = written.replace(separator, f"\\{separator}")
    return written


def split_escaped(text: str, separator: str, most: int = 0) -> list[str]:
    """The parts between separators that are not escaped, as written; of `most` parts the last keeps the rest."""
    parts, start, at = list[str](), 0, 0
    while at < len(text) and len(parts) + 1 != most:
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == separator:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return [*parts, text[start:]]


KEYWORD: Final = re.compile(rf"({'|'.join([*METADATA, *SECTIONS])}):")
_FENCE: Final = re.compile(r"```\w*\s*")
_OBEYED: Final = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def read_cpf(text: str, name: str = "CPF") -> Document:
    """The document that a text is.

    Raises:
        BadInput: with a problem for each wrong line; `name` is what the text is called.
    """
    if "\0" in text:
        raise BadInput("{name} is a binary file, not CPF.", name=name)
    reading = _DocumentReader()
    for line in _content_lines(text):
        reading.take_line(line)
        if len(reading.problems) == MOST_PROBLEMS:
            break
    if "verdict" not in reading.metadata and not reading.problems:
        reading.add_problem(
            0, "VERDICT", None, Sentence("expected a line VERDICT: with {choices}", choices=_list_choices("verdict"))
        )
    if reading.problems:
        raise BadInput("{name} is not valid CPF.", problems=reading.problems, name=name)
    sections: dict[str, Any] = {name: tuple(found) for name, found in reading.sections.items()}
    return Document(**reading.metadata, **sections)


class _Line(NamedTuple):
    number: int
    text: str


def _content_lines(text: str) -> Iterator[_Line]:
    """The lines that say something, without a fence around all of them."""
    lines = text.removeprefix("\ufeff").rstrip().split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    fenced = _FENCE.fullmatch(lines[first]) is not None
    last = len(lines) - (fenced and lines[-1].rstrip() == "```")
    for at in range(first + fenced, last):
        if line := lines[at].rstrip():
            yield _Line(at + 1, line)


@dataclass
class _DocumentReader:
    """One text on its way to a document; every line that cannot be taken is kept as a problem."""

    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    sections: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    problems: list[Problem] = field(default_factory=list[Problem])
    section: str | None = None

    def take_line(self, line: _Line) -> None:
        keyword = KEYWORD.match(line.text)
        if keyword is None:
            self._read_record(line)
        elif keyword[1] in METADATA:
            self.section = None
            self._read_metadata(line.number, keyword[1], unescape(line.text[keyword.end() :]).strip())
        else:
            self.section = keyword[1]
            if rest := line.text[keyword.end() :].strip():
                self._read_record(_Line(line.number, rest))

    def add_problem(self, line: int, path: str, value: str | None, expected: Sentence) -> None:
        given = None if value is None else quote_value(value)
        self.problems.append(
            Problem(path=path, value=given, expected=expected.text, params=expected.params, line=line or None)
        )

    def _read_metadata(self, line: int, key: str, value: str) -> None:
        name = METADATA[key]
        if name in CHOICES and value not in CHOICES[name]:
            self.add_problem(line, key, value, Sentence("expected {choices}", choices=_list_choices(name)))
        elif name in self.metadata:
            self.add_problem(line, key, value, Sentence("expected this key once"))
        else:
            names = tuple(part.strip() for part in value.split(",") if part.strip())
            self.metadata[name] = names if name == "specs_in_scope" else value

    def _read_record(self, line: _Line) -> None:
        if self.section is None:
            known = ", ".join([*METADATA, *SECTIONS])
            self.add_problem(line.number, "-", line.text, Sentence("expected one of the keywords {known}", known=known))
            return
        section = SECTIONS[self.section]
        found = self._read_fields(line, section.record) if section.record else unescape(line.text).rstrip()
        if found:
            self.sections.setdefault(section.attribute, []).append(found)

    def _read_fields(self, line: _Line, record: type[Record]) -> Record | None:
        names = fields_of(record)
        values = split_escaped(line.text, "|", len(names))
        if len(values) < len(names):
            form = Sentence("expected {count} fields: {form}", count=len(names), form="|".join(names))
            self.add_problem(line.number, self.section or "-", line.text, form)
            return None
        made: dict[str, Any] = {"line": line.number}
        for name, value in zip(names, values, strict=True):
            made[name] = read_names(value) if name == "agents" else unescape(value).strip()
            if name in CHOICES and made[name] not in CHOICES[name]:
                expected = Sentence("expected {choices}", choices=_list_choices(name))
                self.add_problem(line.number, f"{self.section}.{name}", made[name], expected)
                return None
        return record(**made)


def read_names(value: str) -> tuple[str, ...]:
    """A list inside a field."""
    names = (unescape(part).strip() for part in split_escaped(value, "+"))
    return tuple(name for name in names if name)


@cache
def fields_of(record: type[Record]) -> tuple[str, ...]:
    """The fields of a record in the order in which they are written."""
    return tuple(each.name for each in dataclasses.fields(record) if each.name != "line")


def _list_choices(name: str) -> Sentence:
    *others, last = CHOICES[name]
    return Sentence("{others} or {last}", others=", ".join(others), last=last)


def quote_value(value: str) -> str:
    """A value as it may stand on a terminal."""
    text = json.dumps(value if len(value) <= 80 else f"{value[:79]}…", ensure_ascii=False)
    return make_printable(text)


def make_printable(text: str) -> str:
    """A text on one line of a terminal, which obeys nothing in it: an inspector is not to be trusted with that."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# Writing CPF. What is written reads back as the same document; blanks around a field are no part of it.


def write_cpf(document: Document) -> str:
    """The document as text: metadata, then the sections that hold something, each with its records."""
    return "".join(f"{line}\n" for line in (*_metadata_lines(document), *_section_lines(document)))


def write_record(record: Record) -> str:
    """One line of a section."""
    return _escape_keyword("|".join(write_field(getattr(record, name)) for name in fields_of(type(record))))


def write_field(value: str | tuple[str, ...]) -> str:
    """One field; a list is joined with `+`."""
    if isinstance(value, str):
        return escape(value.strip(), "|")
    return "+".join(escape(name.strip(), "|+") for name in value if name.strip())


def write_note(text: str) -> str:
    """One line of free text."""
    return _escape_keyword(escape(text.rstrip()))


def _metadata_lines(document: Document) -> Iterator[str]:
    for key, name in METADATA.items():
        value: str | tuple[str, ...] = getattr(document, name)
        text = value if isinstance(value, str) else ",".join(value)
        if text.strip():
            yield f"{key}:{escape(text.strip())}"


def _section_lines(document: Document) -> Iterator[str]:
    for key, section in SECTIONS.items():
        entries: tuple[Any, ...] = getattr(document, section.attribute)
        lines = [write_record(each) if section.record else write_note(each) for each in entries]
        if kept := [line for line in lines if line]:
            yield f"{key}:"
            yield from kept


def _escape_keyword(line: str) -> str:
    """A line that could be taken for a keyword has its colon escaped."""
    keyword = KEYWORD.match(line)
    return f"{keyword[1]}\\:{line[keyword.end() :]}" if keyword else line
