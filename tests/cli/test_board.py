"""`renkei board`: looking at the shared state and writing fields of it."""

import pytest

from tests.support.cli_run import Cli


def state(team: Cli):
    return team.json("board")["project_state"]


def test_an_empty_board_says_how_to_begin(renkei: Cli):
    ran = renkei.ok("board")
    assert "renkei board set goal=TEXT" in ran.out
    assert "renkei agent add NAME --role ROLE" in ran.out


def test_the_empty_board_is_a_document_too(renkei: Cli):
    assert renkei.json("board") == {
        "project_state": {
            "goal": "",
            "current_phase": "",
            "updated_at": None,
            "agents": [],
            "pending_decisions": [],
            "blockers": [],
            "changelog": [],
        },
        "seq": 0,
        "missing_updates": {},
    }


@pytest.mark.req("BOARD-1")
def test_the_board_is_the_seeds_schema_and_the_seq(team: Cli):
    team.ok("board", "set", "status=blocked", "current_task=login", "blocked_by=task:MSG-1", "--as", "bob")
    document = team.json("board")
    assert set(document) == {"project_state", "seq", "missing_updates"}
    assert document["seq"] == team.log()[-1]["seq"]
    assert document["project_state"]["agents"][2] == {
        "id": "bob",
        "role": "builder",
        "status": "blocked",
        "current_task": "login",
        "blocked_by": "task:MSG-1",
        "artifacts": [],
    }


def test_a_person_sets_goal_and_phase(team: Cli):
    ran = team.ok("board", "set", "goal=Users can log in", "current_phase=build")
    assert ran.out == "Set goal, current_phase (seq 6).\n"
    assert (state(team)["goal"], state(team)["current_phase"]) == ("Users can log in", "build")


def test_the_readable_board_shows_goal_agents_and_changes(team: Cli):
    team.ok("board", "set", "goal=Users can log in")
    team.ok("board", "set", "status=working", "current_task=login", "--as", "bob")
    out = team.ok("board").out
    assert "Users can log in" in out
    assert "bob  [builder]  working  login" in out
    assert "person  goal: (nothing) -> Users can log in" in out


def test_set_answers_scripts_with_one_document(team: Cli):
    assert team.json("board", "set", "goal=g") == {"seq": 5, "fields": {"goal": "g"}, "warnings": []}


def test_the_lead_may_set_the_goal(team: Cli):
    team.ok("board", "set", "goal=g", "--as", "lead")
    assert state(team)["goal"] == "g"


def test_the_goal_is_refused_to_an_agent_naming_the_rule_and_who_may(team: Cli):
    ran = team("board", "set", "goal=mine", "--as", "bob")
    assert (ran.code, ran.out) == (4, "")
    assert "[BOARD-4]" in ran.err
    assert "The lead or a person may" in ran.err
    assert state(team)["goal"] == ""


def test_a_refusal_is_recorded(team: Cli):
    team("board", "set", "goal=mine", "--as", "bob")
    refusal = team.log()[-1]
    assert (refusal["type"], refusal["data"]) == (
        "RuleRefused",
        {"rule": "BOARD-4", "actor": "bob", "action": "SetFields", "mode": "enforce"},
    )


def test_the_refusal_is_a_document_with_its_rule(team: Cli):
    ran = team("board", "set", "goal=mine", "--as", "bob", "--json")
    assert ran.code == 4
    assert (ran.document["error"]["exit_code"], ran.document["error"]["rule"]) == (4, "BOARD-4")


def test_anothers_entry_is_refused(team: Cli):
    ran = team("board", "set", "agents.alice.status=error", "--as", "bob")
    assert ran.code == 4
    assert "Only alice itself may" in ran.err


def test_one_refused_field_changes_none(team: Cli):
    assert team("board", "set", "status=working", "goal=mine", "--as", "bob").code == 4
    assert state(team)["agents"][2]["status"] == "idle"


@pytest.mark.parametrize(
    ("word", "named"),
    [
        ("status=busy", "idle, working, blocked, completed, error"),
        ("status=", "idle, working"),
        ("mood=fine", "mood"),
        ("agents.zoe.status=idle", "agents.zoe.status"),
        ("goal", "FIELD=VALUE"),
        ("=x", ""),
        ("current_task=a\x07b", "U+0007"),
    ],
)
def test_a_field_or_value_that_is_not_right_is_bad_input(team: Cli, word: str, named: str):
    ran = team("board", "set", word, "--as", "bob")
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
    assert team.log()[-1]["seq"] == 4


