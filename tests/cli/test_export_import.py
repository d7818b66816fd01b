"""`renkei export` and `renkei import`: a log as a file and back."""

import json
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli, files_in, real

EMPTY = '{"events":0,"format":1,"renkei":"log"}\n'


@pytest.fixture
def elsewhere(team: Cli) -> list[str]:
    """The words that make a command work in another, empty project."""
    (team.folder.parent / "other").mkdir()
    return ["--project", str(team.folder.parent / "other")]


def test_an_export_is_one_line_per_event_after_its_head(team: Cli):
    head, *records = team.ok("export").lines
    assert head == {"renkei": "log", "format": 1, "events": 4}
    assert [record["seq"] for record in records] == [1, 2, 3, 4]


def test_an_export_of_nothing_is_its_head(renkei: Cli):
    assert renkei.ok("export").out == EMPTY


def test_a_file_takes_the_export_and_standard_output_stays_empty(team: Cli):
    ran = team.ok("export", "-o", "log.jsonl")
    assert (ran.out, ran.err) == ("", "4 events are in log.jsonl.\n")
    assert (team.folder / "log.jsonl").read_text("utf-8") == team.ok("export").out
    assert team.json("export", "-o", "log.jsonl", "--force") == {"events": 4, "file": "log.jsonl"}
    assert files_in(team.folder) == [".renkei", ".renkei/.gitignore", ".renkei/renkei.db", "log.jsonl"]


@pytest.mark.parametrize("place", [".", "nowhere/log.jsonl", "file/log.jsonl", "x" * 255])
def test_a_place_that_cannot_be_written_is_bad_input(team: Cli, place: str):
    team.file("file", "")
    ran = team("export", "-o", place)
    assert ran.code == 2
    assert place in ran.err


def test_a_link_keeps_pointing_to_the_file_that_takes_the_export(team: Cli):
    (team.folder / "link").symlink_to(team.folder / "target")
    team.ok("export", "-o", "link")
    assert (team.folder / "link").is_symlink()
    assert (team.folder / "target").read_text("utf-8").startswith('{"events":4')


def test_a_pipe_is_written_to_and_not_replaced(team: Cli):
    pipe = team.folder / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    team.ok("export", "-o", "pipe")
    reader.join(timeout=60)
    assert len(read[0].splitlines()) == 5
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_an_import_brings_the_same_log_and_board(team: Cli, elsewhere: list[str]):
    team.send(freeform("おはよう"), "--as", "alice")
    team.ok("export", "-o", "log.jsonl")
    assert team.ok(*elsewhere, "import", "log.jsonl").out == "5 events are new; the log has 5.\n"
    assert team.ok(*elsewhere, "export").out == team.ok("export").out
    assert team.json(*elsewhere, "board") == team.json("board")
    assert team.ok(*elsewhere, "verify-store").code == 0


def test_a_second_import_changes_nothing(team: Cli, elsewhere: list[str]):
    team.ok("export", "-o", "log.jsonl")
    assert team.json(*elsewhere, "import", "log.jsonl") == {"events": 4, "new": 4}
    assert team.json(*elsewhere, "import", "log.jsonl") == {"events": 4, "new": 0}


def test_a_later_export_brings_only_what_is_new(team: Cli, elsewhere: list[str]):
    team.ok(*elsewhere, "import", "-", stdin=team.ok("export").out.encode())
    team.send(freeform())
    ran = team.ok(*elsewhere, "import", "-", stdin=team.ok("export").out.encode())
    assert ran.out == "1 events are new; the log has 5.\n"


def test_export_and_import_are_a_pipe(team: Cli, elsewhere: list[str]):
    exported = real("export", folder=team.folder)
    ran = real(*elsewhere, "import", "-", folder=team.folder, stdin=exported.out.encode())
    assert (ran.code, ran.out) == (0, "4 events are new; the log has 4.\n")


def test_a_missing_file_is_not_found_and_leaves_no_store(renkei: Cli):
    assert renkei("import", "nowhere.jsonl").code == 3
    assert files_in(renkei.folder) == []


def _cut_off(export: str) -> str:
    return "".join(export.splitlines(keepends=True)[:-1])


def _changed(export: str) -> str:
    return export.replace("builder", "burglar")


def _emptied(export: str) -> str:
    return ""


def _something_else(export: str) -> str:
    return '{"type": "FREEFORM"}'


def _not_a_record(export: str) -> str:
    return export.replace('"actor":"person"', '"actor":7', 1)


@pytest.mark.parametrize("spoil", [_cut_off, _changed, _not_a_record, _emptied, _something_else])
def test_a_file_that_is_no_whole_export_is_bad_input_and_leaves_no_store(
    team: Cli, elsewhere: list[str], spoil: Callable[[str], str]
):
    name = team.file("log.jsonl", spoil(team.ok("export").out))
    ran = team(*elsewhere, "import", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("renkei: log.jsonl: Line ")
    assert files_in(Path(elsewhere[1])) == []


def test_bytes_that_are_no_text_are_bad_input(team: Cli, elsewhere: list[str]):
    ran = team(*elsewhere, "import", team.file("log.jsonl", b"\xff\xfe"))
    assert ran.code == 2
    assert "UTF-8" in ran.err


def test_a_line_that_never_ends_is_bad_input_and_leaves_no_store(renkei: Cli):
    ran = renkei("import", "/dev/zero")
    assert (ran.code, ran.out) == (2, "")
    assert "/dev/zero line 1 is larger than" in ran.err
    assert files_in(renkei.folder) == []


def test_a_folder_is_bad_input(team: Cli):
    ran = team("import", str(team.folder))
    assert ran.code == 2
    assert str(team.folder) in ran.err


def test_another_history_is_bad_input_and_changes_nothing(team: Cli, elsewhere: list[str]):
    team.ok(*elsewhere, "agent", "add", "zoe", "--role", "tester")
    before = team.ok(*elsewhere, "export").out
    ran = team(*elsewhere, "import", "-", stdin=team.ok("export").out.encode())
    assert ran.code == 2
    assert "another history" in ran.err
    assert team.ok(*elsewhere, "export").out == before


def test_a_bad_line_late_in_the_file_leaves_a_store_as_it_was(team: Cli, elsewhere: list[str]):
    team.ok(*elsewhere, "import", "-", stdin=team.ok("export").out.encode())
    team.send(freeform("one"))
    team.send(freeform("two"))
    lines = team.ok("export").lines
    lines[-1]["data"] = "{}"
    spoilt = "\n".join(json.dumps(line) for line in lines)
    assert team(*elsewhere, "import", "-", stdin=spoilt.encode()).code == 2
    assert team.json(*elsewhere, "board")["seq"] == 4


def test_an_export_replaces_nothing_unless_told_to_and_never_the_store(renkei: Cli):
    renkei.ok("agent", "add", "bob", "--role", "dev")
    (renkei.folder / "there.txt").write_text("mine\n", "utf-8")
    assert renkei("export", "-o", "there.txt").code == 2
    assert (renkei.folder / "there.txt").read_text("utf-8") == "mine\n"
    assert renkei("export", "-o", ".renkei/renkei.db", "--force").code == 2
    renkei.ok("verify-store")
    renkei.ok("export", "-o", "there.txt", "--force")
    assert "mine" not in (renkei.folder / "there.txt").read_text("utf-8")
