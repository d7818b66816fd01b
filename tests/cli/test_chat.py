"""`renkei chat`: group chat."""

import json

import pytest

from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli


def said(team: Cli, channel: str, *words: str) -> list[tuple[str, str]]:
    return [(post["from"], post["payload"]["body"]) for post in team.json("chat", channel, *words)]


def unread(team: Cli, reader: str, channel: str = "general") -> list[bool]:
    return [post["unread"] for post in team.json("chat", channel, "--as", reader)]


def test_general_is_always_there(renkei: Cli):
    assert renkei.ok("chat", "general").out == "Nobody has said anything in #general yet.\n"
    assert renkei.json("chat", "general") == []
    assert renkei.ok("chat").out == "#general\n"
    assert renkei.json("chat") == ["general"]


@pytest.mark.req("MSG-8")
def test_a_post_is_stored_as_freeform(team: Cli):
    ran = team.ok("chat", "general", "Good morning", "--as", "alice")
    assert ran.out == "MSG-5\n"
    message = team.json("message", "MSG-5")
    assert (message["type"], message["from"], message["to"]) == ("FREEFORM", "alice", "#general")
    assert said(team, "general") == [("alice", "Good morning")]


@pytest.mark.req("MSG-8")
def test_freeform_shows_in_the_chat(team: Cli):
    team.send(freeform("Sent, not chatted"), "--as", "alice")
    assert said(team, "general") == [("alice", "Sent, not chatted")]


def test_posts_are_read_oldest_first_with_their_author(team: Cli):
    team.ok("chat", "general", "one", "--as", "alice")
    team.ok("chat", "general", "two")
    lines = team.ok("chat", "general").out.splitlines()
    assert [line.split("  ", 1)[1] for line in lines] == ["alice  one", "person  two"]


def test_a_post_answers_scripts_with_id_and_seq(team: Cli):
    assert team.json("chat", "general", "hello") == {"id": "MSG-5", "seq": 5}


@pytest.mark.parametrize("name", ["design", "#design", "設計"])
def test_a_channel_begins_with_its_first_post(team: Cli, name: str):
    assert team("chat", name).code == 3
    team.ok("chat", name, "hello")
    assert said(team, name) == [("person", "hello")]
    assert team.json("chat") == ["general", name.removeprefix("#")]


def test_an_unknown_channel_is_not_found(team: Cli):
    ran = team("chat", "nowhere")
    assert (ran.code, ran.out) == (3, "")
    assert "nowhere" in ran.err


@pytest.mark.parametrize("name", ["two words", "bob", "a/b", "x" * 65])
def test_a_name_that_no_channel_can_have_is_bad_input(team: Cli, name: str):
    assert team("chat", name, "hello").code == 2
    assert team.json("chat") == ["general"]


@pytest.mark.parametrize("text", ["", "   ", "\x1b[31mred"])
def test_text_that_says_nothing_or_holds_control_characters_is_bad_input(team: Cli, text: str):
    assert team("chat", "general", text).code == 2
    assert team.json("chat", "general") == []


def test_text_that_looks_like_a_flag_stands_after_two_dashes(team: Cli):
    team.ok("chat", "general", "--", "--json")
    assert said(team, "general") == [("person", "--json")]


def test_an_unknown_author_is_not_found(team: Cli):
    assert team("chat", "general", "hello", "--as", "zoe").code == 3
    assert team("chat", "general", "--as", "zoe").code == 3


def test_read_marks_are_each_readers_own(team: Cli):
    team.ok("chat", "general", "one", "--as", "lead")
    team.ok("chat", "general", "--as", "alice", "--mark")
    team.ok("chat", "general", "two", "--as", "lead")
    assert unread(team, "alice") == [False, True]
    assert unread(team, "bob") == [True, True]
    assert unread(team, "person") == [True, True]


def test_reading_alone_marks_nothing(team: Cli):
    team.ok("chat", "general", "one")
    assert unread(team, "bob") == unread(team, "bob") == [True]


def test_what_is_marked_is_still_shown_as_new_this_once(team: Cli):
    team.ok("chat", "general", "one")
    assert team.ok("chat", "general", "--as", "bob", "--mark").out.startswith("• ")
    assert team.ok("chat", "general", "--as", "bob").out.startswith("  ")


def test_marking_twice_changes_nothing(team: Cli):
    team.ok("chat", "general", "one")
    for _ in range(2):
        team.ok("chat", "general", "--mark")
    assert team.log()[-1]["seq"] == 6


def test_limit_shows_the_newest(team: Cli):
    for text in ("one", "two", "three"):
        team.ok("chat", "general", text)
    assert [body for _, body in said(team, "general", "--limit", "2")] == ["two", "three"]


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_a_limit_below_one_is_bad_input(team: Cli, limit: str):
    ran = team("chat", "general", "--limit", limit)
    assert ran.code == 2
    assert limit in ran.err


@pytest.mark.req("MSG-8")
def test_a_mention_puts_the_post_into_the_inbox_of_the_one_mentioned(team: Cli):
    team.ok("chat", "general", "@bob look at this", "--as", "lead")
    assert [message["id"] for message in team.json("inbox", "bob")] == ["MSG-5"]


def test_a_typed_message_to_a_channel_stands_in_it(team: Cli):
    message = {**freeform(to="#design"), "context_summary": "hello"}
    team.ok("send", "--as", "alice", "-", stdin=json.dumps(message).encode())
    assert said(team, "design") == [("alice", "Good morning")]
