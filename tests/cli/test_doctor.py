"""`renkei doctor`: what is there, and what to do about the rest."""

import json
import os
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from renkei import __version__
from renkei.binding import state_file
from renkei.processes.ancestry import MARK
from renkei.setup.hook_settings import HOOK_SETTINGS
from tests.support.cli_run import COMMAND, Cli, files_in
from tests.support.hook_project import event, git, hook


def checks(document: Any) -> dict[str, Any]:
    return {check["name"]: check for check in document["checks"]}


def test_a_fresh_folder_is_well_and_stays_as_it_is(renkei: Cli):
    document = renkei.json("doctor")
    found = checks(document)
    assert document["ok"] is True
    assert set(found) == {
        *("renkei", "sqlite", "git", "project", "store", "client", "hooks", "binding", "analysers", "language", "you"),
        *("environment", "telemetry"),
    }
    assert found["renkei"]["detail"].startswith(__version__)
    assert (found["store"]["state"], "renkei agent add" in found["store"]["remedy"]) == ("note", True)
    assert files_in(renkei.folder) == []


def test_a_store_is_counted(team: Cli):
    found = checks(team.json("doctor"))
    assert (found["store"]["state"], "4 events" in found["store"]["detail"]) == ("ok", True)
    assert found["project"]["detail"] == str(team.folder)


def test_people_read_marks_and_remedies(renkei: Cli):
    out = renkei.ok("doctor").out
    assert "✓ sqlite" in out
    assert "→ It is made by the first command that writes" in out


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_store_that_is_damaged_is_a_negative_verdict_with_a_remedy(team: Cli, content: bytes):
    team.store.write_bytes(content)
    ran = team("doctor", "--json")
    assert (ran.code, ran.document["ok"]) == (1, False)
    found = checks(ran.document)["store"]
    assert (found["state"], "bring back a copy" in found["remedy"].replace("\n", " ")) == ("fail", True)
    assert "✗ store" in team("doctor").out


def test_a_store_of_a_kind_that_is_not_there_fails(renkei: Cli):
    ran = renkei("doctor", "--store", "postgresql://localhost/x")
    assert ran.code == 1
    assert "sqlite:///" in ran.out


def test_it_says_who_you_are(team: Cli, token: dict[str, str]):
    assert "bob" in checks(team.ok("doctor", "--json", env=token).document)["you"]["detail"]
    assert "person" in checks(team.json("doctor"))["you"]["detail"]


def test_a_token_that_is_dead_fails(team: Cli):
    ran = team("doctor", "--json", env={"RENKEI_TOKEN": "rnk_guess"})
    assert (ran.code, checks(ran.document)["you"]["state"]) == (1, "fail")


def test_without_git_it_says_what_that_means(renkei: Cli, tmp_path: Path):
    document = renkei.ok("doctor", "--json", env={"PATH": str(tmp_path)}).document
    assert (checks(document)["git"]["state"], document["ok"]) == ("note", True)


OTHER_CLIENTS = ("codex", "gemini")


def put_client(folder: Path, script: str) -> dict[str, str]:
    """A client of this name first on PATH, and of the other clients none; the environment of a command."""
    folder.mkdir(exist_ok=True)
    client = folder / "claude"
    client.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    client.chmod(0o755)
    others = [
        each
        for each in os.environ["PATH"].split(os.pathsep)
        if not any((Path(each) / o).exists() for o in OTHER_CLIENTS)
    ]
    return {"PATH": os.pathsep.join([str(folder), *others])}


@pytest.mark.parametrize(("script", "state"), [("echo 2.1.0 '(Claude Code)'", "ok"), ("exit 3", "fail")])
def test_the_client_is_started_to_see_whether_it_does(renkei: Cli, tmp_path: Path, script: str, state: str):
    client = checks(renkei("doctor", "--json", env=put_client(tmp_path / "bin", script)).document)["client"]
    assert client["state"] == state
    assert ("2.1.0" in client["detail"]) == (state == "ok")
    assert (client["remedy"] is None) == (state == "ok")


def test_hooks_and_their_mode_are_proven(renkei: Cli):
    not_set_up = checks(renkei.json("doctor"))
    assert (not_set_up["hooks"]["state"], "mode" in not_set_up) == ("note", False)
    assert "renkei init --claude" in not_set_up["hooks"]["remedy"]
    renkei.ok("init", "--claude")
    found = checks(renkei.json("doctor"))
    assert (found["hooks"]["state"], found["hooks"]["detail"]) == ("ok", ".claude/settings.local.json: 10 events")
    assert (found["sessions"]["state"], found["sessions"]["detail"]) == (
        "note",
        "Claude Code: no session has called the hooks yet",
    )
    assert (found["mode"]["detail"], "--mode enforce" in found["mode"]["remedy"]) == (
        "observe: nothing is refused",
        True,
    )
    renkei.ok("init", "--claude", "--mode", "enforce")
    assert checks(renkei.json("doctor"))["mode"]["detail"].startswith("enforce")
    renkei.ok("off")
    assert checks(renkei.json("doctor"))["hooks"]["remedy"] == "Type: renkei on"


