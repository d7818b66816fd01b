"""Renkei as a plugin of Claude Code: what is written is what the real client accepts."""

import json
import subprocess
from pathlib import Path

import pytest

from renkei.errors import BadInput
from renkei.kit.agents import AGENTS
from renkei.setup.plugin import write_plugin
from renkei.testing.claude import find_claude, offline_env
from tests.support.cli_run import Cli
from tests.support.hook_project import LIE, hook, stop
from tests.support.hook_setup import EVENTS, commands


def claude(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    env = offline_env(home=home, url="http://127.0.0.1:9")
    return subprocess.run([str(find_claude()), *words], capture_output=True, text=True, env=env, timeout=60)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    write_plugin(tmp_path / "plugin", "en", dry_run=False)
    return tmp_path / "plugin"


def test_agents_hooks_and_marketplace_are_written(plugin: Path):
    assert {path.stem for path in (plugin / "agents").iterdir()} == set(AGENTS)
    hooks = json.loads((plugin / "hooks/hooks.json").read_bytes())["hooks"]
    commands = {hook["command"] for entries in hooks.values() for entry in entries for hook in entry["hooks"]}
    assert commands == {
        "command -v renkei >/dev/null 2>&1 && renkei hook --client claude-plugin || true",
        "command -v renkei >/dev/null 2>&1 || exit 0; renkei hook --client claude-plugin || exit 2",
    }
    offered = json.loads((plugin / ".claude-plugin/marketplace.json").read_bytes())["plugins"]
    assert [(each["name"], each["source"]) for each in offered] == [("renkei", "./")]


def test_second_time_changes_nothing_and_a_rehearsal_writes_nothing(plugin: Path, tmp_path: Path):
    assert write_plugin(plugin, "en", dry_run=False) == []
    assert len(write_plugin(tmp_path / "other", "en", dry_run=True)) == len(AGENTS) + 4
    assert not (tmp_path / "other").exists()


def test_folder_that_holds_something_else_is_left_alone(tmp_path: Path):
    (tmp_path / "theirs.txt").write_text("mine")
    with pytest.raises(BadInput):
        write_plugin(tmp_path, "en", dry_run=False)
    assert [path.name for path in tmp_path.iterdir()] == ["theirs.txt"]
    with pytest.raises(BadInput):
        write_plugin(tmp_path / "theirs.txt", "en", dry_run=False)


@pytest.mark.clients
@pytest.mark.slow
def test_real_client_finds_it_in_order_and_installs_it_from_the_folder(plugin: Path, tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    judged = claude("plugin", "validate", "--profile", "directory", str(plugin), home=home)
    assert (judged.returncode, "Validation passed" in judged.stdout) == (0, True), judged.stdout
    assert claude("plugin", "marketplace", "add", str(plugin), home=home).returncode == 0
    installed = claude("plugin", "install", "renkei@renkei", home=home)
    assert (installed.returncode, "Successfully installed" in installed.stdout) == (0, True), installed.stdout


def test_project_is_set_up_for_the_plugin_and_calls_nothing_by_its_own_settings(renkei: Cli, tmp_path: Path):
    renkei.ok("init", "--claude")
    ran = renkei.ok("init", "--claude", "--plugin", str(tmp_path / "plugin"), "--mode", "enforce")
    assert f"+ {tmp_path / 'plugin'}/hooks/hooks.json\n" in ran.out
    assert f"claude --plugin-dir {tmp_path / 'plugin'}" in ran.out
    assert commands(renkei.folder) == {}
    assert renkei.json("init", "--claude", "--plugin", str(tmp_path / "plugin"))["plugin"] == []
    assert "by the plugin in" in renkei.ok("doctor").out
    assert renkei.json("status")["hooks"]["mode"] == "enforce"
    renkei.ok("init", "--claude")
    assert set(commands(renkei.folder)) == set(EVENTS)


def test_plugin_is_for_claude_code(renkei: Cli, tmp_path: Path):
    ran = renkei("init", "--codex", "--plugin", str(tmp_path / "plugin"))
    assert (ran.code, (tmp_path / "plugin").exists()) == (2, False)


def test_hook_of_the_plugin_yields_to_hooks_of_the_project_and_knows_our_agents(renkei: Cli, tmp_path: Path):
    given = stop(renkei.folder, LIE, agent_type="renkei:code-explorer")
    renkei.ok("init", "--claude", "--mode", "enforce")
    assert hook(given, "--client", "claude-plugin", folder=renkei.folder).out == ""
    renkei.ok("init", "--claude", "--plugin", str(tmp_path / "plugin"))
    for path in (renkei.folder / ".claude/agents").iterdir():
        path.unlink()
    refused = hook(given, "--client", "claude-plugin", folder=renkei.folder).document
    assert (refused["decision"], "src/ghost.py:45" in refused["reason"]) == ("block", True)
