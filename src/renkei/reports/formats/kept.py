"""What a conversion kept as text, because the dialect has no word for it, is read back: whose result it is, and how the
work came out. Of two statuses the worse one counts.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from renkei import lazy_re as re
from renkei.reports.report import Extra, Report, Status

KEPT: Final = "Kept from"
"""The title of what a dialect has no place for, and the name of the dialect that it was kept from."""
_TITLE: Final = re.compile(rf"(?:#+ )?{KEPT} [a-z-]{{1,20}}")
_LINE: Final = re.compile(rf"{KEPT} [a-z-]{{1,20}}\|(?P<text>.*)")
_NAMED: Final = re.compile(r"- (?P<name>status|reason): (?P<value>\S.*)")
_AGENT: Final = re.compile(r"## (?P<agent>\S.{0,80}) Result")
_WORST_FIRST: Final[tuple[Status, ...]] = ("FAILED", "PARTIAL", "SUCCESS")


def restore(report: Report) -> Report:
    """The report with what was kept of it."""
    kept: dict[str, str] = {}
    for line in (line for extra in report.extra for line in _list_kept(extra)):
        if named := _NAMED.fullmatch(line):
            kept.setdefault(named["name"], named["value"].strip())
        elif agent := _AGENT.fullmatch(line):
            kept.setdefault("agent", agent["agent"])
    if not kept:
        return report
    return replace(
        report,
        agent=report.agent or kept.get("agent"),
        reason=report.reason if _states_reason(report) else kept.get("reason", report.reason),
        status=_worse(report.status, kept.get("status", "")),
    )


def _states_reason(report: Report) -> bool:
    """The contract has a place for it: what stands there is newer."""
    return report.dialect.startswith("contract")


def _worse(status: Status | None, kept: str) -> Status | None:
    """What cannot be read stays so."""
    known: list[Status] = [each for each in _WORST_FIRST if each in (status, kept)]
    return known[0] if status else status


def _list_kept(extra: Extra) -> Iterator[str]:
    """The lines of what was kept, up to the first part that is written as in the contract."""
    is_kept = _TITLE.fullmatch(extra.title) is not None
    for line in extra.text.split("\n"):
        if _TITLE.fullmatch(line):
            is_kept = True
        elif line.startswith("####"):
            is_kept = False
        elif note := _LINE.fullmatch(line):
            yield note["text"]
        elif is_kept:
            yield line
