"""What a stop leads to in its session: whether the agent is held, and what hooks remember of it.

`app.stops` checks the result. Here it is counted how often the agent was sent back, its verdict goes to the session's
ledger, from which others are told of it, and an agent that owes its update of the board is held for it.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from renkei.app import verdicts
from renkei.app.call_facts import GuardSite
from renkei.app.fallback_warnings import note_failure
from renkei.app.guard_state import GuardState
from renkei.app.guards import record_refusal
from renkei.app.session_ledger import Ledger, Line
from renkei.app.stop_points import false_points, is_of_form, points_of
from renkei.app.stop_turns import TurnDue
from renkei.app.stops import CheckedStop, Complain, StoppedAgent, StopSite, check_answer, check_stop
from renkei.binding.marks import find_lost_marks
from renkei.files import read_regular
from renkei.kit.agents import AGENTS, CONTRACT_MARK
from renkei.kit.words import speaker
from renkei.protocol.terms import MOST_REFUSALS
from renkei.values import value

_MOST_POINTS: Final = 3
"""How many points are kept to be told; the others are counted."""

_ANSWER_SECONDS: Final = 10
"""What a check of the main thread's own words may take."""

_MOST_COVERED: Final = 100
"""Files that a result is held to cover."""


@value
class StopVerdict:
    """What a subagent is answered at its stop."""

    answer: Literal["ends", "refused", "held"]
    """`refused`: its result is to be mended. `held`: its update of the board is due."""
    checked: CheckedStop
    attempt: int
    """How often in a row its result was refused, if this is a refusal, too."""


def settle_stop(site: StopSite, agent: StoppedAgent, *, complain: Complain) -> StopVerdict:
    """Checks the result of a subagent, remembers what became of it, and decides whether the agent may end."""
    ledger = Ledger(site.project, agent.session)
    agent = _with_refusals(replace(agent, contract=_is_held_to_contract(site, agent)), ledger)
    checked = check_stop(
        site, agent, hold=lambda due: _is_held_for(due, site, agent, ledger, complain), complain=complain
    )
    attempt = agent.refusals + 1
    if checked.turn:
        return StopVerdict(answer="held", checked=checked, attempt=attempt)
    _note_check(ledger, site, agent, checked)
    if checked.refused:
        return StopVerdict(answer="refused", checked=checked, attempt=attempt)
    try:
        _note_end(GuardState(site.project, agent.session), site, checked, agent)
    except OSError as error:
        complain(str(error))
    return StopVerdict(answer="ends", checked=checked, attempt=attempt)


def settle_answer(site: StopSite, agent: StoppedAgent, *, complain: Complain) -> Line | None:
    """The main thread's last message: what does not hold in it is to be told, and nobody is held.

    It has less time than a result: what else is to be told at this stop may not go with a hook that the client ends.
    """
    site = replace(site, deadline=min(site.deadline, _ANSWER_SECONDS))
    judgement = check_answer(site, agent, complain=complain)
    points = false_points(judgement, speaker(site.lang))
    if judgement is not None and not points:
        return None
    return Ledger(site.project, agent.session).add(
        "checked",
        agent_id="",
        agent=agent.name,
        outcome="remarked" if points else "unchecked",
        **_few_of(points),
    )


def find_start_folder(project: Path, session: str, agent_id: str) -> str | None:
    """Where the agent began (DEC-43), if a hook has heard of that."""
    return verdicts.start_folder(Ledger(project, session).lines(), agent_id)


# Whether it is held to the contract


def _is_held_to_contract(site: StopSite, agent: StoppedAgent) -> bool:
    """By its definition, as it ships with us or stands in the project; or because a person had it held to it."""
    name = agent.definition
    ships = agent.is_ours and name in AGENTS
    return ships or _carries_contract((site.tree, site.project), name) or _is_bound_to_contract(site, name)


def _carries_contract(folders: Iterable[Path], agent: str) -> bool:
    """Whether the agent's definition is marked with the contract; a linked work tree may have none of its own."""
    definitions = (_read_definition(folder / ".claude" / "agents" / f"{Path(agent).name}.md") for folder in folders)
    return CONTRACT_MARK in next((text for text in definitions if text is not None), "")


def _is_bound_to_contract(site: StopSite, agent: str) -> bool:
    """Whether a person had it held to the contract, and its mark was taken out by nobody who may (DEC-52)."""
    return agent in site.marks and bool(find_lost_marks(site.project, [agent]))


def _read_definition(definition: Path) -> str | None:
    try:
        return read_regular(definition).decode(errors="replace")
    except (OSError, ValueError):  # none there, or a name that no file can have
        return None


# Whether it is held


def _with_refusals(agent: StoppedAgent, ledger: Ledger) -> StoppedAgent:
    """How often it was sent back. Where nothing can be remembered the client's word has to do: it is held once."""
    if ledger.find_fault():
        refusals = MOST_REFUSALS if agent.is_sent_back else 0
        return replace(agent, refusals=refusals, unverified=agent.is_sent_back)
    lines = ledger.lines()
    return replace(
        agent,
        refusals=verdicts.count_refusals(lines, agent.id),
        unverified=bool(verdicts.count_refusals(lines, agent.id, "unverified")),
    )


def _is_held_for(due: TurnDue, site: StopSite, agent: StoppedAgent, ledger: Ledger, complain: Complain) -> bool:
    """Its update of the board is due (BOARD-2). It is asked for as often as a result is, and then let go."""
    try:
        if not due.is_recorded:
            guard = GuardSite(site.project, site.store, site.project, site.mode, site.env)
            record_refusal(guard, agent.name, due.rule, "SubagentStop", site.lang)
    except OSError as error:
        complain(str(error))
    if site.mode != "enforce":
        ledger.add("ruled", agent_id=agent.id, agent=agent.name, rule=due.rule, action="SubagentStop")
        return False
    before = sum(line["what"] == "held" and line.get("agent_id") == agent.id for line in ledger.lines())
    if before >= MOST_REFUSALS or ledger.find_fault():
        return False
    ledger.add("held", agent_id=agent.id, agent=agent.name)
    return True


# What is remembered


def _note_check(ledger: Ledger, site: StopSite, agent: StoppedAgent, checked: CheckedStop) -> None:
    points = points_of(checked, speaker(site.lang), contract=agent.contract)
    ledger.add(
        "checked",
        agent_id=agent.id,
        agent=agent.name,
        kind=agent.definition,
        outcome=_reportable_outcome(checked.outcome, points),
        refused=checked.refused,
        **_few_of(points),
        form=is_of_form(checked),
        verify=checked.verify,
        tampered=bool(checked.tampered),
    )


def _few_of(points: list[str]) -> Line:
    return {"points": points[:_MOST_POINTS], "more": max(0, len(points) - _MOST_POINTS)}


def _reportable_outcome(outcome: str, points: list[str]) -> str | None:
    """An agent that is not held to the contract is spoken of only if something that it says does not hold."""
    if outcome == "recorded":
        return "remarked" if points else None
    return outcome


def _note_end(state: GuardState, site: StopSite, checked: CheckedStop, agent: StoppedAgent) -> None:
    """What it wrote is anybody's again; what its result covers the lead need not read (LEAD-9)."""
    state.release(agent.id)
    if checked.outcome == "failed":
        note_failure(state, site.project, agent.name)
    if checked.outcome == "accepted" and checked.judgement is not None:
        paths = dict.fromkeys(each.claim.reference.path for each in checked.judgement.references)
        for path in list(paths)[:_MOST_COVERED]:
            state.add_line("covered", path=path, result=agent.id)
