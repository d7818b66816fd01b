"""Contracts as tests offer them, and short ways to take their steps."""

from pathlib import Path
from typing import Any

from renkei.board.contracts import find_contract
from renkei.board.tables import ContractRow
from renkei.commands.base import Command
from renkei.commands.contracts import AcceptContract, DeliverContract, OfferContract, VerifyContract
from renkei.eventlog.base import EventLog
from renkei.execution import CommitResult
from renkei.protocol.contracts import CommandRun, Inspection, TaskContract
from renkei.protocol.documents import parse_document
from renkei.protocol.messages import Message, TaskResult
from tests.support.hub_team import Team

TC_007 = Path(__file__).parents[1] / "contracts" / "tc-007.yaml"
"""The seed's example, word for word."""

SIMPLE: dict[str, Any] = {
    "assignee": "bob",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "a module"},
    "acceptance_criteria": [{"criterion": "It works", "verification_method": "try it"}],
}
"""CON-4: what is enough to start."""


def tc_007() -> TaskContract:
    return TaskContract.model_validate(parse_document(TC_007.read_text("utf-8"), "TC-007")["task_contract"])


def simple(**changes: Any) -> TaskContract:
    return TaskContract.model_validate({**SIMPLE, **changes})


class ContractTeam(Team):
    """alice delegates, bob works, carol looks on."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log)
        self.join("alice", "bob", "carol")

    def offer(self, given: TaskContract | None = None, *, by: str = "alice") -> str:
        name = self.do(OfferContract(contract=given or simple()), by=by).id
        assert name is not None
        return name

    def accepted(self, given: TaskContract | None = None) -> str:
        name = self.offer(given)
        self.do(AcceptContract(contract=name), by="bob")
        return name

    def deliver(
        self, name: str, status: str = "completed", *, by: str = "bob", found: Inspection | None = None, **fields: Any
    ) -> CommitResult:
        result = TaskResult.model_validate(
            {"original_task_ref": name, "status": status, "summary": "It is done", "output_artifacts": [], **fields}
        )
        return self.do(DeliverContract(contract=name, result=result, inspection=found), by=by)

    def delivered(self, given: TaskContract | None = None) -> str:
        name = self.accepted(given)
        self.deliver(name, found=Inspection())
        return name

    def verify(self, name: str, *runs: CommandRun, by: str = "alice", **words: Any) -> CommitResult:
        return self.do(VerifyContract(contract=name, runs=list(runs), **words), by=by)

    def contract(self, name: str) -> ContractRow:
        with self.hub.read() as view:
            row = find_contract(view, name)
        assert row is not None
        return row

    def state(self, name: str) -> str:
        row = self.contract(name)
        return f"{row.state} {row.outcome}" if row.outcome else row.state

    def newest(self, reader: str, kind: str) -> Message:
        """The newest message of a type that waits for somebody."""
        return [message for message in self.inbox(reader) if message.type == kind][-1]

    def try_all(self, commands: list[tuple[Command, str]]) -> None:
        for command, by in commands:
            self.do(command, by=by)


def ran(check: int, command: str, exit_code: int | None = 0, output: str = "") -> CommandRun:
    return CommandRun(check=check, command=command, exit_code=exit_code, seconds=0.1, output=output, digest="0" * 64)
