"""The judgement of one result: which rules it breaks, and how sure it may be called."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from renkei.errors import BadInput
from renkei.kit.words import Say, english
from renkei.reports.confidence import adjust_confidence, confidence_band
from renkei.reports.executions import CommandClaim, ExecutionState
from renkei.reports.formats.numbers import plain_number
from renkei.reports.references import CheckedClaim, State
from renkei.reports.references.checker import OVER_BUDGET
from renkei.reports.report import Report, Score
from renkei.reports.rules.case import Violation
from renkei.values import value

_WORST_FIRST: Final[tuple[State, ...]] = (
    "missing_file",
    "missing_line",
    "missing_name",
    "mismatch",
    "unverified",
    "outside",
    "absent",
    "removed",
    "moved",
    "verified",
)
_QUOTES: Final = ("mismatch", "unchecked", "verified", None)
"""What became of a quote, the worst first."""


@value
class Judgement:
    """What `renkei check` says of a result; `report` is None when the text was none."""

    report: Report | None
    violations: tuple[Violation, ...]
    references: tuple[CheckedClaim, ...] = ()
    flags: tuple[str, ...] = ()
    unopened: bool = False
    """Whether it cites a place that no recorded tool call of the agent opened."""
    executions: tuple[tuple[CommandClaim, ExecutionState], ...] = ()
    """The commands that it says have ended in some way."""

    @property
    def valid(self) -> bool:
        """No L1 rule is broken."""
        return all(violation.level != "L1" for violation in self.violations)

    @property
    def not_looked_at(self) -> tuple[CheckedClaim, ...]:
        """The places for which no work was left (DEC-44)."""
        return tuple(checked for checked in self.references if checked.reason == OVER_BUDGET)

    def to_json(self, say: Say = english) -> dict[str, Any]:
        """The document of `renkei check --json`, its messages in the language of `say`."""
        report = self.report
        return {
            "agent": report and report.agent,
            "dialect": report and report.dialect,
            "status": report and report.status,
            "valid": self.valid,
            "violations": [violation.to_json(say) for violation in self.violations],
            "references": [_reference_json(checked) for checked in _worst_by_place(self.references)],
            "commands": [_command_json(told, state) for told, state in self.executions],
            "confidence": self.confidence,
            "flags": list(self.flags),
        }

    @property
    def confidence(self) -> dict[str, float | str | None]:
        """As stated, and after what was found."""
        confidence = self.report and self.report.confidence
        states: list[State] = [checked.state for checked in self.references]
        after = adjust_confidence(confidence, states, unopened=self.unopened) if confidence else None
        return {
            "stated": plain_number(confidence.stated) if confidence else None,
            "verified": _score_value(confidence.verified) if confidence else None,
            "inferred": _score_value(confidence.inferred) if confidence else None,
            "combined": _score_value(confidence.combined) if confidence else None,
            "adjusted": plain_number(after),
            "band": None if after is None else confidence_band(after),
        }


def no_report(error: BadInput) -> Judgement:
    """The judgement of a text that is no result."""
    line = next((problem.line for problem in error.problems if problem.line), None)
    violation = Violation(rule="RES-1", level="L1", line=line, text=error.text, params=error.params)
    return Judgement(report=None, violations=(violation,))


def _worst_by_place(references: Sequence[CheckedClaim]) -> list[CheckedClaim]:
    """Each place once, in its worst state: it may be named in several places, with and without a quote."""
    worst: dict[tuple[str, int | None, int | None, str], CheckedClaim] = {}
    for checked in references:
        reference = checked.claim.reference
        key = (reference.path, reference.line, reference.end_line, reference.name)
        held = worst.get(key)
        if held is None or _state_rank(checked) < _state_rank(held):
            worst[key] = checked
    return list(worst.values())


def _state_rank(checked: CheckedClaim) -> tuple[int, int]:
    return _WORST_FIRST.index(checked.state), _QUOTES.index(checked.quote)


def _reference_json(checked: CheckedClaim) -> Mapping[str, object]:
    reference = checked.claim.reference
    return {
        "text": reference.text,
        "path": reference.path,
        "line": reference.line,
        "end_line": reference.end_line,
        "state": checked.state,
        "found_line": checked.found_line,
        "quote": checked.quote,
    }


def _command_json(told: CommandClaim, state: ExecutionState) -> Mapping[str, object]:
    return {"command": told.command, "exit_code": told.exit_code, "line": told.line, "state": state}


def _score_value(score: Score | None) -> float | None:
    return plain_number(score.value) if score else None
