"""A checked result on its way into an aggregate."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from renkei.kit.words import Say, english
from renkei.reports.naming import role_of
from renkei.reports.report import Report, Status
from renkei.reports.rules import Judgement


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The judgement of one result, and where it came from."""

    source: str
    """Names the result: its file, a message or task id. It stands for the agent where the result names none."""
    judgement: Judgement
    role: str = ""
    """The agent's role in its team; without one, the name that its result bears."""
    roots: tuple[str, ...] = ()
    """Absolute paths of the tree: what is cited below them means the same file as the relative path."""

    @property
    def report(self) -> Report | None:
        return self.judgement.report

    @property
    def agent(self) -> str:
        return (self.report and self.report.agent) or self.source

    @property
    def expertise(self) -> str:
        """The role whose weight counts, and the category of what says none."""
        return role_of(self.role or (self.report and self.report.agent) or "") or self.agent

    @property
    def status(self) -> Status:
        """The status that counts: a result that breaks an L1 rule has failed, whatever it says of itself."""
        stated = self.report and self.report.status
        return stated if stated and self.judgement.valid else "FAILED"

    @cached_property
    def confidence(self) -> float | None:
        """That of the result after its references were checked."""
        adjusted = self.judgement.confidence["adjusted"]
        return None if adjusted is None else float(adjusted)

    def to_json(self, say: Say = english) -> Mapping[str, Any]:
        judgement = self.judgement
        return {
            "agent": self.agent,
            "source": self.source,
            "status": self.status,
            "stated_status": self.report and self.report.status,
            "valid": judgement.valid,
            "confidence": judgement.confidence["adjusted"],
            "violations": [violation.to_json(say) for violation in judgement.violations],
            "flags": list(judgement.flags),
        }
