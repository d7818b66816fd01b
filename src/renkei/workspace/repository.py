"""Git for writing: Renkei's own commits run no hooks of the repository, are not signed and always have an author."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from renkei.errors import Refused, Unreachable
from renkei.reports.tree.git import OF_ANOTHER

IDENTITY: Final = {"NAME": "Renkei", "EMAIL": "renkei@localhost"}
"""Whose commits these are where git knows nobody."""

_QUIET: Final = (
    "-c", f"core.hooksPath={os.devnull}", "-c", "commit.gpgSign=false", "-c", "core.fsync=all", "-c", "gc.auto=0",
    "-c", "advice.detachedHead=false", "-c", "merge.renames=false", "-c", "submodule.recurse=false",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What git said."""

    code: int
    out: str
    err: str


class GitFailed(Unreachable):
    """Git could not do what was asked of it."""


class Repository:
    """The repository around a project's main work tree.

    Raises:
        Refused: it is none that a run could work in; the message says what to do.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        top = self.ask("rev-parse", "--show-toplevel", "--path-format=absolute", "--git-common-dir")
        if top.code:
            raise Refused(
                "{path} is in no git work tree. Runs keep their work in git; begin with: git init",
                rule="RUN-4",
                path=str(root),
            )
        self.root = Path(top.out.splitlines()[0])
        self.common = Path(top.out.splitlines()[1])
        self._identity = self._find_identity()

    @classmethod
    def begun(cls, folder: Path) -> Self:
        """A new repository with one empty commit on `main`."""
        new = cls.__new__(cls)
        new.root = folder
        new.run("init", "-q", "-b", "main")
        found = cls(folder)
        found.run("commit", "-q", "--allow-empty", "-m", "start")
        return found

    @property
    def place(self) -> Path:
        """Where Renkei keeps its own things in the git folder."""
        return self.common / "renkei"

    def head(self) -> str:
        """The commit that is checked out.

        Raises:
            Refused: there is none yet.
        """
        found = self.ask("rev-parse", "--verify", "-q", "HEAD^{commit}")
        if found.code:
            raise Refused(
                "{path} has no commit yet, so that nothing could be taken back. Make one with: "
                "git commit --allow-empty -m start",
                rule="RUN-4",
                path=str(self.root),
            )
        return found.out

    def branch(self) -> str | None:
        """The branch that is checked out; None when the head is detached."""
        found = self.ask("symbolic-ref", "-q", "--short", "HEAD")
        return found.out if found.code == 0 else None

    def changed_files(self) -> list[str]:
        """Tracked files that differ from the commit that is checked out."""
        out = self.run("status", "--porcelain", "-z", "--untracked-files=no")
        return [entry[3:] for entry in out.split("\0") if len(entry) > 3]

    def commit_of(self, ref: str) -> str | None:
        found = self.ask("rev-parse", "--verify", "-q", f"{ref}^{{commit}}")
        return found.out if found.code == 0 else None

    def set_branch(self, name: str, commit: str, old: str | None) -> None:
        """Moves a branch, if it is still where it was thought to be."""
        self.run("update-ref", f"refs/heads/{name}", commit, old or "0" * 40)

    def run(self, *words: str, folder: Path | None = None, env: Mapping[str, str] | None = None) -> str:
        """What git answers.

        Raises:
            GitFailed: it says no.
        """
        answer = self.ask(*words, folder=folder, env=env)
        if answer.code:
            raise GitFailed("git {words} failed: {said}", words=" ".join(words[:2]), said=answer.err or answer.out)
        return answer.out

    def ask(self, *words: str, folder: Path | None = None, env: Mapping[str, str] | None = None) -> Answer:
        """The same, for questions that may be answered with no."""
        kept = {name: value for name, value in os.environ.items() if name not in OF_ANOTHER}
        settings = {**kept, **getattr(self, "_identity", {}), "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", **(env or {})}
        try:
            done = subprocess.run(  # noqa: S603
                ["git", "-C", str(folder or self.root), *_QUIET, *words],  # noqa: S607
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=settings,
                check=False,
            )
        except FileNotFoundError:
            raise Unreachable("git is not installed; runs keep their work in it") from None
        out, err = (each.decode(errors="surrogateescape").removesuffix("\n") for each in (done.stdout, done.stderr))
        return Answer(code=done.returncode, out=out, err=err)

    def _find_identity(self) -> dict[str, str]:
        if self.ask("var", "GIT_COMMITTER_IDENT").code == 0 and self.ask("var", "GIT_AUTHOR_IDENT").code == 0:
            return {}
        return {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in IDENTITY.items()}
