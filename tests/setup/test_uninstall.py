"""`renkei uninstall`: every byte is back where nobody has touched it since; what somebody has edited stays theirs."""

import json
import os
from pathlib import Path

import pytest

from renkei.binding import state_file
from renkei.errors import Unreachable
from renkei.setup.claude import agent_edits
from renkei.setup.clients import CLAUDE
from renkei.setup.edits import RECORD, Edit, make_edits, read_record
from renkei.setup.hook_files import plan_hooks
from renkei.setup.hook_files import withdraw as withdraw_hooks
from tests.support.cli_run import Cli, without_privileges
from tests.support.hook_setup import LOCAL, SHARED, commands, everything, outside_renkei, put, settings

ODD = {
    "one line": b'{"model":"opus"}',
    "no line end": b'{\n  "model": "opus"\n}',
    "tabs": b'{\n\t"model":\t"opus"\n}\n\n\n',
    "CRLF": b'{\r\n  "model": "opus"\r\n}\r\n',
    "byte order mark": b'\xef\xbb\xbf{"model": "opus"}\n',
    "escapes": b'{"a": "\\u65e5\\u672c \\/", "b": 1.50, "c": 1E3, "a": "twice"}\n',
    "empty": b"",
    "empty object": b"{ }\n",
    "empty hooks": b'{"hooks": {"Stop": []}}',
    "hooks of others": b'{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"lint"}]}],"Setup":[]}}',
}


def plan(root: Path, *, shared: bool) -> list[Edit]:
    return [*agent_edits(root, "en"), *plan_hooks(root, CLAUDE, "/bin/renkei", shared=shared)]


def withdraw(path: Path, data: bytes) -> bytes | None:
    return withdraw_hooks(CLAUDE, path, data) if path in CLAUDE.files else None


@pytest.mark.parametrize("name", [LOCAL, SHARED])
@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_every_byte_and_mode_is_restored(renkei: Cli, data: bytes, name: str):
    put(renkei.folder, name, data).chmod(0o640)
    put(renkei.folder, ".claude/agents/mine.md", b"mine")
    before = outside_renkei(renkei.folder)
    words = ["--shared"] if name == SHARED else []
    renkei.ok("init", "--claude", "--mode", "enforce", *words)
    assert outside_renkei(renkei.folder) != before
    renkei.ok("uninstall")
    assert outside_renkei(renkei.folder) == before
    assert (renkei.folder / name).stat().st_mode & 0o777 == 0o640
    assert renkei.ok("uninstall").out == "Nothing to take out: init was not run here.\n"


def test_folders_that_were_made_go_and_those_that_were_there_stay(renkei: Cli):
    renkei.ok("init", "--claude")
    renkei.ok("uninstall")
    assert list(outside_renkei(renkei.folder)) == [".git"]
    (renkei.folder / ".claude/agents").mkdir(parents=True)
    renkei.ok("init", "--claude")
    renkei.ok("uninstall")
    assert list(outside_renkei(renkei.folder)) == [".claude", ".claude/agents", ".git"]


def test_folder_that_is_a_link_stays(renkei: Cli, tmp_path: Path):
    (tmp_path / "agents").mkdir()
    (renkei.folder / ".claude").mkdir()
    (renkei.folder / ".claude/agents").symlink_to(tmp_path / "agents")
    renkei.ok("init", "--claude")
    assert len(list((tmp_path / "agents").iterdir())) == 8
    renkei.ok("uninstall")
    assert (renkei.folder / ".claude/agents").is_symlink()
    assert list((tmp_path / "agents").iterdir()) == []


def test_link_to_nothing_is_one_again(renkei: Cli, tmp_path: Path):
    link = renkei.folder / LOCAL
    link.parent.mkdir()
    link.symlink_to(tmp_path / "target.json")
    renkei.ok("init", "--claude")
    assert (tmp_path / "target.json").is_file()
    renkei.ok("uninstall")
    assert link.is_symlink()
    assert not link.exists()


