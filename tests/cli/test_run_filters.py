"""Filters that were configured when a person started a run: what is added and checked out goes through them, and
nothing is run to look at files (DEC-53)."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import REHEARSE, Cli
from tests.support.run_project import git, made_repository, writes

pytestmark = pytest.mark.req("DEC-53")

USES = {"add", "checkout", "cherry-pick", "merge", "read-tree", "reset", "revert"}


class Filtered(Cli):
    """A repository whose `*.txt` are kept in capital letters."""

    @property
    def trace(self) -> Path:
        return self.folder.parent / "trace"

    def used_by(self) -> set[str]:
        """The commands of git that had a filter run."""
        return set(self.trace.read_text("utf-8").split()) if self.trace.exists() else set()

    def make_stale(self, name: str) -> None:
        """Git cannot tell any more by the file's times that it is what it was."""
        os.utime(self.folder / name, (1, 1))

    def playbook(self) -> str:
        whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [writes("one")]}
        return self.file("../p.yaml", yaml.safe_dump(whole))


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Filtered:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    folder, bin_ = tmp_path / "project", tmp_path / "bin"
    bin_.mkdir()
    for name, letters in (("clean", "a-z A-Z"), ("smudge", "A-Z a-z")):
        (bin_ / name).write_text(f'#!/bin/sh\necho "$ASKED" >> "{tmp_path}/trace"\ntr {letters}\n', "utf-8")
        (bin_ / name).chmod(0o755)
    made_repository(folder, {".gitattributes": "*.txt filter=capitals\n", "README.md": "# Project\n"})
    git(folder, "config", "filter.capitals.clean", str(bin_ / "clean"))
    git(folder, "config", "filter.capitals.smudge", str(bin_ / "smudge"))
    (folder / "words.txt").write_text("some words\n", "utf-8")
    git(folder, "add", "words.txt")
    git(folder, "commit", "-q", "-m", "words")
    # From now on the filters say which command of git it was that had them run.
    (bin_ / "git").write_text(
        f"""#!/bin/sh
found= skip=
for word in "$@"; do
    case "$word" in -C) skip=1 ;; -*) ;; *) [ -n "$skip" ] || {{ found="$word"; break; }}; skip= ;; esac
done
ASKED="$found" exec "{shutil.which("git")}" "$@"
""",
        "utf-8",
    )
    (bin_ / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(bin_), prepend=os.pathsep)
    (tmp_path / "trace").unlink()
    return Filtered(folder, monkeypatch, capsys)


def test_a_file_that_only_looks_changed_is_not_and_no_read_runs_a_filter(renkei: Filtered):
    renkei.make_stale("words.txt")
    ran = renkei.ok("run", renkei.playbook(), *REHEARSE, "--yes")
    assert renkei.json("runs")[0]["state"] == "completed"
    assert "changed files are not committed" not in ran.err
    assert "add" in renkei.used_by()
    assert renkei.used_by() <= USES


def test_a_file_that_is_changed_keeps_the_merge_from_being_made(renkei: Filtered):
    (renkei.folder / "words.txt").write_text("other words\n", "utf-8")
    ran = renkei("run", renkei.playbook(), *REHEARSE, "--yes")
    assert (ran.code, "files are changed: words.txt" in ran.out) == (1, True)
    assert renkei.used_by() <= USES
    renkei.ok("stop")
    changed = git(renkei.folder, "hash-object", "--path=words.txt", "words.txt")
    assert changed not in git(renkei.folder, "cat-file", "--batch-all-objects", "--batch-check")


def test_what_agents_read_and_write_goes_through_them(renkei: Filtered):
    path = renkei.file(
        "../p.yaml",
        yaml.safe_dump(
            {
                "name": "p",
                "roles": {"writer": {}},
                "tasks": [
                    {
                        "id": "one",
                        "role": "writer",
                        "inputs": ["words.txt"],
                        "outputs": ["new.txt"],
                        "script": [{"write": {"path": "new.txt", "text": "new words\n"}}],
                    }
                ],
            }
        ),
    )
    renkei.ok("run", path, *REHEARSE, "--yes")
    assert git(renkei.folder, "cat-file", "blob", "main:new.txt") == "NEW WORDS"
    assert (renkei.folder / "new.txt").read_text("utf-8") == "new words\n"
    assert renkei.used_by() <= USES


def test_filters_that_nobody_recorded_run_for_nothing(renkei: Filtered):
    """An agent is no person: what is configured when it starts a run is not agreed to."""
    renkei.make_stale("words.txt")
    renkei("runs")
    renkei("gc")
    assert renkei.used_by() == set()
