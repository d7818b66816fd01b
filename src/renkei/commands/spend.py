"""What agents use: reported by whoever knows it, priced by the list in force."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from renkei.board.run_tables import RunTaskRow
from renkei.board.tables import ContractRow, FieldRow, SessionSpendRow, TaskRow, TurnRow
from renkei.board.team import find_member
from renkei.commands.base import Command, CommandContext, Note, Outcome
from renkei.commands.caps import find_reached
from renkei.errors import BadInput, NotFound
from renkei.policy.access import SPEND_IS_ONES_OWN
from renkei.protocol.base import Name, Ref
from renkei.protocol.events import Event, SpendRecorded
from renkei.protocol.run_events import RunUsage
from renkei.protocol.spend import Spend
from renkei.protocol.terms import MOST_TOKENS, TOKEN_KINDS
from renkei.sentence import Parameter

_SOURCES: Final[dict[str, Literal["person", "agent", "hook"]]] = {
    "terminal": "person",
    "page": "person",
    "token": "agent",
    "hook": "hook",
    "system": "hook",
}


class RecordSpend(Command):
    """An agent used this. What its attempts in runs use is counted by the run, and not once more."""

    tag = "RecordSpend"
    who = SPEND_IS_ONES_OWN
    is_step = False
    observed = frozenset({"session", "agent_id"})

    agent: Name | None = None
    """None: whoever says it."""
    run: Ref | None = None
    task: Ref | None = None
    """None: the task that the agent is at."""
    session: str = ""
    """Of a client whose count goes up: what is in the log already is taken off."""
    agent_id: str = ""
    spent: Annotated[list[Spend], Field(min_length=1, max_length=100)]

    def decide(self, context: CommandContext) -> Outcome:
        agent = self.agent or context.actor.name
        if context.actor.via != "hook" and find_member(context.view, agent) is None:
            raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=agent)
        _require_task(context, self)
        if self.run is None and _is_counted_by_run(context, agent):
            note = Note(
                text="{agent} is at work in a run, which counts what it uses: nothing is added.",
                params={"agent": agent},
            )
            return Outcome(notes=(note,))
        recorded = record_spend(
            context, agent, self.spent, session=self.session, agent_id=self.agent_id, run=self.run, task=self.task
        )
        return Outcome(events=tuple(with_caps(context, recorded)))


def record_spend(
    context: CommandContext,
    agent: str,
    spent: Sequence[Spend],
    *,
    session: str = "",
    agent_id: str = "",
    run: str | None = None,
    task: str | None = None,
) -> SpendRecorded | None:
    """What of it is new, with its cost; None where nothing is."""
    new = _without_counted(context, spent, session, agent_id) if session else spent
    known = find_member(context.view, agent)
    model = known.model if known else None
    priced = [context.price(_with_model(each, model)) for each in new if not each.is_empty]
    if not priced:
        return None
    return SpendRecorded(
        agent=agent,
        run=run,
        task=task or _current_task(context, agent),
        session=session,
        agent_id=agent_id,
        source=_SOURCES[context.actor.via.partition(":")[0]],
        spent=priced,
    )


def with_caps(context: CommandContext, recorded: SpendRecorded | None) -> Iterator[Event]:
    """It, and the limits that it brings near or reaches."""
    if recorded:
        yield recorded
        yield from find_reached(context, [(recorded.agent, recorded.run, recorded.spent)])


def _with_model(spend: Spend, model: str | None) -> Spend:
    """Who does not say which model it was has used the one that the team knows it by."""
    return spend if spend.model else spend.model_copy(update={"model": model})


def price_usage(context: CommandContext, usage: RunUsage) -> RunUsage:
    """What an attempt used, with what that cost as far as it is known."""
    if not usage.spent:
        return usage
    spent = [context.price(each) for each in usage.spent]
    micros = min(sum(each.micros or 0 for each in spent), MOST_TOKENS)
    return usage.model_copy(update={"spent": spent, "micros": micros})


def _is_counted_by_run(context: CommandContext, agent: str) -> bool:
    turn = context.view.get(TurnRow, agent)
    return turn is not None and bool(turn.attempts)


def _require_task(context: CommandContext, command: RecordSpend) -> None:
    if command.run is not None and command.task is None:
        raise BadInput("{option}: name the task of the run, too.", option=Parameter("run"))
    if command.task is None:
        return
    view = context.view
    if command.run is not None:
        found = view.get(RunTaskRow, command.run, command.task)
    else:
        found = view.get(TaskRow, command.task) or view.get(ContractRow, command.task)
    if found is None:
        name = command.task if command.run is None else f"{command.run}/{command.task}"
        raise NotFound("There is no task {task}.", task=name)


def _current_task(context: CommandContext, agent: str) -> str | None:
    """The task that the board has the agent at, if it is one that the log knows."""
    field = context.view.get(FieldRow, f"agents.{agent}.current_task")
    task = context.view.get(TaskRow, field.value) if field and field.value else None
    return task.event if task else None


def _without_counted(context: CommandContext, spent: Sequence[Spend], session: str, agent_id: str) -> list[Spend]:
    """A client counts up over all that an agent has done in its session."""
    return [
        _less_counted(context.view.get(SessionSpendRow, session, agent_id, each.model or ""), each) for each in spent
    ]


def _less_counted(row: SessionSpendRow | None, spend: Spend) -> Spend:
    if row is None:
        return spend
    return spend.model_copy(update={kind: max(0, getattr(spend, kind) - getattr(row, kind)) for kind in TOKEN_KINDS})
