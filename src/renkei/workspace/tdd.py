"""Whether a change was made test first, shown by running (SDD-27): RED, its test files alone on the commit before fail;
GREEN, with the first code that made them pass they pass; REFACTOR, with the work as it was handed over they still do.

A program of its own, for it is the check command of a builder's task: it runs where the work was put, `HEAD` is the
work and `HEAD^` what it stands on. The builder marked GREEN by a commit in its work tree whose subject begins so; it is
found in the log of that work tree's HEAD, and of it nothing counts but the files that are the builder's own. Exit code
0: shown, and what was not run is said not to be. 1: not shown, and it says what is not.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from renkei.kit.words import speaker
from renkei.playbooks.paths import TEST_FILES, is_test_file, matches
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace.locks import LockHeld, ProcessLock
from renkei.workspace.shell import SHOWN

MARK: Final = "GREEN"
_PASSED: Final = 0
_NONE_RAN: Final = 5
"""What pytest and unittest say where they found no test."""
_NOT_THERE: Final = (
    "ModuleNotFoundError", "ImportError", "Cannot find module", "ERR_MODULE_NOT_FOUND", "does not provide an export",
    "TS2307", "TS2305", "unresolved import", "could not find `", "error[E0425]", "error[E0433]", "undefined: ",
    "is not in std", "during collection",
)  # fmt: skip
"""How languages say that what a test loads is not there, and pytest that a file of tests could not be loaded."""
_PLACES: Final = "renkei-tests-"
_IN_USE: Final = "in-use"
_YOUNG: Final = 60
"""Seconds: whoever has just made a place may not have locked it yet."""
_CHANGED: Final = ("diff", "--name-only", "-z", "--no-renames")


class NotShown(Exception):
    """What was not shown, and why; with the end of what the tests printed."""

    def __init__(self, why: Sentence, output: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.output = output[-3000:]


@value
class Change:
    """Files of a commit that are laid over another one."""

    commit: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


@value
class Cycle:
    """What is looked at: the work, what it stands on, and how tests are run and known."""

    base: str
    command: str
    own: Sequence[str]
    links: Sequence[str] = ()
    setup: Sequence[str] = ()
    tests_optional: bool = False
    is_repair: bool = False

    def change_between(self, base: str, commit: str) -> Change:
        paths = [each for each in _git(*_CHANGED, base, commit).split("\0") if each]
        files = tuple(each for each in paths if not self.own or any(matches(own, each) for own in self.own))
        there = set(_git("ls-tree", "-r", "--name-only", "-z", commit).split("\0"))
        tests = tuple(each for each in files if each in there and is_test_file(each))
        return Change(commit=commit, files=files, tests=tests)

    def has_tests(self) -> bool:
        """Whether the commit before has any."""
        known = _git("ls-tree", "-r", "--name-only", "-z", self.base).split("\0")
        return any(is_test_file(path) for path in known if path)

    def list_known_tests(self, change: "Change") -> list[str]:
        """Files of tests that the commit before has and the change has not left as they were."""
        known = set(_git("ls-tree", "-r", "--name-only", "-z", self.base).split("\0"))
        return [path for path in change.files if is_test_file(path) and path in known]

    def run_with(self, *paths: tuple[str, str], empty: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        """The tests on the commit before, with these files of these commits, and with empty ones. Every step is run so,
        in a place of the same kind: where tests fail for the place, or for what is not installed there, they fail with
        the work too."""
        with _checked_out(self.base) as place:
            for commit, path in paths:
                _lay_over(place, commit, path)
            for path in empty:
                (place / path).parent.mkdir(parents=True, exist_ok=True)
                (place / path).write_bytes(b"")
            self._prepare(place)
            return _run(self.command, place)

    def _prepare(self, place: Path) -> None:
        """As the work trees of agents are: what the project's `[workspace]` says."""
        for link in self.links:
            if Path(link).exists() and not os.path.lexists(place / link):
                (place / link).parent.mkdir(parents=True, exist_ok=True)
                (place / link).symlink_to(Path(link).resolve())
        for command in self.setup:
            if (done := _run(command, place)).returncode != _PASSED:
                why = Sentence("the set-up command {command!r} fails ({code})", command=command, code=done.returncode)
                raise NotShown(why, done.stdout)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tdd")
    parser.add_argument("--own", action="append", default=[], help="patterns of the files that are the builder's")
    parser.add_argument("--link", action="append", default=[], help="what the work tree shares with the project's")
    parser.add_argument("--setup", action="append", default=[], help="commands that prepare a work tree")
    parser.add_argument("--tests-optional", action="store_true", help="the tasks name no acceptance criterion")
    parser.add_argument("--repair", action="store_true", help="a review sent the work back")
    parser.add_argument("--base", default="HEAD^")
    parser.add_argument("--lang", default="en", help="in which language it says what was shown")
    parser.add_argument("command", help="the command that runs the tests")
    args = parser.parse_args(words)
    base = _git("rev-parse", args.base).strip()
    cycle = Cycle(
        base=base,
        command=args.command,
        own=args.own,
        links=args.link,
        setup=args.setup,
        tests_optional=args.tests_optional,
        is_repair=args.repair,
    )
    say = speaker(args.lang)
    try:
        for line in show_cycle(cycle):
            print(f"{SHOWN}{say(line)}")
    except NotShown as reason:
        print(say(reason.why), reason.output, sep="\n" if reason.output else "")
        return 1
    return 0


