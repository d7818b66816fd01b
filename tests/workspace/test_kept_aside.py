"""What an agent wrote is kept, whatever a person's git is configured to do, and whatever the agent did to hide it."""

from pathlib import Path

import pytest

from renkei.sentence import Sentence
from renkei.workspace import worktrees
from renkei.workspace.aside import PatchPart, keep_aside
from renkei.workspace.landing import Change, Landing, Refusal, keep_unfinished, stage_changes
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation
from tests.support.landing import land
from tests.support.run_project import git

ODD = ["a\nb.md", "ü ü.md", 'quo"te.md', "-x", "tab\there.md", "back\\slash.md", "名前.md"]

LOUD = {
    "color.ui": "always",
    "color.diff": "always",
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.external": "false",
    "diff.renames": "copies",
    "diff.context": "0",
    "diff.loud.textconv": "cat -n",
    "diff.loud.command": "false",
    "diff.suppressBlankEmpty": "true",
    "core.autocrlf": "true",
    "core.quotePath": "false",
    "diff.submodule": "log",
}


def own(*names: str):
    def judge(change: Change) -> Refusal | None:
        is_own = change.path in names
        return None if is_own else Refusal(path=change.path, rule="TEAM-9", reason=Sentence("no"))

    return judge


def landed_by(tree: Worktree, *names: str, declared: list[str] | None = None) -> Landing:
    aside = tree.repository.own_folder / "aside" / "a.patch"
    return land(tree, own(*names), aside=aside, declared=declared or [])


def write_all(tree: Path) -> None:
    for name in ODD:
        (tree / name).write_text("new\n\n  trailing  \n", "utf-8")
    (tree / "README.md").write_bytes(b"# Project\r\n\r\nchanged\r\n")
    (tree / "binary").write_bytes(bytes(range(256)) * 20)
    (tree / "old.md").unlink()
    (tree / "link").symlink_to("README.md")
    (tree / "run.sh").write_text("#!/bin/sh\n", "utf-8")
    (tree / "run.sh").chmod(0o755)


@pytest.mark.req("DEC-53")
@pytest.mark.parametrize("loud", [False, True])
def test_kept_work_is_a_patch_whatever_is_configured(repository: Repository, tmp_path: Path, *, loud: bool):
    if loud:
        for key, value in LOUD.items():
            git(repository.root, "config", key, value)
        (repository.common / "info").mkdir(exist_ok=True)
        (repository.common / "info" / "attributes").write_text("*.md diff=loud\n", "utf-8")
    tree = worktrees.add(Repository(repository.root), "R-1/a-1", repository.head_commit(), Preparation())
    write_all(tree.path)

    kept = keep_unfinished(tree, tmp_path / "aside" / "x.patch")

    assert kept == tmp_path / "aside" / "x.patch"
    worktrees.remove(tree)
    git(repository.root, "apply", "--whitespace=nowarn", str(kept))
    assert (repository.root / "binary").read_bytes() == bytes(range(256)) * 20
    assert (repository.root / ODD[0]).read_bytes().split() == [b"new", b"trailing"]
    assert not (repository.root / "old.md").exists()
    assert (repository.root / "link").is_symlink()


def test_what_is_no_patch_is_kept_as_files(tree: Worktree, tmp_path: Path):
    (tree.path / "deep").mkdir()
    (tree.path / "deep" / "a.md").write_text("a\n", "utf-8")
    part = PatchPart(patch="no patch at all", place=tree.place, base=tree.base)
    kept = keep_aside(tree.repository, [part], tree.path, ["deep/a.md", "gone.md"], tmp_path / "x.patch")
    assert kept == tmp_path / "x.patch"
    assert (kept / "deep" / "a.md").read_text("utf-8") == "a\n"


