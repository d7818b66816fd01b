"""An agent's turn: read on entry, write on exit (BOARD-2); what blocks others comes before work (TURN-2)."""

from renkei.board.requests import blocking_requests
from renkei.board.tables import ContractRow, TurnRow
from renkei.board.tasks import is_started
from renkei.board.team import member
from renkei.errors import BadInput, Refused
from renkei.handlers.base import Asked, Decision
from renkei.policy.layers import MESSAGES
from renkei.protocol.commands import EndTurn, StartTurn
from renkei.protocol.events import TurnEnded, TurnStarted


def start_turn(asked: Asked, command: StartTurn) -> Decision:
    _check_is_agent(asked)
    turn = asked.view.get(TurnRow, asked.actor.name)
    if turn and turn.open and not turn.updated:
        return Decision()  # the same turn: an agent that was restarted reads the board again
    return Decision(events=(TurnStarted(agent=asked.actor.name),))


def end_turn(asked: Asked, command: EndTurn) -> Decision:
    _check_is_agent(asked)
    turn = asked.view.get(TurnRow, asked.actor.name)
    if turn is None or not turn.open:
        raise Refused(
            "{agent} has no open turn. It begins with: renkei turn start {agent}",
            rule="BOARD-2",
            agent=asked.actor.name,
        )
    check_nothing_blocks(asked)
    if not turn.updated:
        raise Refused(
            "{agent} has not updated its entry in this turn. Set its status, or send a STATUS_UPDATE or TASK_RESULT, "
            "then end the turn.",
            rule="BOARD-2",
            agent=asked.actor.name,
        )
    if not turn.reported and asked.layers >= MESSAGES:
        raise Refused(
            "{agent} has not reported in this turn. Send a STATUS_UPDATE or TASK_RESULT, then end the turn.",
            rule="TURN-2",
            agent=asked.actor.name,
        )
    return Decision(events=(TurnEnded(agent=asked.actor.name),))


def check_nothing_blocks(asked: Asked, *, contract: str | None = None) -> None:
    """Refuses work while a blocking message to the actor is neither handled nor answered.

    A hand-off that is being worked on does not hold that work up: the work is its answer.
    """
    under = asked.view.get(ContractRow, contract) if contract else None
    handoffs = under.handoffs if under else []
    names = [name for name in blocking_requests(asked.view, asked.actor.name) if name not in handoffs]
    waiting = [name for name in names if not is_started(asked.view, name, asked.actor.name)]
    if waiting:
        raise Refused(
            "{count} blocking message(s) to {agent} come first: {messages}. Answer them; what asks for no answer is "
            "marked as handled: renkei inbox {agent} --handled ID",
            rule="TURN-2",
            count=len(waiting),
            agent=asked.actor.name,
            messages=", ".join(waiting[:5]),
        )


def _check_is_agent(asked: Asked) -> None:
    if member(asked.view, asked.actor.name) is None:
        raise BadInput("Only an agent has turns. Say which with --as AGENT.")
