"""The last step of a run in git: its branch into the branch that it started from, and the way back."""

from dataclasses import dataclass

from renkei.errors import Refused
from renkei.sentence import Sentence
from renkei.workspace.repository import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class Merge:
    """What is brought where."""

    run: str
    branch: str
    """The run's own."""
    head: str
    base: str
    into: str | None
    message: str
    squash: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """The commit that the starting branch got, or why it got none and how to do it by hand."""

    commit: str | None
    reason: Sentence | None = None


def merge(repository: Repository, wanted: Merge) -> Merged:
    """Merges if the starting branch is checked out and clean. Doing it again changes nothing."""
    if wanted.into is None or repository.branch() != wanted.into:
        return _by_hand(wanted, Sentence("{branch} is not checked out", branch=wanted.into or "-"))
    if done := _done_before(repository, wanted):
        return Merged(commit=done)
    if changed := repository.changed_files():
        return _by_hand(wanted, Sentence("files are changed: {files}", files=", ".join(changed[:5])))
    if repository.ask(*_command(wanted)).code:
        repository.ask("merge", "--abort")
        repository.ask("reset", "--merge")
        return _by_hand(wanted, Sentence("git cannot merge it without help"))
    if wanted.squash:
        repository.run("commit", "--quiet", "--no-verify", "-m", wanted.message)
    return Merged(commit=repository.head())


def undo(repository: Repository, *, into: str | None, commit: str, run: str) -> str:
    """Takes a merge back with a commit that reverts it; that commit.

    Raises:
        Refused: the branch is not checked out or not clean, or later changes stand on it.
    """
    if into is None or repository.branch() != into:
        raise Refused("Check out {branch} first: git switch {branch}", rule="RUN-4", branch=into or "-")
    if changed := repository.changed_files():
        raise Refused("Commit or stash your changes first ({files}).", rule="RUN-4", files=", ".join(changed[:5]))
    parents = repository.run("rev-list", "--parents", "-n", "1", commit).split()[1:]
    mainline = ("-m", "1") if len(parents) > 1 else ()
    if repository.ask("revert", "--no-edit", *mainline, commit).code:
        repository.ask("revert", "--abort")
        raise Refused(
            "What came after {run} builds on it, so that git cannot take it back by itself. By hand: git revert "
            "{options} {commit}",
            rule="RUN-4",
            run=run,
            options=" ".join(mainline),
            commit=commit[:12],
        )
    return repository.head()


def _command(wanted: Merge) -> tuple[str, ...]:
    if wanted.squash:
        return ("merge", "--squash", "--quiet", wanted.head)
    return ("merge", "--no-ff", "--no-edit", "--no-verify", "--quiet", "-m", wanted.message, wanted.head)


def _done_before(repository: Repository, wanted: Merge) -> str | None:
    """The commit that brought it in, if a process did that and died before it could say so."""
    marks = (f"--grep=^Run: {wanted.run}$", "--format=%H", "--first-parent")
    found = repository.run("log", *marks, f"{wanted.base}..HEAD").splitlines()
    is_in = repository.ask("merge-base", "--is-ancestor", wanted.head, "HEAD").code == 0
    return found[0] if found and (is_in or wanted.squash) else None


def _by_hand(wanted: Merge, why: Sentence) -> Merged:
    reason = Sentence(
        "The work stays on {branch}, for {why}. To bring it in: git switch {into} && git merge --no-ff {branch}",
        branch=wanted.branch,
        why=why,
        into=wanted.into or "BRANCH",
    )
    return Merged(commit=None, reason=reason)
