"""`renkei insights`: what agents mark as worth keeping reaches others after a person has accepted it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import Cli

MARKED = "LEARNED: the cache is never cleared on logout"


def pending(renkei: Cli, state: str = "pending") -> list[dict[str, Any]]:
    return renkei.json("insights", "list", "--state", state)["insights"]


def files(renkei: Cli, state: str) -> list[Path]:
    return sorted(renkei.folder.glob(f"*/workspaces/*/insights/{state}/INS-*.json"))


def mark(team: Cli, text: str = MARKED) -> str:
    team.ok("chat", "general", text, "--as", "bob")
    return pending(team)[-1]["id"]


def begin_turn(team: Cli) -> None:
    """alice has begun another turn, and has something to end it with."""
    team.ok("turn", "start", "alice")
    update = {"new_status": "working", "progress_summary": "on it"}
    team.send({"type": "STATUS_UPDATE", "to": "#log", "payload": update}, "--as", "alice")


@pytest.mark.req("ORCH-3")
def test_what_an_agent_marks_in_a_message_is_kept_as_a_record(team: Cli):
    (team.folder / ".claude").mkdir()
    name = mark(team)
    assert re.fullmatch(r"INS-\d{14}-[0-9a-f]{8}", name)
    (path,) = files(team, "pending")
    assert path.is_relative_to(team.folder / ".claude" / "workspaces")
    document = json.loads(path.read_text())
    assert document | {"timestamp": "", "contentHash": "", "workspaceId": ""} == {
        "id": name,
        "timestamp": "",
        "category": "learned",
        "content": "the cache is never cleared on logout",
        "source": "team-member-bob",
        "status": "pending",
        "contentHash": "",
        "workspaceId": "",
    }
    assert document["workspaceId"] == path.parents[2].name


@pytest.mark.req("ORCH-3", "BUD-6")
def test_a_turn_that_goes_on_is_told_what_was_accepted_since_the_last_one_and_once(team: Cli):
    old, new = mark(team), mark(team, "PATTERN: adapters are made in one place")
    team.ok("insights", "accept", new)
    begin_turn(team)
    team.ok("insights", "accept", old)  # said earlier than the other one, accepted later
    begin_turn(team)
    text = team.json("context", "alice", "--delta")["text"]
    assert f"{old} LEARNED bob: the cache is never cleared on logout" in text
    assert new not in text
    begin_turn(team)
    assert old not in team.json("context", "alice", "--delta")["text"]


@pytest.mark.req("ORCH-3")
def test_what_was_accepted_reaches_the_context_of_agents_and_nothing_else_does(team: Cli):
    first, second = mark(team), mark(team, "PATTERN: adapters are made in one place")
    team.ok("turn", "start", "alice")
    assert "insights:" not in team.json("context", "alice")["text"]
    team.ok("insights", "accept", first, "--why", "seen it")
    team.ok("insights", "reject", second)
    text = team.json("context", "alice")["text"]
    assert f"{first} LEARNED bob: the cache is never cleared on logout" in text
    assert second not in text
    assert [path.stem for path in files(team, "applied")] == [first]
    assert [path.stem for path in files(team, "rejected")] == [second]
    assert not files(team, "pending")
    assert pending(team, "accepted")[0]["reason"] == "seen it"


def test_a_person_may_think_again_and_the_same_word_twice_changes_nothing(team: Cli):
    name = mark(team)
    team.ok("insights", "accept", name)
    before = len(team.log())
    team.ok("insights", "accept", name)
    assert len(team.log()) == before
    team.ok("insights", "reject", name)
    assert [each["id"] for each in pending(team, "rejected")] == [name]


@pytest.mark.req("ORCH-3", refused=True)
def test_an_agent_reviews_none(team: Cli, token: dict[str, str]):
    name = mark(team)
    refused = team("insights", "accept", name, env=token)
    assert refused.code == 4
    assert "ORCH-3" in refused.err
    assert [each["id"] for each in pending(team)] == [name]


def test_one_that_is_not_there_keeps_the_others_as_they_are(team: Cli):
    name = mark(team)
    failed = team("insights", "accept", name, "INS-20260101000000-00000000")
    assert failed.code == 3
    assert "INS-20260101000000-00000000" in failed.err
    assert [each["id"] for each in pending(team)] == [name]


def test_what_was_said_before_is_not_kept_again(team: Cli):
    name = mark(team)
    team.ok("insights", "reject", name)
    team.ok("chat", "general", MARKED.upper(), "--as", "alice")
    assert pending(team) == []


def test_what_was_redacted_says_nothing_any_more(team: Cli):
    name = mark(team)
    team.ok("insights", "accept", name)
    message = next(each for each in team.log() if each["type"] == "MessagePosted")
    team.ok("redact", f"MSG-{message['seq']}")
    assert "cache" not in team.json("context", "alice")["text"]
    assert "cache" not in files(team, "applied")[0].read_text()
    assert pending(team, "accepted")[0]["content"] == "[redacted]"
    team.ok("insights", "reject", name)
    assert team("insights", "accept", name).code == 4


def test_an_empty_list_says_how_one_comes_to_be(team: Cli):
    assert "LEARNED:" in team.ok("insights", "list").out


def test_what_is_done_is_done_where_the_files_of_insights_cannot_be_written(team: Cli):
    (team.folder / ".claude").write_text("no folder\n", "utf-8")
    told = team.ok("chat", "general", MARKED, "--as", "bob").err
    assert "cannot be written (Not a directory)" in told
    [kept] = pending(team)
    assert "cannot be written" in team.ok("insights", "accept", kept["id"]).err
    assert [each["id"] for each in pending(team, "accepted")] == [kept["id"]]
