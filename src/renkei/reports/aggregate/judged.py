"""A checked result on its way into an aggregate."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from renkei.kit.words import Say, english
from renkei.reports.naming import role_of
from renkei.reports.references import FALSE
from renkei.reports.report import Report, Status
from renkei.reports.rules import Judgement
from renkei.reports.rules.crosscheck import contradicting_standstill
from renkei.sentence import Sentence
from renkei.values import value

_STOPPING: Final = frozenset(("NO-GO", "SPEC-UPDATE-NEEDED"))
"""The verdicts with which `renkei cpf` and `renkei review` end a chain of commands, too."""
_LONGEST: Final = 120


@value
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
        """The status that counts: a result that breaks an L1 rule has failed, whatever it says of itself, and one that
        stands still is no success."""
        stated = self.report and self.report.status
        if not stated or not self.judgement.valid:
            return "FAILED"
        return "PARTIAL" if self._standstill else stated

    @cached_property
    def _standstill(self) -> str:
        return contradicting_standstill(self.report) if self.report else ""

    @property
    def holds(self) -> tuple[Sentence, ...]:
        """Why nobody should go on, whatever its status: for whom it waits."""
        if self._standstill:
            return (Sentence("says that it stands still: {told}", told=self._standstill[:_LONGEST]),)
        report, found = self.report, list[Sentence]()
        if report and report.dialect == "cpf" and report.status_token in _STOPPING:
            found.append(Sentence("its verdict is {verdict}", verdict=report.status_token))
        if "contradiction" in self.judgement.flags:
            found.append(Sentence("it contradicts itself"))
        return tuple(found)

    @cached_property
    def cites_what_is_not_there(self) -> bool:
        """Whether it is not valid, and a place or a quote of it is false."""
        judgement = self.judgement
        return not judgement.valid and any(checked.state in FALSE for checked in judgement.references)

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
            "holds": [say(hold.text, **hold.params) for hold in self.holds],
        }
