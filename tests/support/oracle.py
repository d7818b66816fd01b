"""What anybody was entitled to in a history, kept from what was asked alone: it looks at no rule and at no owner's row.

It is told each request that was taken, and answers whose a task, an artifact, a decision, a review, a conflict is.
"""

from dataclasses import dataclass, field
from typing import Any

from renkei.commands.base import Command
from renkei.commands.board import SetFields
from renkei.commands.contracts import OfferContract, VerifyContract
from renkei.commands.messages import PostMessage
from renkei.commands.team import RemoveAgent

LEAD, PERSON = "lead", "person"


def _ref(payload: Any) -> str | None:
    """The task that a report refers to."""
    return getattr(payload, "original_task_ref", None) or getattr(payload, "task_ref", None)


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
    held: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By the name of a task that nobody handed over: the first who took it up, and who may have followed it."""
    ended: set[str] = field(default_factory=set[str])
    """The names that may be taken up anew: their owner has said a word that can have ended them, or has left."""
    yielded_for: dict[str, str] = field(default_factory=dict[str, str])
    """By artifact, who had asked for the task that yields it."""

    def note(self, actor: str, command: Command, name: str | None, readers: list[str]) -> None:
        """A request was taken; `name` is the message's, `readers` those whom it addresses."""
        match command:
            case PostMessage():
                self._note_message(actor, command.message.type, command.message.payload, name or "", readers)
                if command.message.in_reply_to in self.tasks and not self.is_task(_ref(command.message.payload)):
                    self._take(actor, command.message.in_reply_to)
            case SetFields():
                if "current_task" in command.fields and actor != PERSON:
                    self._take_up(actor, command.fields["current_task"] or None)
            case OfferContract():
                self._note_offer(actor, name or "", command.contract.assignee)
            case RemoveAgent():
                self.ended |= self._held_by(command.name)
            case _:
                pass
        self._note_words_of_completion(actor, command)

    def _note_offer(self, actor: str, name: str, assignee: str) -> None:
        """One for a task that is there counts if it comes from the task's giver and goes to its owner."""
        givers = [self.tasks[name].giver] if name in self.tasks else [LEAD]
        if self.is_task(name) and name not in self.ended and not self._is_own_offer(actor, givers, name, assignee):
            return
        self.contracts[name] = (actor, assignee)
        known = self.tasks.get(name)
        self.tasks[name] = Given(known.giver if known else actor, [assignee], contract=name)

    def _is_own_offer(self, actor: str, givers: list[str], name: str, assignee: str) -> bool:
        return actor in (PERSON, *givers) and assignee in self.owners_of_task(name)

    def _note_words_of_completion(self, actor: str, command: Command) -> None:
        match command:
            case SetFields() if command.fields.get("status") == "completed":
                self.ended |= self._held_by(actor)
            case PostMessage() if command.message.type in ("TASK_RESULT", "STATUS_UPDATE"):
                ref = _ref(command.message.payload)
                self.ended |= {ref} if ref else self._held_by(actor)
            case VerifyContract():
                self.ended |= self._held_by(self.contracts.get(command.contract, ("", ""))[1])
            case _:
                pass

    def _held_by(self, agent: str) -> set[str]:
        return {name for name, owners in self.held.items() if agent in owners}

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
        self._take(agent, name)
        if name is None or name in self.tasks:
            return
        if name not in self.held:
            self.held[name] = [agent]
        elif name in self.ended:
            self.held[name].append(agent)
            self.ended.discard(name)

    def _take(self, agent: str, name: str | None) -> None:
        task = self.tasks.get(name or "")
        if task and task.taker is None and agent in task.to:
            task.taker = agent

    def owners_of_task(self, name: str) -> list[str]:
        return self.tasks[name].owners() if name in self.tasks else self.held.get(name, [])

    def is_task(self, name: str | None) -> bool:
        return name in self.tasks or name in self.held

    def tasks_named(self, ref: str | None, in_reply_to: str | None) -> list[str]:
        """What a report is about; a reply says it where the reference does not."""
        named = [ref] if self.is_task(ref) else [ref, in_reply_to]
        return [name for name in named if name]

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
