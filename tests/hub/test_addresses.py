"""Who reads a message: one, several, everybody, a channel; and who cannot be addressed."""

from typing import Any

import pytest

from renkei.board import read
from renkei.board.tables import InboxRow
from renkei.commands.inbox import ReadChannel
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.errors import BadInput
from tests.support.hub_team import NOON, Team, open_log


def readers(team: Team, message: str | None) -> set[str]:
    return {row.reader for row in team.rows(InboxRow) if row.message == message}


@pytest.mark.req("MSG-1")
@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("bob", {"bob"}),
        (["bob"], {"bob"}),
        (["bob", "carol"], {"bob", "carol"}),
        ("person", {"person"}),
        (["person", "bob"], {"person", "bob"}),
        ("all", {"bob", "carol"}),
        ("*", {"bob", "carol"}),
        ("#general", {"bob", "carol"}),
        ("general", {"bob", "carol"}),
        ("#design", {"bob", "carol"}),
        (["bob", "#design"], {"bob", "carol"}),
        (["bob", "alice"], {"bob"}),
        (["all", "#design"], {"bob", "carol"}),
    ],
)
def test_a_message_reaches_those_it_is_addressed_to_but_not_its_sender(team: Team, to: Any, expected: set[str]):
    done = team.say("hello", by="alice", to=to)
    assert readers(team, done.id) == expected
    assert team.message(done.id).to == to


@pytest.mark.req("MSG-1")
@pytest.mark.parametrize(
    ("to", "message"),
    [
        ("dave", "to: nobody is called 'dave'. The team: alice, bob, carol. A channel is written #name."),
        (["bob", "dave"], "to: nobody is called 'dave'. The team: alice, bob, carol. A channel is written #name."),
        ("system", "to: nobody is called 'system'. The team: alice, bob, carol. A channel is written #name."),
        ("Bob", "to: nobody is called 'Bob'. The team: alice, bob, carol. A channel is written #name."),
        ("design", "to: nobody is called 'design'. The team: alice, bob, carol. A channel is written #name."),
        ("# x", "to: nobody is called '# x'. The team: alice, bob, carol. A channel is written #name."),
        ("alice", "to: ['alice'] is nobody but the sender. Name another agent, `all` or a #channel."),
        (["#a", "#b"], "to: expected at most one channel, not a, b."),
        ("#bob", "to: #bob cannot be a channel: bob is the name of somebody."),
    ],
)
def test_an_address_that_nobody_has_is_bad_input_and_changes_nothing(team: Team, to: Any, message: str):
    before = team.seq
    with pytest.raises(BadInput) as caught:
        team.say("hello", by="alice", to=to)
    assert str(caught.value) == message
    assert team.seq == before


def test_a_message_to_everybody_in_a_team_of_one_reaches_nobody(tmp_path: Any):
    team = Team(open_log("memory", tmp_path)).join("alice")
    with pytest.raises(BadInput, match="nobody but the sender"):
        team.say("hello", by="alice", to="all")


def test_an_agent_that_left_cannot_be_addressed(team: Team):
    team.do(RemoveAgent(name="bob"))
    with pytest.raises(BadInput, match="nobody is called 'bob'"):
        team.say("hello", to="bob")


@pytest.mark.req("MSG-1")
def test_a_message_is_read_back_with_the_header_that_renkei_fills_in(tmp_path: Any):
    team = Team(open_log("sqlite", tmp_path, clock=lambda: NOON)).join("alice", "bob")
    done = team.say(
        "hello", by="alice", to="bob", priority="high", related_state_refs=[{"type": "agent", "id": "alice"}]
    )
    assert done.id == "MSG-4"
    assert team.message("MSG-4").model_dump(by_alias=True) == {
        "id": "MSG-4",
        "type": "FREEFORM",
        "from": "alice",
        "to": "bob",
        "priority": "high",
        "timestamp": NOON,
        "context_summary": "hello",
        "related_state_refs": [{"type": "agent", "id": "alice"}],
        "in_reply_to": None,
        "expected_response_type": [],
        "payload": {"intent_hint": "", "body": "hello", "requires_response": False, "urgency": "normal"},
        "channel": "general",
        "redacted": False,
    }


