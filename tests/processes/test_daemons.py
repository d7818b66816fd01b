"""A daemon that an agent, a check command or a verification command has started ends with it, with the run and with
Renkei, however the end came. It is the one that does most to get away; the others are in test_processes.py."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import Cli, real, start
from tests.support.marks import first_quick
from tests.support.process_ends import DAEMONS, daemon_command, is_at_work, is_gone, read_pid
from tests.support.run_project import made_repository, task, writes

pytestmark = pytest.mark.req("DEC-54")

KIND = DAEMONS[-1]

SIGNALS = {"interrupt": signal.SIGINT, "terminate": signal.SIGTERM, "kill": signal.SIGKILL}
"""How a person, or the system, ends Renkei itself."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    folder = made_repository(tmp_path / "project")
    (folder / ".renkei").mkdir()
    (folder / ".renkei" / ".gitignore").write_text("*\n", "utf-8")
    return folder


def playbook(project: Path, *tasks: dict[str, Any]) -> str:
    path = project.parent / "p.yaml"
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [*tasks]}
    whole["on_failure"] = {"retries": 0, "then": "stop"}
    path.write_text(yaml.safe_dump(whole), "utf-8")
    return str(path)


def agent(project: Path, *then: dict[str, Any], **fields: Any) -> tuple[str, Path]:
    """A playbook of one agent that starts a daemon, and where that says its process id."""
    pid = project.parent / "pid"
    script = [{"daemon": {"path": str(pid), "kind": KIND}}, *then]
    return playbook(project, writes("a", script=script, **fields)), pid


HANGS = ({"stay": True},)


@pytest.mark.parametrize(
    ("then", "fields", "code"),
    [
        pytest.param((), {}, 0, id="completed"),
        pytest.param(({"crash": "boom"},), {}, 1, id="crashed", marks=pytest.mark.slow),
        pytest.param(HANGS, {"timeout": 10}, 1, id="timed-out", marks=pytest.mark.slow),
        pytest.param(({"kill_guard": True},), {}, 1, id="guard-killed", marks=pytest.mark.slow),
    ],
)
def test_a_daemon_ends_with_the_agent_that_started_it(
    project: Path, then: tuple[dict[str, Any], ...], fields: dict[str, Any], code: int
):
    path, pid = agent(project, *then, **fields)
    ran = real("run", path, "--agents", "scripted", "--yes", folder=project)
    assert ran.code == code, ran.err
    assert is_gone(read_pid(pid))


@pytest.mark.parametrize("how", first_quick(SIGNALS))
def test_a_daemon_of_an_agent_ends_with_renkei(project: Path, how: str):
    path, pid = agent(project, *HANGS)
    with start("run", path, "--agents", "scripted", "--yes", folder=project) as renkei:
        daemon = read_pid(pid)
        renkei.send_signal(SIGNALS[how])
        assert is_gone(daemon)
        renkei.communicate(timeout=60)


@pytest.mark.slow
def test_a_daemon_of_an_agent_ends_when_a_person_stops_the_run(project: Path):
    path, pid = agent(project, *HANGS)
    with start("run", path, "--agents", "scripted", "--yes", folder=project) as renkei:
        daemon = read_pid(pid)
        assert real("stop", folder=project).code == 0
        assert is_gone(daemon)
        renkei.communicate(timeout=60)


def test_a_daemon_of_one_agent_ends_while_another_goes_on(project: Path):
    first, second = project.parent / "first", project.parent / "second"
    left = [{"daemon": {"path": str(first), "kind": KIND}}, {"kill_guard": True}]
    stays = [{"daemon": {"path": str(second), "kind": KIND}}, *HANGS]
    alone = task("a", script=left, critical=False, on_failure={"retries": 0, "then": "continue"})
    path = playbook(project, alone, writes("b", script=stays))
    with start("run", path, "--agents", "scripted", "--yes", folder=project) as renkei:
        other = read_pid(second)
        assert is_gone(read_pid(first))
        assert is_at_work(other)
        renkei.kill()
        renkei.communicate(timeout=60)
    assert is_gone(other)


COMMANDS = {"completed": "", "timed-out": "; sleep 600", "guard-killed": "; kill -9 $PPID; sleep 600"}
"""What a command does after it has started its daemon."""


def configured(project: Path, text: str) -> None:
    (project / ".renkei" / "config.toml").write_text(text, "utf-8")


