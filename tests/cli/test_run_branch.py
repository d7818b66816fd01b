"""The branch of a run: nobody's work tree is moved, nobody's branch is taken, and every repository will do."""

from pathlib import Path

import pytest
import yaml

from tests.support.cli_run import REHEARSE, Cli
from tests.support.run_project import git, made_repository, task, writes


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def playbook(renkei: Cli, *tasks: object) -> str:
    whole: dict[str, object] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks)}
    (renkei.folder.parent / "p.yaml").write_text(yaml.safe_dump(whole), "utf-8")
    return "../p.yaml"


def waiting_run(renkei: Cli) -> tuple[str, str]:
    """A run with work on its branch that waits for an approval; both names."""
    path = playbook(renkei, writes("a"), task("ok", "a", kind="approve"), writes("b", "ok"))
    assert renkei("run", path, "--agents", "scripted").code == 1
    [run] = renkei.json("runs")
    return run["id"], run["waiting_for"][0]


@pytest.mark.req("DEC-33", "DEC-31", refused=True)
def test_a_branch_that_a_person_looks_at_is_not_moved_under_the_work_tree(renkei: Cli):
    run, approval = waiting_run(renkei)
    git(renkei.folder, "switch", "-q", f"renkei/{run}")
    looked_at = git(renkei.folder, "rev-parse", "HEAD")
    renkei.ok("decide", approval, "approve")
    ran = renkei.ok("resume")
    assert git(renkei.folder, "rev-parse", "HEAD") == looked_at
    assert git(renkei.folder, "status", "--porcelain") == ""
    assert f"renkei/{run} is checked out in {renkei.folder} and stays where it is" in ran.out
    assert f"Its work is refs/renkei/runs/{run}." in ran.out
    assert "outside of its work tree" not in ran.out
    git(renkei.folder, "merge", "-q", "--ff-only", f"refs/renkei/runs/{run}")
    assert (renkei.folder / "docs" / "b.md").read_text("utf-8") == "done\n"


@pytest.mark.req("DEC-33")
def test_once_nobody_looks_at_it_the_branch_follows(renkei: Cli):
    path = playbook(
        renkei, writes("a"), task("ok", "a", kind="approve"), writes("b", "ok"), task("end", "b", kind="approve")
    )
    renkei("run", path, "--agents", "scripted")
    [run] = renkei.json("runs")
    git(renkei.folder, "switch", "-q", f"renkei/{run['id']}")
    renkei.ok("decide", run["waiting_for"][0], "approve")
    assert renkei("resume").code == 1
    git(renkei.folder, "switch", "-q", "main")
    renkei.ok("decide", renkei.json("runs")[0]["waiting_for"][0], "approve")
    ran = renkei.ok("resume")
    assert f"Its work is on the branch renkei/{run['id']}." in ran.out
    assert git(renkei.folder, "show", f"renkei/{run['id']}:docs/b.md") == "done"
    assert git(renkei.folder, "for-each-ref", "refs/renkei/runs") == ""


@pytest.mark.req("DEC-33", refused=True)
def test_what_a_person_commits_there_stays_theirs(renkei: Cli):
    run, approval = waiting_run(renkei)
    folder = renkei.folder.parent / "looking"
    git(renkei.folder, "worktree", "add", "-q", str(folder), f"renkei/{run}")
    (folder / "docs" / "a.md").write_text("better\n", "utf-8")
    git(folder, "commit", "-q", "-a", "-m", "mine")
    mine = git(folder, "rev-parse", "HEAD")
    renkei.ok("decide", approval, "approve")
    renkei.ok("resume")
    assert (git(folder, "rev-parse", "HEAD"), git(folder, "status", "--porcelain")) == (mine, "")
    assert git(renkei.folder, "show", f"refs/renkei/runs/{run}:docs/b.md") == "done"
    renkei.ok("gc")
    assert git(renkei.folder, "show", f"refs/renkei/runs/{run}:docs/b.md") == "done"
    git(folder, "merge", "-q", f"refs/renkei/runs/{run}")
    renkei.ok("gc")
    assert git(renkei.folder, "for-each-ref", "refs/renkei/runs") == ""


@pytest.mark.req("DEC-31", "DEC-33", refused=True)
@pytest.mark.parametrize("name", ["renkei/R-1", "renkei/R-1/x"])
@pytest.mark.parametrize("where", ["here", "elsewhere", "nowhere"])
def test_a_branch_in_the_place_of_the_runs_own_is_told_before_it_starts(renkei: Cli, name: str, where: str):
    if where == "here":
        git(renkei.folder, "switch", "-q", "-c", name)
    elif where == "elsewhere":
        git(renkei.folder, "worktree", "add", "-q", "-b", name, str(renkei.folder.parent / "elsewhere"))
    else:
        git(renkei.folder, "branch", name)
    path, before = playbook(renkei, writes("a")), git(renkei.folder, "for-each-ref")
    ran = renkei("run", path, *REHEARSE, "--yes")
    assert (ran.code, renkei.store.exists(), git(renkei.folder, "for-each-ref")) == (4, False, before)
    assert f"git branch -m {name} OTHER" in ran.err
    git(renkei.folder, "branch", "-m", name, "mine")
    renkei.ok("run", path, *REHEARSE, "--yes")


@pytest.mark.req("DEC-31")
def test_a_branch_of_another_run_or_of_a_longer_name_is_in_nobodys_way(renkei: Cli):
    git(renkei.folder, "branch", "renkei/R-10")
    git(renkei.folder, "branch", "renkei/R-1-kept")
    renkei.ok("run", playbook(renkei, writes("a")), *REHEARSE, "--yes")
    assert [run["id"] for run in renkei.json("runs")] == ["R-1"]


@pytest.mark.req("DEC-31")
def test_a_repository_with_sha256_is_worked_in_and_undone_like_any_other(tmp_path: Path, renkei: Cli):
    folder = tmp_path / "long"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", "--object-format=sha256")
    git(folder, "commit", "-q", "--allow-empty", "-m", "start")
    renkei.enter(folder)
    renkei.ok("run", playbook(renkei, writes("a"), writes("b")), *REHEARSE, "--yes")
    assert (folder / "docs" / "b.md").read_text("utf-8") == "done\n"
    assert len(git(folder, "rev-parse", "renkei/R-1")) == 64
    renkei.ok("runs", "undo", "R-1")
    assert not (folder / "docs").exists()
