"""Who may say that something is so, as the command line shows it: exit 4, the rule, and who may."""

import json
import subprocess
from typing import Any

import pytest

from tests.support.cli_messages import handoff, result
from tests.support.cli_run import Cli, Ran

CONTRACT = {
    "id": "TC-1",
    "assignee": "bob",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "a module", "deliverables": ["login.py"]},
    "acceptance_criteria": [{"criterion": "It works", "verification_method": "`false`"}],
}


def send(team: Cli, message: dict[str, Any], by: str) -> Ran:
    return team("send", "-", "--as", by, stdin=json.dumps(message).encode())


def update(task: str | None, status: str = "completed") -> dict[str, Any]:
    payload = {"task_ref": task, "new_status": status, "progress_summary": "I say so"}
    return {"type": "STATUS_UPDATE", "to": "lead", "payload": payload}


def entry(team: Cli, name: str) -> tuple[str, str | None]:
    agents = {agent["id"]: agent for agent in team.json("board")["project_state"]["agents"]}
    return agents[name]["status"], agents[name]["blocked_by"]


def wait(team: Cli, name: str, reason: str) -> None:
    team.ok("board", "set", "status=blocked", f"blocked_by={reason}", "--as", name)


@pytest.mark.req("DEC-24", "EVT-1", refused=True)
def test_a_stranger_completes_nothing(team: Cli):
    team.ok("agent", "add", "qa", "--role", "tester")
    task = team.send(handoff("bob"), "--as", "lead")
    wait(team, "alice", f"task:{task}")
    message = result(task, output_artifacts=["login.py"])
    for ran in (
        send(team, message, "qa"),
        send(team, update(task), "qa"),
        send(team, {**message, "to": "bob"}, "lead"),
    ):
        assert (ran.code, "[DEC-24]" in ran.err, "bob or a person may" in ran.err) == (4, True, True)
    assert entry(team, "alice") == ("blocked", f"task:{task}")
    team.send(message, "--as", "bob")
    assert entry(team, "alice") == ("idle", None)
    taken = send(team, result("T-9", output_artifacts=["login.py"]), "qa")
    assert (taken.code, "[DEC-25]" in taken.err, "bob" in taken.err) == (4, True, True)


@pytest.mark.req("DEC-24", "CON-2", refused=True)
def test_a_status_word_fulfils_no_contract(team: Cli):
    team.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(CONTRACT).encode())
    team.ok("contract", "accept", "TC-1", "--as", "bob")
    wait(team, "alice", "contract:TC-1")
    for ran in (
        send(team, result("TC-1"), "bob"),
        send(team, update("TC-1"), "bob"),
        send(team, update(None), "bob"),
        team("board", "set", "status=completed", "--as", "bob"),
        team("contract", "deliver", "TC-1", "-", "--as", "bob", stdin=b'{"status": "completed", "summary": "done"}'),
    ):
        assert (ran.code, "renkei contract deliver TC-1" in ran.err or "login.py" in ran.err) == (4, True)
    assert entry(team, "alice") == ("blocked", "contract:TC-1")


@pytest.mark.req("DEC-27", refused=True)
def test_the_lead_and_a_person_resolve_a_block_and_nobody_else(team: Cli):
    for by in ([], ["--as", "lead"]):
        wait(team, "alice", "the network")
        block = next(each["id"] for each in team.json("board")["project_state"]["blockers"] if not each["resolved"])
        refused = team("board", "resolve", block, "--why", "I want to", "--as", "bob")
        assert (refused.code, "[DEC-27]" in refused.err, "lead" in refused.err) == (4, True, True)
        assert team("board", "resolve", block).code == 2
        team.ok("board", "resolve", block, "--why", "it works again", *by)
        assert entry(team, "alice") == ("idle", None)
        [ended] = [event for event in team.log() if event["type"] == "BlockerResolved" and event["data"]["id"] == block]
        assert ended["data"]["by"] == (by[-1] if by else "person")
        assert ended["data"]["why"] == "it works again"
    assert team("board", "resolve", "BLK-1", "--why", "x").code == 3


@pytest.mark.req("DEC-26")
def test_a_wait_is_taken_back_with_a_reason(team: Cli):
    wait(team, "alice", "agent:bob")
    refused = team("board", "set", "status=working", "--as", "alice")
    assert (refused.code, "--why" in refused.err) == (4, True)
    team.ok("board", "set", "status=working", "--as", "alice", "--why", "I can mock it")
    assert entry(team, "alice") == ("working", None)


