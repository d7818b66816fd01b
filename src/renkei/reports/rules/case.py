"""What a rule sees and what it says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from renkei.kit.words import Say, english
from renkei.reports.executions import CommandClaim, ExecutionState, command_claims, execution_state
from renkei.reports.formats import ReportClaim
from renkei.reports.formats.words import Names
from renkei.reports.references import FALSE, NO_EVIDENCE, THERE, CheckedClaim
from renkei.reports.report import Dialect, Report
from renkei.reports.tool_receipts import ToolReceipts
from renkei.sentence import Sentence, Translatable
from renkei.values import value

Level = Literal["L1", "L2", "L3"]
"""L1 makes a result invalid, L2 is shown and can be justified, L3 is only noted (RES-9)."""


class Breach(NamedTuple):
    """A rule broken at a line: an English template and its parameters."""

    line: int | None
    text: Translatable
    params: Mapping[str, object] = MappingProxyType({})


ITSELF: Final = Sentence("it is this result itself, which proves nothing")
"""Why a reference to the checked file is not counted."""


@value
class Case:
    """A report and its references as they were found to be."""

    report: Report
    references: Sequence[CheckedClaim]
    opened: ToolReceipts | None = None
    """What the agent's tools opened; None where nobody kept count."""
    absent: Mapping[str, Sentence] = field(default_factory=dict[str, Sentence])
    """The files that `WRITTEN:` names and that are not there, with the reason."""

    @cached_property
    def verified_references(self) -> tuple[CheckedClaim, ...]:
        """The references to places that are there, as written or a few lines off."""
        return tuple(checked for checked in self.references if checked.state in THERE)

    @cached_property
    def places(self) -> frozenset[tuple[str, int | None]]:
        """Those places by path and line."""
        return frozenset(
            (checked.claim.reference.path, checked.claim.reference.line) for checked in self.verified_references
        )

    @cached_property
    def citation_texts(self) -> tuple[CheckedClaim, ...]:
        """The references that are not false."""
        return tuple(checked for checked in self.references if checked.state not in FALSE)

    @cached_property
    def findings_with_places(self) -> frozenset[int]:
        """The findings that cite a place in the code, by number."""
        return _findings_of(self.references)

    @cached_property
    def borne_out(self) -> frozenset[int]:
        """Those that cite one which shows something; of a false one enough is said."""
        return _findings_of(checked for checked in self.references if checked.state not in NO_EVIDENCE)

    @cached_property
    def executions(self) -> tuple[tuple[CommandClaim, ExecutionState], ...]:
        """The commands that the result says have ended in some way, each with what receipts say to it."""
        runs = self.opened.runs if self.opened else ()
        return tuple((told, execution_state(told, runs)) for told in command_claims(self.report.source, runs))


def _findings_of(references: Iterable[CheckedClaim]) -> frozenset[int]:
    claims = (checked.claim for checked in references)
    return frozenset(c.finding for c in claims if isinstance(c, ReportClaim) and c.finding is not None)


Find = Callable[[Case], Iterable[Breach]]


@value
class Rule:
    """A rule of the contract; its name is a sentence."""

    name: str
    id: str
    level: Level
    find: Find
    dialects: frozenset[Dialect] | None = None
    """Those whose results it judges; None: all."""


@value
class Violation:
    """A rule that a result breaks. The message is a template with parameters, so that it can be translated."""

    rule: str
    level: Level
    line: int | None
    text: Translatable
    params: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def message(self) -> str:
        return self.text.format(**self.params)

    def to_json(self, say: Say = english) -> dict[str, object]:
        message = say(self.text, **self.params)
        return {"rule": self.rule, "level": self.level, "line": self.line, "message": message}


def local_name(report: Report, names: Names) -> str:
    """A word of the contract as it is written in the report's own language."""
    return names.ja[0] if report.dialect == "contract-ja" else names.en[0]


def line_of(checked: CheckedClaim) -> int | None:
    """Where in the report a reference stands."""
    return checked.claim.line if isinstance(checked.claim, ReportClaim) else None
