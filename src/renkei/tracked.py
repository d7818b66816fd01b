"""What comes with a clone: a file that is committed names no place outside the project. Hooks load this, too."""

import os
import subprocess
from pathlib import Path, PurePosixPath
from typing import Final

_SECONDS: Final = 60.0
"""What git reads may never end."""


def is_tracked(project: Path, file: str) -> bool:
    """Whether git tracks a file of the project, or a link or submodule that stands for a folder on the way to it."""
    on_the_way = {file, *map(str, PurePosixPath(file).parents)}
    words = ["git", "-c", "core.fsmonitor=false", "-C", str(project), "ls-files", "-z", "--", file.partition("/")[0]]
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(words, capture_output=True, env=env, check=False, timeout=_SECONDS)  # noqa: S603
    except OSError:
        return False
    except subprocess.TimeoutExpired:
        return True  # nobody knows, so it is not trusted
    return not on_the_way.isdisjoint(os.fsdecode(name) for name in done.stdout.split(b"\0") if name)
