"""Verdicts on criteria: the rows of a compliance table, PASS or FAIL each."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.aggregate.judged import Judged
from renkei.reports.naming import normalize_name
from renkei.reports.report import Report

_COMPLIANCE: Final = re.compile(r"コンプライアンス|準拠|受け入れ基準|compliance|criteria|criterion", re.IGNORECASE)
_WORDS: Final[dict[str, bool]] = {
    "pass": True, "passed": True, "合格": True, "適合": True, "準拠": True, "✅": True, "✓": True, "✔": True,
    "fail": False, "failed": False, "不合格": False, "不適合": False, "非準拠": False, "❌": False, "✗": False,
}  # fmt: skip
_BULLET: Final = re.compile(r"^\s*(?:[-*+•・]|\d{1,3}[.)])\s+")
_BARS: Final = re.compile(r"\s*[|｜]\s*")
_JOINTS: Final = re.compile(r"\s*[:：]\s+|\s*→\s*|\s+[–—-]\s+")

_LONGEST: Final = 1000
"""Characters of a line that is still a row of a table."""


class CriterionVerdict(NamedTuple):
    """Whether an agent says that a criterion is met."""

    agent: str
    criterion: str
    passed: bool
    claim: str


def read_verdicts(judged: Judged) -> tuple[CriterionVerdict, ...]:
    """The verdicts of one result, each criterion as it is written."""
    lines = _compliance_lines(judged.report) if judged.report else ()
    return tuple(verdict for line in lines if (verdict := _read_verdict(judged.agent, line)))


def _compliance_lines(report: Report) -> Iterator[str]:
    """What stands under a heading of compliance, line by line, and every row of findings."""
    for finding in report.findings or ():
        first = finding.text.partition("\n")[0]
        if first.count(" | ") or any(_COMPLIANCE.search(title) for title in finding.group):
            yield first
    for extra in report.extra:
        if _COMPLIANCE.search(extra.title):
            yield from extra.text.split("\n")


def _read_verdict(agent: str, line: str) -> CriterionVerdict | None:
    if len(line) > _LONGEST:
        return None
    plain = _BULLET.sub("", line).strip(" |")
    parts = [part.strip("*`[] ") for part in (_BARS if _BARS.search(plain) else _JOINTS).split(plain)]
    found = next((n for n, part in enumerate(parts) if _verdict_word(part) in _WORDS), None)
    if found is None:
        return None
    before = [part for part in parts[:found] if part and not part.isdecimal()]
    named, notes = (before, parts[found + 1 :]) if before else (parts[found + 1 : found + 2], parts[found + 2 :])
    criterion = " ".join(named)
    return (
        CriterionVerdict(agent, criterion, _WORDS[_verdict_word(parts[found])], _verdict_claim(parts[found], notes))
        if criterion
        else None
    )


def _verdict_word(part: str) -> str:
    return normalize_name(part).strip("()（）").replace("\ufe0f", "")


def _verdict_claim(verdict: str, notes: Sequence[str]) -> str:
    return ": ".join((verdict, " | ".join(notes))) if notes else verdict