@pytest.mark.req("DEC-24")
def test_a_delegator_withdraws_its_task(team: Cli):
    task = team.send(handoff("bob"), "--as", "lead")
    assert team("board", "withdraw", task, "--why", "no", "--as", "alice").code == 4
    team.ok("board", "withdraw", task, "--why", "the plan changed", "--as", "lead")
    assert send(team, result(task), "bob").code == 4


@pytest.mark.req("DEC-26", refused=True)
def test_a_blocking_request_is_not_dismissed(team: Cli):
    asked = {
        "type": "FREEFORM",
        "to": "bob",
        "priority": "blocking",
        "payload": {"body": "?", "requires_response": True},
    }
    name = team.send(asked, "--as", "alice")
    ran = team("inbox", "bob", "--handled", name)
    assert (ran.code, "[DEC-26]" in ran.err) == (4, True)
    swept = team.ok("inbox", "bob", "--handled")
    assert (name in swept.out, name in swept.err) == (True, True)


@pytest.mark.req("DEC-28", refused=True)
def test_a_team_may_require_turns(team: Cli):
    team.file(".renkei/config.toml", 'turns = "required"\n')
    ran = team("board", "set", "status=working", "--as", "bob")
    assert (ran.code, "[DEC-28]" in ran.err, "renkei turn start bob" in ran.err) == (4, True, True)
    assert send(team, update(None, "working"), "bob").code == 4
    team.ok("turn", "start", "bob")
    team.ok("board", "set", "status=working", "--as", "bob")
    team.file(".renkei/config.toml", 'turns = "always"\n')
    assert team("board").code == 2


@pytest.mark.req("DEC-24", "DEC-26", "DEC-29", refused=True)
def test_an_empty_reason_is_refused_in_words_of_the_command_line(team: Cli):
    task = team.send(handoff("bob"), "--as", "lead")
    for args in (
        ("board", "withdraw", task, "--why", " ", "--as", "lead"),
        ("board", "set", "status=working", "--why", " ", "--as", "bob"),
        ("contract", "verify", "TC-1", "--confirm", " ", "--as", "lead"),
    ):
        if "contract" in args:
            team.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(CONTRACT).encode())
        ran = team(*args)
        assert (ran.code, ran.err.splitlines()[0]) == (2, "renkei: The request is not valid.")


@pytest.mark.req("DEC-25", refused=True)
def test_a_path_of_the_project_from_the_root_of_the_disk_is_the_same_artifact(team: Cli):
    """From the project, and from a work tree of it that is elsewhere."""
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"], ["worktree", "add", "-q", "../tree"]):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=team.folder, check=True)
    (team.folder / "docs").mkdir()
    team.file("docs/api.md", "# API\n")
    team.send(result("T-1", output_artifacts=["docs/api.md"]), "--as", "bob")
    tree = team.folder.parent / "tree"
    for place in (team.folder, tree):
        team.enter(place)
        for name in (f"{place}/docs/api.md", f"file://{place}/docs/api.md:3"):
            taken = send(team, result("T-2", output_artifacts=[name]), "alice")
            assert (taken.code, "[DEC-25]" in taken.err, "bob" in taken.err) == (4, True, True)
    team.enter(team.folder)
    taken = send(team, result("T-2", output_artifacts=["/elsewhere/docs/api.md"]), "alice")
    assert (taken.code, "'/elsewhere/docs/api.md' lies outside of the project" in taken.err) == (2, True)


@pytest.mark.req("DEC-25", refused=True)
def test_nobody_owns_a_file_that_is_in_no_work_tree(team: Cli):
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"], ["worktree", "add", "-q", "../tree"]):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=team.folder, check=True)
    (team.folder.parent / "tree" / "beside.py").write_text("x = 1\n")
    taken = send(team, result("T-1", output_artifacts=["login.py", "beside.py", "spec-v2"]), "bob")
    assert (taken.code, "login.py: not there, and left out" in taken.err, "beside" in taken.err) == (0, True, False)
    team.file("login.py", "x = 1\n")
    assert send(team, result("T-2", output_artifacts=["login.py"]), "alice").code == 0
    for name, owner, other in (
        ("login.py", "alice", "bob"),
        ("beside.py", "bob", "alice"),
        ("spec-v2", "bob", "alice"),
    ):
        assert f"belongs to {owner}" in send(team, result("T-3", output_artifacts=[name]), other).err