def show_cycle(cycle: Cycle) -> Iterator[Sentence]:
    """What was shown, line by line.

    Raises:
        NotShown: at the first that is not so.
    """
    work = cycle.change_between(cycle.base, _git("rev-parse", "HEAD").strip())
    if cycle.is_repair and (lines := _show_repair(cycle, work)):
        yield from _show_known_tests(cycle, work)
        yield from lines
        return
    if not work.tests and cycle.tests_optional:
        yield from _show_unchanged(cycle, work)
        return
    if not work.tests:
        patterns = ", ".join(TEST_FILES)
        raise NotShown(Sentence("RED is not shown: the work brings no test (looked for {patterns})", patterns=patterns))
    _require_passing(cycle, work)
    if cycle.has_tests() and (before := cycle.run_with()).returncode not in (_PASSED, _NONE_RAN):
        raise NotShown(
            Sentence("RED is not shown: the tests failed before the work, too ({code})", code=before.returncode)
        )
    yield from _show_known_tests(cycle, work)
    marked = find_marked(cycle.base)
    if marked is None:
        yield _show_red(cycle, work)
        yield Sentence(
            "GREEN and REFACTOR together: all tests pass with the work; no commit {mark} shows them apart", mark=MARK
        )
        return
    green = cycle.change_between(_git("merge-base", marked, cycle.base).strip(), marked)
    if not green.tests:
        raise NotShown(Sentence("GREEN is not shown: the commit {commit} brings no test of yours", commit=marked[:12]))
    yield _show_red(cycle, green)
    if (later := _later_tests(green, work)) and later.tests:
        yield _show_red(cycle, later)
    passed = cycle.run_with(*((marked, path) for path in green.files))
    if passed.returncode != _PASSED:
        said = "GREEN is not shown: at the commit {commit} the tests fail ({code})"
        raise NotShown(Sentence(said, commit=marked[:12], code=passed.returncode), passed.stdout)
    yield Sentence("GREEN: they pass with {commit}, run for itself", commit=marked[:12])
    yield Sentence("REFACTOR: they pass with the work as it was handed over")


def _require_passing(cycle: Cycle, work: Change) -> None:
    done = cycle.run_with(*((work.commit, path) for path in work.files))
    if done.returncode != _PASSED:
        why = Sentence("with the work as it was handed over the tests fail ({code})", code=done.returncode)
        raise NotShown(why, done.stdout)