def test_a_field_that_stands_twice_is_bad_input(team: Cli):
    assert team("board", "set", "goal=a", "goal=b").code == 2


def test_a_person_has_no_status(team: Cli):
    ran = team("board", "set", "status=working")
    assert ran.code == 2
    assert "--as AGENT" in ran.err


def test_an_unknown_agent_is_not_found(team: Cli):
    assert team("board", "set", "status=working", "--as", "zoe").code == 3


def test_no_fields_are_bad_usage(team: Cli):
    assert team("board", "set").code == 2


def test_an_empty_value_clears_a_field(team: Cli):
    team.ok("board", "set", "current_task=login", "--as", "bob")
    team.ok("board", "set", "current_task=", "--as", "bob")
    assert state(team)["agents"][2]["current_task"] is None


@pytest.mark.req("BOARD-4")
def test_a_later_write_to_the_same_field_wins_and_the_other_writer_is_told_to_read_again(team: Cli):
    read_at = team.json("board")["seq"]
    team.ok("board", "set", "goal=first", "--as", "lead", "--based-on", str(read_at))
    ran = team.ok("board", "set", "goal=second", "--based-on", str(read_at))
    assert "goal had been set by lead" in ran.err
    assert state(team)["goal"] == "second"
    notice = team.json("inbox", "lead")[-1]
    assert (notice["from"], notice["type"], notice["priority"]) == ("system", "KNOWLEDGE_SHARE", "high")
    assert "goal" in notice["payload"]["content"]


@pytest.mark.req("BOARD-4")
def test_writes_to_different_fields_never_clash(team: Cli):
    read_at = team.json("board")["seq"]
    team.ok("board", "set", "goal=g", "--as", "lead", "--based-on", str(read_at))
    ran = team.ok("board", "set", "current_phase=p", "--based-on", str(read_at))
    assert ran.err == ""
    assert team.json("inbox", "lead") == []


def test_the_warning_stands_in_the_document_too(team: Cli):
    team.ok("board", "set", "goal=first", "--as", "lead")
    assert len(team.json("board", "set", "goal=second", "--based-on", "4")["warnings"]) == 1


@pytest.mark.parametrize("seq", ["99", "-1", "soon", str(10**30)])
def test_a_based_on_that_cannot_be_is_bad_input(team: Cli, seq: str):
    assert team("board", "set", "goal=g", "--based-on", seq).code == 2
    assert state(team)["goal"] == ""


def test_the_same_change_under_the_same_key_is_made_once(team: Cli):
    for _ in range(2):
        team.ok("board", "set", "goal=g", "--key", "k")
    assert team.log()[-1]["seq"] == 5


@pytest.mark.req("BOARD-3")
def test_since_shows_only_what_changed_after_it(team: Cli):
    team.ok("board", "set", "goal=g")
    team.ok("board", "set", "status=working", "--as", "bob")
    assert [line.split("  ", 2)[2] for line in map(str.strip, team.ok("board", "--since", "5").out.splitlines())] == [
        "bob  agents.bob.status: idle -> working"
    ]
    changelog = team.json("board", "--since", "5")["project_state"]["changelog"]
    assert [(entry["agent"], entry["action"], entry["diff_summary"]) for entry in changelog] == [
        ("bob", "set status", "agents.bob.status: idle -> working")
    ]


def test_nothing_since_is_said(team: Cli):
    assert team.ok("board", "--since", "4").out == "Nothing changed on the board since seq 4.\n"


@pytest.mark.parametrize("seq", ["0", "-5", str(10**30), str(-(10**30))])
def test_any_number_may_be_asked_for(team: Cli, seq: str):
    assert team.ok("board", "--since", seq).err == ""


@pytest.mark.req("BOARD-5")
def test_the_board_shows_the_last_changes_and_older_ones_by_query(team: Cli):
    (team.folder / ".renkei" / "config.toml").write_text("changes = 2\n")
    for number in range(4):
        team.ok("board", "set", f"goal=goal {number}")
    shown = [entry["diff_summary"] for entry in state(team)["changelog"]]
    assert shown == ["goal: goal 1 -> goal 2", "goal: goal 2 -> goal 3"]
    assert len(team.json("board", "--since", "0")["project_state"]["changelog"]) == 7


def test_looking_twice_changes_nothing(team: Cli):
    assert team.json("board") == team.json("board")