@pytest.mark.parametrize("flag", ["--claude", "--codex", "--gemini"])
def test_hook_that_answers_nothing_is_no_hook(renkei: Cli, tmp_path: Path, flag: str):
    renkei.ok("init", flag)
    assert checks(renkei.json("doctor"))["hooks"]["state"] == "ok"
    mute = tmp_path / "renkei"
    mute.write_text("#!/bin/sh\ncat >/dev/null\n")
    mute.chmod(0o755)
    name = {"--claude": SETTINGS, "--codex": ".codex/hooks.json", "--gemini": ".gemini/settings.json"}[flag]
    path = renkei.folder / name
    path.write_text(path.read_text("utf-8").replace(str(COMMAND), str(mute)), "utf-8")
    found = checks(renkei("doctor", "--json").document)["hooks"]
    assert (found["state"], f"{mute} does not answer" in found["detail"]) == ("fail", True)


def test_session_that_called_the_hooks_is_told(renkei: Cli):
    renkei.ok("init", "--codex")
    hook(event("SessionStart", renkei.folder, agent_id="", source="startup"), "--client", "codex", folder=renkei.folder)
    assert checks(renkei.json("doctor"))["sessions"]["detail"].startswith("Codex: 20")


def put_codex(folder: Path, *trust: str, of: Path) -> dict[str, str]:
    """A codex that knows of these hooks in a file; the environment of a command."""
    env = put_client(folder, "exit 0")
    hooks = [{"sourcePath": str(of), "enabled": True, "trustStatus": each} for each in trust]
    answer = {"id": 2, "result": {"data": [{"cwd": "", "hooks": hooks}]}}
    codex = folder / "codex"
    codex.write_text(
        "#!/bin/sh\n[ $1 = app-server ] || exec echo codex 1\nread a\necho '{\"id\": 1}'\nread b; read c\n"
    )
    with codex.open("a") as file:
        file.write(f"echo '{json.dumps(answer)}'\n")
    codex.chmod(0o755)
    return env


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize(
    ("trust", "said"),
    [
        (["untrusted", "trusted"], "Codex calls 1 of 2 hooks and goes on without the others"),
        ([], "Codex reads no hooks of this folder"),
    ],
)
def test_hooks_that_codex_skips_in_silence_fail_where_they_are_to_refuse(
    renkei: Cli, tmp_path: Path, trust: list[str], said: str
):
    renkei.ok("init", "--codex", "--mode", "enforce")
    env = put_codex(tmp_path / "bin", *trust, of=renkei.folder / ".codex/hooks.json")
    ran = renkei("doctor", "--json", env=env)
    found = checks(ran.document)["trust"]
    assert (ran.code, found["state"], said in found["detail"]) == (1, "fail", True)
    assert "trust them" in found["remedy"]
    renkei.ok("init", "--codex", "--mode", "observe")
    assert checks(renkei("doctor", "--json", env=env).document)["trust"]["state"] == "note"


def test_hooks_that_codex_calls_are_well(renkei: Cli, tmp_path: Path):
    renkei.ok("init", "--codex", "--mode", "enforce")
    env = put_codex(tmp_path / "bin", "trusted", "managed", of=renkei.folder / ".codex/hooks.json")
    assert checks(renkei("doctor", "--json", env=env).document)["trust"]["state"] == "ok"


def test_a_codex_that_says_nothing_of_its_hooks_is_no_fault(renkei: Cli, tmp_path: Path):
    renkei.ok("init", "--codex", "--mode", "enforce")
    env = put_codex(tmp_path / "bin", of=renkei.folder)
    (tmp_path / "bin/codex").write_text("#!/bin/sh\necho codex 1\n", "utf-8")
    assert "trust" not in checks(renkei("doctor", "--json", env=env).document)


SETTINGS = ".claude/settings.local.json"


def test_hooks_whose_program_is_gone_or_that_are_not_all_there_fail(renkei: Cli):
    renkei.ok("init", "--claude")
    path = renkei.folder / SETTINGS
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(str(COMMAND), "/nowhere/renkei"), "utf-8")
    ran = renkei("doctor", "--json")
    hooks = checks(ran.document)["hooks"]
    assert (ran.code, hooks["state"], "/nowhere/renkei" in hooks["detail"]) == (1, "fail", True)
    path.write_text(whole.replace("SubagentStop", "Elsewhere"), "utf-8")
    hooks = checks(renkei("doctor", "--json").document)["hooks"]
    assert (hooks["state"], "SubagentStop" in hooks["detail"]) == ("fail", True)


