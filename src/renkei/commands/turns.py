"""An agent's turn: read on entry, write on exit (BOARD-2); what blocks others comes before work (TURN-2)."""

from collections.abc import Mapping
from typing import Final

from renkei.board.tables import ContractRow, TurnRow
from renkei.board.tasks import is_started
from renkei.board.team import find_member
from renkei.board.waits import list_blocking_requests
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.commands.caps import check_cap
from renkei.errors import BadInput, Refused
from renkei.policy.access import MESSAGES
from renkei.protocol.events import TurnEnded, TurnStarted
from renkei.protocol.terms import UpdateDue
from renkei.sentence import Parameter, Translatable

_NOT_UPDATED: Final[Translatable] = (
    "{agent} has not updated its entry in this turn. Set its status, or send a STATUS_UPDATE or TASK_RESULT, then end "
    "the turn."
)
_NOT_UPDATED_SINCE: Final[Mapping[UpdateDue, Translatable]] = {
    "interrupted": (
        "{agent} was told in this turn what could not wait, and has not updated its entry since. Set its status, or "
        "send a STATUS_UPDATE or TASK_RESULT, then end the turn."
    ),
    "blocked": (
        "{agent} was blocked in this turn, and has not updated its entry since. Set its status, or send a "
        "STATUS_UPDATE or TASK_RESULT, then end the turn."
    ),
}
_NOT_REPORTED: Final[Translatable] = (
    "{agent} has not reported in this turn. Send a STATUS_UPDATE or TASK_RESULT, then end the turn."
)


class StartTurn(Command):
    """Read on entry: the agent takes the board in and its turn begins."""

    tag = "StartTurn"

    def decide(self, context: CommandContext) -> Outcome:
        _check_is_agent(context)
        turn = context.view.get(TurnRow, context.actor.name)
        if turn and turn.open and not turn.updated:
            return Outcome()  # the same turn: an agent that was restarted reads the board again
        check_cap(context)
        return Outcome(events=(TurnStarted(agent=context.actor.name),))


class EndTurn(Command):
    """Write on exit: refused until the agent has reported and updated its entry in this turn."""

    tag = "EndTurn"

    def decide(self, context: CommandContext) -> Outcome:
        _check_is_agent(context)
        turn = context.view.get(TurnRow, context.actor.name)
        if turn is None or not turn.open:
            raise Refused(
                "{agent} has no open turn. It begins with: renkei turn start {agent}",
                rule="BOARD-2",
                agent=context.actor.name,
            )
        check_nothing_blocks(context)
        if missing := find_missing(turn, layers=context.layers):
            rule, text = missing
            raise Refused(text, rule=rule, agent=turn.agent)
        return Outcome(events=(TurnEnded(agent=context.actor.name),))


def find_missing(turn: TurnRow, *, layers: int = MESSAGES) -> tuple[str, Translatable] | None:
    """What an agent owes to its open turn: by which rule, and the words for it."""
    if not turn.updated:
        return "BOARD-2", _NOT_UPDATED_SINCE.get(turn.due, _NOT_UPDATED) if turn.due else _NOT_UPDATED
    if not turn.reported and layers >= MESSAGES:
        return "TURN-2", _NOT_REPORTED
    return None


def check_nothing_blocks(context: CommandContext, *, contract: str | None = None) -> None:
    """Refuses work while a blocking message to the actor is neither handled nor answered.

    A hand-off that is being worked on does not hold that work up: the work is its answer.
    """
    under = context.view.get(ContractRow, contract) if contract else None
    handoffs = under.handoffs if under else []
    names = [name for name in list_blocking_requests(context.view, context.actor.name) if name not in handoffs]
    waiting = [name for name in names if not is_started(context.view, name, context.actor.name)]
    if waiting:
        raise Refused(
            "{count} blocking message(s) to {agent} come first: {messages}. Answer them; what asks for no answer is "
            "marked as handled: renkei inbox {agent} --handled ID",
            rule="TURN-2",
            count=len(waiting),
            agent=context.actor.name,
            messages=", ".join(waiting[:5]),
        )


def _check_is_agent(context: CommandContext) -> None:
    if find_member(context.view, context.actor.name) is None:
        raise BadInput("Only an agent has turns. Act as one ({option}).", option=Parameter("actor"))
