"""Who acts inside a client's or an agent's process tree: never a person, whatever the environment says (DEC-51)."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from renkei.agent_trees import LIVE, UNSEEN_SECONDS, grant_command, note_client
from renkei.processes.ancestry import MARK
from tests.support.cli_run import COMMAND, Cli
from tests.support.fake_client import FakeClient, fake_client

POST = ("chat", "general", "hello")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    return home


@pytest.fixture
def stranger(team: Cli, home: Path) -> Generator[FakeClient]:
    """A process that starts commands, and that nobody has noted."""
    with fake_client(team.folder) as client:
        yield client


@pytest.fixture
def client(team: Cli, stranger: FakeClient) -> FakeClient:
    """A client that joined: its session's start was noted."""
    assert note_client(team.folder, os.environ, stranger.pid, "claude", "s-1")
    return stranger


def token_of(team: Cli, agent: str) -> str:
    return team.ok("agent", "token", agent).out.strip()


@pytest.mark.req("DEC-51")
def test_outside_a_tree_a_script_without_a_terminal_is_a_person(stranger: FakeClient):
    assert stranger.renkei(*POST).code == 0
    assert stranger.renkei("agent", "token", "bob").code == 0


PERSONS = [
    ["agent", "token", "lead"],
    ["agent", "add", "zoe", "--role", "tester"],
    ["decide", "DEC-1", "A", "--why", "w"],
    ["redact", "E-1"],
    ["off"],
    ["on"],
    ["init", "--claude"],
    ["uninstall"],
    ["backup", "copy.db"],
    ["gc"],
    ["board", "set", "goal=g"],
    ["chat", "general", "hello", "--as", "person"],
    ["chat", "general", "hello", "--as", "lead"],
    ["run", "review", "--agents", "scripted"],
    ["review", "--exec"],
]


@pytest.mark.parametrize("words", PERSONS, ids=" ".join)
@pytest.mark.req("DEC-51", "DEC-16", refused=True)
def test_inside_a_client_nobody_is_a_person(team: Cli, client: FakeClient, words: list[str]):
    before = team.log()
    ran = client.renkei(*words)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.rstrip().endswith("[DEC-51]")
    assert team.log() == before