def _show_known_tests(cycle: Cycle, work: Change) -> Iterator[Sentence]:
    """Tests that were there before may have been wrong, or in the way: whoever changed them or took them away, what
    they say as they were is told."""
    touched = cycle.list_known_tests(work)
    if not touched:
        return
    done = cycle.run_with(*((work.commit, path) for path in work.files if path not in touched))
    if done.returncode not in (_PASSED, _NONE_RAN):
        yield Sentence(
            "GREEN by tests that were there and that it changed or took away: as they were they fail with the work "
            "({code}): {names}",
            code=done.returncode,
            names=", ".join(touched),
        )


def _show_repair(cycle: Cycle, work: Change) -> list[Sentence]:
    """Of work that a review sent back: what was asked for was shown the first time, so a repair may change nothing that
    a test can ask. Nothing where it brings tests that failed without it: those show what they always do."""
    touched = [path for path in work.files if is_test_file(path)]
    taken = sorted(set(touched) - set(work.tests))

    def add_taken(said: Sentence) -> Sentence:
        names = ", ".join(taken)
        return Sentence("{said}; test files that it took away: {names}", said=said, names=names) if taken else said

    if not cycle.has_tests() and not work.tests:
        return [add_taken(Sentence("REFACTOR is not shown, nor RED and GREEN: there is no test"))]
    _require_passing(cycle, work)
    before = cycle.run_with().returncode if cycle.has_tests() else _NONE_RAN
    if before not in (_PASSED, _NONE_RAN) and touched:
        said = Sentence(
            "GREEN and REFACTOR together: all tests pass with the repair; RED is not shown: they failed before it "
            "({code}), and it changed them",
            code=before,
        )
        return [add_taken(said)]
    if before not in (_PASSED, _NONE_RAN):
        return [
            Sentence("RED: the tests that were there failed before the repair ({code})", code=before),
            Sentence("GREEN and REFACTOR together: they pass with it"),
        ]
    if work.tests and cycle.run_with(*((work.commit, path) for path in work.tests)).returncode != _PASSED:
        return []
    said = Sentence(
        "REFACTOR: all tests pass before the repair and with it; RED and GREEN are not shown: no test failed without it"
    )
    return [add_taken(said)]


def _show_unchanged(cycle: Cycle, work: Change) -> Iterator[Sentence]:
    """Of work without a test of its own, for tasks that name no acceptance criterion."""
    if not cycle.has_tests():
        yield Sentence("REFACTOR is not shown, nor RED and GREEN: there is no test yet")
        return
    _require_passing(cycle, work)
    yield from _show_known_tests(cycle, work)
    yield Sentence(
        "REFACTOR: the tests that were there pass with the work; RED and GREEN are not asked for and not shown"
    )


def _show_red(cycle: Cycle, change: Change) -> Sentence:
    """They fail without the change. Where they do so for want of what they load, they are asked once more with empty
    files in place of the new ones: who then passes has looked at nothing that is in them."""
    laid, names = [(change.commit, path) for path in change.tests], ", ".join(change.tests)
    red = cycle.run_with(*laid)
    if red.returncode == _PASSED:
        raise NotShown(Sentence("RED is not shown: the new tests pass without the change: {names}", names=names))
    if red.returncode == _NONE_RAN:
        raise NotShown(Sentence("RED is not shown: without the change no test is run: {names}", names=names))
    said = Sentence("RED: {names} fail on {commit} ({code})", names=names, commit=cycle.base[:12], code=red.returncode)
    if not _lacks_what_it_loads(red):
        return said
    hollow = cycle.run_with(*laid, empty=_new_code(cycle, change))
    if hollow.returncode in (_PASSED, _NONE_RAN):
        why = "RED is not shown: the new tests pass with empty files, they only load what is new: {names}"
        raise NotShown(Sentence(why, names=names))
    if _lacks_what_it_loads(hollow):
        return Sentence(
            "{said}, for what they load is not there yet: that they ask what it does is not shown", said=said
        )
    return Sentence("{said}, and with empty files in place of the new ones", said=said)


