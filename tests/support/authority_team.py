"""A team whose members try what is theirs and what is not."""

import json
from typing import Any

import pytest

from renkei.board.tables import ArtifactRow, BlockerRow, TaskRow
from renkei.commands.base import Command
from renkei.commands.contracts import AcceptContract, OfferContract
from renkei.errors import Refused
from renkei.execution import CommitResult
from tests.support.contract_team import simple
from tests.support.dispatch_team import Entry, entry, name_of
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team

FREE = Entry("idle", None)


class AuthorityTeam(Team):
    def hand_over(
        self, to: str | list[str] = "be", *, by: str = "lead", priority: str = "normal", **payload: Any
    ) -> str:
        body: dict[str, Any] = {**PAYLOADS["TASK_HANDOFF"], "input_artifacts": [], **payload}
        return name_of(self.post("TASK_HANDOFF", body, by=by, to=to, priority=priority))

    def result(self, task: str, status: str = "completed", *, by: str = "be", **payload: Any) -> CommitResult:
        body: dict[str, Any] = {
            "original_task_ref": task,
            "status": status,
            "summary": "done",
            "output_artifacts": [],
            **payload,
        }
        return self.post("TASK_RESULT", body, by=by, to="arch" if by == "lead" else "lead")

    def update(self, status: str, task: str | None = None, *, by: str = "be", **payload: Any) -> CommitResult:
        body = {"task_ref": task, "new_status": status, "progress_summary": "because I say so", **payload}
        return self.post("STATUS_UPDATE", body, by=by, to="arch" if by == "lead" else "lead")

    def blocked(self, task: str, *, by: str) -> CommitResult:
        body = {"original_task_ref": task, "blocked_by": "the network", "needed": "x", "can_continue_partially": True}
        return self.post("TASK_BLOCKED", body, by=by, to="fe" if by == "arch" else "arch")

    def conflict(self, *, by: str = "qa", to: str | list[str] = "lead", **payload: Any) -> str:
        body: dict[str, Any] = {
            "conflict_description": "two lifetimes",
            "conflicting_artifacts": [],
            "severity": "critical",
            **payload,
        }
        return name_of(self.post("CONFLICT_REPORT", body, by=by, to=to))

    def ask(self, decision: str = "D-1", *, by: str = "qa", to: str | list[str] = "arch", **header: Any) -> str:
        body = {"decision_id": decision, "question": "which?", "options": [{"label": "a", "analysis": "x"}]}
        return name_of(self.post("DECISION_REQUEST", body, by=by, to=to, **header))

    def decide(
        self, decision: str, *, by: str, to: str = "qa", more: dict[str, Any] | None = None, **header: Any
    ) -> str:
        body = {"decision_id": decision, "chosen_option": "a", "rationale": "r", **(more or {})}
        return name_of(self.post("DECISION_RESULT", body, by=by, to="fe" if to == by else to, **header))

    def wait(self, agent: str, reason: str) -> CommitResult:
        return self.write(agent, status="blocked", blocked_by=reason)

    def contract(self, name: str = "TC-1", *, accepted: bool = True, **terms: Any) -> str:
        self.do(OfferContract(contract=simple(id=name, assignee="be", **terms)), by="lead")
        if accepted:
            self.do(AcceptContract(contract=name), by="be")
        return name

    def entry(self, agent: str) -> Entry:
        return entry(self, agent)

    def task(self, name: str) -> TaskRow:
        return next(row for row in self.rows(TaskRow) if row.id == name)

    def owner(self, artifact: str) -> str | None:
        return next((row.owner for row in self.rows(ArtifactRow) if row.ref == artifact), None)

    def blocker(self, number: int = -1) -> BlockerRow:
        return self.rows(BlockerRow)[number]

    def last(self, kind: str) -> dict[str, Any]:
        """The newest event of a kind, with what was said."""
        record = [record for record in self.events() if record.type == kind][-1]
        return {**record.document(), "body": json.loads(record.body or "null")}


class Refusal:
    """What is refused: with this rule, naming those who may, and with nothing changed but the refusal's own record."""

    def __init__(self, team: Team, rule: str, *names: str) -> None:
        self._team, self._rule, self._names = team, rule, names

    def __enter__(self) -> None:
        self._before = self._team.seq

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if error is None:
            pytest.fail("it was not refused")
        if not isinstance(error, Refused):
            return False
        assert error.rule == self._rule, str(error)
        for name in self._names:
            assert name in str(error)
        assert [kind for kind, _ in self._team.told(self._before)] == ["RuleRefused"]
        return True


def refused(team: Team, rule: str, *names: str) -> Refusal:
    return Refusal(team, rule, *names)


def commanded(team: Team, command: Command, by: str) -> CommitResult:
    return team.do(command, by=by)
