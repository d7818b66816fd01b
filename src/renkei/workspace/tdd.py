"""Whether a change was made test first, shown by running: its test files alone on the commit before fail, and with the
change everything passes (SDD-27).

A program of its own, for it is the check command of a builder's task: it runs where the work was put, `HEAD` is the
work and `HEAD^` what it stands on. Exit code 0: shown. 1: not shown, and it says what is not.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from renkei.playbooks.paths import matches

_PASSED = 0


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tdd")
    parser.add_argument("--tests", action="append", default=[], help="patterns of test files")
    parser.add_argument("--base", default="HEAD^")
    parser.add_argument("command", help="the command that runs the tests")
    args = parser.parse_args(words)
    changed = _git("diff", "--name-only", "-z", "--no-renames", "--diff-filter=AM", args.base, "HEAD").split("\0")
    tests = [path for path in changed if path and any(matches(pattern, path) for pattern in args.tests)]
    if not tests:
        return _say("RED is not shown: the work brings no test (looked for {})", ", ".join(args.tests))
    green = _run(args.command, Path.cwd())
    if green.returncode != _PASSED:
        return _say(
            "GREEN is not shown: with the change the tests fail ({})\n{}", green.returncode, green.stdout[-3000:]
        )
    with tempfile.TemporaryDirectory(prefix="renkei-red-") as folder:
        place = Path(folder, "base")
        _git("worktree", "add", "--quiet", "--detach", str(place), args.base)
        try:
            return _show_red(args, place, tests)
        finally:
            _git("worktree", "remove", "--force", str(place))


def _show_red(args: argparse.Namespace, place: Path, tests: list[str]) -> int:
    known = _git("ls-tree", "-r", "--name-only", "-z", args.base).split("\0")
    if any(matches(pattern, path) for path in known if path for pattern in args.tests):
        before = _run(args.command, place)
        if before.returncode != _PASSED:
            return _say("RED is not shown: the tests failed before the work, too ({})", before.returncode)
    _git("checkout", "--quiet", "HEAD", "--", *tests, place=place, of=_git("rev-parse", "HEAD").strip())
    red = _run(args.command, place)
    if red.returncode == _PASSED:
        return _say("RED is not shown: the new tests pass without the change: {}", ", ".join(tests))
    print(f"RED: {', '.join(tests)} fail on {args.base} ({red.returncode})")
    print("GREEN: all tests pass with the change, as it was handed over after refactoring")
    return 0


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The words were allowed as they stand."""
    return subprocess.run(  # noqa: S602
        command, cwd=folder, shell=True, capture_output=True, text=True, errors="replace", check=False
    )


def _git(*words: str, place: Path | None = None, of: str = "") -> str:
    given = [of if word == "HEAD" and of else word for word in words]
    done = subprocess.run(  # noqa: S603
        ["git", "-c", "core.hooksPath=/dev/null", *given],  # noqa: S607
        cwd=place,
        capture_output=True,
        text=True,
        errors="surrogateescape",
        check=True,
    )
    return done.stdout


def _say(text: str, *values: object) -> int:
    print(text.format(*values))
    return 1


if __name__ == "__main__":
    sys.exit(main())
