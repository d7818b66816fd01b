"""An agent's turn: what it begins with, its start and its end."""

from typing import TYPE_CHECKING

from renkei.app.project import Done, Project
from renkei.app.queries import BoardChanges, collect_changes
from renkei.board import read
from renkei.board.read import Interrupt
from renkei.board.tables import TurnRow
from renkei.commands.inbox import ShowInterrupts
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import BadInput
from renkei.policy.access import CONTEXT
from renkei.protocol.actors import Actor, normal_name
from renkei.protocol.terms import UpdateDue
from renkei.settings import LEAST_BUDGET
from renkei.values import value

if TYPE_CHECKING:
    from renkei.context.render import TurnContext


@value
class TurnStart:
    """The board on entry, and what has changed since the agent's last turn."""

    board: BoardChanges
    since: int
    missing_updates: dict[str, UpdateDue]


def start_turn(project: Project, actor: Actor) -> TurnStart:
    project.do(StartTurn(), actor=actor)
    changes = project.settings.changes
    with project.reader.read() as view:
        turn = view.get(TurnRow, actor.name)
        since = turn.previous if turn else 0
        state = read.project_state(view, changes=changes, say=project.say)
        board = collect_changes(project, view, since, limit=max(1, changes), state=state)
        return TurnStart(board=board, since=since, missing_updates=read.due_updates(view))


def end_turn(project: Project, actor: Actor) -> Done:
    """
    Raises:
        Refused: the agent has not reported, or not updated its entry.
    """
    return project.do(EndTurn(), actor=actor)


def turn_context(
    project: Project,
    agent: str,
    *,
    start: bool = False,
    actor: Actor | None = None,
    budget: int | None = None,
    explain: bool = False,
    delta: bool = False,
) -> "TurnContext":
    """What an agent's turn begins with, in at most `budget` tokens, else as many as the settings say for it.

    A look only, unless it starts the turn; `actor` is who starts it. `delta`: only what is new since its last turn, for
    an agent that still has what it was told then; not for one that was started anew, nor after compaction.

    Raises:
        NotFound: nobody on the team is called so.
        Refused: that layer is not switched on.
        BadInput: the budget is too small.
    """
    agent, settings = normal_name(agent), project.settings
    if budget is not None and budget < LEAST_BUDGET:
        raise BadInput(
            "A turn context needs a budget of {least} tokens or more, not {budget}.", least=LEAST_BUDGET, budget=budget
        )
    if start:
        project.reader.context_for(agent, budget=budget)  # what cannot be shown starts no turn
        project.do(StartTurn(), actor=actor or project.actor(agent))
    return project.reader.context_for(
        agent, lang=settings.lang, changes=settings.changes, budget=budget, explain=explain, delta=delta
    )


def has_context(project: Project) -> bool:
    """Whether that layer is switched on: below it a turn begins with the board."""
    return project.settings.layers >= CONTEXT


def take_interruptions(project: Project, actor: Actor) -> list[Interrupt]:
    """What may not wait for the agent's next turn, oldest first; marked as shown by then (MSG-5)."""
    with project.reader.read() as view:
        waiting = read.list_interrupts(view, actor.name)
    if waiting:
        project.do(ShowInterrupts(reader=actor.name, up_to=waiting[-1].seq), actor=actor)
    return waiting