def test_hand_edits_survive_and_our_part_goes(renkei: Cli):
    put(renkei.folder, LOCAL, b'{"model": "opus"}')
    renkei.ok("init", "--claude")
    edited = settings(renkei.folder)
    edited["model"] = "haiku"
    edited["hooks"]["Stop"].insert(0, {"hooks": [{"type": "command", "command": "theirs"}]})
    edited["hooks"]["SubagentStop"][0]["hooks"].append({"type": "command", "command": "theirs too"})
    put(renkei.folder, LOCAL, json.dumps(edited, indent=4).encode())
    agent = put(renkei.folder, ".claude/agents/qa-engineer.md", b"mine now")
    outcome = renkei.json("uninstall")
    assert (outcome[LOCAL], outcome[".claude/agents/qa-engineer.md"]) == ("mended", "kept")
    assert settings(renkei.folder)["model"] == "haiku"
    assert commands(renkei.folder) == {"SubagentStop": ["theirs too"], "Stop": ["theirs"]}
    assert (renkei.folder / LOCAL).read_text().startswith('{\n    "model"')
    assert agent.read_bytes() == b"mine now"
    assert not (renkei.folder / ".claude/agents/code-explorer.md").exists()


def test_hand_edit_between_two_inits_survives(renkei: Cli):
    put(renkei.folder, LOCAL, b'{"model": "opus"}')
    renkei.ok("init", "--claude")
    put(renkei.folder, LOCAL, b'{"model": "haiku"}')
    renkei.ok("init", "--claude")
    renkei.ok("uninstall")
    assert (renkei.folder / LOCAL).read_bytes() == b'{"model": "haiku"}'


def test_files_that_were_deleted_by_hand_stay_deleted(renkei: Cli):
    put(renkei.folder, LOCAL, b"{}")
    renkei.ok("init", "--claude")
    (renkei.folder / LOCAL).unlink()
    (renkei.folder / ".claude/agents/qa-engineer.md").unlink()
    ran = renkei.ok("uninstall")
    assert f"{LOCAL}: was gone already\n" in ran.out
    assert list(outside_renkei(renkei.folder)) == [".claude", ".git"]


def test_file_that_was_deleted_and_made_again_by_init_goes(renkei: Cli):
    put(renkei.folder, LOCAL, b'{"model": "opus"}')
    renkei.ok("init", "--claude")
    (renkei.folder / LOCAL).unlink()
    renkei.ok("init", "--claude")
    renkei.ok("uninstall")
    assert not (renkei.folder / LOCAL).exists()


def test_compiled_settings_go_even_if_somebody_edited_them(renkei: Cli):
    renkei.ok("init", "--claude")
    put(renkei.folder, ".renkei/hook.json", b'{"mode": "enforce"}')
    renkei.ok("uninstall")
    assert not (renkei.folder / ".renkei/hook.json").exists()


def test_settings_that_are_no_json_any_more_stop_uninstall_with_nothing_changed(renkei: Cli):
    renkei.ok("init", "--claude")
    put(renkei.folder, LOCAL, b"{ // mine")
    before = everything(renkei.folder)
    ran = renkei("uninstall")
    assert (ran.code, f"{LOCAL}, line 1, column 3: a comment" in ran.err) == (2, True)
    assert everything(renkei.folder) == before


def test_settings_that_were_saved_in_another_encoding_since_keep_it(renkei: Cli):
    put(renkei.folder, LOCAL, '{"model": "作品"}'.encode())
    renkei.ok("init", "--claude")
    put(renkei.folder, LOCAL, (renkei.folder / LOCAL).read_bytes().decode().encode("utf-16"))
    assert renkei.json("uninstall")[LOCAL] == "mended"
    assert json.loads((renkei.folder / LOCAL).read_bytes().decode("utf-16")) == {"model": "作品"}


@pytest.mark.parametrize("data", [b"", b"{}", b'{"edits": [{}], "folders": []}', b"[]"], ids=str)
def test_damaged_record_is_named(renkei: Cli, data: bytes):
    renkei.ok("init", "--claude")
    put(renkei.folder, RECORD.as_posix(), data)
    ran = renkei("uninstall")
    assert ran.code == 2
    assert ".renkei/init.json, which says what init has changed, is damaged." in ran.err


