"""What one agent, or one analyser, says is wrong at one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from renkei.reports.references import FALSE, THERE, State
from renkei.reports.report import Severity

RANKS: Final[Mapping[Severity, int]] = {"minor": 1, "important": 2, "critical": 3}
"""Which severity is the higher."""

UNSTATED: Final[Severity] = "important"
"""What an issue counts as for which nobody gave a severity: not overlooked, and nobody is called out of bed."""


@dataclass(frozen=True, kw_only=True)
class Reported:
    """One problem, as one reporter sees it. Two that are equal are one."""

    agent: str
    category: str
    text: str
    role: str = ""
    """Whose expertise it is (AGG-5); the agent's own name if empty."""
    path: str | None = None
    line: int | None = None
    end_line: int | None = None
    """The last line of the place; None: it is one line."""
    severity: Severity | None = None
    confidence: float | None = None
    """After its reference was checked, 0-100."""
    id: str = ""
    state: State | None = None
    """Of its reference; None if it has none, or none was checked."""

    @property
    def is_false(self) -> bool:
        """Whether the place it cites is not there, or does not read as it says."""
        return self.state in FALSE

    @property
    def is_verified(self) -> bool:
        """Whether the place was found, if at another line."""
        return self.state in THERE
