"""What ends by order: a block by the lead or a person (DEC-27), a task by its delegator (DEC-24)."""

from renkei.board.tables import BlockerRow
from renkei.board.tasks import find_task, open_handoffs
from renkei.contracts.states import move
from renkei.errors import NotFound
from renkei.handlers.base import Asked, Decision
from renkei.handlers.entitlement import act_in_turn
from renkei.policy.authority import Unblock, Withdraw, require
from renkei.protocol.commands import ResolveBlocker, WithdrawTask
from renkei.protocol.events import BlockerResolved, ContractClosed, ContractNote, Event, ReasonBody, TaskClosed


def resolve_blocker(asked: Asked, command: ResolveBlocker) -> Decision:
    if asked.view.get(BlockerRow, command.blocker) is None:
        raise NotFound("There is no blocker {id}. `renkei board` shows them.", id=command.blocker)
    require(asked.view, asked.actor.name, Unblock(blocker=command.blocker))
    require(asked.view, asked.actor.name, act_in_turn(asked))
    ended = BlockerResolved(
        id=command.blocker,
        by=asked.actor.name,
        cause=f"seq {asked.view.head.seq + 1}",
        body=ReasonBody(why=command.why),
        action=asked.say("resolved a blocker"),
    )
    return Decision(events=(ended,))


def withdraw_task(asked: Asked, command: WithdrawTask) -> Decision:
    """A contract that holds it is closed with it."""
    task = find_task(asked.view, command.task)
    if task is None or task.delegator is None:
        raise NotFound("No task {id} was handed over.", id=command.task)
    require(asked.view, asked.actor.name, Withdraw(task=task.id))
    require(asked.view, asked.actor.name, act_in_turn(asked))
    contract = task.contract
    handoffs = [task.id] if contract is None else open_handoffs(asked.view, contract)
    events: list[Event] = [
        TaskClosed(task=name, outcome="cancelled", by=asked.actor.name, body=ReasonBody(why=command.why))
        for name in handoffs
    ]
    if contract and contract.state != "declined":
        move(contract.state, "close", contract.id)
        events.append(ContractClosed(contract=contract.id, outcome="failed", body=ContractNote(note=command.why)))
    return Decision(events=tuple(events))
