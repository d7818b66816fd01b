"""A commit that comes while an agent is at work in a client does not change what binds: a person accepts it."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.agent_trees import note_client
from renkei.binding import state_file
from tests.support.cli_run import Cli
from tests.support.fake_client import fake_client
from tests.support.hook_client import Client
from tests.support.hook_project import LIE, event, git

LOOSER = '[tool.renkei.policy.commands]\nlead = [{run = "touch"}, {run = "python3"}, {run = "git"}]\n'
PLAIN = '[project]\nname = "x"\nversion = "1.0.0"\n'
TELLS = "renkei accept policy_settings"


def call(client: Client, command: str, agent: str = "backend-specialist", **fields: Any) -> Any:
    who = {"agent_id": f"id-{agent}" if agent else "", "agent_type": agent}
    given = event("PreToolUse", client.folder, tool_name="Bash", tool_input={"command": command}, **who, **fields)
    return client.answer(given)


def done(client: Client, command: str, **fields: Any) -> Any:
    who = {"agent_id": "id-b", "agent_type": "backend-specialist"}
    given = event("PostToolUse", client.folder, tool_name="Bash", tool_input={"command": command}, **who, **fields)
    return client.answer({**given, "tool_response": {}})


def prompt(client: Client) -> str:
    given = event("UserPromptSubmit", client.folder, agent_id="", agent_type="", prompt="go on")
    answer = client.answer(given)
    return str(answer["systemMessage"]) if answer and "systemMessage" in answer else ""


def disowned(client: Client) -> Path:
    return state_file(client.folder, os.environ, ".disowned")


def commit(folder: Path, text: str, *, name: str = "pyproject.toml", message: str = "chore") -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    git(folder, "add", "-f", name)
    git(folder, "commit", "--quiet", "--message", message)


@pytest.mark.req("DEC-52", refused=True)
def test_what_an_agent_commits_is_not_the_persons(client: Client):
    assert call(client, "./release.sh") is None
    commit(client.folder, PLAIN + LOOSER)
    done(client, "./release.sh")
    assert TELLS in prompt(client)
    client.session_starts()
    assert call(client, "python3 x.py", agent="")["decision"] == "block"


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("name", ["renkei/policy.yaml", "renkei/rules.yaml"])
def test_files_of_rules_and_policy_are_held_alike(client: Client, name: str):
    call(client, "./release.sh")
    commit(client.folder, "limits: {}\n" if "policy" in name else "rules: []\n", name=name)
    assert call(client, "ls") is None  # a command whose end no hook has seen: the next one looks
    assert f"renkei accept {Path(name).stem}" in prompt(client)


@pytest.mark.req("DEC-52", refused=True)
def test_a_commit_that_was_made_and_hidden_is_found_when_it_is_brought_back(client: Client):
    call(client, "./release.sh")
    commit(client.folder, PLAIN + LOOSER)
    commit(client.folder, PLAIN)
    done(client, "./release.sh")
    assert TELLS not in prompt(client)
    git(client.folder, "reset", "--quiet", "--hard", "HEAD~1")
    done(client, "git reset --hard HEAD~1")
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52")
def test_a_person_accepts_it(client: Client):
    call(client, "./release.sh")
    commit(client.folder, PLAIN + LOOSER)
    done(client, "./release.sh")
    client.ends()
    client.renkei.ok("accept", "policy_settings")
    assert TELLS not in prompt(client)


@pytest.mark.req("DEC-52")
def test_what_binds_may_stay_the_same_in_what_an_agent_commits(client: Client):
    commit(client.folder, PLAIN + LOOSER)
    assert TELLS not in prompt(client)
    call(client, "./release.sh")
    commit(client.folder, PLAIN.replace("1.0.0", "1.0.1") + LOOSER)
    done(client, "./release.sh")
    assert TELLS not in prompt(client)
    assert not disowned(client).exists()


@pytest.mark.req("DEC-52")
def test_what_was_committed_before_the_session_is_the_persons(client: Client):
    call(client, "ls")
    commit(client.folder, PLAIN + LOOSER)
    client.answer(event("SessionStart", client.folder, agent_id="", source="resume"))
    assert TELLS not in prompt(client)


@pytest.mark.req("DEC-52")
def test_of_what_was_committed_between_two_sessions_the_person_is_told_once(client: Client):
    commit(client.folder, PLAIN)
    client.session_starts()
    client.ends()
    commit(client.folder, PLAIN + LOOSER)
    made = git(client.folder, "rev-parse", "HEAD")[:10]
    told = client.session_starts()["systemMessage"]
    assert f"since the last session commit {made} changed what pyproject.toml says" in told
    assert "git revert" in told
    client.ends()
    assert "git revert" not in str(client.session_starts())


@pytest.mark.req("DEC-52")
def test_of_what_leaves_what_binds_alone_nobody_is_told(client: Client):
    client.session_starts()
    client.ends()
    commit(client.folder, PLAIN)
    assert "git revert" not in str(client.session_starts())


@pytest.mark.req("DEC-52", refused=True)
def test_a_branch_with_another_policy_is_held_too(client: Client, renkei: Cli):
    git(renkei.folder, "branch", "other")
    call(client, "git switch other")
    git(renkei.folder, "switch", "--quiet", "other")
    commit(renkei.folder, PLAIN + LOOSER)
    git(renkei.folder, "switch", "--quiet", "main")
    done(client, "git switch main")
    assert TELLS not in prompt(client)
    git(renkei.folder, "merge", "--quiet", "--no-ff", "--message", "merge", "other")
    done(client, "git merge other")
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52", refused=True)
def test_refs_that_are_packed_are_watched(client: Client):
    git(client.folder, "pack-refs", "--all")
    call(client, "./release.sh")
    commit(client.folder, PLAIN + LOOSER)
    git(client.folder, "pack-refs", "--all")
    done(client, "./release.sh")
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("second", ["amend", "another"])
def test_what_does_not_count_counts_by_no_later_commit(client: Client, second: str):
    call(client, "./release.sh")
    commit(client.folder, PLAIN + LOOSER)
    done(client, "./release.sh")
    assert TELLS in prompt(client)
    if second == "amend":
        git(client.folder, "commit", "--quiet", "--amend", "--message", "better words")
    else:
        commit(client.folder, PLAIN.replace("1.0.0", "1.1.0") + LOOSER)
    done(client, "git commit")
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52")
def test_going_to_an_older_commit_and_back_leaves_the_persons_policy_alone(client: Client):
    git(client.folder, "branch", "older")
    commit(client.folder, PLAIN + LOOSER)
    client.session_starts()
    call(client, "git switch older")
    git(client.folder, "switch", "--quiet", "older")
    done(client, "git switch older")
    git(client.folder, "switch", "--quiet", "main")
    done(client, "git switch main")
    assert TELLS not in prompt(client)


def begins(client: Client, session: str, source: str) -> None:
    client.answer(event("SessionStart", client.folder, session_id=session, agent_id="", agent_type="", source=source))


def leads(client: Client, command: str, session: str) -> Any:
    return call(client, command, agent="", session_id=session)


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("source", ["clear", "resume", "startup"])
def test_a_session_that_begins_before_a_hook_has_looked_takes_no_commit_for_the_persons(client: Client, source: str):
    begins(client, "first", "startup")
    commit(client.folder, PLAIN + LOOSER)  # by a process that was left behind
    begins(client, "second", source)
    assert TELLS in prompt(client)
    assert leads(client, "python3 x.py", "second")["decision"] == "block"


@pytest.mark.req("DEC-52", refused=True)
def test_what_was_put_on_another_branch_in_one_session_counts_in_no_other(client: Client):
    git(client.folder, "branch", "other")
    begins(client, "first", "startup")
    call(client, "./release.sh", session_id="first")
    git(client.folder, "switch", "--quiet", "other")
    commit(client.folder, PLAIN + LOOSER)
    git(client.folder, "switch", "--quiet", "main")
    done(client, "./release.sh", session_id="first")
    client.ends()
    begins(client, "second", "startup")
    git(client.folder, "merge", "--quiet", "--ff-only", "other")
    assert TELLS in prompt(client)
    assert leads(client, "python3 x.py", "second")["decision"] == "block"


@pytest.mark.req("DEC-52", refused=True)
def test_no_command_of_git_takes_away_what_is_known_of_commits(client: Client):
    call(client, "./release.sh")
    commit(client.folder, PLAIN + LOOSER)
    done(client, "./release.sh")
    for ref in git(client.folder, "for-each-ref", "--format=%(refname)", "refs/renkei").split():
        git(client.folder, "update-ref", "-d", ref)
    client.ends()
    begins(client, "second", "startup")
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52", refused=True)
def test_a_list_of_commits_that_somebody_broke_makes_none_the_persons(client: Client):
    call(client, "./release.sh")
    commit(client.folder, PLAIN + LOOSER)
    done(client, "./release.sh")
    disowned(client).unlink()
    disowned(client).mkdir()
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52")
def test_what_was_compiled_is_in_force_as_long_as_it_counts(client: Client):
    commit(client.folder, PLAIN + LOOSER)
    begins(client, "first", "startup")
    assert leads(client, "python3 x.py", "first") is None
    git(client.folder, "reset", "--quiet", "--hard", "HEAD~1")
    assert leads(client, "python3 x.py", "first")["decision"] == "block"


@pytest.mark.req("DEC-52")
def test_a_policy_that_a_person_accepts_is_in_force_at_the_next_call(client: Client):
    begins(client, "first", "startup")
    (client.folder / "pyproject.toml").write_text(PLAIN + LOOSER, "utf-8")
    assert leads(client, "python3 x.py", "first")["decision"] == "block"
    client.ends()
    client.renkei.ok("accept", "policy_settings")
    assert leads(client, "python3 x.py", "first") is None
    (client.folder / "pyproject.toml").write_text(PLAIN, "utf-8")  # what was accepted holds
    assert leads(client, "python3 x.py", "first") is None
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52", refused=True)
def test_two_tables_of_policy_are_both_bound(client: Client):
    own = client.folder / ".renkei/config.toml"
    own.write_text("[policy.limits.search]\nfiles = 2\n", "utf-8")
    client.renkei.ok("accept")
    begins(client, "first", "startup")
    (client.folder / "pyproject.toml").write_text(PLAIN + LOOSER, "utf-8")
    assert leads(client, "python3 x.py", "first")["decision"] == "block"
    assert TELLS in prompt(client)


@pytest.mark.req("DEC-52")
def test_a_newer_renkei_lays_the_teams_policy_over_what_it_ships_itself(client: Client):
    commit(client.folder, PLAIN + LOOSER)
    client.session_starts()
    assert call(client, "python3 x.py", agent="") is None
    compiled = state_file(client.folder, os.environ, ".policy.json")
    header, _, data = compiled.read_bytes().partition(b"\n")
    said, policy = json.loads(header), json.loads(data)
    del said["shipped"], policy["clients"]  # as a version wrote them that knew no clients
    compiled.write_text(json.dumps(said | {"stamp": "of that version"}) + "\n" + json.dumps(policy), "utf-8")
    assert call(client, "python3 x.py", agent="") is None
    assert "SDD-9" in call(client, "claude -p hello")["reason"]


def switch_off(client: Client) -> None:
    commit(client.folder, "", name=".renkei/off")


def soften(client: Client) -> None:
    settings = json.loads((client.folder / ".renkei/hook.json").read_text())
    commit(client.folder, json.dumps({**settings, "mode": "observe"}), name=".renkei/hook.json")


def name_another_store(client: Client) -> None:
    settings = json.loads((client.folder / ".renkei/hook.json").read_text())
    shutil.copy(client.folder / ".renkei/renkei.db", client.folder / "other.db")
    named = str(client.folder / "other.db")
    commit(client.folder, json.dumps({**settings, "store": named}), name=".renkei/hook.json")


def unmark(client: Client) -> None:
    commit(client.folder, "---\nname: code-explorer\n---\n", name=".claude/agents/code-explorer.md")


COMMITTED = [switch_off, soften, name_another_store, unmark]


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("way", COMMITTED)
def test_a_commit_loosens_nothing_before_a_hook_has_looked_at_it(client: Client, way: Callable[[Client], None]):
    call(client, "./release.sh")
    way(client)  # no tool has ended since: a background command's end no hook sees
    stopped = client.stop(LIE)
    assert stopped["decision"] == "block"
    assert "renkei accept" in stopped["systemMessage"]
    assert call(client, "touch .renkei/off")["decision"] == "block"
    assert "renkei accept" in prompt(client)


@pytest.mark.req("DEC-52", refused=True)
def test_a_session_that_begins_takes_no_commit_for_the_persons_that_switches_hooks_off(client: Client):
    call(client, "./release.sh")
    switch_off(client)
    given = event("SessionStart", client.folder, session_id="next", agent_id="", source="startup")
    with fake_client(client.folder) as other:
        assert note_client(client.folder, os.environ, other.pid, "claude", "session-1")
        assert "renkei accept switch" in client.answer(given)["systemMessage"]


@pytest.mark.req("DEC-52", refused=True)
def test_a_persons_command_looks_at_what_was_committed_before_it_goes_by_it(client: Client):
    client.renkei.ok("agent", "add", "lead", "--role", "lead")
    call(client, "./release.sh")
    with fake_client(client.folder) as other:
        assert note_client(client.folder, os.environ, other.pid, "claude", "session-1")
        commit(client.folder, "rules: []\n", name="renkei/rules.yaml")  # no hook has looked since
        commit(client.folder, PLAIN + '[tool.renkei.verify]\ncommands = ["touch pwned"]\n')
        shown = client.renkei.json("accept", "--show")
        refused = [client.renkei("chat", "general", "hello"), client.renkei("run", "review", "--exec")]
    assert {each["what"] for each in shown["differences"]} == {"rules", "verify"}
    assert [(each.code, "[DEC-52]" in each.err) for each in refused] == [(4, True), (4, True)]


@pytest.mark.req("DEC-52")
def test_what_a_person_committed_before_counts_in_their_commands_while_a_client_is_at_work(client: Client):
    commit(client.folder, "rules: []\n", name="renkei/rules.yaml")
    call(client, "ls")
    with fake_client(client.folder) as other:
        assert note_client(client.folder, os.environ, other.pid, "claude", "session-1")
        assert client.renkei.json("accept", "--show")["differences"] == []
        client.renkei.ok("agent", "add", "lead", "--role", "lead")


@pytest.mark.req("DEC-52")
def test_hooks_that_a_person_switched_off_by_a_commit_are_off(client: Client):
    switch_off(client)
    client.session_starts()
    assert client.stop(LIE) is None
    assert call(client, "touch .renkei/off") is None
