"""What anybody was entitled to in a history, kept from what was asked alone: it looks at no rule and at no owner's row.

It is told each request that was taken, and answers whose a task, an artifact, a decision, a review, a conflict is.
"""

from dataclasses import dataclass, field
from typing import Any

from renkei.protocol.commands import (
    Command,
    OfferContract,
    PostMessage,
    RemoveAgent,
    SetFields,
)

LEAD, PERSON = "lead", "person"


@dataclass
class Given:
    """A task: who gave it, to whom, and who took it."""

    giver: str
    to: list[str]
    taker: str | None = None
    contract: str | None = None

    def owners(self) -> list[str]:
        return [self.taker] if self.taker else self.to


@dataclass
class Oracle:
    tasks: dict[str, Given] = field(default_factory=dict[str, Given])
    contracts: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """(delegator, assignee)."""
    decisions: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    requests: dict[str, str] = field(default_factory=dict[str, str])
    """Which decision a message asks for."""
    reviews: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    conflicts: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict[str, tuple[list[str], list[str]]])
    """(addressees, decisions named)."""
    current: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """(agent, name) of what each calls its current task, in the order in which they took it up."""
    yielded_for: dict[str, str] = field(default_factory=dict[str, str])
    """By artifact, who had asked for the task that yields it."""

    def note(self, actor: str, command: Command, name: str | None, readers: list[str]) -> None:
        """A request was taken; `name` is the message's, `readers` those whom it addresses."""
        match command:
            case PostMessage():
                self._note_message(actor, command.message.type, command.message.payload, name or "", readers)
            case SetFields():
                if "current_task" in command.fields and actor != PERSON:
                    self._take_up(actor, command.fields["current_task"] or None)
            case OfferContract():
                self.contracts[name or ""] = (actor, command.contract.assignee)
                self.tasks[name or ""] = Given(actor, [command.contract.assignee], contract=name)
            case RemoveAgent():
                self.current = [pair for pair in self.current if pair[0] != command.name]
            case _:
                pass

    def _note_message(self, actor: str, kind: str, payload: Any, name: str, readers: list[str]) -> None:
        match kind:
            case "TASK_HANDOFF":
                carried = payload.task_contract
                self.tasks[name] = Given(actor, readers, contract=carried if isinstance(carried, str) else None)
            case "STATUS_UPDATE":
                self._take(actor, payload.task_ref)
            case "TASK_RESULT" | "TASK_BLOCKED":
                self._take(actor, payload.original_task_ref)
            case "DECISION_REQUEST":
                self.decisions.setdefault(payload.decision_id, readers)
                self.requests[name] = payload.decision_id
            case "REVIEW_REQUEST":
                self.reviews[name] = readers
            case "CONFLICT_REPORT":
                self.conflicts[name] = (readers, payload.conflicting_decisions or [])
            case _:
                pass

    def _take_up(self, agent: str, name: str | None) -> None:
        if name is None or (agent, name) not in self.current:
            self.current = [pair for pair in self.current if pair[0] != agent]
            self.current += [(agent, name)] if name else []
        self._take(agent, name)

    def _take(self, agent: str, name: str | None) -> None:
        task = self.tasks.get(name or "")
        if task and task.taker is None and agent in task.to:
            task.taker = agent

    def owners_of_task(self, name: str) -> list[str]:
        if name in self.tasks:
            return self.tasks[name].owners()
        return [agent for agent, held in self.current if held == name][:1]

    def parties(self, task: str) -> list[str]:
        """Of the contract that a task is under, or the owners of the decision that a message asks for."""
        contract = self.contracts.get(self.contract_of(task) or "", ())
        return [*contract, *self.decisions.get(self.requests.get(task, ""), [])]

    def contract_of(self, name: str) -> str | None:
        return self.tasks[name].contract if name in self.tasks else None

    def enders(self, cause: str | None) -> list[str]:
        """Those whose word ends a wait for this, besides a person, the lead's order and who declared it."""
        kind, _, name = (cause or "").partition(":")
        match kind:
            case "task":
                contract = self.contract_of(name)
                return [self.contracts[contract][0]] if contract in self.contracts else self.owners_of_task(name)
            case "contract":
                return [self.contracts[name][0]] if name in self.contracts else []
            case "agent":
                return [name, *(giver for giver, assignee in self.contracts.values() if assignee == name)]
            case "decision":
                return self.decisions.get(name, [])
            case "review":
                return self.reviews.get(name, [])
            case "conflict":
                asked, decisions = self.conflicts.get(name, ([], []))
                return [*asked, LEAD, *(owner for each in decisions for owner in self.decisions.get(each, []))]
            case _:
                return []
