"""The board in the seed's form, its changelog, and who may write what."""

import json
from pathlib import Path
from typing import Any

import pytest

from renkei.board import read
from renkei.board.changes import changelog_entry
from renkei.commands.board import SetFields
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.errors import BadInput, Refused
from renkei.kit.words import english
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import NOON, Team, open_log

SEED = {
    "goal": str,
    "current_phase": str,
    "updated_at": str,
    "agents": [
        {
            "id": str,
            "role": str,
            "status": str,
            "current_task": str,
            "blocked_by": str,
            "artifacts": [{"ref": str, "description": str, "version": int, "path": str}],
        }
    ],
    "pending_decisions": [
        {
            "id": str,
            "question": str,
            "options": [{"label": str, "pros": str, "cons": str}],
            "owner": str,
            "deadline": str,
            "status": str,
            "resolution": str,
        }
    ],
    "blockers": [{"id": str, "description": str, "affected_agents": [str], "created_at": str, "resolved": bool}],
    "changelog": [{"timestamp": str, "agent": str, "action": str, "diff_summary": str}],
}
"""The fields of the seed's `project_state`, name by name."""


def form(value: Any) -> Any:
    match value:
        case dict():
            return {name: form(each) for name, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [form(value[0])]  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return type(value)  # pyright: ignore[reportUnknownVariableType]


@pytest.mark.req("BOARD-1", "BOARD-5")
def test_the_board_has_the_fields_of_the_seed_and_no_others(tmp_path: Path):
    team = Team(open_log("memory", tmp_path)).join("alice", "bob")
    team.write(goal="a login", current_phase="design")
    team.write("alice", current_task="T-1", blocked_by="agent:bob")
    team.post("TASK_RESULT", PAYLOADS["TASK_RESULT"], by="alice", to="bob")
    team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="alice", to="bob")
    team.post("DECISION_RESULT", PAYLOADS["DECISION_RESULT"], by="bob", to="alice")
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    assert form(json.loads(team.board().model_dump_json())) == SEED


@pytest.mark.req("BOARD-1", "BOARD-5")
def test_the_board_shows_what_stands_now(tmp_path: Path):
    team = Team(open_log("sqlite", tmp_path, clock=lambda: NOON)).join("alice", "bob")
    team.write(goal="a login", current_phase="design")
    team.write("alice", status="working", current_task="T-1")
    request: dict[str, Any] = {"decision_id": "D-1", "question": "which?", "options": [], "deadline_steps": 3}
    team.post("DECISION_REQUEST", request, by="alice", to="bob")
    update = {"new_status": "blocked", "progress_summary": "stuck", "blockers": ["no access"]}
    team.post("STATUS_UPDATE", update, by="bob", to="all")
    board = team.board().model_dump()
    changelog = board.pop("changelog")
    assert board == {
        "goal": "a login",
        "current_phase": "design",
        "updated_at": NOON,
        "agents": [
            {
                "id": "alice",
                "role": "developer",
                "status": "working",
                "current_task": "T-1",
                "blocked_by": None,
                "artifacts": [],
            },
            {
                "id": "bob",
                "role": "developer",
                "status": "blocked",
                "current_task": None,
                "blocked_by": None,
                "artifacts": [],
            },
        ],
        "pending_decisions": [
            {
                "id": "D-1",
                "question": "which?",
                "options": [],
                "owner": "bob",
                "deadline": "3 steps",
                "status": "open",
                "resolution": None,
            }
        ],
        "blockers": [
            {
                "id": f"BLK-{team.seq}",
                "description": "no access",
                "affected_agents": ["bob"],
                "created_at": NOON,
                "resolved": False,
            }
        ],
    }
    assert [(entry["agent"], entry["diff_summary"]) for entry in changelog] == [
        ("person", "agents.alice: (nothing) -> developer"),
        ("person", "agents.bob: (nothing) -> developer"),
        ("person", "goal: (nothing) -> a login"),
        ("person", "current_phase: (nothing) -> design"),
        ("alice", "agents.alice.status: idle -> working"),
        ("alice", "agents.alice.current_task: (nothing) -> T-1"),
        ("alice", "pending_decisions.D-1: (nothing) -> which?"),
        ("bob", "agents.bob.status: idle -> blocked"),
        ("bob", f"blockers.BLK-{team.seq}: (nothing) -> no access"),
    ]


def test_an_empty_store_has_an_empty_board(tmp_path: Path):
    assert Team(open_log("memory", tmp_path)).board().model_dump() == {
        "goal": "",
        "current_phase": "",
        "updated_at": None,
        "agents": [],
        "pending_decisions": [],
        "blockers": [],
        "changelog": [],
    }


@pytest.mark.req("BOARD-1")
@pytest.mark.parametrize("status", ["idle", "working", "blocked", "completed", "error"])
@pytest.mark.req("DEC-9")
def test_the_five_statuses_are_taken(team: Team, status: str):
    team.write("alice", status=status)
    assert team.board().agents[0].status == status


@pytest.mark.req("BOARD-1")
@pytest.mark.parametrize("status", ["busy", "", None, "Working"])
def test_any_other_status_is_refused(team: Team, status: str | None):
    before = team.seq
    with pytest.raises(BadInput) as caught:
        team.write("alice", current_task="T-1", status=status)
    expected = "idle, working, blocked, completed, error"
    assert str(caught.value) == f"status: expected one of {expected}, not {status!r}."
    assert team.seq == before


