"""Repositories as they are found: without commits, without identity, dirty, with hooks, links, submodules."""

from pathlib import Path

import pytest

from renkei.errors import Refused, Unreachable
from renkei.git import one_line
from renkei.sentence import Sentence
from renkei.workspace import worktrees
from renkei.workspace.landing import Change, Landing, Refusal, stage_changes
from renkei.workspace.locks import LockHeld, ProcessLock
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation
from tests.support.landing import land, landed
from tests.support.run_project import git, made_repository


def test_a_folder_that_is_no_repository_is_refused_with_what_to_do(tmp_path: Path):
    with pytest.raises(Refused, match="git init"):
        Repository(tmp_path)


def test_a_repository_without_a_commit_is_refused_with_what_to_do(tmp_path: Path):
    git(tmp_path, "init", "-q")
    with pytest.raises(Refused, match="--allow-empty"):
        Repository(tmp_path).head_commit()


def test_where_git_knows_nobody_the_commits_are_renkeis(tree: Worktree):
    (tree.path / "new.md").write_text("new\n", "utf-8")
    commit = landed(tree).commit
    assert commit
    assert tree.git("log", "-1", "--format=%an <%ae>", commit) == "Renkei <renkei@localhost>"


def test_no_hook_of_the_repository_runs_for_renkeis_commits(repository: Repository):
    hook = repository.common / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    hook.chmod(0o755)
    tree = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())
    (tree.path / "new.md").write_text("new\n", "utf-8")
    assert landed(tree).commit


def test_what_the_agent_committed_itself_counts_like_the_rest(tree: Worktree):
    (tree.path / "new.md").write_text("new\n", "utf-8")
    git(tree.path, "add", "-A")
    git(tree.path, "commit", "-q", "-m", "mine")
    (tree.path / "old.md").unlink()
    landing = landed(tree)
    assert sorted(landing.files) == ["new.md", "old.md"]
    assert tree.git("log", "-1", "--format=%s %P", landing.commit or "") == f"work {tree.base}"


def test_an_agent_cannot_lead_git_astray(tree: Worktree, tmp_path: Path):
    other = made_repository(tmp_path / "other")
    (tree.path / ".git").write_text(f"gitdir: {other / '.git'}\n", "utf-8")
    (tree.path / "new.md").write_text("new\n", "utf-8")
    assert landed(tree).files == ("new.md",)
    assert git(other, "log", "--format=%s") == "start"


def test_nothing_changed_is_no_commit(tree: Worktree):
    assert landed(tree) == Landing(commit=None, files=())


def test_a_repository_inside_and_a_link_that_leads_out_are_refused(tree: Worktree, tmp_path: Path):
    made_repository(tree.path / "inner")
    (tree.path / "way-out").symlink_to(tmp_path)
    (tree.path / "whole").symlink_to(tree.path / "README.md")
    (tree.path / "settings").symlink_to(".git/config")
    (tree.path / "fine").symlink_to("README.md")
    (tree.path / "top").symlink_to(".")
    landing = landed(tree)
    assert landing.files == ("fine", "top")
    refused = {(each.path, each.rule) for each in landing.refused}
    assert refused == {(name, "RUN-4") for name in ("inner", "way-out", "whole", "settings")}


def test_a_repository_inside_without_a_commit_is_refused_and_the_rest_is_taken(tree: Worktree):
    for name in ("inner", "docs/deep"):
        (tree.path / name).mkdir(parents=True)
        git(tree.path / name, "init", "-q")
        (tree.path / name / "a.md").write_text("a\n", "utf-8")
    (tree.path / "docs/mine.md").write_text("x\n", "utf-8")
    landing = landed(tree)
    assert landing.files == ("docs/mine.md",)
    assert {(each.path, each.rule) for each in landing.refused} == {("inner", "RUN-4"), ("docs/deep", "RUN-4")}
    assert landing.aside
    assert "+++ b/inner/a.md" in landing.aside.read_text("utf-8")


def test_a_name_that_differs_from_another_only_in_case_is_refused(tree: Worktree):
    (tree.path / "readme.md").write_text("two\n", "utf-8")
    if len(list(tree.path.glob("[rR]*.md"))) == 2:  # else the file system holds one of them only
        assert [each.path for each in landed(tree).refused] == ["readme.md"]


@pytest.mark.parametrize("owned", [("README.md", "readme.md"), ("readme.md",)])
def test_a_file_can_be_renamed_in_case_by_whoever_owns_both_names(tree: Worktree, owned: tuple[str, ...]):
    (tree.path / "README.md").rename(tree.path / "readme.md")

    def judge(change: Change) -> Refusal | None:
        return None if change.path in owned else Refusal(path=change.path, rule="TEAM-9", reason=Sentence("no"))

    landing = land(tree, judge, aside=tree.repository.own_folder / "a.patch")
    assert sorted(landing.files) == (["README.md", "readme.md"] if len(owned) > 1 else [])


