"""Writing CPF. What is written reads back as the same document; blanks around a field are no part of it."""

from collections.abc import Iterator
from typing import Any

from renkei.reports.cpf.document import METADATA, SECTIONS, Document, Record
from renkei.reports.cpf.escapes import escape
from renkei.reports.cpf.reader import KEYWORD, fields_of


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