def _lacks_what_it_loads(ran: subprocess.CompletedProcess[str]) -> bool:
    return any(each in ran.stdout for each in _NOT_THERE)


def _new_code(cycle: Cycle, change: Change) -> list[str]:
    """Files of a change that the commit before does not have, but tests."""
    known = set(_git("ls-tree", "-r", "--name-only", "-z", cycle.base).split("\0"))
    return [path for path in change.files if path not in known and not is_test_file(path)]


def _later_tests(green: Change, work: Change) -> Change:
    """Test files that came after GREEN: they have to have failed, too."""
    return Change(commit=work.commit, files=work.files, tests=tuple(set(work.tests) - set(green.tests)))


def find_marked(base: str) -> str | None:
    """The newest commit of the builder's whose subject begins with the mark; only what HEAD of this work tree was."""
    try:
        lines = _git("log", "--walk-reflogs", "--format=%H %s", "HEAD").splitlines()
    except subprocess.CalledProcessError:  # no such log is kept
        return None
    found = (line.partition(" ") for line in lines)
    marked = (commit for commit, _, said in found if said.startswith(MARK))
    return next((commit for commit in marked if _git("rev-list", "-n", "1", commit, f"^{base}")), None)


@contextmanager
def _checked_out(commit: str) -> Generator[Path]:
    surroundings = _find_surroundings()
    if surroundings:
        _remove_abandoned(surroundings)
    with (
        tempfile.TemporaryDirectory(prefix=_PLACES, dir=surroundings) as folder,
        ProcessLock(Path(folder, _IN_USE), wait=True),
    ):
        place = Path(folder, "base")
        _git("worktree", "add", "--quiet", "--detach", str(place), commit)
        try:
            yield place
        finally:
            _git("worktree", "remove", "--force", str(place))


def _remove_abandoned(surroundings: Path) -> None:
    """Places of checks that were killed, or ended at their time limit: nobody else takes them away."""
    for folder in surroundings.glob(f"{_PLACES}*"):
        with suppress(OSError, LockHeld):
            if time.time() - folder.stat().st_mtime < _YOUNG:
                continue
            with ProcessLock(folder / _IN_USE):
                shutil.rmtree(folder / "base", ignore_errors=True)  # half of one git would not take away
                with suppress(subprocess.CalledProcessError):  # git never knew it
                    _git("worktree", "remove", "--force", "--force", str(folder / "base"))
                shutil.rmtree(folder)


def _find_surroundings() -> Path | None:
    """Beside the work tree, where that lies in git's own folder: programs that look in the folders above for what is
    installed (Node does) find there what the agents found."""
    common = Path(_git("rev-parse", "--path-format=absolute", "--git-common-dir").strip())
    return common / "renkei" if Path.cwd().is_relative_to(common / "renkei") else None


def _lay_over(place: Path, commit: str, path: str) -> None:
    if _git("ls-tree", "--name-only", commit, "--", f":(literal){path}", place=place):
        _git("checkout", "--quiet", commit, "--", f":(literal){path}", place=place)
    else:
        (place / path).unlink(missing_ok=True)


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The words were allowed as they stand. Python takes modules from this place first: an editable install would lead
    it to the project's own work tree, and other code would be tested."""
    python_path = os.pathsep.join(filter(None, (str(folder / "src"), str(folder), os.environ.get("PYTHONPATH"))))
    return subprocess.run(  # noqa: S602
        command,
        cwd=folder,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, "PYTHONPATH": python_path},
    )


def _git(*words: str, place: Path | None = None) -> str:
    done = subprocess.run(  # noqa: S603
        ["git", "-c", "core.hooksPath=/dev/null", *words],  # noqa: S607
        cwd=place,
        capture_output=True,
        text=True,
        errors="surrogateescape",
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