ENVIRONMENTS: dict[str, Callable[[], dict[str, str]]] = {
    "empty token": lambda: {**os.environ, "RENKEI_TOKEN": ""},
    "invented token": lambda: {**os.environ, "RENKEI_TOKEN": "rnk_guess"},
    "no environment": dict,
    "another home": lambda: {**os.environ, "HOME": "/nowhere", "XDG_STATE_HOME": "/nowhere/state"},
    "marks of a person": lambda: {**os.environ, "CI": "1", "TERM": "xterm", "SSH_TTY": "/dev/pts/1"},
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
@pytest.mark.parametrize("session", [False, True], ids=["plain", "session"])
@pytest.mark.req("DEC-51", refused=True)
def test_no_environment_makes_a_client_a_person(team: Cli, client: FakeClient, name: str, session: bool):
    before = team.log()
    for words in (["agent", "token", "lead"], [*POST]):
        ran = client.renkei(*words, env=ENVIRONMENTS[name](), session=session)
        assert (ran.code, ran.out, "[DEC-51]" in ran.err) == (4, "", True)
    assert team.log() == before


@pytest.mark.req("DEC-51", refused=True)
def test_another_project_with_the_same_store_is_no_way_out(team: Cli, client: FakeClient, tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    flags = ("--project", str(elsewhere), "--store", f"sqlite:///{team.store}")
    assert client.renkei(*flags, *POST).code == 4


@pytest.mark.req("DEC-51")
@pytest.mark.parametrize(
    "words", [["board"], ["inbox", "alice"], ["log"], ["chat", "general"], ["agent", "list"], ["status"], ["decide"]]
)
def test_reading_commands_need_no_identity(client: FakeClient, words: list[str]):
    for env in (None, {**os.environ, "RENKEI_TOKEN": ""}, {}):
        ran = client.renkei(*words, env=env)
        assert ran.code == 0, ran.err


@pytest.mark.req("DEC-51")
def test_a_valid_token_makes_it_that_agent(team: Cli, client: FakeClient):
    env = {**os.environ, "RENKEI_TOKEN": token_of(team, "bob")}
    sent = client.renkei(*POST, env=env).out.strip()
    assert team.json("message", sent)["from"] == "bob"
    assert client.renkei("agent", "token", "lead", env=env).code == 4


@pytest.mark.req("DEC-51")
def test_client_that_has_ended_holds_nobody(team: Cli, home: Path):
    with fake_client(team.folder) as gone:
        note_client(team.folder, os.environ, gone.pid, "claude")
    with fake_client(team.folder) as other:
        assert other.renkei(*POST).code == 0
        note_client(team.folder, os.environ, other.pid, "claude")
        noted = [json.loads(each.read_bytes())["pid"] for each in (team.folder / LIVE).iterdir()]
        assert noted == [other.pid]


@pytest.mark.req("DEC-51")
def test_number_of_a_process_that_is_used_again_is_another_process(team: Cli, stranger: FakeClient):
    note_client(team.folder, os.environ, stranger.pid, "claude")
    change_notes(team, started="another start")
    assert stranger.renkei(*POST).code == 0


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize("kept", ["project", "state folder"])
def test_either_note_of_a_client_is_enough(team: Cli, client: FakeClient, home: Path, kept: str):
    notes = {"project": team.folder / LIVE, "state folder": home / ".local/state/renkei/projects"}
    for place, folder in notes.items():
        if place != kept:
            for note in folder.rglob("process-*.json"):
                note.unlink()
    assert client.renkei(*POST).code == 4


def test_notes_are_the_users_alone(client: FakeClient, team: Cli, home: Path):
    for note in [*(team.folder / LIVE).iterdir(), *home.rglob("process-*.json")]:
        assert note.stat().st_mode & 0o077 == 0
        assert note.parent.stat().st_mode & 0o077 == 0


@pytest.mark.req("DEC-51", refused=True)
def test_inherited_mark_is_enough(team: Cli):
    ran = team(*POST, env={MARK: ".x"})
    assert (ran.code, "[DEC-51]" in ran.err) == (4, True)


@pytest.mark.req("DEC-51")
def test_name_of_a_program_says_nothing(team: Cli):
    assert team(*POST, env={"CLAUDECODE": "1", "CODEX_SANDBOX": "1", "GEMINI_CLI": "1"}).code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells it on Linux only")
@pytest.mark.req("DEC-51", refused=True)
def test_mark_that_was_taken_out_is_still_known(team: Cli, home: Path):
    with fake_client(team.folder, {MARK: ".x"}) as agent:
        for env in ({}, {name: value for name, value in os.environ.items() if name != MARK}):
            assert agent.renkei("agent", "token", "lead", env=env).code == 4


@pytest.mark.req("DEC-51", refused=True)
def test_client_that_cannot_be_seen_from_a_sandbox_counts_for_a_day(team: Cli, stranger: FakeClient):
    note_client(team.folder, os.environ, stranger.pid, "claude")
    with fake_client(team.folder) as other:
        assert other.renkei(*POST).code == 0
        change_notes(team, namespace="pid:[1]")
        assert other.renkei(*POST).code == 4
        change_notes(team, since=time.time() - UNSEEN_SECONDS)
        assert other.renkei(*POST).code == 0


def change_notes(team: Cli, **fields: Any) -> None:
    for note in [*(team.folder / LIVE).iterdir(), *Path(os.environ["HOME"]).rglob("process-*.json")]:
        note.write_text(json.dumps({**json.loads(note.read_bytes()), **fields}))


def test_notes_of_another_sandbox_are_not_taken_for_dead(team: Cli, stranger: FakeClient):
    note_client(team.folder, os.environ, stranger.pid, "claude")
    change_notes(team, namespace="pid:[1]", started="unknown here")
    with fake_client(team.folder) as other:
        note_client(team.folder, os.environ, other.pid, "claude")
        assert len(list((team.folder / LIVE).iterdir())) == 2


@pytest.mark.req("DEC-51", refused=True)
def test_shells_of_a_client_are_marked_so_that_a_daemon_of_theirs_is_known(team: Cli, home: Path, tmp_path: Path):
    file = tmp_path / "env.sh"
    with fake_client(team.folder) as client:
        note_client(team.folder, {**os.environ, "CLAUDE_ENV_FILE": str(file)}, client.pid, "claude")
    daemon = f"(setsid '{COMMAND}' --project '{team.folder}' agent token lead > '{tmp_path}/out' 2>&1; "
    daemon += f"echo $? > '{tmp_path}/new'; mv '{tmp_path}/new' '{tmp_path}/code') &"
    with fake_client(team.folder) as shell:
        shell.run(["/bin/sh", "-c", f". '{file}'; {daemon} wait"])
    assert (tmp_path / "code").read_text("ascii") == "4\n"


# One-command grants


@pytest.mark.req("DEC-51")
def test_granted_command_is_its_agents_once(team: Cli, client: FakeClient):
    assert grant_command(team.folder, os.environ, client.pid, "bob", POST)
    sent = client.renkei(*POST).out.strip()
    assert team.json("message", sent)["from"] == "bob"
    assert client.renkei(*POST).code == 4


@pytest.mark.req("DEC-51", refused=True)
def test_grant_is_for_these_words_only(team: Cli, client: FakeClient):
    grant_command(team.folder, os.environ, client.pid, "bob", POST)
    for words in (["chat", "general", "hello", "--json"], ["chat", "general", "other"], ["agent", "token", "bob"]):
        assert client.renkei(*words).code == 4
    assert client.renkei(*POST).code == 0


@pytest.mark.req("DEC-51", "DEC-16", refused=True)
def test_granted_command_is_never_a_persons_or_anothers(team: Cli, client: FakeClient):
    for words in (["agent", "token", "lead"], ["chat", "general", "hi", "--as", "lead"], ["off"]):
        grant_command(team.folder, os.environ, client.pid, "bob", words)
        assert client.renkei(*words).code == 4
    grant_command(team.folder, os.environ, client.pid, "lead", ["chat", "general", "hi", "--as", "bob"])
    assert "[DEC-16]" in client.renkei("chat", "general", "hi", "--as", "bob").err


@pytest.mark.req("DEC-51", refused=True)
def test_same_words_of_two_agents_are_nobodys(team: Cli, client: FakeClient):
    for agent in ("alice", "bob"):
        grant_command(team.folder, os.environ, client.pid, agent, POST)
    ran = client.renkei(*POST)
    assert (ran.code, "one after the other" in ran.err) == (4, True)


@pytest.mark.req("DEC-51", refused=True)
def test_grant_that_is_too_old_or_for_nobody_is_none(team: Cli, client: FakeClient):
    grant_command(team.folder, os.environ, client.pid, "bob", POST)
    (grant,) = (team.folder / LIVE).glob("grant-*")
    grant.write_text(json.dumps({**json.loads(grant.read_bytes()), "until": 1.0}))
    assert client.renkei(*POST).code == 4
    assert not grant.exists()
    for agent in ("", "person", "system", "zoe"):
        grant_command(team.folder, os.environ, client.pid, agent, POST)
        assert client.renkei(*POST).code == 4


@pytest.mark.req("DEC-51", refused=True)
def test_grant_of_one_client_is_not_anothers(team: Cli, client: FakeClient):
    with fake_client(team.folder) as other:
        note_client(team.folder, os.environ, other.pid, "codex")
        grant_command(team.folder, os.environ, other.pid, "bob", POST)
        assert client.renkei(*POST).code == 4
        assert other.renkei(*POST).code == 0


CALLS = {
    "shell": "[ -x '{hook}' ] || exit 0; '{hook}' hook --client codex || exit 2",
    "informs": "[ -x '{hook}' ] && '{hook}' hook --client codex || true",
    "timeout": "timeout 60 {hook} hook --client codex",
    "several": "env A=1 nice -n 1 timeout 60 {hook} hook --client codex || true",
    "pipe": "tee log | {hook} hook --client codex",
}


@pytest.mark.parametrize("call", CALLS)
def test_hook_finds_its_client_through_what_only_calls_it(team: Cli, stranger: FakeClient, call: str):
    start = {"hook_event_name": "SessionStart", "session_id": "s-1", "source": "startup", "cwd": str(team.folder)}
    team.ok("init", "--codex")
    ran = stranger.run(["/bin/sh", "-c", CALLS[call].format(hook=COMMAND)], stdin=json.dumps(start))
    assert ran.code == 0, ran.err
    assert [json.loads(each.read_bytes())["pid"] for each in (team.folder / LIVE).iterdir()] == [stranger.pid]
    assert stranger.renkei(*POST).code == 4


def test_what_a_client_is_asked_to_do_makes_it_no_shell_of_a_hook(team: Cli):
    start = {"hook_event_name": "SessionStart", "session_id": "s-1", "source": "startup", "cwd": str(team.folder)}
    team.ok("init", "--codex")
    hook = CALLS["shell"].format(hook=COMMAND)
    client, call = team.folder / "client", ["/bin/sh", "-c", hook]
    code = f"import subprocess\nsubprocess.run({call!r}, input={json.dumps(start)!r}, text=True)\n"
    client.write_text(f"#!{sys.executable}\n{code}")
    client.chmod(0o700)
    with subprocess.Popen([client, "-c", "fix the renkei hook"]) as process:
        process.wait()
        noted = [json.loads(each.read_bytes())["pid"] for each in (team.folder / LIVE).iterdir()]
    assert noted == [process.pid]
