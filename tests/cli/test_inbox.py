"""`renkei inbox` and `renkei message`: what waits for an agent, and one message whole."""

import unicodedata

import pytest

from tests.support.cli_messages import handoff, status_update
from tests.support.cli_run import Cli


def waiting(team: Cli, reader: str) -> list[str]:
    return [message["id"] for message in team.json("inbox", reader)]


def test_an_empty_inbox_says_so(team: Cli):
    assert team.ok("inbox", "bob").out == "Nothing waits for bob.\n"
    assert team.json("inbox", "bob") == []


def test_messages_wait_oldest_first_and_whole(team: Cli):
    first, second = team.send(handoff(), "--as", "lead"), team.send(handoff(), "--as", "alice")
    messages = team.json("inbox", "bob")
    assert [message["id"] for message in messages] == [first, second]
    assert messages[0] == team.json("message", first)
    assert messages[0]["payload"]["task_description"] == "Build the login"


def test_a_person_sees_type_sender_and_summary(team: Cli):
    team.send({**handoff(), "priority": "blocking"}, "--as", "lead")
    head, summary, *_ = team.ok("inbox", "bob").out.splitlines()
    assert head.startswith("MSG-5  TASK_HANDOFF  lead → bob  blocking")
    assert summary == "    Build the login"


def test_looking_handles_nothing(team: Cli):
    team.send(handoff())
    assert waiting(team, "bob") == waiting(team, "bob") == ["MSG-5"]


def test_handled_takes_all_that_wait(team: Cli):
    team.send(handoff())
    team.send(handoff())
    assert team.ok("inbox", "bob", "--handled").out == "Nothing waits for bob.\n"
    assert waiting(team, "bob") == []


def test_handled_with_an_id_takes_that_one(team: Cli):
    first, second = team.send(handoff()), team.send(handoff())
    assert [message["id"] for message in team.json("inbox", "bob", "--handled", first)] == [second]


def test_handling_twice_changes_nothing(team: Cli):
    sent = team.send(handoff())
    for _ in range(2):
        team.ok("inbox", "bob", "--handled", sent)
    assert team.log()[-1]["seq"] == 6


def test_handling_leaves_other_readers_alone(team: Cli):
    sent = team.send(handoff("all"), "--as", "lead")
    team.ok("inbox", "bob", "--handled")
    assert waiting(team, "alice") == [sent]


def test_a_message_that_was_never_theirs_is_not_found(team: Cli):
    sent = team.send(handoff("alice"))
    ran = team("inbox", "bob", "--handled", sent)
    assert ran.code == 3
    assert sent in ran.err


def test_an_id_that_is_empty_is_bad_input(team: Cli):
    assert team("inbox", "bob", "--handled", "").code == 2


@pytest.mark.parametrize("words", [[], ["--handled"]])
def test_an_unknown_agent_is_not_found(team: Cli, words: list[str]):
    ran = team("inbox", "zoe", *words)
    assert (ran.code, ran.out) == (3, "")
    assert "zoe" in ran.err


def test_a_person_has_an_inbox(team: Cli):
    team.send(status_update(to="person"), "--as", "bob")
    assert waiting(team, "person") == ["MSG-5"]


def test_a_name_is_found_however_its_accents_are_typed(renkei: Cli):
    renkei.ok("agent", "add", unicodedata.normalize("NFC", "rené"), "--role", "r")
    decomposed = unicodedata.normalize("NFD", "rené")
    assert renkei.json("inbox", decomposed) == []
    renkei.ok("agent", "token", decomposed)
    renkei.ok("agent", "remove", decomposed)


def test_a_message_is_shown_with_every_field(team: Cli):
    team.send(handoff(constraints=["keep /v1", "no new table"]), "--as", "lead")
    out = team.ok("message", "MSG-5").out
    assert "expected_response_type: TASK_RESULT | TASK_BLOCKED" in out
    assert "constraints: \n      - keep /v1\n      - no new table" in out
    assert "expected_output: format: module" in out


def test_an_unknown_message_is_not_found(team: Cli):
    ran = team("message", "MSG-99")
    assert (ran.code, ran.out) == (3, "")
    assert "MSG-99" in ran.err


def test_an_unknown_message_is_an_error_document_for_scripts(team: Cli):
    ran = team("--json", "message", "MSG-99")
    assert (ran.code, ran.document["error"]["exit_code"]) == (3, 3)
