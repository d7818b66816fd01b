"""`renkei log`: the event log, as lines for people and for scripts."""

import json
import signal

import pytest

from tests.support.cli_messages import freeform, handoff
from tests.support.cli_run import Cli, files_in, real, start


def test_an_empty_log_is_a_remark(renkei: Cli):
    ran = renkei.ok("log")
    assert (ran.out, ran.err) == ("", "The log is empty.\n")


def test_json_lines_have_the_promised_fields_and_seq_has_no_gaps(team: Cli):
    team.send(freeform(), "--as", "alice")
    team("board", "set", "goal=mine", "--as", "bob")
    events = team.log()
    assert [event["seq"] for event in events] == [1, 2, 3, 4, 5, 6]
    assert {tuple(event) for event in events} == {("seq", "id", "at", "type", "actor", "run", "data")}
    assert events[4]["data"]["payload"]["body"] == "Good morning"


def test_a_person_reads_one_line_per_event(team: Cli):
    lines = team.ok("log").out.splitlines()
    assert len(lines) == 4
    assert "person  AgentAdded  action=added a member  agent=bob  role=builder" in lines[-1]


def test_since_leaves_out_what_is_known(team: Cli):
    assert [event["seq"] for event in team.ok("log", "--since", "2", "--json").lines] == [3, 4]


@pytest.mark.parametrize("seq", ["99", str(10**30)])
def test_there_is_nothing_after_the_end(team: Cli, seq: str):
    assert team.ok("log", "--since", seq).out == ""


@pytest.mark.parametrize("seq", ["-3", str(-(10**30))])
def test_before_the_beginning_is_the_beginning(team: Cli, seq: str):
    assert len(team.ok("log", "--since", seq).out.splitlines()) == 4


def test_a_seq_that_is_no_number_is_bad_usage(team: Cli):
    ran = team("log", "--since", "yesterday")
    assert ran.code == 2
    assert "--since" in ran.err


def test_looking_twice_shows_the_same(team: Cli):
    assert team.ok("log").out == team.ok("log").out


@pytest.mark.req("MSG-4")
def test_stats_measure_freeforms_share_and_its_intents(team: Cli):
    team.send({**freeform(), "payload": {"body": "a", "intent_hint": "praise"}})
    team.send({**freeform(), "payload": {"body": "b", "intent_hint": "praise"}})
    team.send({**freeform(), "payload": {"body": "c", "intent_hint": "weather"}})
    team.send(handoff())
    assert team.json("log", "--stats") == {
        "messages": 4,
        "types": {"FREEFORM": 3, "TASK_HANDOFF": 1},
        "freeform_share": 0.75,
        "freeform_intents": {"praise": 2, "weather": 1},
    }
    out = team.ok("log", "--stats").out
    assert "FREEFORM is 75% of 4 messages." in out
    assert "2  praise" in out


def test_stats_of_nothing(renkei: Cli):
    assert renkei.json("log", "--stats")["messages"] == 0
    assert "FREEFORM is 0% of 0 messages." in renkei.ok("log", "--stats").out


def test_follow_shows_what_other_processes_post_and_ends_with_130_on_ctrl_c(team: Cli):
    follower = start("log", "--follow", "--since", "4", "--json", folder=team.folder)
    assert follower.stdout
    assert follower.stderr
    with follower, follower.stdout, follower.stderr:
        real("chat", "general", "from elsewhere", folder=team.folder)
        event = json.loads(follower.stdout.readline())
        assert (event["seq"], event["data"]["payload"]["body"]) == (5, "from elsewhere")
        team.ok("chat", "general", "and again")
        assert json.loads(follower.stdout.readline())["seq"] == 6
        follower.send_signal(signal.SIGINT)
        assert follower.wait(timeout=60) == 130
        assert follower.stderr.read() == ""


def test_following_where_there_is_no_store_makes_none(renkei: Cli, monkeypatch: pytest.MonkeyPatch):
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    assert renkei("log", "--follow").code == 130
    assert files_in(renkei.folder) == []


def test_following_begins_when_the_store_does(renkei: Cli):
    follower = start("log", "--follow", folder=renkei.folder)
    assert follower.stdout
    with follower, follower.stdout:
        renkei.ok("agent", "add", "bob", "--role", "builder")
        assert "RuleSetAdopted" in follower.stdout.readline()
        follower.send_signal(signal.SIGINT)
        assert follower.wait(timeout=60) == 130
