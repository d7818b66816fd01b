"""A program that answers and ends: to its end, or ended with all that it started."""

import subprocess
import sys
from pathlib import Path

import pytest

from renkei.processes.sessions import run_session
from tests.support.process_ends import is_gone, read_pid, soon


def test_it_is_given_its_input_and_tells_what_it_said():
    done = run_session(["/bin/sh", "-c", "cat; echo bad >&2; exit 3"], input=b"hello", seconds=30)
    assert (done.returncode, done.stdout, done.stderr) == (3, b"hello", b"bad\n")


def test_what_does_not_end_in_time_is_ended_with_its_children(tmp_path: Path):
    line = f"sleep 600 & echo $! > {tmp_path}/pid.new; mv {tmp_path}/pid.new {tmp_path}/pid; wait"
    with pytest.raises(subprocess.TimeoutExpired):
        run_session(["/bin/sh", "-c", line], seconds=2)
    child = read_pid(tmp_path / "pid")
    assert soon(lambda: is_gone(child))


def test_a_program_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        run_session([str(tmp_path / "nothing")], seconds=5)
    with pytest.raises(FileNotFoundError):
        run_session([sys.executable, "-V"], folder=tmp_path / "nowhere", seconds=5)
