"""The last step of a run in git: its branch into the branch that it started from, and the way back."""

from collections.abc import Callable
from functools import partial

from renkei.errors import Refused
from renkei.git import one_line
from renkei.git.names import join_names
from renkei.git.places import MERGED_REFS
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace import worktrees
from renkei.workspace.repository import GitFailed, Repository


@value
class MergeRequest:
    """What is brought where."""

    run: str
    branch: str
    """The run's own."""
    head: str
    base: str
    into: str
    message: str
    started_in: str | None = None
    """The work tree that has it checked out."""
    squash: bool = False


@value
class MergeResult:
    """The commit that the starting branch got, or why it got none and what to do."""

    commit: str | None
    reason: Sentence | None = None
    """Why it is not merged; None when it is."""
    note: Sentence | None = None


Retry = Callable[[Callable[[], MergeResult]], MergeResult]
"""Does something of git's, again if git or the disk fails."""


def merge(repository: Repository, wanted: MergeRequest, *, again: Retry = lambda act: act()) -> MergeResult:
    """Merges if the starting branch is checked out and clean. Doing it again changes nothing.

    The commit is made elsewhere and remembered before the branch is moved to it, in one step of git's own: whatever
    ends the process in between, there is never half a merge, and never a second one.
    """
    try:
        return again(partial(_merge_once, repository, wanted))
    except GitFailed as error:
        return _refuse_merge(wanted, Sentence(error.text, **error.params))
    except OSError as error:
        return _refuse_merge(wanted, str(error))


def _merge_once(repository: Repository, wanted: MergeRequest) -> MergeResult:
    if done := _find_earlier_merge(repository, wanted):
        return MergeResult(commit=done)
    if repository.contains(f"refs/heads/{wanted.into}", wanted.head):
        return MergeResult(commit=None, note=Sentence("its work is in {branch} already", branch=wanted.into))
    if why := _find_obstacle(repository, wanted.into, wanted.started_in):
        return _refuse_merge(wanted, why)
    made = _make_merge(repository, wanted)
    if isinstance(made, Sentence):
        return _refuse_merge(wanted, made)
    repository.run("update-ref", _mark_ref(wanted), made)
    _fast_forward(repository, made)
    return MergeResult(commit=made)


def undo_merge(repository: Repository, *, into: str | None, commit: str, run: str) -> str:
    """Takes a merge back with a commit that reverts it; that commit.

    Raises:
        Refused: the branch is not checked out or not clean, or later changes stand on it.
    """
    if done := _find_earlier_revert(repository, into, commit):
        return done
    if into is None or repository.current_branch() != into:
        raise Refused("Check out {branch} first: git switch {branch}", rule="RUN-4", branch=into or "-")
    if doing := repository.operation_in_progress():
        raise Refused("End the {doing} first that git is in the middle of.", rule="RUN-4", doing=doing)
    if changed := repository.list_changed_files():
        raise Refused("Commit or stash your changes first ({files}).", rule="RUN-4", files=join_names(changed, most=5))
    made = _make_revert(repository, commit, run)
    try:
        _fast_forward(repository, made)
    except GitFailed as error:
        why = Sentence(error.text, **error.params)
        raise Refused("{run} is not taken back, for {why}.", rule="RUN-4", run=run, why=why) from None
    return made


def _make_revert(repository: Repository, commit: str, run: str) -> str:
    """The commit that takes it back, made in a work tree of its own."""
    parents = repository.run("rev-list", "--parents", "-n", "1", commit).split()[1:]
    mainline = ("-m", "1") if len(parents) > 1 else ()
    with worktrees.temporary_worktree(repository, f"{run}/undo", repository.head_commit()) as tree:
        if tree.ask("revert", "--no-edit", *mainline, commit).code == 0:
            return tree.git("rev-parse", "HEAD")
    raise Refused(
        "What came after {run} builds on it, so that git cannot take it back by itself. By hand: git revert "
        "{options} {commit}",
        rule="RUN-4",
        run=run,
        options=" ".join(mainline),
        commit=commit[:12],
    )


