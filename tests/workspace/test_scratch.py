"""Folders for a while, also when their process is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from renkei.workspace import scratch
from renkei.workspace.scratch import ScratchFolder

DIES = """
import os, signal
from renkei.workspace.scratch import ScratchFolder
scratch = ScratchFolder()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def _own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def aged(folder: Path) -> None:
    for path in folder.glob("renkei-scratch-*"):
        os.utime(path, (0, 0))


def test_one_that_is_used_is_not_left_over_and_one_that_is_closed_is_gone(tmp_path: Path):
    with ScratchFolder() as one:
        aged(tmp_path)
        assert one.folder.is_dir()
        assert scratch.find_leftovers() == []
    assert list(tmp_path.iterdir()) == []


def test_one_whose_process_was_killed_is_left_over_once_it_is_not_fresh(tmp_path: Path):
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", DIES], env=env, check=False)
    assert done.returncode == -signal.SIGKILL
    assert scratch.find_leftovers() == []
    aged(tmp_path)
    assert scratch.find_leftovers() == list(tmp_path.iterdir())
