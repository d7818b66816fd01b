"""Inboxes are each reader's own, and nothing is lost when the process ends."""

from pathlib import Path

import pytest

from renkei.commands.inbox import HandleMessages
from renkei.errors import NotFound, Refused
from tests.support.hub_team import NOON, StoreKind, Team, open_log


@pytest.mark.req("MSG-1")
def test_a_reader_who_handles_a_group_message_leaves_it_for_the_others(team: Team):
    first = team.say("hello", by="alice", to="all").id
    second = team.say("again", by="alice", to="all").id
    assert first is not None
    team.handle("bob", first)
    assert team.waiting("bob") == [second]
    assert team.waiting("carol") == [first, second]


def test_without_names_all_that_waits_is_handled(team: Team):
    team.say("hello", by="alice", to="all")
    team.say("again", by="alice", to="all")
    team.handle("bob")
    assert (team.waiting("bob"), len(team.waiting("carol"))) == ([], 2)


def test_handling_twice_changes_nothing_the_second_time(team: Team):
    message = team.say("hello", by="alice", to="bob").id
    assert message is not None
    team.handle("bob", message)
    before = team.seq
    team.handle("bob", message)
    assert team.seq == before


def test_a_message_that_is_not_the_readers_cannot_be_handled(team: Team):
    message = team.say("hello", by="alice", to="bob").id
    assert message is not None
    with pytest.raises(NotFound, match=f"carol has no message {message}"):
        team.handle("carol", message)


def test_another_agent_may_not_mark_messages_but_a_person_may(team: Team):
    message = team.say("hello", by="alice", to="bob").id
    with pytest.raises(Refused) as caught:
        team.do(HandleMessages(reader="bob"), by="alice")
    assert caught.value.rule == "ACTOR-4"
    assert team.waiting("bob") == [message]
    team.do(HandleMessages(reader="bob"))
    assert team.waiting("bob") == []


def test_messages_board_and_marks_are_there_after_a_restart(tmp_path: Path):
    log = open_log("sqlite", tmp_path)
    team = Team(log).join("alice", "bob")
    handled = team.say("one", by="alice", to="bob").id
    kept = team.say("two", by="alice", to="bob").id
    assert handled is not None
    team.handle("bob", handled)
    before = (team.board(), team.message(kept), team.events())
    log.close()
    reopened = Team(open_log("sqlite", tmp_path))
    assert reopened.waiting("bob") == [kept]
    assert (reopened.board(), reopened.message(kept), reopened.events()) == before


def test_many_posts_within_one_moment_all_have_ids_of_their_own(store: StoreKind, tmp_path: Path):
    team = Team(open_log(store, tmp_path, clock=lambda: NOON)).join("alice", "bob")
    blocked = {"new_status": "blocked", "progress_summary": "s", "blockers": ["one", "two"]}
    ids = [team.say(str(n), by="alice", to="bob").id for n in range(100)]
    ids += [team.post("STATUS_UPDATE", blocked, by="alice", to="bob").id for _ in range(20)]
    blockers = [blocker.id for blocker in team.board().blockers]
    assert (len(set(ids)), len(set(blockers))) == (120, 40)
    assert {record.at for record in team.events()} == {NOON}
    assert [record.seq for record in team.events()] == list(range(1, team.seq + 1))
