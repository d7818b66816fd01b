"""A command runs in a process group of its own, within its time, and the end of its output is kept."""

import hashlib
from pathlib import Path

import pytest

from renkei.workspace.shell import TAIL_BYTES, run
from tests.support.processes import is_gone


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(("command", "code"), [("exit 0", 0), ("exit 3", 3), ("no-such-program-here", 127)])
def test_the_exit_code_is_the_commands_own(command: str, code: int, tmp_path: Path):
    assert run(command, tmp_path, timeout=30).exit_code == code


@pytest.mark.req("CON-2")
def test_it_runs_in_the_folder_and_both_outputs_are_kept(tmp_path: Path):
    done = run("pwd; echo wrong >&2", tmp_path, timeout=30)
    printed = f"{tmp_path.resolve()}\nwrong\n"
    assert (done.output, done.digest) == (printed, hashlib.sha256(printed.encode()).hexdigest())


@pytest.mark.req("CON-2")
def test_it_has_no_input_to_wait_for(tmp_path: Path):
    assert run("cat", tmp_path, timeout=30).exit_code == 0


@pytest.mark.req("CON-2")
def test_of_a_long_output_the_end_is_kept(tmp_path: Path):
    done = run("yes 0123456789 | head -n 100000; echo the end", tmp_path, timeout=30)
    assert len(done.output) == TAIL_BYTES
    assert done.output.endswith("the end\n")


def test_what_a_terminal_would_obey_is_written_out(tmp_path: Path):
    assert run(r"printf 'a\033[2Jb\000\377'", tmp_path, timeout=30).output == "a\\u001b[2Jb\\u0000\ufffd"


@pytest.mark.req("CON-2")
def test_past_its_time_it_is_ended_with_all_that_it_started(tmp_path: Path):
    done = run("sleep 60 & echo $! > child; echo begun; wait", tmp_path, timeout=2)
    assert (done.exit_code, done.output) == (None, "begun\n")
    assert is_gone(int((tmp_path / "child").read_text()))


@pytest.mark.req("CON-2")
def test_what_it_leaves_running_is_ended_and_does_not_hold_it_up(tmp_path: Path):
    done = run("sleep 60 & echo $! > child; echo begun", tmp_path, timeout=30)
    assert (done.exit_code, done.output) == (0, "begun\n")
    assert done.seconds < 10
    assert is_gone(int((tmp_path / "child").read_text()))