def command(project: Path, then: str) -> tuple[str, Path]:
    pid = project.parent / "pid"
    return daemon_command(KIND, pid) + COMMANDS[then], pid


@pytest.mark.parametrize("then", first_quick(COMMANDS))
def test_a_daemon_ends_with_the_check_command_that_started_it(project: Path, then: str):
    words, pid = command(project, then)
    configured(project, f"[workspace]\ncheck = {json.dumps(words)}\ntimeout = 10\n")
    ran = real("run", playbook(project, writes("a")), "--agents", "scripted", "--yes", "--exec", folder=project)
    assert ran.code == (0 if then == "completed" else 1), ran.err
    assert is_gone(read_pid(pid))


@pytest.mark.parametrize("how", first_quick(SIGNALS))
def test_a_daemon_of_a_check_command_ends_with_renkei(project: Path, how: str):
    words, pid = command(project, "timed-out")
    configured(project, f"[workspace]\ncheck = {json.dumps(words)}\ntimeout = 600\n")
    with start(
        "run", playbook(project, writes("a")), "--agents", "scripted", "--yes", "--exec", folder=project
    ) as process:
        daemon = read_pid(pid)
        process.send_signal(SIGNALS[how])
        assert is_gone(daemon)
        process.communicate(timeout=60)


def test_ctrl_c_during_a_check_ends_all_of_it_and_the_run_can_be_resumed(project: Path):
    """Nobody waits for the check's own time to be up."""
    words, pid = command(project, "timed-out")
    configured(project, f"[workspace]\ncheck = {json.dumps(words)}\ntimeout = 600\n")
    path = playbook(project, writes("a"))
    with start("run", path, "--agents", "scripted", "--yes", "--merge", "--exec", folder=project) as process:
        daemon = read_pid(pid)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert is_gone(daemon)
    assert (process.returncode, "renkei resume R-" in err) == (130, True)
    [run] = json.loads(real("runs", "--json", folder=project).out)
    assert (run["state"], run["tasks"]) == ("paused", {"running": 1})

    configured(project, '[workspace]\ncheck = "true"\n')
    assert real("accept", "workspace", folder=project).code == 0
    assert real("resume", folder=project).code == 0
    assert (project / "docs" / "a.md").exists()


@pytest.fixture
def renkei(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    for name in ("CI", "RENKEI_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return Cli(project, monkeypatch, capsys)


def delivered(renkei: Cli, words: str, timeout: float) -> str:
    """A contract whose one criterion is a command, delivered and to be verified; its id."""
    configured(renkei.folder, f"[verify]\ncommands = [{json.dumps(words)}]\ntimeout = {timeout}\n")
    for name in ("lead", "bob"):
        renkei.ok("agent", "add", name, "--role", "dev")
    contract = {
        "assignee": "bob",
        "inputs": {"description": "none"},
        "expected_output": {"format": "text"},
        "acceptance_criteria": [{"criterion": "It holds", "verification_method": f"`{words}`"}],
    }
    name = renkei.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(contract).encode()).out.strip()
    renkei.ok("contract", "accept", name, "--as", "bob")
    done: dict[str, Any] = {"status": "completed", "summary": "done", "output_artifacts": []}
    renkei.ok("contract", "deliver", name, "-", "--as", "bob", stdin=json.dumps(done).encode())
    return name


@pytest.mark.parametrize("then", first_quick(COMMANDS))
def test_a_daemon_ends_with_the_verification_command_that_started_it(project: Path, renkei: Cli, then: str):
    words, pid = command(project, then)
    name = delivered(renkei, words, 10)
    ran = real("contract", "verify", name, "--as", "lead", "--exec", folder=project)
    assert ran.code == {"completed": 0, "guard-killed": 5}.get(then, 1), ran.err
    assert is_gone(read_pid(pid))


@pytest.mark.parametrize("how", first_quick(["interrupt", "kill"]))
def test_a_daemon_of_a_verification_command_ends_with_renkei(project: Path, renkei: Cli, how: str):
    words, pid = command(project, "timed-out")
    name = delivered(renkei, words, 600)
    with start("contract", "verify", name, "--as", "lead", "--exec", folder=project) as process:
        daemon = read_pid(pid)
        process.send_signal(SIGNALS[how])
        assert is_gone(daemon)
        process.communicate(timeout=60)
