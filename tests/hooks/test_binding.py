"""What binds is not loosened by whom it binds (DEC-52): files that agents can write say otherwise, and what a person
set holds. Only a person changes that, and the person is told."""

import json
import os
import pwd
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.binding import state_file
from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, event, git, stop

HOOK_SETTINGS = ".renkei/hook.json"
DEFINITION = ".claude/agents/code-explorer.md"


def soften(client: Client) -> None:
    path = client.folder / HOOK_SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "mode": "observe"}))


def unmark(client: Client) -> None:
    path = client.folder / DEFINITION
    path.write_text(path.read_text().replace("<!-- renkei:contract -->", ""))


def name_another_store(client: Client) -> None:
    path = client.folder / HOOK_SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "store": str(client.folder / "other.db")}))


def hurry(client: Client) -> None:
    path = client.folder / HOOK_SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "deadline": 0.0001}))


LOOSENED: dict[str, Callable[[Client], object]] = {
    "no time for a check": hurry,
    "switched off": lambda client: (client.folder / ".renkei/off").touch(),
    "settings deleted": lambda client: (client.folder / HOOK_SETTINGS).unlink(),
    "settings softened": soften,
    "mark removed": unmark,
    "definition deleted": lambda client: (client.folder / DEFINITION).unlink(),
    "another store": name_another_store,
}


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("way", LOOSENED)
def test_a_file_that_an_agent_changed_loosens_nothing_and_the_person_is_told(client: Client, way: str):
    LOOSENED[way](client)
    answer = client.stop(LIE)
    assert answer["decision"] == "block"
    assert "src/ghost.py:45" in answer["reason"]
    assert "renkei accept" in answer["systemMessage"] or "Type: renkei init" in answer["systemMessage"]
    assert "renkei accept" not in answer["reason"]
    assert client.session_starts()["systemMessage"] == answer["systemMessage"]
    assert not (client.folder / "other.db").exists()


@pytest.mark.req("DEC-52")
@pytest.mark.parametrize("way", LOOSENED)
def test_a_person_accepts_it(client: Client, way: str):
    LOOSENED[way](client)
    assert len(client.renkei.json("accept")["accepted"]) >= 1
    assert client.renkei.json("accept")["accepted"] == []
    answer = client.answer(event("SessionStart", client.folder, agent_id="", source="startup"))
    assert answer is None or "accept" not in answer.get("systemMessage", "")


RULES = """\
rules:
  - name: qa-looks
    on: task_completed
    do:
      - message: {to: [lead], template: "{agent} is done"}
"""


@pytest.mark.req("DEC-52", refused=True)
def test_hooks_go_by_the_rules_that_a_person_set_and_tell_of_others(client: Client):
    client.stop(HONEST)
    adopted = [each["data"]["digest"] for each in client.renkei.log() if each["type"] == "RuleSetAdopted"]
    (client.folder / "renkei").mkdir()
    (client.folder / "renkei/rules.yaml").write_text(RULES)
    client.stop(HONEST)
    assert [each["data"]["digest"] for each in client.renkei.log() if each["type"] == "RuleSetAdopted"] == adopted
    for told in (client.session_starts(), client.lead_stops("Done.")):
        assert "renkei/rules.yaml is not as you set it" in told["systemMessage"]
    client.ends()
    client.renkei.ok("accept", "rules")
    assert client.session_starts() is None
    client.stop(HONEST)
    assert len([each for each in client.renkei.log() if each["type"] == "RuleSetAdopted"]) == len(adopted) + 1


@pytest.mark.req("DEC-52")
def test_a_mark_that_a_person_took_out_and_committed_is_out(client: Client):
    git(client.folder, "add", "-f", DEFINITION)
    git(client.folder, "commit", "--quiet", "--message", "agents")
    unmark(client)
    git(client.folder, "commit", "--quiet", "--all", "--message", "no contract for this one")
    assert client.stop(LIE) is None
    assert client.session_starts() is None or "accept" not in client.session_starts()["systemMessage"]


@pytest.mark.req("DEC-52", refused=True)
def test_a_mark_that_a_run_took_out_still_holds(client: Client):
    git(client.folder, "add", "-f", DEFINITION)
    git(client.folder, "commit", "--quiet", "--message", "agents")
    unmark(client)
    git(client.folder, "commit", "--quiet", "--all", "--message", "Edit\n\nRun: r\nTask: t\nAgent: a\n")
    assert client.stop(LIE)["decision"] == "block"


@pytest.mark.req("DEC-52")
def test_a_person_switches_the_hooks_and_the_mode(client: Client):
    client.renkei.ok("off")
    assert client.stop(LIE) is None
    client.renkei.ok("on")
    client.renkei.ok("init", "--claude", "--mode", "observe")
    assert client.stop(LIE) is None
    assert [outcome for _, outcome, _ in client.checks()] == ["observed"]


@pytest.mark.req("DEC-52", refused=True)
def test_settings_below_a_repositorys_root_hold_when_they_are_deleted(client: Client):
    part = client.folder / "part"
    part.mkdir()
    client.renkei.enter(part)
    client.renkei.ok("--project", str(part), "init", "--claude", "--mode", "enforce")
    (part / HOOK_SETTINGS).unlink()
    (client.folder / HOOK_SETTINGS).unlink()
    answer = client.answer(stop(part, LIE), {"CLAUDE_PROJECT_DIR": str(part)})
    assert answer["decision"] == "block"


@pytest.mark.req("DEC-52", refused=True)
def test_another_environment_hides_no_record_of_the_account(
    renkei: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    account = pwd.getpwuid(os.geteuid())
    home = pwd.struct_passwd((*account[:5], str(tmp_path / "home"), account[6]))

    def own_account(_uid: int) -> pwd.struct_passwd:
        return home

    monkeypatch.setattr(pwd, "getpwuid", own_account)
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    renkei.ok("init", "--claude", "--mode", "enforce")
    client = Client(renkei)
    (client.folder / ".renkei/off").touch()
    for env in ({"XDG_STATE_HOME": str(tmp_path / "other")}, {"HOME": str(tmp_path / "other")}, {"HOME": "relative"}):
        assert client.answer(stop(client.folder, LIE, session_id=str(env)), env)["decision"] == "block"
    monkeypatch.delenv("HOME")
    assert client.stop(LIE)["decision"] == "block"


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("settings", ["x", "{}", '{"mode": "bogus"}', None])
@pytest.mark.parametrize("record", ["x", "{}", '{"bound": {"mode": 5}, "texts": {}}'])
def test_where_record_and_settings_are_both_broken_nothing_is_loosened(
    client: Client, settings: str | None, record: str
):
    state_file(client.folder, os.environ, ".json").write_text(record, "utf-8")
    if settings is None:
        (client.folder / HOOK_SETTINGS).unlink()
    else:
        (client.folder / HOOK_SETTINGS).write_text(settings, "utf-8")
    call = {"tool_name": "Write", "tool_input": {"file_path": ".renkei/off", "content": ""}}
    assert client.send(event("PreToolUse", client.folder, **call)).document["decision"] == "block"
    told = client.send(event("UserPromptSubmit", client.folder, agent_id="", prompt="go on")).document
    assert "go on in enforce mode" in told["systemMessage"]
