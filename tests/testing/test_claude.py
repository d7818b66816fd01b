"""How Claude Code is found, kept apart from the user and ended; here a small program stands in for it."""

import os
from pathlib import Path

import pytest

from renkei.testing.claude import find_claude, offline_env, run_claude
from renkei.testing.fakemodel import FakeModel
from tests.support.client_alive import Alive


@pytest.fixture
def no_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        assert name == "claude_agent_sdk"

    monkeypatch.setattr("importlib.util.find_spec", nothing)


@pytest.mark.usefixtures("no_sdk")
def test_program_on_path_serves_where_the_sdk_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"pip install 'renkei\[claude\]', or put claude on PATH"):
        find_claude()
    (tmp_path / "claude").touch(0o755)
    assert find_claude() == tmp_path / "claude"


def test_nothing_of_the_user_reaches_an_offline_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for name in ("ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "CLAUDECODE", "https_proxy", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, "of the user")
    env = offline_env(home=tmp_path, url="http://127.0.0.1:1")
    assert "of the user" not in env.values()
    assert (env["HOME"], env["ANTHROPIC_BASE_URL"]) == (str(tmp_path), "http://127.0.0.1:1")
    assert env["PATH"] == os.environ["PATH"]


def stand_in(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell script in the place of Claude Code."""
    program = folder / "claude"
    program.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.usefixtures("no_sdk")
def test_prompt_and_options_reach_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    stand_in(tmp_path, 'printf "%s\\n" "$@" "$RENKEI_X" >&2; cat >&2; exit 3', monkeypatch)
    with FakeModel() as model:
        result = run_claude(
            "-the prompt",
            cwd=tmp_path,
            model=model,
            settings={"hooks": {}},
            allowed_tools=["Read", "Bash(git log:*)"],
            args=["--resume", "x"],
            env={"RENKEI_X": "5"},
        )
    assert (result.text, result.is_error, result.exit_code, result.events) == ("", True, 3, ())
    assert result.stderr.splitlines() == [
        *("-p", "--output-format", "stream-json", "--verbose", "--settings", '{"hooks": {}}'),
        *("--allowedTools", "Read", "Bash(git log:*)", "--resume", "x", "5", "-the prompt"),
    ]


@pytest.mark.usefixtures("no_sdk")
def test_what_a_run_leaves_behind_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    text = f"""(exec 9>{tmp_path / "alive"}; echo started >&9; echo go >&8; exec sleep 600) 8>{tmp_path / "go"} &
        read line < {tmp_path / "go"}; echo '{{"type": "result", "result": "done", "is_error": false}}'"""
    stand_in(tmp_path, text, monkeypatch)
    os.mkfifo(tmp_path / "go")
    with FakeModel() as model, Alive(tmp_path / "alive") as alive:
        result = run_claude("go", cwd=tmp_path, model=model)
        assert (result.text, result.is_error) == ("done", False)
        assert alive.until_the_end() == "started\n"


@pytest.mark.usefixtures("no_sdk")
def test_run_that_takes_too_long_and_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    text = f"""trap '' TERM; exec 9>{tmp_path / "alive"}; echo started >&9
        printf '{{"type": "system"}}\\n{{"type": "assi'; echo "no news" >&2; sleep 600"""
    stand_in(tmp_path, text, monkeypatch)
    with FakeModel() as model, Alive(tmp_path / "alive") as alive:
        with pytest.raises(TimeoutError, match=r"did not end within 2 s; events: system; no news"):
            run_claude("go", cwd=tmp_path, model=model, timeout=2)
        assert alive.until_the_end() == "started\n"
