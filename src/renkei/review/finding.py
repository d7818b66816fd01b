"""What an analyser found, and what became of it on the way to the list that a reader sees."""

from dataclasses import field
from typing import Final, Literal

from renkei.reports.report import Severity
from renkei.values import value

Category = Literal[
    "syntax",
    "correctness",
    "types",
    "call-site-error",
    "security",
    "secrets",
    "test-failure",
    "tests",
    "dead-code",
    "dependencies",
    "complexity",
    "error-handling",
    "documents",
    "configuration",
    "hygiene",
]
"""What a finding is about. Two analysers that name the same line and the same category found the same thing."""

SEVERITIES: Final[tuple[Severity, ...]] = ("critical", "important", "minor")
"""The worst first."""


@value
class RawFinding:
    """One finding as an analyser gives it. `rule` is `analyser/its own name of the rule`.

    `message` is a sentence of ours, or text of the analyser's; `line` None is the file as a whole.
    """

    rule: str
    category: Category
    path: str
    line: int | None
    end_line: int | None = None
    message: str
    confidence: int = 90
    severity: Severity | None = None
    """What its reporter says that it weighs; else its rule says it."""


@value
class Finding:
    """One finding of the list: of one analyser, or of several that agree."""

    id: str
    path: str
    line: int | None
    end_line: int | None
    severity: Severity
    category: Category
    message: str
    rule: str
    confidence: int
    inspectors: tuple[str, ...]
    analysers: tuple[str, ...]
    verified: bool
    snippet: str
    also: tuple[str, ...] = field(default=())
    """Rules of other analysers that name the same line."""

    @property
    def place(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"

    @property
    def rules(self) -> tuple[str, ...]:
        return (self.rule, *self.also)
