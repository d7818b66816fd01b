"""Over any history: the rules come to rest, refolding gives the tables, and a blocked agent has a reason."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.dispatch import RuleSet
from renkei.dispatch.rule_files import load_rules
from renkei.errors import RenkeiError
from renkei.eventlog.base import EventLog
from tests.support.examples import examples
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team, open_log

NAMES = ["ann", "ben", "cem"]
REASONS = ["task:MSG-8", "MSG-9", "agent:ann", "ben", "D-012", "T-1", "decision:D-2", "the network", "review:MSG-8", ""]
OWN_RULES = """
rules:
  - {name: echo, on: MessagePosted, do: [{message: {to: [all], template: "{context_summary}"}}]}
  - {name: rest, on: error, do: [{set_status: {agent: "{agent}", status: idle}}]}
  - {name: work, on: idle, do: [{set_status: {agent: "{agent}", status: error}}]}
"""

a_name = st.sampled_from(NAMES)
a_board_write = st.tuples(
    st.just("write"),
    a_name,
    st.fixed_dictionaries(
        {},
        optional={
            "status": st.sampled_from(["idle", "working", "blocked", "completed", "error"]),
            "blocked_by": st.sampled_from(REASONS),
            "current_task": st.sampled_from(["T-1", "T-2", "D-012", ""]),
        },
    ).filter(bool),
)
a_message = st.tuples(
    st.sampled_from(sorted(PAYLOADS)),
    st.sampled_from([*NAMES, "person"]),
    st.fixed_dictionaries(
        {"to": st.sampled_from(["ann", "ben", ["ann", "cem"], "all", "person"])},
        optional={"in_reply_to": st.integers(5, 20).map(lambda number: f"MSG-{number}")},
    ),
    st.fixed_dictionaries(
        {
            "original_task_ref": st.integers(5, 20).map(lambda number: f"MSG-{number}"),
            "new_status": st.sampled_from(["working", "blocked", "completed", "error"]),
            "status": st.sampled_from(["completed", "partial", "failed"]),
            "severity": st.sampled_from(["critical", "warning"]),
            "blockers": st.lists(st.sampled_from(REASONS[:-1]), max_size=2),
            "conflicting_artifacts": st.just(["src/auth.ts"]),
            "blocking": st.booleans(),
            "blocked_by": st.sampled_from(REASONS[:-1]),
            "can_continue_partially": st.booleans(),
        }
    ),
)
HISTORIES = st.lists(a_board_write | a_message, max_size=14)


def live(team: Team, step: tuple[Any, ...]) -> None:
    try:
        if step[0] == "write":
            team.write(step[1], **step[2])
        else:
            kind, by, header, changes = step
            payload = {name: changes.get(name, value) for name, value in PAYLOADS[kind].items()}
            team.post(kind, payload, by=by, **header)
    except RenkeiError:
        pass  # bad input and refusals are part of life


@pytest.mark.req("EVT-6", "EVT-7")
@pytest.mark.parametrize("own", [False, True])
@settings(max_examples=examples(60))
@given(history=HISTORIES)
def test_over_any_history_the_rules_come_to_rest_and_refolding_gives_the_tables(
    own: bool, history: list[tuple[Any, ...]]
):
    live_through(open_log("memory", Path()), history, own=own)


@pytest.mark.req("EVT-6", "EVT-7")
@settings(max_examples=examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=HISTORIES, own=st.booleans())
def test_the_same_holds_in_a_file(tmp_path_factory: pytest.TempPathFactory, own: bool, history: list[tuple[Any, ...]]):
    live_through(open_log("sqlite", tmp_path_factory.mktemp("any")), history, own=own)


def live_through(log: EventLog, history: list[tuple[Any, ...]], *, own: bool) -> None:
    rule_set = RuleSet(team=load_rules(OWN_RULES.encode(), "rules") if own else None)
    team = Team(log, rule_set=rule_set).join("ann", role="lead").join("ben", "cem")
    for step in history:
        before = team.seq
        live(team, step)
        records = team.events(before)
        assert len(records) < 400
        assert {record.cause for record in records[1:]} <= {before + 1}
        if not own:
            _check_blocks(team)
    assert team.flaws() == []
    log.close()


def _check_blocks(team: Team) -> None:
    """EVT-2: who is blocked has an open blocker."""
    board = team.board()
    affected = {name for blocker in board.blockers if not blocker.resolved for name in blocker.affected_agents}
    blocked = {agent.id for agent in board.agents if agent.status == "blocked"}
    assert blocked <= affected