@pytest.mark.parametrize("name", [SETTINGS, ".claude/settings.json"])
def test_hooks_that_the_client_is_told_not_to_call_fail(renkei: Cli, name: str):
    renkei.ok("init", "--claude", "--mode", "enforce")
    path = renkei.folder / name
    settings: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**settings, "disableAllHooks": True}), "utf-8")
    ran = renkei("doctor", "--json")
    hooks = checks(ran.document)["hooks"]
    assert (ran.code, hooks["state"], "disableAllHooks" in hooks["detail"]) == (1, "fail", True)
    assert "enforce mode, but not in order" in renkei("status").out


def test_settings_that_cannot_be_read_and_a_record_that_is_gone_fail(renkei: Cli):
    renkei.ok("init", "--claude", "--mode", "enforce")
    path = renkei.folder / SETTINGS
    whole = path.read_text("utf-8")
    path.write_text("{bad", "utf-8")
    hooks = checks(renkei("doctor", "--json").document)["hooks"]
    assert (hooks["state"], SETTINGS in hooks["detail"]) == ("fail", True)
    path.write_text(whole, "utf-8")
    (renkei.folder / HOOK_SETTINGS).unlink()
    ran = renkei("doctor", "--json")
    assert (ran.code, checks(ran.document)["binding"]["state"]) == (1, "fail")
    assert "enforce" in checks(ran.document)["mode"]["detail"], "what the person set holds"
    state_file(renkei.folder, os.environ, ".json").unlink()
    assert checks(renkei("doctor", "--json").document)["mode"]["state"] == "fail"


def test_a_program_that_came_with_the_repository_is_not_started(renkei: Cli, tmp_path: Path):
    renkei.ok("init", "--claude")
    evil = renkei.folder / "renkei"
    evil.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n", "utf-8")
    evil.chmod(0o755)
    path = renkei.folder / SETTINGS
    path.write_text(path.read_text("utf-8").replace(str(COMMAND), str(evil)), "utf-8")
    renkei("doctor")
    assert not (tmp_path / "started").exists()


@pytest.mark.req("DEC-47")
def test_analysers_that_are_missing_are_named_with_the_line_that_installs_them(
    renkei: Cli, monkeypatch: pytest.MonkeyPatch
):
    found = checks(renkei.json("doctor"))["analysers"]
    assert (found["state"], "bandit" in found["detail"], found["remedy"]) == ("ok", True, None)
    monkeypatch.setattr("renkei.installed.version", _not_there)
    found = checks(renkei.json("doctor"))["analysers"]
    assert (found["state"], "bandit" in found["detail"]) == ("note", True)
    assert "install" in found["remedy"]
    assert "[review]" in found["remedy"]


def _not_there(name: str) -> str:
    raise PackageNotFoundError(name)


@pytest.mark.req("DEC-51", refused=True)
def test_it_tells_of_a_token_in_a_file_that_git_tracks_and_not_which(team: Cli, token: dict[str, str]):
    git(team.folder, "init", "-q")
    team.file("notes.md", f"use {token['RENKEI_TOKEN']} here")
    assert "tokens" not in checks(team.json("doctor"))
    git(team.folder, "add", "notes.md")
    ran = team("doctor", "--json")
    found = checks(ran.document)["tokens"]
    assert (ran.code, found["state"]) == (1, "fail")
    assert "notes.md" in found["detail"]
    assert token["RENKEI_TOKEN"] not in ran.out


@pytest.mark.req("DEC-54")
def test_it_names_what_agents_do_not_get_of_the_environment(team: Cli):
    (team.folder / ".renkei/config.toml").write_text('[workspace]\nenv = ["DATABASE_URL"]\n')
    env = {"MY_CLOUD_SECRET": "hush", "DATABASE_URL": "here", "ANTHROPIC_API_KEY": "k", "https_proxy": "p"}
    ran = team.ok("doctor", "--json", env=env)
    detail = checks(ran.document)["environment"]["detail"]
    assert "MY_CLOUD_SECRET" in detail
    assert not {"DATABASE_URL", "ANTHROPIC_API_KEY", "https_proxy", "PATH"} & set(detail.replace(",", "").split())
    assert "hush" not in ran.out


@pytest.mark.req("DEC-54", refused=True)
@pytest.mark.parametrize("name", ["RENKEI_TOKEN", "renkei_store", "A=B", "", "A B"])
def test_what_is_renkeis_own_or_no_name_is_not_passed_on(team: Cli, name: str):
    (team.folder / ".renkei/config.toml").write_text(f'[workspace]\nenv = ["{name}"]\n')
    assert team("doctor").code == 2


@pytest.mark.req("DEC-51")
def test_it_says_when_nobody_is_known_to_be_a_person(team: Cli):
    found = checks(team.ok("doctor", "--json", env={MARK: ".x"}).document)["you"]
    assert (found["state"], "nobody" in found["detail"]) == ("note", True)
