"""Git for writing: Renkei's own commits run no hooks of the repository, are not signed and always have an author."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from renkei.errors import Refused, Unreachable
from renkei.reports.tree.git import OF_ANOTHER
from renkei.workspace import lfs_filter

IDENTITY: Final = {"NAME": "Renkei", "EMAIL": "renkei@localhost"}
"""Whose commits these are where git knows nobody."""

_QUIET: Final = (
    "-c", f"core.hooksPath={os.devnull}", "-c", "commit.gpgSign=false", "-c", "core.fsync=all", "-c", "gc.auto=0",
    "-c", "advice.detachedHead=false", "-c", "merge.renames=false", "-c", "submodule.recurse=false",
)  # fmt: skip

_UNFINISHED: Final = {
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
}
"""Marks in the git folder; the first that is there counts, for a rebase makes others of them, too."""


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
        self.root = self._top()
        self.common = Path(self.run("rev-parse", "--path-format=absolute", "--git-common-dir"))
        self._own = Path(self.run("rev-parse", "--path-format=absolute", "--git-dir"))
        self._identity = self._find_identity()
        self.lfs = lfs_filter.is_there(self.ask("config", "--get-regexp", lfs_filter.COMMANDS).out)
        """Whether what git-lfs does for files that it keeps is done here."""

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
        """Tracked files that differ from the commit that is checked out; what is changed inside a submodule is not."""
        options = ("--untracked-files=no", "--no-renames", "--ignore-submodules=dirty")
        out = self.run("status", "--porcelain", "-z", *options)
        return [entry[3:] for entry in out.split("\0") if len(entry) > 3]

    def unfinished(self) -> str | None:
        """What a person has begun in git and not ended: `merge`, `rebase` and the like."""
        return next((name for mark, name in _UNFINISHED.items() if (self._own / mark).exists()), None)

    def check_ready(self) -> None:
        """Whether a run can begin here.

        Raises:
            Refused: something is in the middle, or nothing can be written.
        """
        if doing := self.unfinished():
            raise Refused(
                "{path} is in the middle of a {doing}. End it first: git {doing} --continue, or git {doing} --abort",
                rule="RUN-4",
                path=str(self.root),
                doing=doing,
            )
        try:
            self.place.mkdir(parents=True, exist_ok=True)
            probe = self.place / f"probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise Refused(
                "Nothing can be written in {path} ({error}). Runs keep their work there.",
                rule="RUN-4",
                path=str(self.place),
                error=error.strerror or str(error),
            ) from None

    def commit_of(self, ref: str) -> str | None:
        found = self.ask("rev-parse", "--verify", "-q", f"{ref}^{{commit}}")
        return found.out if found.code == 0 else None

    def contains(self, ref: str, commit: str) -> bool:
        """Whether a commit is part of what a ref points to."""
        return self.ask("merge-base", "--is-ancestor", commit, ref).code == 0

    def set_branch(self, name: str, commit: str, old: str | None) -> None:
        """Moves a branch, if it is still where it was thought to be."""
        self.run("update-ref", f"refs/heads/{name}", commit, old or "0" * 40)

    def run(self, *words: str, folder: Path | None = None, env: Mapping[str, str] | None = None, text: str = "") -> str:
        """What git answers.

        Raises:
            GitFailed: it says no.
        """
        answer = self.ask(*words, folder=folder, env=env, text=text)
        if answer.code:
            raise GitFailed("git {words} failed: {said}", words=" ".join(words[:2]), said=answer.err or answer.out)
        return answer.out

    def ask(
        self, *words: str, folder: Path | None = None, env: Mapping[str, str] | None = None, text: str = ""
    ) -> Answer:
        """The same, for questions that may be answered with no. `text` is what git reads."""
        kept = {name: value for name, value in os.environ.items() if name not in OF_ANOTHER}
        settings = {**kept, **getattr(self, "_identity", {}), "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", **(env or {})}
        try:
            done = subprocess.run(  # noqa: S603
                ["git", "-C", str(folder or self.root), *_QUIET, *self._without_lfs(), *words],  # noqa: S607
                input=text.encode(errors="surrogateescape"),
                capture_output=True,
                env=settings,
                check=False,
            )
        except FileNotFoundError:
            raise Unreachable("git is not installed; runs keep their work in it") from None
        out, err = (each.decode(errors="surrogateescape").removesuffix("\n") for each in (done.stdout, done.stderr))
        return Answer(code=done.returncode, out=out, err=err)

    def _top(self) -> Path:
        top = self.ask("rev-parse", "--show-toplevel")
        if top.code == 0:
            return Path(top.out)
        if self.ask("rev-parse", "--is-bare-repository").out == "true":
            raise Refused(
                "{path} is a bare repository: it has no work tree. Work in a clone of it: git clone {path} FOLDER",
                rule="RUN-4",
                path=str(self.root),
            )
        raise Refused(
            "{path} is in no git work tree. Runs keep their work in git; begin with: git init",
            rule="RUN-4",
            path=str(self.root),
        )

    def _without_lfs(self) -> tuple[str, ...]:
        """A filter that is configured and not installed would keep git from checking anything out."""
        return () if getattr(self, "lfs", False) else lfs_filter.SWITCHED_OFF

    def _find_identity(self) -> dict[str, str]:
        if self.ask("var", "GIT_COMMITTER_IDENT").code == 0 and self.ask("var", "GIT_AUTHOR_IDENT").code == 0:
            return {}
        return {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in IDENTITY.items()}
