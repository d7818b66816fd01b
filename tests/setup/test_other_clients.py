"""`renkei init --codex --gemini`: hooks in the files of these clients, each in its own form."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import COMMAND, Cli
from tests.support.hook_setup import everything, outside_renkei, put

CODEX, GEMINI = ".codex/hooks.json", ".gemini/settings.json"


def hooks(folder: Path, name: str) -> dict[str, list[dict[str, Any]]]:
    return json.loads((folder / name).read_bytes())["hooks"]


def test_codex_gets_a_file_with_nothing_in_it_but_hooks(renkei: Cli):
    """One unknown key at the top would make it throw the whole file away."""
    ran = renkei.ok("init", "--codex")
    assert f"+ {CODEX}\n" in ran.out
    assert list(json.loads((renkei.folder / CODEX).read_bytes())) == ["hooks"]
    found = hooks(renkei.folder, CODEX)
    assert found["PreToolUse"] == [
        {
            "matcher": "",
            "hooks": [
                {
                    "type": "command",
                    "command": f"[ -x {COMMAND} ] || exit 0; {COMMAND} hook --client codex || exit 2",
                    "timeout": 30,
                }
            ],
        }
    ]
    assert found["Stop"][0]["hooks"][0]["command"] == f"[ -x {COMMAND} ] && {COMMAND} hook --client codex || true"
    assert "PostToolUseFailure" not in found
    assert list(outside_renkei(renkei.folder)) == [".codex", CODEX, ".git"]


def test_gemini_gets_hooks_under_its_own_names_with_times_in_milliseconds(renkei: Cli):
    renkei.ok("init", "--gemini")
    found = hooks(renkei.folder, GEMINI)
    assert set(found) == {"SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent"}
    assert {hook["timeout"] for entries in found.values() for entry in entries for hook in entry["hooks"]} == {30000}
    assert found["BeforeTool"][0]["hooks"][0]["command"].endswith(" hook --client gemini || exit 2")


def test_all_clients_at_once_and_the_second_time_changes_nothing(renkei: Cli):
    changed = renkei.json("init", "--claude", "--codex", "--gemini")["changed"]
    assert {CODEX, GEMINI, ".claude/settings.local.json", ".renkei/hook.json"} <= set(changed)
    before = everything(renkei.folder)
    assert renkei.json("init", "--claude", "--codex", "--gemini")["changed"] == []
    assert everything(renkei.folder) == before


COMMENTED = b"""{
  // which model
  "model": {"name": "gemini-3-pro-preview"}, /* pinned */
  "tools": {
    "core": ["ls",   "cat"] // both
  }
  // the end
}
"""


def test_comments_order_and_form_of_gemini_settings_stay(renkei: Cli):
    put(renkei.folder, GEMINI, COMMENTED)
    renkei.ok("init", "--gemini")
    merged = (renkei.folder / GEMINI).read_bytes()
    head, tail = COMMENTED.split(b"  }\n  // the end\n}\n")
    assert merged.startswith(head + b'  },\n  // the end\n  "hooks": {\n')
    assert tail == b""
    renkei.ok("uninstall")
    assert (renkei.folder / GEMINI).read_bytes() == COMMENTED


def test_comment_that_somebody_adds_later_stays_when_ours_is_taken_out(renkei: Cli):
    put(renkei.folder, GEMINI, COMMENTED)
    renkei.ok("init", "--gemini")
    path = renkei.folder / GEMINI
    path.write_bytes(path.read_bytes().replace(b"// which model", b"// which model, and why"))
    renkei.ok("uninstall")
    assert path.read_bytes() == COMMENTED.replace(b"// which model", b"// which model, and why")


def test_codex_reads_no_comments_so_such_a_file_is_refused(renkei: Cli):
    put(renkei.folder, CODEX, b'{\n  // mine\n  "hooks": {}\n}\n')
    ran = renkei("init", "--codex")
    assert (ran.code, "line 2, column 3: a comment, and Codex reads no file that has one" in ran.err) == (2, True)


@pytest.mark.parametrize(("flag", "name"), [("--codex", CODEX), ("--gemini", GEMINI)])
def test_shared_hooks_name_no_place_and_stay_when_a_member_sets_up(renkei: Cli, flag: str, name: str):
    renkei.ok("init", flag, "--shared")
    shared = (renkei.folder / name).read_bytes()
    assert str(COMMAND).encode() not in shared
    renkei.ok("init", flag)
    assert (renkei.folder / name).read_bytes() == shared


@pytest.mark.parametrize(("flag", "name"), [("--codex", CODEX), ("--gemini", GEMINI)])
def test_uninstall_takes_out_hooks_that_no_record_knows(renkei: Cli, flag: str, name: str):
    put(renkei.folder, name, b'{"hooks": {}}\n')
    renkei.ok("init", flag)
    (renkei.folder / ".renkei/init.json").unlink()
    renkei.ok("uninstall")
    assert "renkei" not in (renkei.folder / name).read_text()


def test_what_a_person_has_to_know_of_a_client_is_said(renkei: Cli):
    said = renkei.ok("init", "--codex", "--mode", "enforce").out
    assert "trust them" in said
    assert "results that do not hold are refused" not in said
    assert "renkei init --codex --mode observe" in said
    assert "trust them" not in renkei.ok("init", "--claude").out
    assert "start gemini here" in " ".join(renkei.ok("init", "--gemini").out.split())
