"""Asking git about a repository: read only, offline, and never about another one that the environment names."""

import os
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Final

from renkei.errors import NotFound, Unreachable

# Set while git runs a hook, and then they would win over the folder that we were asked about.
OF_ANOTHER: Final = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"})
_OURS: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


class Git:
    """Git in one folder.

    Raises: NotFound, if the folder is in no repository; Unreachable, if git is missing or refuses to work.
    """

    def __init__(self, root: Path | str) -> None:
        if not Path(root).is_dir():
            raise NotFound("there is no folder {path!r}; name a git repository", path=str(root))
        self.root: Final = str(root)
        self._require_repository()

    def line(self, *arguments: str) -> str | None:
        """The one line that git answers, without its end; None if git says no."""
        done = self._run(*arguments)
        return done.stdout.decode(errors="surrogateescape").removesuffix("\n") if done.returncode == 0 else None

    def output(self, *arguments: str, input: bytes = b"") -> bytes:  # noqa: A002 - as subprocess calls it
        """All that git answers. Raises: Unreachable, if it fails."""
        done = self._run(*arguments, input=input)
        if done.returncode:
            raise self._refusal(done)
        return done.stdout

    def entries(self, *arguments: str) -> Generator[bytes, None, None]:
        """What git lists with `-z`, one by one; it is ended when nobody wants more."""
        with self.process(*arguments) as process:
            assert process.stdout
            rest = b""
            try:
                while data := process.stdout.read(65536):
                    *whole, rest = (rest + data).split(b"\0")
                    yield from whole
            finally:
                process.kill()

    def process(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Git, left running to be asked one thing after the other."""
        command = ["git", "-C", self.root, *arguments]
        return subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
        )

    def _run(self, *arguments: str, input: bytes = b"") -> subprocess.CompletedProcess[bytes]:  # noqa: A002
        command = ["git", "-C", self.root, *arguments]
        try:
            return subprocess.run(command, input=input, capture_output=True, env=_environment(), check=False)  # noqa: S603
        except FileNotFoundError:
            raise Unreachable("git is not installed; install it, or check the folder instead") from None

    def _require_repository(self) -> None:
        done = self._run("rev-parse", "--git-dir")
        if done.returncode == 0:
            return
        if b"not a git repository" in done.stderr:
            raise NotFound("{path!r} is in no git repository; run `git init`, or check the folder", path=self.root)
        raise self._refusal(done)

    def _refusal(self, done: subprocess.CompletedProcess[bytes]) -> Unreachable:
        said = done.stderr.decode(errors="replace").strip()
        return Unreachable("git cannot read {path!r}; it says: {said}", path=self.root, said=said)


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OF_ANOTHER} | _OURS
