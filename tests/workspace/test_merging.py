"""The last step in git: a run's work into the branch that it started from, and back. A person's files stay theirs."""

from dataclasses import replace

import pytest

from renkei.errors import Refused
from renkei.git.places import MERGED_REFS
from renkei.workspace import worktrees
from renkei.workspace.merging import MergeRequest, merge, undo_merge
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation
from tests.support.landing import landed
from tests.support.run_project import git


def a_merge(repository: Repository, tree: Worktree) -> MergeRequest:
    (tree.path / "new.md").write_text("new\n", "utf-8")
    head = landed(tree).commit
    assert head
    return MergeRequest(
        run="R-1", branch="renkei/R-1", head=head, base=tree.base, into="main", message="m\n\nRun: R-1\n"
    )


def test_a_merge_that_was_made_is_not_made_again(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    first = merge(repository, wanted)
    assert first.commit
    assert merge(repository, wanted) == first
    back = undo_merge(repository, into="main", commit=first.commit, run="R-1")
    assert repository.head_commit() == back
    assert not (repository.root / "new.md").exists()


def test_a_dirty_tree_is_left_alone_and_told_how(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    (repository.root / "old.md").write_text("changed\n", "utf-8")
    done = merge(repository, wanted)
    assert done.commit is None
    assert "git merge --no-ff renkei/R-1" in str(done.reason)
    assert (repository.root / "old.md").read_text("utf-8") == "changed\n"


def test_another_branch_that_is_checked_out_is_left_alone(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    git(repository.root, "switch", "-q", "-c", "other")
    assert merge(repository, wanted).commit is None
    with pytest.raises(Refused, match="git switch main"):
        undo_merge(repository, into="main", commit=tree.base, run="R-1")


def squashed(wanted: MergeRequest) -> MergeRequest:
    return replace(wanted, squash=True)


def test_a_squash_is_one_commit_and_is_not_made_again(repository: Repository, tree: Worktree):
    wanted = squashed(a_merge(repository, tree))
    first = merge(repository, wanted)
    assert merge(repository, wanted) == first
    assert git(repository.root, "log", "--format=%s").splitlines() == ["m", "start"]
    assert git(repository.root, "status", "--porcelain") == ""


def test_one_that_was_made_is_recognised_whatever_is_checked_out_now(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    first = merge(repository, wanted)
    git(repository.root, "switch", "-q", "-c", "other", tree.base)
    (repository.root / "old.md").write_text("changed\n", "utf-8")
    assert merge(repository, wanted) == first


def test_a_mark_of_another_run_of_the_same_name_does_not_count(repository: Repository, tree: Worktree):
    """A new store counts from the start again."""
    first = merge(repository, a_merge(repository, tree))
    again = worktrees.add(repository, "R-1/b-1", repository.head_commit(), Preparation())
    (again.path / "other.md").write_text("other\n", "utf-8")
    head = landed(again).commit
    assert head
    wanted = MergeRequest(
        run="R-1", branch="renkei/R-1", head=head, base=again.base, into="main", message="m\n\nRun: R-1\n"
    )
    assert merge(repository, wanted).commit not in (None, first.commit)
    assert len(git(repository.root, "for-each-ref", MERGED_REFS).splitlines()) == 2


def test_a_clash_leaves_the_persons_work_tree_alone_and_is_named(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    (repository.root / "new.md").write_text("mine\n", "utf-8")
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "-q", "-m", "mine")
    done = merge(repository, wanted)
    assert (done.commit, "new.md" in str(done.reason)) == (None, True)
    assert git(repository.root, "status", "--porcelain") == ""
    assert (repository.root / "new.md").read_text("utf-8") == "mine\n"


def test_a_file_that_git_does_not_track_is_never_written_over(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    (repository.root / "new.md").write_text("not committed\n", "utf-8")
    done = merge(repository, wanted)
    assert (done.commit, "new.md" in str(done.reason)) == (None, True)
    assert (repository.root / "new.md").read_text("utf-8") == "not committed\n"
    assert git(repository.root, "log", "-1", "--format=%s") == "start"


def test_what_a_person_merged_by_hand_is_found_and_not_merged_again(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    git(repository.root, "merge", "-q", "--no-ff", "--no-edit", wanted.head)
    head = repository.head_commit()
    done = merge(repository, wanted)
    assert (done.commit, done.reason, repository.head_commit()) == (None, None, head)
    assert "in main already" in str(done.note)


@pytest.mark.parametrize("doing", ["merge", "cherry-pick", "revert"])
def test_what_a_person_has_begun_in_git_is_not_ended_for_them(repository: Repository, tree: Worktree, doing: str):
    wanted = a_merge(repository, tree)
    mark = {"merge": "MERGE_HEAD", "cherry-pick": "CHERRY_PICK_HEAD", "revert": "REVERT_HEAD"}[doing]
    (repository.root / ".git" / mark).write_text(f"{tree.base}\n", "utf-8")  # newer git's update-ref refuses these
    done = merge(repository, wanted)
    assert (done.commit, f"in the middle of a {doing}" in str(done.reason)) == (None, True)
    assert git(repository.root, "rev-parse", mark) == tree.base
    with pytest.raises(Refused, match=f"End the {doing} first"):
        undo_merge(repository, into="main", commit=tree.base, run="R-1")
    with pytest.raises(Refused, match=f"git {doing} --continue"):
        repository.check_ready()


def test_a_rebase_that_stopped_is_seen(repository: Repository):
    git(repository.root, "commit", "-q", "--allow-empty", "-m", "two")
    git(repository.root, "-c", "sequence.editor=sed -i 1s/pick/edit/", "rebase", "-q", "-i", "HEAD~1")
    with pytest.raises(Refused, match="git rebase --continue"):
        repository.check_ready()
    git(repository.root, "rebase", "--abort")
    repository.check_ready()


def test_taking_it_back_is_done_once(repository: Repository, tree: Worktree):
    """Also when a process died between the revert and saying so."""
    done = merge(repository, a_merge(repository, tree))
    assert done.commit
    back = undo_merge(repository, into="main", commit=done.commit, run="R-1")
    assert undo_merge(repository, into="main", commit=done.commit, run="R-1") == back
    assert repository.head_commit() == back


def state_of(repository: Repository) -> tuple[str, str, str]:
    found = (("rev-parse", "main"), ("ls-files", "--stage"), ("status", "--porcelain"))
    head, index, status = (git(repository.root, *words) for words in found)
    return head, index, status


@pytest.mark.parametrize("lock", ["refs/heads/main.lock", "index.lock", "HEAD.lock"])
def test_a_lock_leaves_no_half_of_a_merge(repository: Repository, tree: Worktree, lock: str):
    wanted = a_merge(repository, tree)
    before = state_of(repository)
    (repository.common / lock).touch()

    done = merge(repository, wanted)

    assert done.commit is None
    assert ".lock" in str(done.reason)
    assert "git merge --no-ff renkei/R-1" in str(done.reason)
    (repository.common / lock).unlink()
    assert state_of(repository) == before
    assert not (repository.root / "new.md").exists()
    assert merge(repository, wanted).commit == git(repository.root, "rev-parse", "main")


@pytest.mark.parametrize("lock", ["refs/heads/main.lock", "index.lock"])
def test_a_lock_leaves_no_half_of_an_undo(repository: Repository, tree: Worktree, lock: str):
    merged = merge(repository, a_merge(repository, tree)).commit
    assert merged
    before = state_of(repository)
    (repository.common / lock).touch()
    with pytest.raises(Refused, match="lock"):
        undo_merge(repository, into="main", commit=merged, run="R-1")
    (repository.common / lock).unlink()
    assert state_of(repository) == before
    assert len(git(repository.root, "worktree", "list").splitlines()) == 2  # the person's, and the test's


@pytest.mark.req("DEC-53")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("merge.verifySignatures", "true"),
        ("merge.ff", "false"),
        ("branch.main.mergeOptions", "--squash"),
        ("merge.autoStash", "true"),
        ("rerere.enabled", "true"),
        ("commit.gpgSign", "true"),
        ("core.hooksPath", "/nonexistent"),
    ],
)
def test_a_persons_settings_do_not_keep_a_merge_from_being_made(
    repository: Repository, tree: Worktree, key: str, value: str
):
    wanted = a_merge(repository, tree)
    git(repository.root, "config", key, value)
    done = merge(repository, wanted)
    assert done.commit == git(repository.root, "rev-parse", "main")
    assert git(repository.root, "status", "--porcelain") == ""


def test_an_untracked_file_in_the_way_is_left_alone(repository: Repository, tree: Worktree):
    wanted = a_merge(repository, tree)
    (repository.root / "new.md").write_text("mine\n", "utf-8")
    done = merge(repository, wanted)
    assert done.commit is None
    assert "new.md" in str(done.reason)
    assert (repository.root / "new.md").read_text("utf-8") == "mine\n"
