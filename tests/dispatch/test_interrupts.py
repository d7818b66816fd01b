"""MSG-5: a mention or a blocking message reaches a running agent at its next tool call, once."""

import json
from pathlib import Path

import pytest

from renkei.board.read import list_interrupts
from renkei.commands.inbox import ShowInterrupts
from renkei.entrypoints.interruptions import interrupt_agent
from renkei.errors import Refused
from renkei.eventlog.receipts import find_interrupted
from tests.support.dispatch_team import hand_over, report, wait
from tests.support.hub_team import Team, open_log


def waiting(team: Team, reader: str) -> list[str]:
    with team.hub.read() as view:
        return [each.message.id for each in list_interrupts(view, reader)]


@pytest.mark.req("MSG-5", "MSG-8")
def test_mentions_and_blocking_messages_to_the_reader_interrupt_and_nothing_else(team: Team):
    mention = team.say("what do you think, @bob?", by="alice", to="#design").id
    blocking = team.say("stop", by="alice", to="bob", priority="blocking").id
    team.say("hello", by="alice", to="bob", priority="high")
    team.say("all of you", by="alice", to="all", priority="blocking")
    assert (waiting(team, "bob"), waiting(team, "carol")) == ([mention, blocking], [])


@pytest.mark.req("MSG-5")
def test_the_end_of_a_wait_interrupts(team: Team):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    report(team, task)
    assert len(waiting(team, "alice")) == 1


@pytest.mark.req("MSG-5")
def test_each_is_shown_once_and_stays_in_the_inbox(team: Team):
    first = team.say("@bob", by="alice", to="carol").id
    team.do(ShowInterrupts(reader="bob", up_to=team.seq), by="bob")
    second = team.say("@bob", by="alice", to="carol").id
    assert (waiting(team, "bob"), team.waiting("bob")) == ([second], [first, second])
    before = team.seq
    team.do(ShowInterrupts(reader="bob", up_to=1), by="bob")
    assert team.seq == before
    team.handle("bob")
    assert waiting(team, "bob") == []


def test_nobody_marks_anothers(team: Team):
    with pytest.raises(Refused) as caught:
        team.do(ShowInterrupts(reader="bob", up_to=1), by="alice")
    assert caught.value.rule == "ACTOR-4"


@pytest.mark.req("MSG-5")
def test_the_client_puts_it_before_the_agent_after_its_next_tool_once(tmp_path: Path):
    store = tmp_path / "store.db"
    settings = {"store": str(store), "lang": "en"}
    team = Team(open_log("sqlite", tmp_path)).join("alice", "bob")
    assert (find_interrupted(store, "bob"), interrupt_agent("bob", tmp_path, settings)) == (None, None)
    team.say("＠bob、 stop", by="alice", to="#general")
    assert (find_interrupted(store, "bob"), find_interrupted(store, "alice")) == ("bob", None)
    (tmp_path / "renkei").mkdir()
    (tmp_path / "renkei" / "rules.yaml").write_text("rules: nonsense", "utf-8")
    told = interrupt_agent("bob", tmp_path, settings)
    assert told is not None
    text = told["hookSpecificOutput"]["additionalContext"]
    assert text.startswith("Renkei: this may not wait for your next turn, bob:\n\nMSG-")
    assert "＠bob、 stop" in text
    assert json.dumps(told)
    assert (find_interrupted(store, "bob"), interrupt_agent("bob", tmp_path, settings)) == (None, None)
    assert interrupt_agent("zoe", tmp_path, settings) is None


def test_a_store_without_tables_interrupts_nobody(tmp_path: Path):
    assert not find_interrupted(tmp_path / "none.db", "bob")
