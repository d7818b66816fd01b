"""A client's processes are known by what the kernel keeps of them, whatever files they remove and parents they lose."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

import pytest

from renkei.agent_trees import LIVE
from tests.support.cli_run import COMMAND, Cli

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel keeps it on Linux only")

Call = Callable[[Sequence[str], str], None]

_CLIENT = """
import json, os, socket, subprocess, sys
print(os.getpid(), flush=True)
for line in sys.stdin:
    given = json.loads(line)
    if sys.argv[1] == "socket":
        ours, theirs = socket.socketpair()
        ours.sendall(given["stdin"].encode())
        ours.shutdown(socket.SHUT_WR)
        done = subprocess.run(given["words"], stdin=theirs, capture_output=True, text=True)
    else:
        done = subprocess.run(given["words"], input=given["stdin"], capture_output=True, text=True)
    print(json.dumps([done.returncode, done.stdout, done.stderr]), flush=True)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    return home


@pytest.fixture
def call(request: pytest.FixtureRequest, team: Cli, home: Path, tmp_path: Path) -> Generator[Call]:
    """What a client starts: the parameter is its program's name, and how it hands a hook its input."""
    name, kind = request.param
    program = tmp_path / name
    program.write_text(f"#!{sys.executable}\n{_CLIENT}")
    program.chmod(0o700)
    pipe = subprocess.PIPE
    with subprocess.Popen([program, kind], stdin=pipe, stdout=pipe, text=True, cwd=team.folder) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()

        def order(words: Sequence[str], stdin: str = "") -> None:
            assert process.stdin
            assert process.stdout
            print(json.dumps({"words": list(words), "stdin": stdin}), file=process.stdin, flush=True)
            code, _, err = json.loads(process.stdout.readline())
            assert code == 0, err

        yield order
        process.stdin.close()


def begin_session(call: Call, team: Cli, client: str) -> None:
    team.ok("init", f"--{client}")
    start = {"hook_event_name": "SessionStart", "session_id": "s-1", "source": "startup", "cwd": str(team.folder)}
    call(["/bin/sh", "-c", f"'{COMMAND}' hook --client {client} || true"], json.dumps(start))
    assert any((team.folder / LIVE).glob("process-*-client.json"))


def remove_notes(team: Cli, home: Path) -> None:
    shutil.rmtree(team.folder / LIVE)
    for folder in home.rglob("*.live"):
        shutil.rmtree(folder)


FORMS = {
    "bare": "env -i {command}",
    "lowered": "prlimit --locks=5 {command}",
    "session": "setsid -f {command}",
    "nohup": "nohup {command} < /dev/null &",
    "forked twice": "(setsid env -i {command} &) &",
}

CLIENTS = [("claude", "socket"), ("codex", "pipe")]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("call", CLIENTS, indirect=True, ids=[name for name, _ in CLIENTS])
@pytest.mark.req("DEC-51", refused=True)
def test_without_notes_parents_and_environment_a_clients_process_is_no_person(
    request: pytest.FixtureRequest, call: Call, team: Cli, home: Path, tmp_path: Path, form: str
):
    begin_session(call, team, "claude" if "claude" in request.node.name else "codex")
    remove_notes(team, home)
    before = team.log()
    script = tmp_path / "daemon.sh"
    script.write_text(
        f"export PATH='{os.environ['PATH']}' HOME='{home}'\n"
        f"'{COMMAND}' --project '{team.folder}' agent token lead > '{tmp_path}/out' 2> '{tmp_path}/err'\n"
        f"echo $? > '{tmp_path}/new'; mv '{tmp_path}/new' '{tmp_path}/code'\n"
    )
    call(["/bin/sh", "-c", FORMS[form].format(command=f"/bin/sh '{script}'") + "\ntrue"], "")
    assert wait_for(tmp_path / "code") == "4\n"
    assert (tmp_path / "out").read_text() == ""
    assert "[DEC-51]" in (tmp_path / "err").read_text()
    assert team.log() == before


@pytest.mark.parametrize("call", [("tool", "pipe")], indirect=True, ids=["script"])
@pytest.mark.req("DEC-51")
def test_who_tries_a_hook_by_hand_is_marked_by_nothing_that_stays(call: Call, team: Cli, home: Path):
    begin_session(call, team, "codex")
    remove_notes(team, home)
    call([str(COMMAND), "--project", str(team.folder), "agent", "token", "lead"], "")


def test_other_processes_have_no_mark(team: Cli):
    team.ok("agent", "token", "lead")


def wait_for(path: Path) -> str:
    end = time.monotonic() + 120
    while not path.exists():
        assert time.monotonic() < end, f"{path} did not come"
        time.sleep(0.02)
    return path.read_text()


@pytest.mark.req("DEC-51")
def test_who_has_the_limit_from_their_system_is_told_so_and_what_to_do(team: Cli):
    def limited(*words: str) -> subprocess.CompletedProcess[str]:
        call = ["prlimit", "--locks=1024:1024", str(COMMAND), *words]
        return subprocess.run(call, cwd=team.folder, capture_output=True, text=True, check=False)

    refused = limited("agent", "token", "lead")
    assert refused.returncode == 4
    assert "ulimit -x" in refused.stderr
    assert "/etc/security/limits.conf" in refused.stderr
    told = limited("doctor", "--json")
    you = next(each for each in json.loads(told.stdout)["checks"] if each["name"] == "you")
    assert you["state"] == "fail"
    assert "limit of file locks" in you["detail"]
    assert "limits.conf" in you["remedy"]
