"""How much may be used: a person says it, agents near it or over it are told, and nothing begins that is over it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from pydantic import Field

from renkei.board.caps import CapState, Used, daily_caps, is_told, run_caps
from renkei.board.run_tables import RunRow
from renkei.board.team import find_member
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.errors import BadInput, NotFound, Refused
from renkei.playbooks.states import ENDED
from renkei.policy.access import CAPS_ARE_A_PERSONS
from renkei.protocol.base import Name, Ref
from renkei.protocol.events import CapReached, CapSet
from renkei.protocol.spend import Spend
from renkei.protocol.terms import MOST_TOKENS, BoardAction, CapScope
from renkei.sentence import Parameter, Sentence

_Limit = Annotated[int, Field(ge=1, le=MOST_TOKENS)]


class SetCap(Command):
    """A person limits what a run may use, or an agent or all of them in a day; with neither limit, there is none."""

    tag = "SetCap"
    who = CAPS_ARE_A_PERSONS

    run: Ref | None = None
    agent: Name | None = None
    """None of both: all in a day."""
    tokens: _Limit | None = None
    micros: _Limit | None = None

    def decide(self, context: CommandContext) -> Outcome:
        if self.run and self.agent:
            raise BadInput("{option}: a limit is of a run or of an agent, not of both.", option=Parameter("agent"))
        if self.agent and find_member(context.view, self.agent) is None:
            raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=self.agent)
        if self.run:
            _require_open_run(context, self.run)
        scope: CapScope = "run" if self.run else "agent" if self.agent else "day"
        return Outcome(
            events=(
                CapSet(
                    action="cap set",
                    scope=scope,
                    run=self.run,
                    agent=self.agent,
                    tokens=self.tokens,
                    micros=self.micros,
                ),
            )
        )


def find_reached(
    context: CommandContext, used: Iterable[tuple[str, str | None, Sequence[Spend]]]
) -> Iterator[CapReached]:
    """The limits that this brings near, or reaches, each told once. `used`: by agent and run."""
    by_agent, by_run = dict[str, list[Spend]](), dict[str, list[Spend]]()
    for agent, run, spent in used:
        for each in spent:
            by_agent.setdefault(each.agent or agent, []).append(each)
            if run:
                by_run.setdefault(run, []).append(each)
    everything = [each for spent in by_agent.values() for each in spent]
    for name, spent in by_run.items():
        row = context.view.get(RunRow, name)
        yield from _tell_states(context, run_caps(row, _sum_spent(spent)) if row else ())
    for name, spent in by_agent.items():
        states = daily_caps(context.view, name, context.today, _sum_spent(spent))
        yield from _tell_states(context, (each for each in states if each.scope == "agent"))
    of_day = daily_caps(context.view, "", context.today, _sum_spent(everything))
    yield from _tell_states(context, (each for each in of_day if each.scope == "day"))


def _tell_states(context: CommandContext, states: Iterable[CapState]) -> Iterator[CapReached]:
    for state in states:
        if state.level == "ok" or is_told(context.view, state, context.today):
            continue
        action: BoardAction = "cap reached" if state.level == "stop" else "cap nearly reached"
        yield CapReached(
            action=action,
            scope=state.scope,
            run=state.name if state.scope == "run" else None,
            agent=state.name if state.scope == "agent" else None,
            unit=state.unit,
            level="stop" if state.level == "stop" else "warning",
            limit=state.limit,
            used=state.used,
            day=context.today,
        )


def _sum_spent(spent: Iterable[Spend]) -> Used:
    spent = list(spent)
    return Used(
        tokens=sum(each.tokens for each in spent),
        micros=sum(each.micros or 0 for each in spent),
        unpriced=sum(each.tokens for each in spent if each.micros is None),
    )


def check_cap(context: CommandContext) -> None:
    """Refuses a turn of an agent that may use no more today."""
    for state in daily_caps(context.view, context.actor.name, context.today, Used()):
        if state.level == "stop":
            raise Refused(
                "{agent} begins no turn: {limit}. A person may raise it: renkei spend cap",
                rule="DEC-51",
                agent=context.actor.name,
                limit=describe_cap(state),
            )


def describe_cap(state: CapState) -> Sentence:
    """A limit that is reached, in words."""
    money = state.unit == "micros"
    amounts = {
        "name": state.name,
        "limit": f"{state.limit / 1_000_000:.2f} $" if money else f"{state.limit:,d}",
        "used": f"{state.used / 1_000_000:.2f} $" if money else f"{state.used:,d}",
    }
    if state.scope == "agent":
        return Sentence("the limit of {name} for today is reached ({used} of {limit})", **amounts)
    if state.scope == "day":
        return Sentence("the limit of all for today is reached ({used} of {limit})", **amounts)
    return Sentence("the limit of {name} is reached ({used} of {limit})", **amounts)


def _require_open_run(context: CommandContext, name: str) -> None:
    row = context.view.get(RunRow, name)
    if row is None:
        raise NotFound("There is no run {run}. `renkei runs` lists them.", run=name)
    if row.state in ENDED:
        raise Refused("The run {run} has ended ({state}).", rule="RUN-2", run=row.id, state=row.state)