def test_what_git_ignores_is_left_out_unless_it_was_asked_for(tree: Worktree):
    (tree.path / ".gitignore").write_text("out/\n", "utf-8")
    (tree.path / "out").mkdir()
    for name in ("asked.md", "cache.md"):
        (tree.path / "out" / name).write_text("x\n", "utf-8")
    assert sorted(each.path for each in stage_changes(tree, ["out/asked.md"])) == [".gitignore", "out/asked.md"]


def test_the_one_whose_work_breaks_the_check_is_known(tree: Worktree):
    (tree.path / "new.md").write_text("new\n", "utf-8")
    broken = landed(tree, check="test ! -e new.md")
    assert (broken.commit, broken.failure) == (None, "check")
    assert "test ! -e new.md" in str(broken.reason)


def test_work_is_put_on_top_of_its_siblings_and_a_clash_is_named(repository: Repository):
    first, second, third = (
        worktrees.add(repository, f"R-1/{name}-1", repository.head_commit(), Preparation()) for name in "abc"
    )
    (first.path / "a.md").write_text("a\n", "utf-8")
    (second.path / "b.md").write_text("b\n", "utf-8")
    (third.path / "a.md").write_text("mine\n", "utf-8")
    onto = landed(first).commit
    assert onto
    both = landed(second, onto=onto).commit
    assert repository.run("ls-tree", "--name-only", both or "").splitlines() == ["README.md", "a.md", "b.md", "old.md"]
    clash = landed(third, onto=onto)
    assert (clash.failure, "a.md" in str(clash.reason)) == ("conflict", True)


def test_links_are_there_for_the_agent_and_never_part_of_its_work(repository: Repository):
    (repository.root / ".env").write_text("SECRET=1\n", "utf-8")
    made = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation(links=(".env", "absent")))
    assert (made.path / ".env").read_text("utf-8") == "SECRET=1\n"
    assert stage_changes(made) == []


def test_set_up_commands_run_in_the_work_tree(repository: Repository):
    made = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation(setup=("pwd > where",)))
    assert (made.path / "where").read_text("utf-8").strip() == str(made.path)


def test_nothing_is_left_of_a_work_tree_that_was_removed(repository: Repository):
    made = [worktrees.add(repository, f"R-1/{name}-1", repository.head_commit(), Preparation()) for name in "ab"]
    for each in made:
        worktrees.remove(each)
    assert not (repository.own_folder / worktrees.FOLDER).exists()
    assert len(repository.run("worktree", "list").splitlines()) == 1


def test_a_lock_is_held_by_one_and_free_when_that_lets_go(tmp_path: Path):
    path = tmp_path / "locks" / "one"
    with ProcessLock(path), pytest.raises(LockHeld), ProcessLock(path):
        pass
    with ProcessLock(path):
        pass


def test_a_bare_repository_is_refused_with_what_to_do(tmp_path: Path):
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    with pytest.raises(Refused, match="git clone"):
        Repository(tmp_path / "bare.git")


def test_where_nothing_can_be_written_it_is_said_before_anything_begins(repository: Repository):
    repository.check_ready()
    repository.own_folder.rmdir()
    repository.own_folder.write_text("in the way\n", "utf-8")
    with pytest.raises(Unreachable, match="Nothing can be written in"):
        repository.check_ready()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root can write to")
def test_a_read_only_file_system_is_said_too(tmp_path: Path, repository: Repository):
    """/proc cannot be written to by anybody, not by root either."""
    repository.own_folder.symlink_to("/proc/self")
    with pytest.raises(Unreachable, match="Nothing can be written in"):
        repository.check_ready()


ODD = ("two words.md", "日本語 の 名前.md", "a\nb.md", 'quo"te.md', "-dash.md", "[x]*.md", "é.md", "tab\there.md")


def test_any_name_that_git_can_keep_is_kept(repository: Repository):
    tree, other = (worktrees.add(repository, f"R-1/{name}-1", repository.head_commit(), Preparation()) for name in "ab")
    for name in ODD:
        (tree.path / name).write_text("new\n", "utf-8")
        (other.path / name).write_text("other\n", "utf-8")
    assert {each.path for each in stage_changes(tree, ODD)} == set(ODD)
    landing = landed(tree)
    assert set(landing.files) == set(ODD)
    assert repository.run("show", f"{landing.commit}:{ODD[2]}") == "new"
    clash = landed(other, onto=landing.commit)
    assert clash.failure == "conflict"
    assert all(one_line(name) in str(clash.reason) for name in ODD)


def test_a_repository_below_a_folder_with_an_odd_name_works(tmp_path: Path):
    repository = Repository(made_repository(tmp_path / "日本\n語 x"))
    tree = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())
    (tree.path / "new.md").write_text("new\n", "utf-8")
    assert landed(tree).files == ("new.md",)
    worktrees.remove(tree)
    assert repository.list_changed_files() == []


def test_a_renamed_file_counts_as_changed(repository: Repository):
    git(repository.root, "mv", "old.md", "neu.md")
    assert sorted(repository.list_changed_files()) == ["neu.md", "old.md"]