@pytest.mark.req("BOARD-1")
@pytest.mark.parametrize(
    "fields",
    [
        {"role": "lead"},
        {"agents.dave.status": "idle"},
        {"agents.alice": "x"},
        {"blockers": "x"},
        {"": "x"},
        {"status": "idle", "agents.alice.status": "working"},
    ],
)
def test_a_field_that_the_board_does_not_have_or_has_twice_is_bad_input(team: Team, fields: dict[str, str | None]):
    before = team.seq
    with pytest.raises(BadInput):
        team.do(SetFields(fields=fields), by="alice")
    assert team.seq == before


def test_a_person_says_whose_entry_is_meant(team: Team):
    with pytest.raises(BadInput, match="Act as that agent"):
        team.write(status="idle")


@pytest.mark.req("BOARD-4")
@pytest.mark.req("DEC-5")
@pytest.mark.req("DEC-5", refused=True)
def test_an_agent_writes_its_own_entry_and_no_other(team: Team):
    team.do(SetFields(fields={"agents.alice.current_task": "T-1"}), by="alice")
    for by in ("bob", "carol", "person"):
        with pytest.raises(Refused) as caught:
            team.do(SetFields(fields={"agents.alice.current_task": "mine"}), by=by)
        assert caught.value.rule == "BOARD-4"
        assert str(caught.value) == f"{by} may not write alice's entry. Only alice itself may."
    assert team.board().agents[0].current_task == "T-1"


@pytest.mark.req("BOARD-4")
@pytest.mark.req("DEC-5")
@pytest.mark.req("DEC-5", refused=True)
def test_the_lead_and_a_person_write_the_projects_fields_and_nobody_else(team: Team):
    team.write("carol", goal="win")
    team.write(current_phase="design")
    before = team.seq
    with pytest.raises(Refused) as caught:
        team.write("alice", current_task="T-1", goal="mine")
    assert str(caught.value) == "alice may not set goal: it is the project's. The lead or a person may."
    board = team.board()
    assert (board.goal, board.current_phase, board.agents[0].current_task) == ("win", "design", None)
    assert team.told(before) == [("RuleRefused", "alice")]


def test_an_empty_value_clears_a_field(team: Team):
    team.write("alice", current_task="T-1", blocked_by="agent:bob")
    team.write("alice", current_task="", blocked_by=None)
    assert (team.board().agents[0].current_task, team.board().agents[0].blocked_by) == (None, None)


@pytest.mark.req("BOARD-3")
def test_every_change_has_an_entry_with_agent_action_and_diff(team: Team):
    since = team.seq
    team.do(AddAgent(name="dave", role="tester"))
    team.do(AddAgent(name="dave", role="lead"))
    team.write("dave", goal="win")
    team.write("dave", goal="lose")
    result = {"original_task_ref": "T", "status": "completed", "summary": "s", "output_artifacts": ["a.md"]}
    team.post("TASK_RESULT", result, by="dave", to="alice")
    team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="alice", to="dave")
    team.post("DECISION_RESULT", PAYLOADS["DECISION_RESULT"], by="dave", to="alice")
    team.do(RemoveAgent(name="dave"))
    with team.hub.read() as view:
        rows = read.changes_since(view, since).items
        entries = [changelog_entry(row, english).model_dump() for row in rows]
    times = {record.seq: record.at for record in team.events()}
    assert [(entry["agent"], entry["action"], entry["diff_summary"]) for entry in entries] == [
        ("person", "added a member", "agents.dave: (nothing) -> tester"),
        ("person", "changed a member", "agents.dave: tester -> lead"),
        ("dave", "set goal", "goal: (nothing) -> win"),
        ("dave", "set goal", "goal: win -> lose"),
        ("dave", "registered an artifact", "agents.dave.artifacts.a.md: (nothing) -> v1"),
        ("dave", "set status", "agents.dave.status: idle -> completed"),
        ("alice", "asked for a decision", "pending_decisions.D-012: (nothing) -> JWT or sessions?"),
        ("dave", "decided", "pending_decisions.D-012: open -> JWT"),
        ("person", "removed a member", "agents.dave: lead -> (nothing)"),
        ("system", "handed an artifact over", "artifacts.a.md.owner: dave -> carol"),
    ]
    assert [entry["timestamp"] for entry in entries] == [times[row.seq] for row in rows]


@pytest.mark.req("BOARD-3", refused=True)
def test_what_did_not_change_the_board_and_what_was_refused_has_no_entry(team: Team):
    before = team.board()
    team.say("hello", by="alice", to="bob")
    team.handle("bob")
    with pytest.raises(Refused):
        team.write("alice", goal="mine")
    assert team.board() == before


@pytest.mark.req("BOARD-3", "BOARD-5")
def test_the_board_shows_the_last_changes_and_older_ones_come_by_query(team: Team):
    start = team.seq
    for number in range(60):
        team.write(goal=f"goal {number}")
    assert [entry.diff_summary for entry in team.board(changes=2).changelog] == [
        "goal: goal 57 -> goal 58",
        "goal: goal 58 -> goal 59",
    ]
    assert len(team.board().changelog) == 50
    assert (team.board(changes=0).changelog, team.board(changes=0).updated_at) == ([], team.board().updated_at)
    with team.hub.read() as view:
        assert len(read.changes_since(view, start).items) == 60
        assert [row.new for row in read.changes_since(view, team.seq - 1).items] == ["goal 59"]
        assert read.changes_since(view, team.seq).items == []
