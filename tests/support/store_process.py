"""Other processes at work on a store."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(deed: str, path: Path, *args: object) -> subprocess.Popen[str]:
    """Starts a deed of `store_child`."""
    command = [sys.executable, "-m", "tests.support.store_child", deed, str(path), *map(str, args)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def read_line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().removesuffix("\n")


def finish(child: subprocess.Popen[str]) -> list[str]:
    """Lets the child go on to its end; what else it said. It has to end well."""
    lines = child.communicate("go\n", timeout=300)[0].splitlines()
    assert child.returncode == 0
    return lines


def kill(child: subprocess.Popen[str]) -> list[str]:
    """Kills the child where it stands; what else it said before."""
    child.kill()
    return child.communicate()[0].splitlines()


def bytes_of(path: Path) -> dict[str, bytes]:
    """The store's files, read by another process: closing a file here would let go of SQLite's own locks on it."""
    files = [path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")]
    return {
        file.name: subprocess.run(["cat", str(file)], capture_output=True, check=True).stdout
        for file in files
        if file.exists()
    }
