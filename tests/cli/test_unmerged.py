"""A run whose work could not be brought into the person's branch: it waits, says why, and merges when it is resumed."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import REHEARSE, Cli
from tests.support.marks import first_quick
from tests.support.run_project import git, made_repository, writes

pytestmark = pytest.mark.req("DEC-32")


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def playbook(renkei: Cli, **fields: object) -> str:
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [writes("one")], **fields}
    return renkei.file("../p.yaml", yaml.safe_dump(whole))


Deed = Callable[[Path], object]


def lock(name: str) -> tuple[Deed, Deed]:
    return (lambda root: (root / ".git" / name).touch()), (lambda root: (root / ".git" / name).unlink())


REASONS: dict[str, tuple[Deed, Deed, str]] = {
    "the branch is locked": (*lock("refs/heads/main.lock"), "main.lock"),
    "the index is locked": (*lock("index.lock"), "index.lock"),
    "files are changed": (
        lambda root: (root / "README.md").write_text("mine\n", "utf-8"),
        lambda root: git(root, "checkout", "-q", "README.md"),
        "README.md",
    ),
    "another branch is checked out": (
        lambda root: git(root, "switch", "-q", "-c", "other"),
        lambda root: git(root, "switch", "-q", "main"),
        "main is not checked out",
    ),
    "a file is in the way": (
        lambda root: ((root / "docs").mkdir(), (root / "docs" / "one.md").write_text("mine\n", "utf-8")),
        lambda root: (root / "docs" / "one.md").unlink(),
        "docs/one.md",
    ),
}


@pytest.mark.parametrize("reason", first_quick(REASONS))
def test_it_waits_says_why_and_merges_when_it_is_resumed_without_new_agents(renkei: Cli, reason: str):
    hinder, mend, said = REASONS[reason]
    renkei("run", playbook(renkei), *REHEARSE)
    [asked] = renkei.json("runs")[0]["waiting_for"]
    renkei.ok("decide", asked, "merge")
    hinder(renkei.folder)
    before = git(renkei.folder, "rev-parse", "main")

    ran = renkei("resume")

    [run] = renkei.json("runs")
    assert (ran.code, run["state"]) == (1, "waiting")
    assert said in ran.out
    assert f"renkei resume {run['id']}" in ran.out
    assert f"git merge --no-ff renkei/{run['id']}" in ran.out
    assert ".." not in ran.out.replace("...", "")
    assert git(renkei.folder, "rev-parse", "main") == before
    assert renkei.json("board")["project_state"]["current_phase"] != "p: completed"
    assert renkei("resume").code == 1  # nothing was mended

    mend(renkei.folder)
    renkei.ok("resume")
    [run] = renkei.json("runs")
    assert run["state"] == "completed"
    assert (renkei.folder / "docs" / "one.md").read_text("utf-8") == "done\n"
    assert [event["type"] for event in renkei.log()].count("TaskStarted") == 1


def test_it_says_so_under_yes_too(renkei: Cli):
    (renkei.folder / "README.md").write_text("mine\n", "utf-8")
    assert renkei("run", playbook(renkei), *REHEARSE, "--yes").code == 1
    assert renkei.json("runs")[0]["state"] == "waiting"


def test_a_lock_that_is_gone_in_a_moment_is_waited_for(renkei: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """An editor's git has the index locked when the merge begins, and is done at the second try."""
    real, bin_ = _which_git(), tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "git").write_text(
        f"""#!/bin/sh
case "$*" in *"merge --ff-only"*) if [ ! -e "{tmp_path}/tried" ]; then
    touch "{tmp_path}/tried"; echo "fatal: Unable to create '.git/index.lock': File exists." >&2; exit 128
fi;; esac
exec "{real}" "$@"
""",
        "utf-8",
    )
    (bin_ / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(bin_), prepend=":")
    renkei.ok("run", playbook(renkei), *REHEARSE, "--yes")
    assert (tmp_path / "tried").exists()
    assert git(renkei.folder, "show", "main:docs/one.md") == "done"


def _which_git() -> str:
    found = shutil.which("git")
    assert found
    return found


def test_what_a_person_merged_by_hand_ends_the_run(renkei: Cli):
    (renkei.folder / "README.md").write_text("mine\n", "utf-8")
    renkei("run", playbook(renkei), *REHEARSE, "--yes")
    git(renkei.folder, "checkout", "-q", "README.md")
    [run] = renkei.json("runs")
    git(renkei.folder, "merge", "-q", "--no-ff", "--no-edit", f"renkei/{run['id']}")
    head = git(renkei.folder, "rev-parse", "main")
    assert "in main already" in renkei.ok("resume").out
    assert (renkei.json("runs")[0]["state"], git(renkei.folder, "rev-parse", "main")) == ("completed", head)


def test_it_can_be_stopped_and_its_work_stays_on_its_branch(renkei: Cli):
    (renkei.folder / "README.md").write_text("mine\n", "utf-8")
    renkei("run", playbook(renkei), *REHEARSE, "--yes")
    [run] = renkei.json("runs")
    renkei.ok("stop", run["id"])
    assert renkei.json("runs")[0]["state"] == "stopped"
    assert git(renkei.folder, "show", f"renkei/{run['id']}:docs/one.md") == "done"


def test_a_run_that_started_on_no_branch_has_none_to_wait_for(renkei: Cli):
    git(renkei.folder, "switch", "-q", "--detach")
    ran = renkei.ok("run", playbook(renkei), *REHEARSE, "--yes")
    [run] = renkei.json("runs")
    assert run["state"] == "completed"
    assert f"git merge --no-ff renkei/{run['id']}" in ran.out