@pytest.mark.req("DEC-53")
@pytest.mark.parametrize("where", [".gitignore", "sub/.gitignore", "info/exclude", "core.excludesFile"])
def test_rules_of_its_own_hide_nothing_from_the_record_of_refused_files(tree: Worktree, tmp_path: Path, where: str):
    (tree.path / "sub").mkdir()
    for name in ("sub/foreign.md", "sub/mine.md"):
        (tree.path / name).write_text("x\n", "utf-8")
    if where == "info/exclude":
        (tree.repository.common / "info").mkdir(exist_ok=True)
        (tree.repository.common / "info" / "exclude").write_text("*\n", "utf-8")
    elif where == "core.excludesFile":
        (tmp_path / "rules").write_text("*\n", "utf-8")
        git(tree.repository.root, "config", where, str(tmp_path / "rules"))
    else:
        (tree.path / where).write_text("*\n", "utf-8")

    landing = landed_by(tree, "sub/mine.md")

    rules = {where} if where.endswith(".gitignore") else set[str]()
    assert {each.path for each in landing.refused} == {"sub/foreign.md"} | rules
    assert landing.files == ("sub/mine.md",)
    assert landing.aside
    assert b"sub/foreign.md" in landing.aside.read_bytes()
    assert any("sub/foreign.md" in str(each) for each in landing.told)


def test_what_the_project_ignores_stays_ignored(repository: Repository):
    (repository.root / ".gitignore").write_text("cache/\n", "utf-8")
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "-qm", "ignore")
    tree = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())
    (tree.path / "cache").mkdir()
    (tree.path / "cache" / "x").write_text("x\n", "utf-8")
    (tree.path / "mine.md").write_text("x\n", "utf-8")
    landing = landed_by(tree, "mine.md")
    assert (landing.files, landing.refused, landing.told) == (("mine.md",), (), ())


def test_who_may_write_the_rules_may_leave_out_what_is_its_own(tree: Worktree):
    (tree.path / ".gitignore").write_text("out/\n", "utf-8")
    (tree.path / "out").mkdir()
    for name in ("out/mine.md", "out/foreign.md"):
        (tree.path / name).write_text("x\n", "utf-8")
    landing = landed_by(tree, ".gitignore", "out/mine.md")
    assert landing.files == (".gitignore",)
    assert [each.path for each in landing.refused] == ["out/foreign.md"]
    assert "out/mine.md" in str(landing.told[0])


@pytest.mark.req("DEC-53")
@pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
def test_marks_in_its_own_index_hide_nothing(tree: Worktree, mark: str):
    git(tree.path, "update-index", mark, "README.md")
    (tree.path / "README.md").write_text("changed\n", "utf-8")
    assert [each.path for each in stage_changes(tree)] == ["README.md"]


def test_an_index_that_is_gone_or_a_sparse_checkout_hides_nothing(tree: Worktree):
    git(tree.path, "sparse-checkout", "set", "--no-cone", "nothing")
    (tree.path / "old.md").write_text("changed\n", "utf-8")
    for path in tree.admin.glob("*index*"):
        path.unlink()
    found = {each.path: each.kind for each in stage_changes(tree)}
    assert found == {"README.md": "deleted", "old.md": "modified"}


def test_a_head_that_was_put_on_the_persons_branch_moves_nothing(tree: Worktree):
    before = git(tree.repository.root, "rev-parse", "main")
    git(tree.path, "symbolic-ref", "HEAD", "refs/heads/main")
    (tree.path / "mine.md").write_text("x\n", "utf-8")
    assert landed_by(tree, "mine.md").commit
    assert git(tree.repository.root, "rev-parse", "main") == before


@pytest.mark.req("DEC-53")
def test_git_starts_no_git_of_its_own_in_a_repository_inside(repository: Repository, tmp_path: Path):
    """Pinned settings do not reach that one."""
    git(repository.root, "update-index", "--add", "--cacheinfo", f"160000,{repository.head_commit()},inner")
    git(repository.root, "commit", "-qm", "a submodule that nothing describes")
    git(repository.root, "reset", "-q", "--hard")
    tree = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())
    inner, trace = tree.path / "inner", tmp_path / "trace"
    git(inner, "init", "-q")
    (inner / "a").write_text("a\n", "utf-8")
    git(inner, "add", "a")
    git(inner, "commit", "-qm", "a")
    git(inner, "config", "core.fsmonitor", f"touch '{trace}'; false")
    (inner / "a").write_text("b\n", "utf-8")
    (tree.path / "mine.md").write_text("x\n", "utf-8")

    landing = landed_by(tree, "mine.md")

    assert not trace.exists()
    assert landing.files == ("mine.md",)
    assert [each.path for each in landing.refused] == ["inner"]
