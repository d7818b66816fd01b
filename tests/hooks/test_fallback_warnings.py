"""A lead that read in the place of an agent that failed leaves a warning in the progress file (LEAD-4)."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import event, git

ENTRY = "Agent code-explorer failed, results may be incomplete"
SCREEN = {"CLAUDE_CODE_ENTRYPOINT": "cli"}


def reads_in_its_place(client: Client, failures: int = 2) -> None:
    """The person has spoken, an agent failed and once more after a retry, and the lead reads a file."""
    client.answer(event("UserPromptSubmit", client.folder, agent_id="", agent_type="", prompt="Look at it."))
    for number in range(failures):
        client.start(agent_id=f"agent-{number}")
        client.notify(f"agent-{number}", status="failed")
    given = {"tool_name": "Read", "tool_input": {"file_path": "src/app.py"}, "agent_id": "", "agent_type": ""}
    assert client.answer(event("PreToolUse", client.folder, **given)) is None


def write_warnings(client: Client, *entries: str, path: str = "claude-progress.json") -> None:
    place = client.folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps({"warnings": entries}), "utf-8")


def refusals(client: Client) -> list[tuple[str, str, str]]:
    found = [each["data"] for each in client.renkei.log() if each["type"] == "RuleRefused"]
    return [(each["rule"], each["actor"], each["mode"]) for each in found]


def is_asked_for_it(answer: Any) -> bool:
    return answer is not None and ENTRY in answer.get("reason", "")


def observing(client: Client) -> Client:
    client.renkei.ok("init", "--claude", "--mode", "observe")
    return client


@pytest.mark.req("LEAD-4", "LEAD-16", refused=True)
def test_a_lead_that_left_none_is_held_once_and_told_what_to_write_where(client: Client):
    reads_in_its_place(client)
    answer = client.lead_stops("Done")
    assert answer["decision"] == "block"
    line = answer["reason"].splitlines()[-1]
    assert all(each in line for each in ("`warnings` of claude-progress.json", f'"{ENTRY}"', "[LEAD-4]"))
    assert refusals(client) == [("LEAD-4", "lead", "enforce")]
    again = client.lead_stops("Done", active=True, env=SCREEN)
    assert "decision" not in again
    assert ENTRY in again["systemMessage"]
    assert client.lead_stops("Done") is None
    assert refusals(client) == [("LEAD-4", "lead", "enforce")]


@pytest.mark.req("LEAD-4", "DEC-20")
def test_a_lead_that_may_edit_nothing_now_is_asked_for_it_later(client: Client):
    reads_in_its_place(client)
    client.answer(event("PreCompact", client.folder, agent_id="", agent_type="", trigger="auto"))
    assert not is_asked_for_it(client.lead_stops("Done"))
    client.answer(event("UserPromptSubmit", client.folder, agent_id="", agent_type="", prompt="Go on."))
    assert is_asked_for_it(client.lead_stops("Done"))


@pytest.mark.req("LEAD-4", "LEAD-16")
@pytest.mark.parametrize("path", ["claude-progress.json", ".claude/workspaces/main_1234/claude-progress.json"])
def test_a_lead_that_left_one_is_not_asked_for_it(client: Client, path: str):
    reads_in_its_place(client)
    written = {"file_path": path, "content": json.dumps({"warnings": [ENTRY]})}
    call = event("PreToolUse", client.folder, tool_name="Write", tool_input=written, agent_id="", agent_type="")
    assert client.answer(call) is None
    write_warnings(client, ENTRY, path=path)
    assert not is_asked_for_it(client.lead_stops("Done"))
    assert client.lead_stops("Done", active=True) is None
    assert refusals(client) == []


@pytest.mark.req("LEAD-4")
def test_a_lead_that_leaves_it_when_it_is_held_ends(client: Client):
    reads_in_its_place(client)
    assert is_asked_for_it(client.lead_stops("Done"))
    write_warnings(client, ENTRY)
    assert client.lead_stops("Done", active=True) is None


@pytest.mark.req("LEAD-4", refused=True)
def test_a_warning_of_another_time_or_agent_is_none_of_this_failure(client: Client):
    write_warnings(client, ENTRY)
    reads_in_its_place(client)
    write_warnings(client, ENTRY, "Agent qa-engineer failed, results may be incomplete")
    assert is_asked_for_it(client.lead_stops("Done"))
    write_warnings(client, ENTRY, ENTRY)
    assert client.lead_stops("Done", active=True) is None


@pytest.mark.req("LEAD-4", refused=True)
@pytest.mark.parametrize("text", ["{", "[]", '{"warnings": "no list"}', '{"log": ["' + ENTRY + '"]}'])
def test_a_file_that_says_it_in_no_list_of_warnings_does_not_say_it(client: Client, text: str):
    reads_in_its_place(client)
    (client.folder / "claude-progress.json").write_text(text, "utf-8")
    assert is_asked_for_it(client.lead_stops("Done"))


@pytest.mark.req("LEAD-4", refused=True)
def test_a_work_tree_that_has_the_entry_of_before_does_not_say_it_again(client: Client):
    write_warnings(client, ENTRY)
    git(client.folder, "add", "claude-progress.json")
    git(client.folder, "commit", "--quiet", "--message", "progress")
    git(client.folder, "worktree", "add", "--quiet", "../other", "-b", "other")
    reads_in_its_place(client)
    elsewhere = client.folder.parent / "other"
    stops = event("Stop", elsewhere, agent_id="", last_assistant_message="Done", stop_hook_active=False)
    assert is_asked_for_it(client.answer(stops))
    (elsewhere / "claude-progress.json").write_text(json.dumps({"warnings": [ENTRY, ENTRY]}), "utf-8")
    assert client.answer({**stops, "stop_hook_active": True}) is None


@pytest.mark.req("LEAD-4", refused=True)
@pytest.mark.parametrize("again", [shutil.copy, os.symlink, os.link])
def test_the_entry_of_before_under_a_second_name_does_not_say_it_again(
    client: Client, again: Callable[[Path, Path], Any]
):
    write_warnings(client, ENTRY)
    reads_in_its_place(client)
    again(client.folder / "claude-progress.json", client.folder / "second-progress.json")
    assert is_asked_for_it(client.lead_stops("Done"))


@pytest.mark.req("LEAD-4")
def test_an_entry_in_another_file_beside_that_of_before_says_it(client: Client):
    write_warnings(client, ENTRY)
    reads_in_its_place(client)
    (client.folder / "second-progress.json").write_text(json.dumps({"phase": 2, "warnings": [ENTRY]}), "utf-8")
    assert not is_asked_for_it(client.lead_stops("Done"))


@pytest.mark.req("LEAD-4")
def test_a_file_that_begins_with_a_mark_of_its_encoding_says_it(client: Client):
    reads_in_its_place(client)
    (client.folder / "claude-progress.json").write_text(json.dumps({"warnings": [ENTRY]}), "utf-8-sig")
    assert not is_asked_for_it(client.lead_stops("Done"))


@pytest.mark.req("LEAD-4")
@pytest.mark.parametrize("failures", [0, 1])
def test_a_lead_that_looked_a_value_up_owes_no_warning(client: Client, failures: int):
    reads_in_its_place(client, failures)
    assert not is_asked_for_it(client.lead_stops("Done"))
    assert refusals(client) == []


@pytest.mark.req("LEAD-4", refused=True)
def test_who_was_sent_back_by_another_hook_is_held_at_the_next_stop(client: Client):
    reads_in_its_place(client)
    assert ENTRY in client.lead_stops("Done", active=True)["systemMessage"]
    assert is_asked_for_it(client.lead_stops("Done"))


@pytest.mark.req("LEAD-4")
def test_in_observe_mode_it_is_recorded_and_the_person_is_told_once(client: Client):
    reads_in_its_place(observing(client))
    answer = client.lead_stops("Done", env=SCREEN)
    assert "decision" not in answer
    assert ENTRY in answer["systemMessage"]
    assert refusals(client) == [("LEAD-4", "lead", "observe")]
    assert client.lead_stops("Done", env=SCREEN) is None


def test_in_japanese(client: Client):
    client.renkei.ok("init", "--claude", "--lang", "ja", "--mode", "enforce")
    reads_in_its_place(client)
    line = client.lead_stops("Done")["reason"].splitlines()[-1]
    assert "失敗したエージェントに代わって" in line
    assert ENTRY in line
