"""Calling git."""

import subprocess
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Final

from renkei.errors import NotFound, Unreachable
from renkei.git import running
from renkei.git.pins import PLAIN, build_environment
from renkei.git.places import Place, find_place
from renkei.git.programs import NO_PROGRAMS, Recorded, check_no_pipe, pins_for, variables_for

_SHOWS: Final = frozenset({"diff", "log", "show"})
_MAKES: Final = frozenset({"clone", "init"})
"""What makes a repository is not about the one that is around."""
_NOTHING: Final[Mapping[str, str]] = {}


def call_git(
    folder: Path | str,
    *words: str,
    place: Place | None = None,
    recorded: Recorded = NO_PROGRAMS,
    variables: Mapping[str, str] = _NOTHING,
    settings: Mapping[str, str] = _NOTHING,
    input: bytes = b"",  # noqa: A002 - as subprocess calls it
) -> subprocess.CompletedProcess[bytes]:
    """Git in a folder, to its end. With a `place` it works on that one, else on what is around the folder.

    Raises:
        FileNotFoundError: git is not installed, or the folder is gone.
        GitFailed: what it would read is a named pipe.
        GitStuck: it did not end in time.
    """
    command, env = _prepare_call(folder, words, place, recorded, variables, settings)
    return running.run(command, _command_name(words), env, input)


def start_git(folder: Path | str, *words: str) -> subprocess.Popen[bytes]:
    """Git, left running to be asked one thing after the other."""
    command, env = _prepare_call(folder, words, None, NO_PROGRAMS, _NOTHING, _NOTHING)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=env)  # noqa: S603


def find_repository(folder: Path | str) -> Place | None:
    """The repository around a folder, if git agrees to work in it: it may belong to somebody who is not trusted.

    Raises:
        FileNotFoundError: git is not installed.
    """
    return find_place(folder) if call_git(folder, "rev-parse", "--git-dir").returncode == 0 else None


def _prepare_call(
    folder: Path | str,
    words: tuple[str, ...],
    place: Place | None,
    recorded: Recorded,
    variables: Mapping[str, str],
    settings: Mapping[str, str],
) -> tuple[list[str], dict[str, str]]:
    at = words.index(_command_name(words))
    around = place or find_place(folder)
    if around:
        check_no_pipe(around)
    plain = PLAIN if words[at] in _SHOWS else ()
    command = ["git", "-C", str(folder), *words[: at + 1], *plain, *words[at + 1 :]]
    pins = {**pins_for(words[at], around, recorded), **settings}
    whereabouts = place.to_variables() if place else _only_work_tree(around, words[at])
    return command, build_environment(pins, {**whereabouts, **variables_for(words[at]), **variables})


def _command_name(words: tuple[str, ...]) -> str:
    return next(word for word in words if not word.startswith("-"))


def _only_work_tree(around: Place | None, command: str) -> dict[str, str]:
    """Git still finds the git folder itself, and looks whose it is; `core.worktree` has no say."""
    if around is None or around.work_tree is None or command in _MAKES:
        return {}
    return {"GIT_WORK_TREE": str(around.work_tree)}


class Git:
    """Git in one folder, for reading: no program that the settings name is run for a file.

    Raises: NotFound, if the folder is in no repository; Unreachable, if git is missing or refuses to work.
    """

    def __init__(self, root: Path | str) -> None:
        if not Path(root).is_dir():
            raise NotFound("there is no folder {path!r}; name a git repository", path=str(root))
        self.root: Final = str(root)
        self._require_repository()

    def read_line(self, *arguments: str) -> str | None:
        """The one line that git answers, without its end; None if git says no."""
        done = self._run(*arguments)
        return done.stdout.decode(errors="surrogateescape").removesuffix("\n") if done.returncode == 0 else None

    def read_output(self, *arguments: str, input: bytes = b"") -> bytes:  # noqa: A002 - as subprocess calls it
        """All that git answers. Raises: Unreachable, if it fails."""
        done = self._run(*arguments, input=input)
        if done.returncode:
            raise self._git_error(done)
        return done.stdout

    def read_entries(self, *arguments: str) -> Generator[bytes, None, None]:
        """What git lists with `-z`, one by one; it is ended when nobody wants more."""
        with self.start_process(*arguments) as process:
            assert process.stdout
            rest = b""
            try:
                while data := process.stdout.read(65536):
                    *whole, rest = (rest + data).split(b"\0")
                    yield from whole
            finally:
                process.kill()

    def start_process(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Git, left running to be asked one thing after the other."""
        return start_git(self.root, *arguments)

    def _run(self, *arguments: str, input: bytes = b"") -> subprocess.CompletedProcess[bytes]:  # noqa: A002
        try:
            return call_git(self.root, *arguments, input=input)
        except FileNotFoundError:
            raise Unreachable("git is not installed; install it, or check the folder instead") from None

    def _require_repository(self) -> None:
        done = self._run("rev-parse", "--git-dir")
        if done.returncode == 0:
            return
        if b"not a git repository" in done.stderr:
            raise NotFound("{path!r} is in no git repository; run `git init`, or check the folder", path=self.root)
        raise self._git_error(done)

    def _git_error(self, done: subprocess.CompletedProcess[bytes]) -> Unreachable:
        said = done.stderr.decode(errors="replace").strip()
        return Unreachable("git cannot read {path!r}; it says: {said}", path=self.root, said=said)
