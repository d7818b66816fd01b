"""`renkei verify-store` and `renkei redact`: proof, and forgetting without losing it."""

import contextlib
import sqlite3

import pytest

from tests.support.cli_messages import freeform, status_update
from tests.support.cli_run import Cli, files_in

SECRET = "the launch code is 4711"


def tamper(team: Cli, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(team.store)) as connection, connection:
        assert connection.execute(statement).rowcount == 1


def test_a_store_that_holds(team: Cli):
    document = team.json("verify-store")
    assert document == {"ok": True, "events": 4, "head": document["head"], "problems": []}
    told = "The store holds: 4 events, chain and tables agree.\n"
    assert team.ok("verify-store").out == f"{told}Head: {document['head']}\n"


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE events SET actor = 'bob' WHERE seq = 2", "event 2"),
        ("DELETE FROM events WHERE seq = 4", "head"),
        ("UPDATE agents SET role = 'lead' WHERE id = 'bob'", "agents bob"),
        ("DELETE FROM changelog WHERE seq = 3", "changelog 3"),
    ],
)
def test_a_store_that_was_tampered_with_is_a_negative_verdict(team: Cli, statement: str, place: str):
    tamper(team, statement)
    ran = team("verify-store")
    assert ran.code == 1
    assert f"{place}: " in ran.out
    ran = team("verify-store", "--json")
    assert (ran.code, ran.document["ok"]) == (1, False)
    assert place in [problem["place"] for problem in ran.document["problems"]]


def test_without_a_store_there_is_nothing_to_verify(renkei: Cli):
    ran = renkei("verify-store")
    assert (ran.code, ran.out) == (3, "")
    assert str(renkei.store) in ran.err
    assert files_in(renkei.folder) == []


def test_a_redacted_message_says_nothing_any_more_and_the_store_still_holds(team: Cli):
    sent = team.send(freeform(SECRET), "--as", "alice")
    ran = team.ok("redact", sent)
    assert "the chain still holds" in ran.out
    message = team.json("message", sent)
    assert (message["redacted"], message["from"], SECRET in str(message)) == (True, "alice", False)
    assert team.ok("verify-store").code == 0
    for words in (["message", sent], ["log"], ["export"], ["chat", "general"], ["inbox", "bob"]):
        assert SECRET not in team.ok(*words).out
    assert SECRET.encode() not in b"".join(path.read_bytes() for path in (team.folder / ".renkei").iterdir())


def test_what_the_message_did_on_the_board_stays(team: Cli):
    sent = team.send(status_update("blocked"), "--as", "bob")
    team.ok("redact", sent)
    assert team.json("board")["project_state"]["agents"][2]["status"] == "blocked"
    assert team.ok("verify-store").code == 0


def test_an_event_can_be_redacted_by_its_id(team: Cli):
    team.ok("board", "set", f"goal={SECRET}")
    assert team.json("redact", "E-5") == {"target": "E-5", "changed": True}
    assert SECRET not in team.ok("board").out


def test_redacting_twice_changes_nothing(team: Cli):
    sent = team.send(freeform())
    team.ok("redact", sent)
    assert team.json("redact", sent) == {"target": sent, "changed": False}
    assert "nothing to forget" in team.ok("redact", sent).out
    assert team.log()[-1]["seq"] == 6


@pytest.mark.parametrize("target", ["MSG-99", "E-99", "E-0", "E-x", "nonsense", f"E-{10**30}"])
def test_an_unknown_id_is_not_found(team: Cli, target: str):
    ran = team("redact", target)
    assert (ran.code, ran.out) == (3, "")
    assert target in ran.err


@pytest.mark.parametrize("target", ["", " ", "x" * 2000])
def test_an_id_that_none_can_have_is_bad_input(team: Cli, target: str):
    assert team("redact", target).code == 2


def test_repair_folds_damaged_tables_anew(team: Cli):
    tamper(team, "UPDATE agents SET role = 'lead' WHERE id = 'bob'")
    assert team.ok("verify-store", "--repair").out.startswith("The store holds: 4 events, chain and tables agree.\n")
    assert team.ok("verify-store").code == 0


def test_repair_does_not_mend_a_broken_chain(team: Cli):
    tamper(team, "UPDATE events SET actor = 'bob' WHERE seq = 2")
    assert team("verify-store", "--repair").code == 1
