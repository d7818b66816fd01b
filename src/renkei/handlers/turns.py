"""An agent's turn: read on entry, write on exit (BOARD-2)."""

from renkei.board.tables import TurnRow
from renkei.board.team import member
from renkei.errors import BadInput, Refused
from renkei.handlers.base import Asked, Decision
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
    if not turn.updated:
        raise Refused(
            "{agent} has not updated its entry in this turn. Set its status, or send a STATUS_UPDATE or TASK_RESULT, "
            "then end the turn.",
            rule="BOARD-2",
            agent=asked.actor.name,
        )
    return Decision(events=(TurnEnded(agent=asked.actor.name),))


def _check_is_agent(asked: Asked) -> None:
    if member(asked.view, asked.actor.name) is None:
        raise BadInput("Only an agent has turns. Say which with --as AGENT.")
