"""What stands around a command: terminals, pipes, colours, encodings, signals."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.cli_messages import freeform
from tests.support.cli_run import COMMAND, Cli, on_a_terminal, real, start

ESCAPE = "\x1b["


@pytest.fixture
def busy(team: Cli) -> Cli:
    """A team with something on its board that has a colour."""
    team.ok("board", "set", "status=working", "--as", "bob")
    return team


def test_a_terminal_is_coloured(busy: Cli):
    ran = on_a_terminal("board", folder=busy.folder)
    assert ran.code == 0
    assert ESCAPE in ran.out
    assert "working" in ran.out


def test_no_color_means_plain(busy: Cli):
    ran = on_a_terminal("board", folder=busy.folder, env={"NO_COLOR": "1"})
    assert ran.code == 0
    assert "working" in ran.out
    assert ESCAPE not in ran.out


def test_json_is_never_coloured(busy: Cli):
    ran = on_a_terminal("board", "--json", folder=busy.folder)
    assert json.loads(ran.out)["seq"] == 5


@pytest.mark.parametrize("words", [["board"], ["agent", "list"], ["doctor"], ["log"], ["log", "--stats"]], ids=" ".join)
def test_a_pipe_is_plain(busy: Cli, words: list[str]):
    assert ESCAPE not in busy.ok(*words).out


def test_a_pipe_breaks_no_lines(team: Cli):
    words = "word " * 300
    team.ok("board", "set", f"goal={words.strip()}")
    assert words.strip() in team.ok("board").out.splitlines()[0]


def test_a_reader_that_has_seen_enough_is_no_error(team: Cli):
    """`renkei log --json | head -1`, with more to come than a pipe holds."""
    for _ in range(2):
        team.send(freeform("x" * 200_000))
    process = start("log", "--json", folder=team.folder)
    assert process.stdout
    assert process.stderr
    with process, process.stderr:
        assert json.loads(process.stdout.readline())["seq"] == 1
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("words", [["export"], ["board"], ["agent", "--help"]], ids=" ".join)
def test_a_reader_that_is_gone_already_is_no_error(team: Cli, words: list[str]):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([COMMAND, *words], cwd=team.folder, stdout=write, stderr=subprocess.PIPE, timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_ctrl_c_while_reading_input_is_130_and_changes_nothing(team: Cli):
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [COMMAND, "send", "--lines", "-"],
        cwd=team.folder,
        stdin=reader,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(reader)
    assert process.stdout
    with process, os.fdopen(writer, "wb", buffering=0) as lines:  # closed first: one that goes on reading ends with it
        lines.write(json.dumps(freeform()).encode() + b"\n")
        assert process.stdout.readline() == b"MSG-5\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()
    assert team.log()[-1]["seq"] == 5


def test_an_output_that_cannot_hold_a_character_shows_its_number(team: Cli):
    team.send(freeform("日本 😀"))
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = real("message", "MSG-5", folder=team.folder, env=ascii_only)
    assert ran.code == 0
    assert "\\u65e5" in ran.out
    ran = real("message", "MSG-5", "--json", folder=team.folder, env=ascii_only)
    assert json.loads(ran.out)["payload"]["body"] == "日本 😀"


def test_an_export_is_utf_8_whatever_the_terminal_speaks(team: Cli):
    team.send(freeform("日本"))
    ran = real("export", folder=team.folder, env={"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"})
    assert (ran.code, "日本" in ran.out) == (0, True)


def test_a_project_whose_name_is_no_text_can_be_used(tmp_path: Path):
    folder = tmp_path / b"caf\xe9".decode("utf-8", "surrogateescape")
    folder.mkdir()
    assert real("chat", "general", "hello", folder=folder).out == "MSG-2\n"
    assert real("doctor", "--json", folder=folder).code == 0


PAGER = {"PAGER": "sed s/^/>>/", "LINES": "20"}


@pytest.fixture
def long(team: Cli) -> Cli:
    """A team whose log is longer than a screen."""
    for number in range(30):
        team.ok("board", "set", f"goal={number}")
    return team


def test_what_is_longer_than_the_screen_goes_through_the_persons_pager(long: Cli):
    shown = on_a_terminal("log", folder=long.folder, env=PAGER)
    assert (shown.code, shown.out.count(">>")) == (0, 34)
    assert ">>" not in on_a_terminal("log", "--limit", "5", folder=long.folder, env=PAGER).out


@pytest.mark.parametrize(
    ("words", "pager"), [(["--no-pager"], PAGER["PAGER"]), (["--json"], PAGER["PAGER"]), ([], ""), ([], "nowhere")]
)
def test_nobody_gets_a_pager_who_wants_none(long: Cli, words: list[str], pager: str):
    shown = on_a_terminal("log", *words, folder=long.folder, env={**PAGER, "PAGER": pager})
    assert (shown.code, ">>" in shown.out, shown.out.count("FieldSet")) == (0, False, 30)


def test_a_pipe_gets_no_pager(long: Cli):
    ran = real("log", folder=long.folder, env=PAGER)
    assert (ran.code, ">>" in ran.out) == (0, False)


def test_a_pager_that_ends_early_is_no_error(long: Cli):
    ran = on_a_terminal("log", folder=long.folder, env={**PAGER, "PAGER": "true"})
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.slow
def test_a_review_that_takes_long_says_what_it_is_at(tmp_path: Path):
    (tmp_path / "test_slow.py").write_text("import time\n\n\ndef test_it():\n    time.sleep(3)\n", "utf-8")
    ran = on_a_terminal("review", "--exec", "--no-cache", "--lang", "ja", folder=tmp_path, typed=b"")
    assert "1 ファイルを検査中: アナライザー" in ran.out
    piped = real("review", "--no-exec", "--no-cache", "--lang", "ja", folder=tmp_path)
    assert "検査中" not in piped.out + piped.err


def in_a_shell(busy: Cli, words: str) -> "subprocess.CompletedProcess[str]":
    line = words.replace("renkei", f"'{COMMAND}'", 1)
    return subprocess.run(["sh", "-c", line], cwd=busy.folder, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that takes nothing")
@pytest.mark.parametrize("words", ["log", "export", "board --json", "--help", "--version", "completion bash"])
def test_an_output_that_takes_nothing_is_told_as_that(busy: Cli, words: str):
    done = in_a_shell(busy, f"renkei {words} >/dev/full")
    assert (done.returncode, "No space left" in done.stderr, "mistake in Renkei" in done.stderr) == (5, True, False)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("streams", [">&-", "<&- >&-", "<&- >&- 2>&-"])
def test_with_streams_that_are_closed_a_command_does_what_it_does(busy: Cli, streams: str):
    busy.file("m.json", json.dumps(freeform(to="bob")))
    assert in_a_shell(busy, f"renkei send m.json {streams}").returncode == 0
    assert len(json.loads(busy.ok("inbox", "bob", "--json").out)) == 1
    busy.ok("verify-store")
