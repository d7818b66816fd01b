"""The dialects in which agents hand back results. Each is one module and one line in `DIALECTS`.

A module is loaded when its dialect is first needed: a hook sees the contract, and pays for nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from renkei.errors import BadInput
from renkei.reports.formats.claims import ReportClaim, claims
from renkei.reports.formats.contract import parse_contract
from renkei.reports.formats.markdown import Form, render_contract
from renkei.reports.formats.outline import read_outline
from renkei.reports.formats.words import Language
from renkei.reports.report import Dialect, Report

__all__ = [
    "DIALECTS",
    "Form",
    "Format",
    "ReportClaim",
    "claims",
    "dialect_of",
    "is_broken_result",
    "parse",
    "render",
]


@dataclass(frozen=True, kw_only=True)
class Format:
    """How one dialect is recognised, read and written."""

    matches: Callable[[str], bool]
    parse: Callable[[str], Report]
    render: Callable[[Report, Form], str]


@cache
def _written() -> Format:
    from renkei.reports.formats.written import is_written, parse_written, render_written

    return Format(matches=is_written, parse=parse_written, render=render_written)


@cache
def _sdd_report() -> Format:
    from renkei.reports.formats.sdd import is_sdd_report, parse_sdd_report, render_sdd_report

    return Format(matches=is_sdd_report, parse=parse_sdd_report, render=render_sdd_report)


@cache
def _task_result() -> Format:
    from renkei.reports.formats.task_result import is_task_result, parse_task_result, render_task_result

    return Format(matches=is_task_result, parse=parse_task_result, render=render_task_result)


@cache
def _completion() -> Format:
    from renkei.reports.formats.completion import is_completion, parse_completion, render_completion

    return Format(matches=is_completion, parse=parse_completion, render=render_completion)


@cache
def _cpf() -> Format:
    from renkei.reports.formats.cpf import is_cpf, parse_cpf, render_cpf

    return Format(matches=is_cpf, parse=parse_cpf, render=render_cpf)


@cache
def _contract(language: Language) -> Format:
    return Format(matches=lambda text: True, parse=parse_contract, render=partial(render_contract, language))


DIALECTS: Final[Mapping[Dialect, Callable[[], Format]]] = {
    # The first that matches reads a text; the contract, which says best what is wrong with it, stands last.
    "written": _written,
    "cpf": _cpf,
    "sdd-report": _sdd_report,
    "task-result": _task_result,
    "completion-yaml": _completion,
    "contract-ja": partial(_contract, "ja"),
    "contract-en": partial(_contract, "en"),
}

_OTHER_HEADINGS: Final = ("task complete", "_complete", "_blocked", "_failed")
"""What a heading holds that does not begin the contract."""


def dialect_of(text: str) -> Dialect:
    """The dialect that a text is found to be in; what is nothing else, and names a place, is prose."""
    found = _dialect_to_read(text)
    if found != _CONTRACT:
        return found
    try:
        return parse(text).dialect
    except BadInput:
        from renkei.reports.formats.prose import read_prose

        if not is_broken_result(text) and claims(read_prose(text)):
            return "prose"
    return "contract-ja" if read_outline(text).language == "ja" else "contract-en"


_CONTRACT: Final[Dialect] = "contract-ja"
"""Stands for the contract in either language: one reader takes both, and says which it was."""


def _dialect_to_read(text: str) -> Dialect:
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].casefold()
    if first.startswith("#") and not any(mark in first for mark in _OTHER_HEADINGS):
        return _CONTRACT  # most are, and no other dialect begins so: nothing else has to be loaded
    return next(dialect for dialect, load in DIALECTS.items() if load().matches(text))


def is_broken_result(text: str) -> bool:
    """Whether a text that cannot be read as a result is meant as one: it has the marks of some dialect."""
    from renkei.reports.formats.prose import is_half_a_result

    return _dialect_to_read(text) != _CONTRACT or is_half_a_result(text)


def parse(text: str, dialect: Dialect | None = None) -> Report:
    """Read a result, in the dialect it is found to be in unless one is named.

    Raises:
        BadInput: the text is no result; `problems` says what was expected. Who named the wrong dialect is told which
            one it looks like.
    """
    if dialect is None:
        return replace(DIALECTS[_dialect_to_read(text)]().parse(text), source=text)
    try:
        return replace(DIALECTS[dialect]().parse(text), source=text)
    except BadInput as error:
        if found := _other_than(dialect, text):
            said = "the text is no {dialect} result; it looks like {found}"
            raise BadInput(said, problems=error.problems[:1], dialect=dialect, found=found) from None
        raise


def _other_than(dialect: Dialect, text: str) -> Dialect | None:
    """The dialect that the text is really in."""
    try:
        found = parse(text).dialect
    except BadInput:
        return None
    return None if found == dialect else found


def render(report: Report, dialect: Dialect, form: Form = "block") -> str:
    """Write a result in a dialect; `form` is that of the Markdown contract."""
    return DIALECTS[dialect]().render(report, form)