@pytest.mark.parametrize("crash_after", range(11))
def test_crash_between_two_edits_leaves_nothing_that_cannot_be_taken_back(
    renkei: Cli, monkeypatch: pytest.MonkeyPatch, crash_after: int
):
    """The process ends at the write of one file; the record was written before the first."""
    put(renkei.folder, LOCAL, b'{"model":"opus"}')
    before = outside_renkei(renkei.folder)
    edits = plan(renkei.folder, shared=False)
    replace, left = Path.replace, [crash_after]

    def crashing(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", crashing)
        with pytest.raises(KeyboardInterrupt):
            make_edits(renkei.folder, edits, withdraw)
    assert len(read_record(renkei.folder).edits) == (10 if crash_after else 0)
    renkei.ok("uninstall")
    assert outside_renkei(renkei.folder) == before


def test_disk_that_fills_up_half_way_leaves_everything_as_it_was(renkei: Cli, monkeypatch: pytest.MonkeyPatch):
    put(renkei.folder, LOCAL, b'{"model":"opus"}')
    renkei.ok("init", "--claude")
    put(renkei.folder, ".claude/agents/code-explorer.md", b"mine").unlink()
    before = outside_renkei(renkei.folder)
    edits = plan(renkei.folder, shared=True)
    write_bytes = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if ".settings.json." in self.name:
            raise OSError(28, "No space left on device")
        return write_bytes(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(Unreachable, match="No space left on device"):
            make_edits(renkei.folder, edits, withdraw)
    assert outside_renkei(renkei.folder) == before
    renkei.ok("uninstall")
    assert (renkei.folder / LOCAL).read_bytes() == b'{"model":"opus"}'


def test_it_says_what_became_of_each_file(renkei: Cli):
    put(renkei.folder, LOCAL, b"{}")
    renkei.ok("init", "--claude")
    ran = renkei.ok("uninstall", "--lang", "ja")
    assert ran.out.count("\n") == 12
    assert f"{LOCAL}: " in ran.out
    renkei.ok("init", "--claude")
    outcome = renkei.json("uninstall")
    assert (outcome[LOCAL], outcome[".claude/agents/code-explorer.md"], outcome[".renkei/hook.json"]) == (
        *("restored", "removed", "removed"),
    )


def test_hooks_that_came_with_the_repository_are_not_one_members_to_take_out(renkei: Cli):
    renkei.ok("init", "--claude", "--shared")
    for path in (renkei.folder / ".renkei").iterdir():
        path.unlink()
    state_file(renkei.folder, os.environ, ".json").unlink()  # another member's clone has neither
    before = outside_renkei(renkei.folder)
    renkei.ok("init", "--claude")
    assert renkei.json("uninstall") == {".renkei/hook.json": "removed"}
    assert outside_renkei(renkei.folder) == before


def test_without_the_record_what_is_marked_as_ours_goes(renkei: Cli):
    put(renkei.folder, LOCAL, b'{"model": "opus"}\n')
    renkei.ok("init", "--claude")
    mine = put(renkei.folder, ".claude/agents/qa-engineer.md", b"mine")
    for path in sorted((renkei.folder / ".renkei").iterdir()):
        path.unlink()
    (renkei.folder / ".renkei").rmdir()
    renkei.ok("uninstall")
    assert settings(renkei.folder) == {"model": "opus"}
    assert [path.name for path in (renkei.folder / ".claude/agents").iterdir()] == [mine.name]


@pytest.mark.parametrize("data", [b"{ // mine", b"[]", b"\xff\xfe\x00", b'{"hooks": []}'], ids=str)
def test_settings_that_nobody_could_merge_into_are_no_matter_where_nothing_was_set_up(renkei: Cli, data: bytes):
    for name in (LOCAL, SHARED, ".mcp.json", ".codex/config.toml", ".gemini/settings.json"):
        put(renkei.folder, name, data)
    before = everything(renkei.folder)
    assert renkei.ok("uninstall").out == "Nothing to take out: init was not run here.\n"
    assert everything(renkei.folder) == before


def test_what_may_not_be_read_is_named_and_left_where_nothing_was_set_up(renkei: Cli):
    names = (LOCAL, "AGENTS.md", ".claude/agents/qa-engineer.md")
    for name in names:
        put(renkei.folder, name, b"{}").chmod(0)
    ran = without_privileges("uninstall", folder=renkei.folder)
    assert (ran.code, ran.out) == (0, "Nothing to take out: init was not run here.\n")
    assert f"{LOCAL} cannot be read (Permission denied). It was left as it is." in ran.err
    assert "AGENTS.md cannot be read" in ran.err


def test_what_may_not_be_read_stops_uninstall_where_it_was_set_up(renkei: Cli):
    renkei.ok("init", "--claude")
    (renkei.folder / LOCAL).chmod(0)
    ran = without_privileges("uninstall", folder=renkei.folder)
    assert (ran.code, f"{LOCAL} cannot be read" in ran.err) == (2, True)
    (renkei.folder / LOCAL).chmod(0o600)
    assert commands(renkei.folder)
