"""The dialects in which agents hand back results. Each is one module and one line in `DIALECTS`.

A module is loaded when its dialect is first needed: a hook sees the contract, and pays for nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from renkei.errors import BadInput
from renkei.lazy import lazy
from renkei.reports.formats.claims import ReportClaim, find_claims, issue_of
from renkei.reports.formats.contract import parse_contract
from renkei.reports.formats.kept import restore
from renkei.reports.formats.markdown import Form, render_contract
from renkei.reports.formats.outline import read_outline
from renkei.reports.formats.words import Language
from renkei.reports.report import Dialect, Report
from renkei.values import value

if TYPE_CHECKING:
    from renkei.reports.formats.prose import is_half_a_result, read_prose
else:
    is_half_a_result = lazy("renkei.reports.formats.prose:is_half_a_result")
    read_prose = lazy("renkei.reports.formats.prose:read_prose")

__all__ = [
    "CHECKED",
    "DIALECTS",
    "Form",
    "Format",
    "ReportClaim",
    "dialect_of",
    "find_claims",
    "is_broken_result",
    "issue_of",
    "parse_report",
    "render_report",
]


@value
class Format:
    """How one dialect is recognised, read and written."""

    matches: Callable[[str], bool]
    parse: Callable[[str], Report]
    render: Callable[[Report, Form], str]


def _lazy_format(module: str, name: str) -> Format:
    """Most results are in the contract: what reads the others is loaded when it is needed."""
    place = f"renkei.reports.formats.{module}"
    is_one, parse_one, render_one = (lazy(f"{place}:{verb}_{name}") for verb in ("is", "parse", "render"))
    return Format(matches=is_one, parse=parse_one, render=render_one)


def _load_contract(language: Language) -> Format:
    return Format(matches=lambda text: True, parse=parse_contract, render=partial(render_contract, language))


DIALECTS: Final[Mapping[Dialect, Format]] = {
    # The first that matches reads a text; the contract, which says best what is wrong with it, stands last.
    "written": _lazy_format("written", "written"),
    "cpf": _lazy_format("cpf", "cpf"),
    "sdd-report": _lazy_format("sdd", "sdd_report"),
    "task-result": _lazy_format("task_result", "task_result"),
    "completion-yaml": _lazy_format("completion", "completion"),
    "contract-ja": _load_contract("ja"),
    "contract-en": _load_contract("en"),
}

CHECKED: Final[tuple[Dialect, ...]] = (*DIALECTS, "prose")
"""What a text can be checked as: prose has nothing but its places and quotes, and is no result to convert or to bring
together with others."""

_OTHER_HEADINGS: Final = ("task complete", "_complete", "_blocked", "_failed")
"""What a heading holds that does not begin the contract."""


def dialect_of(text: str) -> Dialect:
    """The dialect that a text is found to be in; what is nothing else, and names a place, is prose."""
    found = _dialect_to_read(text)
    if found != _CONTRACT:
        return found
    try:
        return parse_report(text).dialect
    except BadInput:
        if not is_broken_result(text) and find_claims(read_prose(text)):
            return "prose"
    return "contract-ja" if read_outline(text).language == "ja" else "contract-en"


_CONTRACT: Final[Dialect] = "contract-ja"
"""Stands for the contract in either language: one reader takes both, and says which it was."""


def _dialect_to_read(text: str) -> Dialect:
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].casefold()
    if first.startswith("#") and not any(mark in first for mark in _OTHER_HEADINGS):
        return _CONTRACT  # most are, and no other dialect begins so: nothing else has to be loaded
    return next(dialect for dialect, each in DIALECTS.items() if each.matches(text))


def is_broken_result(text: str) -> bool:
    """Whether a text that cannot be read as a result is meant as one: it has the marks of some dialect."""
    return _dialect_to_read(text) != _CONTRACT or is_half_a_result(text)


def parse_report(text: str, dialect: Dialect | None = None) -> Report:
    """Read a result, in the dialect it is found to be in unless one is named.

    Raises:
        BadInput: the text is no result; `problems` says what was expected. Who named the wrong dialect is told which
            one it looks like.
    """
    if dialect is None:
        return restore(replace(DIALECTS[_dialect_to_read(text)].parse(text), source=text))
    try:
        return restore(replace(DIALECTS[dialect].parse(text), source=text))
    except BadInput as error:
        if found := _actual_dialect(dialect, text):
            said = "the text is no {dialect} result; it looks like {found}"
            raise BadInput(said, problems=error.problems[:1], dialect=dialect, found=found) from None
        raise


def _actual_dialect(dialect: Dialect, text: str) -> Dialect | None:
    """The dialect that the text is really in."""
    try:
        found = parse_report(text).dialect
    except BadInput:
        return None
    return None if found == dialect else found


def render_report(report: Report, dialect: Dialect, form: Form = "block") -> str:
    """Write a result in a dialect; `form` is that of the Markdown contract."""
    return DIALECTS[dialect].render(report, form)
