"""`renkei init --claude`: it merges into what is there, changes nothing twice, and never overwrites a hand edit."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.binding.record import record_mark
from renkei.kit.agents import AGENTS
from renkei.kit.skills import leading_skill
from renkei.processes.ancestry import MARK
from renkei.setup.clients import CLIENTS, Client
from renkei.setup.hook_files import hook_command
from tests.support.cli_run import COMMAND, Cli, without_privileges
from tests.support.hook_project import git
from tests.support.hook_setup import (
    EVENTS,
    GUARDS,
    LOCAL,
    SHARED,
    commands,
    everything,
    our_commands,
    outside_renkei,
    put,
    settings,
)

THEIRS = {"type": "command", "command": "their-linter"}


def hook_settings(renkei: Cli) -> dict[str, str]:
    return json.loads((renkei.folder / ".renkei/hook.json").read_bytes())


SKILL = ".claude/skills/team-orchestration/SKILL.md"


@pytest.mark.req("ORCH-8")
def test_the_skill_of_the_lead_is_placed_and_one_of_their_own_stays(renkei: Cli):
    renkei.ok("init", "--claude")
    assert (renkei.folder / SKILL).read_text("utf-8") == leading_skill("en")
    renkei.ok("uninstall")
    assert not (renkei.folder / ".claude").exists()
    put(renkei.folder, SKILL, b"mine")
    renkei.ok("init", "--claude")
    renkei.ok("uninstall")
    assert (renkei.folder / SKILL).read_bytes() == b"mine"


def test_agents_hooks_and_compiled_settings_are_written(renkei: Cli):
    ran = renkei.ok("init", "--claude")
    written = [*(f".claude/agents/{name}.md" for name in AGENTS), SKILL, LOCAL]
    folders = [".claude", ".claude/agents", ".claude/skills", ".claude/skills/team-orchestration", ".git"]
    assert sorted(outside_renkei(renkei.folder)) == sorted([*folders, *written])
    assert [line for line in ran.out.splitlines() if line[:2] == "+ "] == [
        f"+ {name}" for name in (*written, ".renkei/hook.json")
    ]
    assert hook_settings(renkei) == {
        "mode": "observe",
        "store": str(renkei.store),
        "lang": "en",
        "deadline": 20,
    }
    renkei.ok("init", "--claude", "--mode", "enforce")
    assert hook_settings(renkei)["record"] == record_mark(renkei.folder)
    assert commands(renkei.folder) == our_commands(str(COMMAND))
    assert settings(renkei.folder)["hooks"]["PostToolUse"][0]["matcher"] == "*"


def test_second_time_changes_neither_bytes_nor_times(renkei: Cli):
    put(renkei.folder, LOCAL, b'{"model": "opus"}')
    renkei.ok("init", "--claude", "--mode", "enforce")
    before = everything(renkei.folder)
    assert renkei.ok("init", "--claude").out.endswith("Nothing to change: it is all there.\n")
    assert everything(renkei.folder) == before


def test_mode_that_was_chosen_stays_until_another_is_chosen(renkei: Cli):
    renkei.ok("init", "--claude", "--mode", "enforce")
    renkei.ok("init", "--claude", "--lang", "ja")
    assert (hook_settings(renkei)["mode"], hook_settings(renkei)["lang"]) == ("enforce", "ja")
    renkei.ok("init", "--claude", "--mode", "observe")
    assert hook_settings(renkei)["mode"] == "observe"


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"mode": "loud"}'], ids=str)
def test_compiled_settings_that_somebody_broke_are_written_anew(renkei: Cli, broken: bytes):
    renkei.ok("init", "--claude", "--mode", "enforce")
    put(renkei.folder, ".renkei/hook.json", broken)
    renkei.ok("init", "--claude")
    assert hook_settings(renkei)["mode"] == "enforce", "what the person set is recorded elsewhere"


def test_hooks_of_others_stay_first_and_in_their_order(renkei: Cli):
    theirs = {
        "hooks": {
            "Stop": [{"hooks": [THEIRS]}, {"hooks": [{**THEIRS, "command": "b"}]}],
            "Setup": [{"hooks": [THEIRS]}],
        }
    }
    put(renkei.folder, LOCAL, json.dumps({"env": {"A": "1"}, **theirs}).encode())
    renkei.ok("init", "--claude")
    found = commands(renkei.folder)
    assert list(settings(renkei.folder)) == ["env", "hooks"]
    assert list(found) == ["Stop", "Setup", *(event for event in EVENTS if event != "Stop")]
    assert found["Stop"][:2] == ["their-linter", "b"]
    assert len(found["Stop"]) == 3
    assert found["Setup"] == ["their-linter"]


def test_hook_that_somebody_put_after_ours_does_not_move(renkei: Cli):
    renkei.ok("init", "--claude")
    found = settings(renkei.folder)
    found["hooks"]["Stop"].append({"hooks": [THEIRS]})
    found["hooks"]["PostToolUse"][0]["matcher"] = "Read"
    put(renkei.folder, LOCAL, json.dumps(found).encode())
    before = everything(renkei.folder)
    renkei.ok("init", "--claude")
    assert everything(renkei.folder) == before


def test_hooks_of_a_renkei_that_stood_elsewhere_are_replaced(renkei: Cli):
    old = {"type": "command", "command": "[ -x '/old place/renkei' ] && '/old place/renkei' hook || true"}
    put(
        renkei.folder,
        LOCAL,
        json.dumps({"hooks": {"Stop": [{"hooks": [THEIRS, old]}], "Setup": [{"hooks": [old]}]}}).encode(),
    )
    renkei.ok("init", "--claude")
    ours = our_commands(str(COMMAND))
    assert commands(renkei.folder) == {**ours, "Stop": ["their-linter", *ours["Stop"]]}


def test_agent_of_the_same_name_is_left_as_it_is(renkei: Cli):
    mine = put(renkei.folder, ".claude/agents/qa-engineer.md", b"---\nname: qa-engineer\n---\nMine.\n")
    time = mine.stat().st_mtime_ns
    ran = renkei.ok("init", "--claude")
    assert (mine.read_bytes(), mine.stat().st_mtime_ns) == (b"---\nname: qa-engineer\n---\nMine.\n", time)
    assert ".claude/agents/qa-engineer.md is your own and stays as it is" in ran.out
    assert renkei.json("init", "--claude")["kept"] == [".claude/agents/qa-engineer.md"]


def test_mode_is_said(renkei: Cli):
    assert "Mode observe: " in renkei.ok("init", "--claude").out
    assert "Mode enforce: " in renkei.ok("init", "--claude", "--mode", "enforce").out
    assert renkei.json("init", "--claude")["mode"] == "enforce"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{\n  // mine\n  "a": 1\n}\n', "line 2, column 3: a comment"),
        (b'{\n  "a": 1, /* mine */\n  "b": 2\n}\n', "line 2, column 11: a comment"),
        (b'{\n  "a": 1,\n}\n', "no JSON"),
    ],
)
def test_settings_with_a_comment_are_refused_with_the_place(renkei: Cli, data: bytes, said: str):
    path = put(renkei.folder, LOCAL, data)
    ran = renkei("init", "--claude")
    assert (ran.code, path.read_bytes()) == (2, data)
    assert said in ran.err


@pytest.mark.parametrize(
    "data",
    [
        *(
            b"{",
            b"[]",
            b"null",
            b"// comment\n{}",
            b"\xff\xfe\x00",
            b"[" * 100_000,
            b'{"hooks": []}',
            b'{"hooks": null}',
        ),
        *(b'{"hooks": {"Stop": {}}}', b'{"hooks": {"Stop": ["x"]}}', b'{"hooks": {"Stop": [{"hooks": "x"}]}}'),
        *(b'{"a": NaN}', b'{"a": 1e999}', b'{"a": "\\ud800"}'),
    ],
    ids=lambda data: str(data[:30]),
)
@pytest.mark.parametrize("words", [[], ["--dry-run"], ["--shared"]], ids=str)
def test_settings_that_cannot_be_merged_into_are_bad_input_and_nothing_is_changed(
    renkei: Cli, data: bytes, words: list[str]
):
    put(renkei.folder, SHARED if words == ["--shared"] else LOCAL, data)
    before = everything(renkei.folder)
    ran = renkei("init", "--claude", *words)
    assert ran.code == 2
    assert "settings" in ran.err
    assert "Mend it and try again." in ran.err
    assert everything(renkei.folder) == before


def link_to_device(path: Path) -> None:
    path.symlink_to("/dev/null")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, link_to_device], ids=["pipe", "folder", "device"])
@pytest.mark.parametrize("words", [[], ["--dry-run"], ["--mcp"]], ids=str)
def test_what_is_no_regular_file_in_the_place_of_one_is_named_and_nothing_is_changed(
    renkei: Cli, make: Callable[[Path], None], words: list[str]
):
    (renkei.folder / ".claude").mkdir()
    name = ".mcp.json" if words == ["--mcp"] else LOCAL
    make(renkei.folder / name)
    before, kind = everything(renkei.folder), (renkei.folder / name).lstat().st_mode
    ran = renkei("init", "--claude", *words)
    assert (ran.code, f"{name}: no regular file stands there. Move it away" in ran.err) == (2, True)
    assert everything(renkei.folder) == before
    assert (renkei.folder / name).lstat().st_mode == kind


@pytest.mark.parametrize(
    ("client", "name", "text"),
    [
        ("--claude", LOCAL, '{"model": "作品"}'),
        ("--gemini", ".gemini/settings.json", "{}"),
        ("--codex", "AGENTS.md", "作品"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_a_file_in_another_encoding_is_named_and_stays(renkei: Cli, client: str, name: str, text: str, encoding: str):
    put(renkei.folder, name, text.encode(encoding))
    before = everything(renkei.folder)
    ran = renkei("init", client, "--guide")
    assert (ran.code, f"{name}: it is not in UTF-8" in ran.err, "Save it as UTF-8" in ran.err) == (2, True, True)
    assert everything(renkei.folder) == before


def test_client_has_to_be_named(renkei: Cli):
    ran = renkei("init")
    assert (ran.code, ran.err) == (2, "renkei: Say for which client: renkei init --claude, --codex or --gemini\n")
    assert list(outside_renkei(renkei.folder)) == [".git"]


def test_dry_run_shows_the_change_and_writes_nothing(renkei: Cli):
    put(renkei.folder, LOCAL, b'{\n\t"model": "opus"\n}\n')
    before = everything(renkei.folder)
    ran = renkei.ok("init", "--claude", "--dry-run")
    assert everything(renkei.folder) == before
    assert "+ .claude/agents/code-explorer.md\n" in ran.out
    assert "~ .claude/settings.local.json\n" in ran.out
    assert re.search(r'^    \+ +"hooks": {$', ran.out, re.MULTILINE)
    assert ran.out.endswith("Nothing was changed: this was a rehearsal.\n")


def test_json_names_what_changed(renkei: Cli):
    rehearsed = renkei.json("init", "--claude", "--dry-run")
    changed = renkei.json("init", "--claude")
    assert rehearsed == {**changed, "dry_run": True}
    agents = (f".claude/agents/{name}.md" for name in AGENTS)
    assert changed["changed"] == [*agents, SKILL, LOCAL, ".renkei/hook.json"]
    assert renkei.json("init", "--claude") == {**changed, "changed": []}


def test_shared_settings_name_no_place_on_this_machine(renkei: Cli):
    renkei.ok("init", "--claude", "--shared")
    is_there, hook = "command -v renkei >/dev/null 2>&1", "renkei hook"
    informs, guards = f"{is_there} && {hook} || true", f"{is_there} || exit 0; {hook} || exit 2"
    assert commands(renkei.folder, SHARED) == {event: [guards if event in GUARDS else informs] for event in EVENTS}
    assert not (renkei.folder / LOCAL).exists()


def test_hooks_stand_in_one_file_only(renkei: Cli):
    put(renkei.folder, LOCAL, b'{"model": "opus"}')
    renkei.ok("init", "--claude")
    renkei.ok("init", "--claude", "--shared")
    assert settings(renkei.folder) == {"model": "opus"}
    assert set(commands(renkei.folder, SHARED)) == set(EVENTS)
    before = everything(renkei.folder)
    renkei.ok("init", "--claude")
    assert everything(renkei.folder) == before
    renkei.ok("uninstall")
    assert outside_renkei(renkei.folder)[LOCAL] == b'{"model": "opus"}'
    assert not (renkei.folder / SHARED).exists()


@pytest.mark.parametrize(
    ("data", "start", "end"),
    [
        (b'{"a": 1}', b'{\n  "a": 1,\n  "hooks"', b"  }\n}"),
        (b'{\n\t"a": 1\n}\n', b'{\n\t"a": 1,\n\t"hooks"', b"\t}\n}\n"),
        (b'{\r\n    "a": 1\r\n}\r\n', b'{\r\n    "a": 1,\r\n    "hooks"', b"    }\r\n}\r\n"),
        (b'\xef\xbb\xbf{\n "a": 1\n}', b'\xef\xbb\xbf{\n "a": 1,\n "hooks"', b" }\n}"),
        ('{\n  "a": "日本"\n}\n'.encode(), '{\n  "a": "日本",\n'.encode(), b"  }\n}\n"),
    ],
    ids=["one line", "tabs", "CRLF", "byte order mark", "Japanese"],
)
def test_settings_keep_their_manner(renkei: Cli, data: bytes, start: bytes, end: bytes):
    path = put(renkei.folder, LOCAL, data)
    renkei.ok("init", "--claude")
    assert path.read_bytes().startswith(start)
    assert path.read_bytes().endswith(end)
    assert (b"\r\n" in data) == (b"\r\n" in path.read_bytes())


@pytest.mark.parametrize("committed", ["AGENTS.md", ".codex"])
def test_no_link_that_comes_with_a_clone_says_what_is_written_elsewhere(renkei: Cli, tmp_path: Path, committed: str):
    elsewhere = put(tmp_path, "elsewhere/.bashrc", b"alias ll=ls\n")
    (renkei.folder / committed).symlink_to(elsewhere.parent if committed == ".codex" else elsewhere)
    git(renkei.folder, "add", "-f", committed)
    ran = renkei("init", "--codex", "--guide")
    assert (ran.code, "by a link that is committed" in ran.err) == (2, True)
    assert elsewhere.read_bytes() == b"alias ll=ls\n"
    assert [each.name for each in elsewhere.parent.iterdir()] == [".bashrc"]
    git(renkei.folder, "rm", "-q", "--cached", committed)
    renkei.ok("init", "--codex", "--guide")


def test_link_stays_a_link(renkei: Cli, tmp_path: Path):
    target = put(tmp_path, "dotfiles/settings.json", b'{"model": "opus"}')
    link = renkei.folder / LOCAL
    link.parent.mkdir()
    link.symlink_to(target)
    renkei.ok("init", "--claude")
    assert link.is_symlink()
    assert set(json.loads(target.read_bytes())) == {"model", "hooks"}
    renkei.ok("uninstall")
    assert link.is_symlink()
    assert target.read_bytes() == b'{"model": "opus"}'


def test_mode_of_a_file_is_kept(renkei: Cli):
    path = put(renkei.folder, LOCAL, b"{}")
    path.chmod(0o600)
    renkei.ok("init", "--claude")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("locked", [LOCAL, ".claude"])
def test_what_may_not_be_written_stops_init_with_nothing_half_done(renkei: Cli, locked: str):
    put(renkei.folder, LOCAL, b"{}")
    (renkei.folder / ".claude/agents").mkdir()
    before = everything(renkei.folder)
    place = renkei.folder / locked
    mode = place.stat().st_mode
    place.chmod(0o555)
    try:
        ran = without_privileges("init", "--claude", folder=renkei.folder)
    finally:
        place.chmod(mode)
    assert (ran.code, "cannot be written" in ran.err) == (5, True)
    assert everything(renkei.folder) == before
    assert renkei.ok("uninstall").out == "Nothing to take out: init was not run here.\n"


def test_a_file_where_a_folder_is_needed_stops_init_with_nothing_half_done(renkei: Cli):
    put(renkei.folder, ".claude", b"mine")
    before = everything(renkei.folder)
    ran = renkei("init", "--claude")
    assert (ran.code, "cannot be written" in ran.err) == (5, True)
    assert everything(renkei.folder) == before


@pytest.mark.parametrize("has_store", [False, True])
def test_a_disk_that_fills_up_leaves_nothing_of_a_first_init(
    renkei: Cli, monkeypatch: pytest.MonkeyPatch, has_store: bool
):
    if has_store:
        renkei.ok("agent", "add", "bob", "--role", "builder")
    before, write_bytes = set(everything(renkei.folder)), Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if ".settings.local.json." in self.name:
            raise OSError(28, "No space left on device")
        return write_bytes(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        assert renkei("init", "--claude").code == 5
    assert set(everything(renkei.folder)) == before
    assert not has_store or "bob" in renkei.ok("agent", "list").out


def test_what_somebody_wrote_while_an_init_failed_stays(renkei: Cli, monkeypatch: pytest.MonkeyPatch):
    """It was acknowledged; the store that init had begun with was removed with it."""
    write_bytes = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if ".settings.local.json." in self.name:
            renkei.ok("agent", "add", "bob", "--role", "builder")
            raise OSError(28, "No space left on device")
        return write_bytes(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        assert renkei("init", "--claude").code == 5
    assert "bob" in renkei.ok("agent", "list").out
    renkei.ok("init", "--claude")
    assert "bob" in renkei.ok("agent", "list").out


@pytest.mark.parametrize("guards", [False, True])
@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
@pytest.mark.parametrize("program", ["/nowhere/renkei", "/a b/renkei", "/it's/renkei"])
def test_missing_program_never_fails_the_clients_command(program: str, client: Client, guards: bool):
    command = hook_command(program, client, guards=guards)
    assert shlex.quote(program) in command
    done = subprocess.run(["sh", "-c", command], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("guards", [False, True])
@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
def test_missing_program_never_fails_the_shared_command(tmp_path: Path, client: Client, guards: bool):
    command = hook_command(None, client, guards=guards)
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, env={"PATH": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(("guards", "code"), [(False, 0), (True, 2)])
def test_program_that_fails_stops_only_what_it_guards(tmp_path: Path, guards: bool, code: int):
    program = tmp_path / "renkei"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    command = hook_command(str(program), CLIENTS["claude"], guards=guards)
    assert subprocess.run(["sh", "-c", command], check=False).returncode == code


def test_project_that_is_switched_off_is_told_so(renkei: Cli):
    renkei.ok("off")
    assert renkei.ok("init", "--claude").out.endswith(
        "The hooks of this project are off. `renkei on` switches them on again.\n"
    )


def test_agent_may_not_soften_the_mode_or_take_the_hooks_out(renkei: Cli):
    renkei.ok("init", "--claude", "--mode", "enforce")
    before = everything(renkei.folder)
    for words in (["init", "--claude", "--mode", "observe"], ["uninstall"], ["off"], ["on"]):
        for env in ({MARK: ".x"}, {MARK: ".x", "RENKEI_TOKEN": "1"}):
            ran = renkei(*words, env=env)
            assert (ran.code, "[DEC-51]" in ran.err) == (4, True)
    assert everything(renkei.folder) == before
    assert renkei("init", "--claude", "--dry-run", env={MARK: ".x"}).code == 0
    assert renkei("init", "--claude", env={"CLAUDECODE": "1"}).code == 0


def test_japanese_project_gets_japanese_agents_and_words(renkei: Cli):
    ran = renkei.ok("init", "--claude", "--lang", "ja")
    assert "`renkei uninstall`" in ran.out
    assert "Done" not in ran.out
    assert "結果の返し方" in (renkei.folder / ".claude/agents/code-explorer.md").read_text("utf-8")
    assert hook_settings(renkei)["lang"] == "ja"


def test_work_trees_share_what_the_main_one_has(renkei: Cli, tmp_path: Path):
    git(renkei.folder, "commit", "--quiet", "--allow-empty", "--message", "first")
    git(renkei.folder, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    renkei.enter(tmp_path / "linked")
    renkei.ok("init", "--claude")
    assert (renkei.folder / LOCAL).is_file()
    assert not (tmp_path / "linked/.claude").exists()
