"""Git for writing: Renkei's own commits run no hooks of the repository, are not signed and always have an author."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Self

from renkei.errors import Refused, Unreachable
from renkei.git import (
    GitFailed,
    Place,
    Recorded,
    call_git,
    find_changed_programs,
    find_repository,
    has_filters,
    programs,
    read_recorded,
)
from renkei.values import value

IDENTITY: Final = {"NAME": "Renkei", "EMAIL": "renkei@localhost"}
"""Whose commits these are where git knows nobody."""

_NOTHING: Final[Mapping[str, str]] = {}
_UNFINISHED: Final = {
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
}
"""Marks in the git folder; the first that is there counts, for a rebase makes others of them, too."""


@value
class GitAnswer:
    """What git said."""

    code: int
    out: str
    err: str


@value
class Ref:
    """Where a branch or another name points."""

    commit: str
    folder: str | None
    """The work tree that has it checked out."""


class Repository:
    """The repository around a work tree of a project.

    `recorded` are the settings for files that were in force when a person started what is done here; without them it
    is this moment that counts.

    Raises:
        Refused: it is none that a run could work in; the message says what to do.
    """

    def __init__(self, root: Path, recorded: Recorded | None = None) -> None:
        self.here = _require_work_tree(root)
        assert self.here.work_tree is not None
        self.root = self.here.work_tree
        self.common = self.here.common
        found = read_recorded(self.here) if recorded is None else recorded
        self.lfs = programs.has_lfs(found)
        """Whether what git-lfs does for files that it keeps is done here."""
        self.recorded: Recorded = found if self.lfs else programs.without_lfs(found)
        self.identity: Mapping[str, str] = {}
        """Of commits, where git does not know who the person is."""
        self.identity = self._find_identity()
        self.ignored = self._read_ignore_rules()
        """Rules of what to ignore that are not in the tree, as they are before any agent is at work."""

    @classmethod
    def create(cls, folder: Path) -> Self:
        """A new repository with one empty commit on `main`."""
        _run_git(folder, "init", "-q", "-b", "main", "--template=")
        found = cls(folder)
        found.run("commit", "-q", "--allow-empty", "-m", "start")
        return found

    @property
    def main_tree(self) -> Path:
        """The main work tree, which may have what git does not keep and a linked one has not."""
        return self.common.parent if self.common.name == ".git" else self.root

    @property
    def own_folder(self) -> Path:
        """Where Renkei keeps its own things in the git folder."""
        return self.common / "renkei"

    def head_commit(self) -> str:
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

    def current_branch(self) -> str | None:
        """The branch that is checked out; None when the head is detached."""
        found = self.ask("symbolic-ref", "-q", "--short", "HEAD")
        return found.out if found.code == 0 else None

    def list_changed_files(self, *, untracked: bool = False) -> list[str]:
        """Files that differ from the commit that is checked out; what is changed inside a submodule does not.

        Git is asked without any filter. A file that then differs may still be what is committed of it, as its filter
        would say: that is found out by adding it, elsewhere.
        """
        return self._drop_unchanged(self._read_status(f"--untracked-files={'all' if untracked else 'no'}"))

    def list_all_files(self) -> tuple[list[str], list[str]]:
        """The same with files that git does not know, and what it ignores: a folder that a rule names is one entry."""
        found = self._read_status("--untracked-files=all", "--ignored=matching")
        ignored = [name for code, name in found if code == "!!"]
        return self._drop_unchanged([each for each in found if each[0] != "!!"]), ignored

    def _read_status(self, *options: str) -> list[tuple[str, str]]:
        out = self.run("status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=dirty", *options)
        return [(entry[:2], entry[3:]) for entry in out.split("\0") if len(entry) > 3]

    def _drop_unchanged(self, entries: list[tuple[str, str]]) -> list[str]:
        same = self._find_same_when_added([name for code, name in entries if code == " M"])
        return [name for _, name in entries if name not in same]

    def find_ignore_rules(self, names: list[str]) -> dict[str, str]:
        """By file, the file of the rule that makes git ignore it."""
        if not names:
            return {}
        out = self.ask("check-ignore", "--verbose", "-z", "--stdin", text="\0".join(names)).out
        fields = out.split("\0")
        rules = zip(fields[::4], fields[2::4], fields[3::4], strict=False)
        return {name: file for file, pattern, name in rules if not pattern.startswith("!")}

    def _find_same_when_added(self, names: list[str]) -> set[str]:
        """Of files that differ as they lie there, those that a filter makes what is committed of them."""
        filtered = self._find_filtered(names) if names and has_filters(self.recorded) else []
        index = self.here.git_dir / "index"
        if not filtered or not index.is_file():
            return set()
        paths = "\0".join(f":(literal){name}" for name in filtered)
        with tempfile.TemporaryDirectory(prefix="renkei-look-") as folder:
            own = Path(folder, "index")
            shutil.copyfile(index, own)
            elsewhere = {
                "GIT_INDEX_FILE": str(own),
                "GIT_OBJECT_DIRECTORY": folder,
                "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(self.common / "objects"),
            }
            given = ("--pathspec-from-file=-", "--pathspec-file-nul")
            self.run("add", "--update", *given, variables=elsewhere, text=paths)
            differ = self.run("diff", "--cached", "--name-only", "-z", "--no-renames", "HEAD", variables=elsewhere)
        return set(filtered) - set(differ.split("\0"))

    def _find_filtered(self, names: list[str]) -> list[str]:
        fields = self.run("check-attr", "-z", "--stdin", "filter", text="\0".join(names)).split("\0")
        pairs = zip(fields[::3], fields[2::3], strict=False)
        return [name for name, value in pairs if value not in ("unspecified", "unset", "set")]

    def operation_in_progress(self) -> str | None:
        """What a person has begun in git and not ended: `merge`, `rebase` and the like."""
        return next((name for mark, name in _UNFINISHED.items() if (self.here.git_dir / mark).exists()), None)

    def check_ready(self) -> None:
        """Whether a run can begin here.

        Raises:
            Refused: something is in the middle.
            Unreachable: nothing can be written.
        """
        for name in ("refs/heads/renkei", "refs/renkei", "refs/renkei/merged", "refs/renkei/runs"):
            if self.ask("rev-parse", "--verify", "-q", name).code == 0:
                raise Refused(
                    "{name} is in the way of the branches that runs make (renkei/...). Give it another name: "
                    "git update-ref refs/heads/OTHER {name} && git update-ref -d {name}",
                    rule="RUN-4",
                    name=name,
                )
        if doing := self.operation_in_progress():
            raise Refused(
                "{path} is in the middle of a {doing}. End it first: git {doing} --continue, or git {doing} --abort",
                rule="RUN-4",
                path=str(self.root),
                doing=doing,
            )
        try:
            self.own_folder.mkdir(parents=True, exist_ok=True)
            probe = self.own_folder / f"probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise Unreachable(
                "Nothing can be written in {path} ({error}). Runs keep their work there.",
                path=str(self.own_folder),
                error=error.strerror or str(error),
            ) from None

    def commit_of(self, ref: str) -> str | None:
        found = self.ask("rev-parse", "--verify", "-q", f"{ref}^{{commit}}")
        return found.out if found.code == 0 else None

    def contains(self, ref: str, commit: str) -> bool:
        """Whether a commit is part of what a ref points to."""
        return self.ask("merge-base", "--is-ancestor", commit, ref).code == 0

    def set_branch(self, name: str, commit: str, old: str | None) -> None:
        """Moves a branch, if it is still where it was thought to be; without `old`, if there is none."""
        self.run("update-ref", f"refs/heads/{name}", commit, old or "")

    def list_branches(self, prefix: str) -> list[str]:
        return self.run("for-each-ref", "--format=%(refname:lstrip=2)", f"refs/heads/{prefix}").splitlines()

    def find_refs(self, *names: str) -> dict[str, Ref]:
        """Those of these that are there."""
        out = self.run("for-each-ref", "--format=%(refname)%00%(objectname)%00%(worktreepath)", *names)
        fields = (line.split("\0") for line in out.splitlines())
        return {name: Ref(commit=commit, folder=folder or None) for name, commit, folder in fields if name in names}

    def find_checkout(self, branch: str) -> str | None:
        """The work tree that has a branch checked out: under it the branch is not moved."""
        found = self.find_refs(f"refs/heads/{branch}")
        return next((ref.folder for ref in found.values()), None)

    def find_changed_programs(self) -> list[str]:
        """Filters and merge drivers that appeared or changed since: they are not used."""
        return find_changed_programs(self.here, self.recorded)

    def run(
        self,
        *words: str,
        at: Place | None = None,
        variables: Mapping[str, str] = _NOTHING,
        settings: Mapping[str, str] = _NOTHING,
        text: str = "",
    ) -> str:
        """What git answers, in the main work tree or at another place.

        Raises:
            GitFailed: it says no.
        """
        answer = self.ask(*words, at=at, variables=variables, settings=settings, text=text)
        if answer.code:
            raise GitFailed("git {words} failed: {said}", words=" ".join(words[:2]), said=answer.err or answer.out)
        return answer.out

    def ask(
        self,
        *words: str,
        at: Place | None = None,
        variables: Mapping[str, str] = _NOTHING,
        settings: Mapping[str, str] = _NOTHING,
        text: str = "",
    ) -> GitAnswer:
        """The same, for questions that may be answered with no. `text` is what git reads."""
        place = at or self.here
        folder = place.work_tree or place.git_dir
        return _run_git(
            folder,
            *words,
            place=place,
            recorded=self.recorded,
            variables={**self.identity, **variables},
            settings=settings,
            input=text.encode(errors="surrogateescape"),
        )

    def users_ignore_file(self) -> Path:
        """What the user has ignored in every repository."""
        named = self.ask("config", "--type=path", "--get", "core.excludesFile").out
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path(os.environ.get("HOME") or "/") / ".config")
        return Path(named) if named else home / "git" / "ignore"

    def _read_ignore_rules(self) -> str:
        files = (self.users_ignore_file(), self.common / "info" / "exclude")
        return "\n".join(path.read_text("utf-8", errors="surrogateescape") for path in files if path.is_file())

    def _find_identity(self) -> dict[str, str]:
        if self.ask("var", "GIT_COMMITTER_IDENT").code == 0 and self.ask("var", "GIT_AUTHOR_IDENT").code == 0:
            return {}
        return {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in IDENTITY.items()}


def _run_git(folder: Path, *words: str, **options: Any) -> GitAnswer:
    try:
        done = call_git(folder, *words, **options)
    except FileNotFoundError:
        raise Unreachable("git is not installed; runs keep their work in it") from None
    out, err = (each.decode(errors="surrogateescape").removesuffix("\n") for each in (done.stdout, done.stderr))
    return GitAnswer(code=done.returncode, out=out, err=err)


def _require_work_tree(root: Path) -> Place:
    try:
        found = find_repository(root)
    except FileNotFoundError:
        raise Unreachable("git is not installed; runs keep their work in it") from None
    if found and found.work_tree:
        return found
    if found and _run_git(root, "rev-parse", "--is-bare-repository").out == "true":
        raise Refused(
            "{path} is a bare repository: it has no work tree. Work in a clone of it: git clone {path} FOLDER",
            rule="RUN-4",
            path=str(root),
        )
    raise Refused(
        "{path} is in no git work tree. Runs keep their work in git; begin with: git init",
        rule="RUN-4",
        path=str(root),
    )