def _fast_forward(repository: Repository, made: str) -> None:
    """Moves the branch that is checked out to a commit on top of it.

    Git changes files and index first and the branch last: where something keeps it from the branch, they are put back.

    Raises:
        GitFailed: it could not, and all is as it was.
    """
    before = repository.head_commit()
    options = ("--ff-only", "--quiet", "--no-squash", "--commit", "--no-verify-signatures", "--no-autostash")
    moved = repository.ask("merge", *options, made)
    if moved.code == 0:
        return
    if repository.head_commit() == before and repository.ask("diff", "--cached", "--quiet", made).code == 0:
        repository.ask("read-tree", "-m", "-u", made, before)
    said = one_line(" ".join((moved.err or moved.out).split()))
    if changed := repository.list_changed_files():
        files = join_names(changed, most=5)
        raise GitFailed("git cannot check it out: {said}; and it has left changes in {files}", said=said, files=files)
    raise GitFailed("git cannot check it out: {said}", said=said)


def _find_obstacle(repository: Repository, into: str, started_in: str | None) -> Sentence | None:
    if started_in and str(repository.root) != started_in:
        return Sentence("the work tree {path} that it was started in is gone", path=started_in)
    if repository.current_branch() != into:
        return Sentence("{branch} is not checked out", branch=into)
    if doing := repository.operation_in_progress():
        return Sentence("git is in the middle of a {doing}", doing=doing)
    if changed := repository.list_changed_files():
        return Sentence("files are changed: {files}", files=join_names(changed, most=5))
    return None


def _make_merge(repository: Repository, wanted: MergeRequest) -> str | Sentence:
    """The commit, made in a work tree of its own: what clashes there leaves the person's alone."""
    with worktrees.temporary_worktree(repository, f"{wanted.run}/merge", repository.head_commit()) as tree:
        answer = tree.ask(*_merge_command(wanted))
        if answer.code:
            clash = tree.git("diff", "--name-only", "-z", "--diff-filter=U").split("\0")
            said = one_line(" ".join((answer.err or answer.out).split()))
            return Sentence("git cannot merge it without help: {files}", files=join_names(filter(None, clash)) or said)
        if wanted.squash:
            tree.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", wanted.message)
        return tree.git("rev-parse", "HEAD")


def _merge_command(wanted: MergeRequest) -> tuple[str, ...]:
    if wanted.squash:
        return ("merge", "--squash", "--quiet", wanted.head)
    return ("merge", "--no-ff", "--no-edit", "--no-verify", "--quiet", "-m", wanted.message, wanted.head)


def _mark_ref(wanted: MergeRequest) -> str:
    """Where the commit is remembered, also when a new store counts its runs from the start again."""
    return f"{MERGED_REFS}{wanted.run}-{wanted.head[:12]}"


def _find_earlier_merge(repository: Repository, wanted: MergeRequest) -> str | None:
    """The commit that brought it in, if a process did that and died before it could say so."""
    made = repository.commit_of(_mark_ref(wanted))
    return made if made and repository.contains(f"refs/heads/{wanted.into}", made) else None


def _find_earlier_revert(repository: Repository, into: str | None, commit: str) -> str | None:
    """The same for what takes it back."""
    said = f"--grep=This reverts commit {commit}"
    found = repository.ask("log", "-1", "--format=%H", "--fixed-strings", said, f"{commit}..refs/heads/{into}")
    return found.out or None if found.code == 0 else None


def _refuse_merge(wanted: MergeRequest, why: str) -> MergeResult:
    reason = Sentence(
        "Not merged: {why}. The work stays on {branch}. Mend that, then: renkei resume {run}. Or by hand: "
        "git switch {into} && git merge {how} {branch}",
        branch=wanted.branch,
        why=why,
        run=wanted.run,
        into=wanted.into,
        how="--squash" if wanted.squash else "--no-ff",
    )
    return MergeResult(commit=None, reason=reason)
