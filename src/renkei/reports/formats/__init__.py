"""The dialects in which agents hand back results. Each is one module and one line in `DIALECTS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from renkei.reports.formats.claims import ReportClaim, claims
from renkei.reports.formats.contract import parse_contract
from renkei.reports.formats.cpf import is_cpf, parse_cpf, render_cpf
from renkei.reports.formats.markdown import Form, render_contract
from renkei.reports.report import Dialect, Report

__all__ = ["DIALECTS", "Form", "Format", "ReportClaim", "claims", "parse", "render"]


@dataclass(frozen=True, kw_only=True)
class Format:
    """How one dialect is recognised, read and written."""

    matches: Callable[[str], bool]
    parse: Callable[[str], Report]
    render: Callable[[Report, Form], str]


def _any_text(text: str) -> bool:
    return True


DIALECTS: Final[Mapping[Dialect, Format]] = {
    "cpf": Format(matches=is_cpf, parse=parse_cpf, render=render_cpf),
    # The first that matches reads a text; the contract, which says best what is wrong with it, stands last.
    "contract-ja": Format(matches=_any_text, parse=parse_contract, render=partial(render_contract, "ja")),
    "contract-en": Format(matches=_any_text, parse=parse_contract, render=partial(render_contract, "en")),
}


def parse(text: str, dialect: Dialect | None = None) -> Report:
    """Read a result, in the dialect it is found to be in unless one is named.

    Raises:
        BadInput: the text is no result; `problems` says what was expected.
    """
    reader = DIALECTS[dialect] if dialect else next(each for each in DIALECTS.values() if each.matches(text))
    return reader.parse(text)


def render(report: Report, dialect: Dialect, form: Form = "block") -> str:
    """Write a result in a dialect; `form` is that of the Markdown contract."""
    return DIALECTS[dialect].render(report, form)
