"""A process that carries a run out and is killed when git has done something for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.run_project import Project

ROOT = Path(__file__).parents[2]

WRAPPER = """#!/bin/sh
'{git}' "$@"
code=$?
case " $* " in *" {words}"*) kill -9 $PPID ;; esac
exit $code
"""


def killed_after_git(project: Project, run: str, words: str) -> int:
    """Another process carries the run out and is killed as soon as this command of git's is done; how it ended."""
    folder = project.folder.parent / "bin"
    folder.mkdir()
    real = shutil.which("git")
    assert real
    (folder / "git").write_text(WRAPPER.format(git=real, words=words), "utf-8")
    (folder / "git").chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    place = [str(project.folder.parent / "store.db"), str(project.folder)]
    command = [sys.executable, "-m", "tests.support.run_child", *place, run, "-1"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=120, check=False).returncode