@pytest.mark.req("MSG-8")
def test_a_channel_begins_with_its_first_post_and_general_is_always_there(team: Team):
    with team.hub.read() as view:
        assert read.list_channels(view).items == ["general"]
        assert not read.is_channel(view, "design")
    first = team.say("hello", by="alice", to="#design")
    second = team.say("hello again", by="bob", to="design")
    with team.hub.read() as view:
        assert read.list_channels(view).items == ["general", "design"]
    assert team.chat("design") == [first.id, second.id]


@pytest.mark.req("MSG-8")
def test_freeform_shows_in_the_chat_and_typed_messages_ride_on_direct_ones(team: Team):
    direct = team.say("between us", by="alice", to="bob")
    share = {"topic": "t", "content": "c", "relevance_to_recipients": "", "actionable": False}
    typed = team.post("KNOWLEDGE_SHARE", share, by="alice", to="bob")
    assert team.chat("general") == [direct.id]
    assert team.message(typed.id).channel is None
    assert team.waiting("bob") == [direct.id, typed.id]


@pytest.mark.req("MSG-8")
def test_read_marks_are_each_readers_own(team: Team):
    team.say("hello", to="#design")
    last = team.say("hello", to="#design")
    team.do(ReadChannel(reader="alice", channel="design"), by="alice")
    with team.hub.read() as view:
        assert f"MSG-{read.read_mark(view, 'alice', 'design')}" == last.id
        assert read.read_mark(view, "bob", "design") == 0
    before = team.seq
    assert team.do(ReadChannel(reader="alice", channel="design"), by="alice").id is None
    assert team.seq == before


def test_an_agent_cannot_take_a_channels_name_or_one_of_renkeis_own(team: Team):
    team.say("hello", to="#design")
    for name in ("design", "general", "all", "person", "system", "Person"):
        with pytest.raises(BadInput):
            team.do(AddAgent(name=name, role="developer"))


@pytest.mark.parametrize(
    ("priority", "urgency", "counts"),
    [
        ("normal", "high", "high"),
        ("high", "normal", "high"),
        ("low", "low", "low"),
        ("blocking", "low", "blocking"),
        ("low", "blocking", "blocking"),
    ],
)
@pytest.mark.req("MSG-1")
@pytest.mark.req("DEC-9")
def test_of_a_freeforms_urgency_and_priority_the_higher_counts(team: Team, priority: str, urgency: str, counts: str):
    done = team.post("FREEFORM", {"body": "b", "urgency": urgency}, to="bob", priority=priority)
    assert team.message(done.id).priority == counts


@pytest.mark.req("MSG-8")
def test_a_mention_lands_in_the_inbox_of_the_one_mentioned_and_is_marked(team: Team):
    done = team.say("what do you think, ＠carol？ and @alice, @dave", by="alice", to="bob")
    marks = {row.reader: row.mentioned for row in team.rows(InboxRow) if row.message == done.id}
    assert marks == {"bob": False, "carol": True}


@pytest.mark.req("MSG-8")
def test_a_mention_in_the_summary_of_a_typed_message_counts_too(team: Team):
    share = {"topic": "t", "content": "c", "relevance_to_recipients": "", "actionable": False}
    done = team.post("KNOWLEDGE_SHARE", share, by="alice", to="bob", context_summary="see this, @carol")
    assert readers(team, done.id) == {"bob", "carol"}


@pytest.mark.req("MSG-8")
def test_a_mail_address_mentions_nobody(team: Team):
    done = team.say("write to x@carol", by="alice", to="bob")
    assert readers(team, done.id) == {"bob"}


def test_a_summary_is_made_from_the_first_line_when_none_is_given(team: Team):
    done = team.say(f"\n first line\nsecond {'x' * 300}", to="bob")
    assert team.message(done.id).context_summary == "first line"
    long = team.say("x" * 300, to="bob")
    assert team.message(long.id).context_summary == f"{'x' * 199}…"


def test_a_message_over_one_mebibyte_is_refused_and_one_below_is_taken(team: Team):
    team.say("x" * (1024 * 1024 - 1000), to="bob")
    before = team.seq
    with pytest.raises(BadInput, match="at most 1048576 are taken"):
        team.say("x" * 1024 * 1024, to="bob")
    assert team.seq == before


@pytest.mark.parametrize("name", ["#all", "#system", "#person", "#System"])
def test_no_channel_takes_a_name_that_means_somebody(team: Team, name: str):
    with pytest.raises(BadInput, match="cannot be a channel"):
        team.say("hello", by="alice", to=name)
    team.say("hello", by="alice", to="#general")
