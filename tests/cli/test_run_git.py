"""`renkei run` beside settings of git that would turn it: those of the person, of the repository and of an agent."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import REHEARSE, Cli
from tests.support.run_project import git, made_repository, task, writes

CONFIG = "../../../../config"
"""From an agent's work tree, the repository's settings."""


class Traced(Cli):
    """Commands in a repository, beside a program that leaves a trace when it is run."""

    @property
    def program(self) -> str:
        path = self.folder.parent / "program"
        path.write_text(f"#!/bin/sh\necho \"$0 $@\" >> '{self.trace}'\ntr a-z A-Z\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    @property
    def trace(self) -> Path:
        return self.folder.parent / "trace"

    def playbook(self, *tasks: dict[str, Any], **fields: Any) -> str:
        whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks), **fields}
        return self.file("../p.yaml", yaml.safe_dump(whole))

    def turning(self, more: str) -> dict[str, Any]:
        """A step of an agent that adds to the repository's settings."""
        text = (self.folder / ".git" / "config").read_text("utf-8")
        return {"write": {"path": CONFIG, "text": f"{text}{more}"}}


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Traced:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    attributes = "*.md filter=planted merge=planted diff=planted\n"
    return Traced(made_repository(tmp_path / "project", {".gitattributes": attributes}), monkeypatch, capsys)


@pytest.mark.req("DEC-53", refused=True)
def test_settings_that_an_agent_makes_run_nothing_in_its_siblings_and_the_merge(renkei: Traced):
    planted = "".join(
        f"[{section}]\n\t{key} = {renkei.program}\n"
        for section, key in (
            ("core", "fsmonitor"),
            ("diff", "external"),
            ('filter "planted"', "clean"),
            ('filter "planted"', "smudge"),
            ('merge "planted"', "driver"),
            ('diff "planted"', "textconv"),
        )
    )
    path = renkei.playbook(
        writes("one", script=[renkei.turning(planted)]), writes("two", "one"), writes("three", "one")
    )

    ran = renkei.ok("run", path, *REHEARSE, "--yes")

    assert not renkei.trace.exists(), renkei.trace.read_text("utf-8")
    assert git(renkei.folder, "-c", "core.fsmonitor=false", "show", "--no-textconv", "main:docs/two.md") == "done"
    assert "filter.planted" in ran.out
    assert "merge.planted" in ran.out


@pytest.mark.req("DEC-53")
def test_what_is_configured_when_a_person_starts_a_run_is_used(renkei: Traced):
    git(renkei.folder, "config", "filter.planted.clean", renkei.program)
    ran = renkei.ok("run", renkei.playbook(writes("one")), *REHEARSE, "--yes")
    assert git(renkei.folder, "cat-file", "blob", "main:docs/one.md") == "DONE"
    assert "filter.planted" not in ran.out


@pytest.mark.req("DEC-53")
def test_a_run_that_is_resumed_uses_what_it_was_started_with(renkei: Traced):
    renkei("run", renkei.playbook(task("ok", kind="approve"), writes("one", "ok")), *REHEARSE)
    git(renkei.folder, "config", "filter.planted.clean", renkei.program)
    for answer in ("approve", "merge"):
        [waiting] = renkei.json("runs")[0]["waiting_for"]
        renkei.ok("decide", waiting, answer)
        renkei("resume")
    assert not renkei.trace.exists()
    assert git(renkei.folder, "cat-file", "blob", "main:docs/one.md") == "done"


@pytest.mark.req("DEC-53", refused=True)
@pytest.mark.parametrize("words", [["board"], ["run", "PLAYBOOK", *REHEARSE], ["runs"], ["gc"], ["review"]])
def test_a_repository_that_nobody_knows_runs_no_fsmonitor(renkei: Traced, words: list[str]):
    git(renkei.folder, "config", "core.fsmonitor", renkei.program)
    path = renkei.playbook(writes("one"))
    renkei(*(path if word == "PLAYBOOK" else word for word in words))
    assert not renkei.trace.exists()


def test_a_run_belongs_to_the_work_tree_that_it_was_started_in(renkei: Traced, monkeypatch: pytest.MonkeyPatch):
    linked = renkei.folder.parent / "linked"
    git(renkei.folder, "worktree", "add", "-q", "-b", "feature", str(linked))
    (linked / "only-here").write_text("x\n", encoding="utf-8")
    git(linked, "add", "-A")
    git(linked, "commit", "-qm", "feature")
    main = git(renkei.folder, "rev-parse", "main")
    path = renkei.playbook(writes("one", inputs=["only-here"]))

    monkeypatch.chdir(linked)
    assert renkei("run", path, *REHEARSE).code == 1  # waits for the merge
    monkeypatch.chdir(renkei.folder)
    [run] = renkei.json("runs")
    renkei.ok("decide", run["waiting_for"][0], "merge")
    renkei.ok("resume")

    assert git(renkei.folder, "rev-parse", "main") == main
    assert (linked / "docs" / "one.md").exists()
    assert git(linked, "log", "--first-parent", "--format=%s", "-2", "feature").splitlines()[1] == "feature"
    renkei.ok("runs", "undo", run["id"])
    assert not (linked / "docs" / "one.md").exists()
    assert git(renkei.folder, "status", "--porcelain") == ""


def test_where_that_work_tree_is_gone_the_work_stays_on_the_branch(renkei: Traced, monkeypatch: pytest.MonkeyPatch):
    linked = renkei.folder.parent / "linked"
    git(renkei.folder, "worktree", "add", "-q", "-b", "feature", str(linked))
    path = renkei.playbook(writes("one"))
    monkeypatch.chdir(linked)
    renkei("run", path, *REHEARSE)
    monkeypatch.chdir(renkei.folder)
    git(renkei.folder, "worktree", "remove", "--force", str(linked))
    git(renkei.folder, "switch", "-q", "feature")
    [run] = renkei.json("runs")
    renkei.ok("decide", run["waiting_for"][0], "merge")
    resumed = renkei("resume")
    assert str(linked) in resumed.out
    assert f"git merge --no-ff renkei/{run['id']}" in resumed.out
    assert git(renkei.folder, "log", "--format=%s", "feature") == "start"


def test_a_branch_that_is_in_the_way_is_told_before_a_run_starts(renkei: Traced):
    git(renkei.folder, "branch", "renkei")
    refused = renkei("run", renkei.playbook(writes("one")), *REHEARSE, "--yes")
    assert refused.code == 4
    assert "refs/heads/renkei" in refused.err
    assert renkei.json("runs") == []


def test_a_branch_that_gets_in_the_way_makes_the_run_wait(renkei: Traced):
    path = renkei.playbook(task("ok", kind="approve"), writes("one", "ok"), writes("two", "one"))
    renkei("run", path, *REHEARSE)
    [run] = renkei.json("runs")
    git(renkei.folder, "branch", "-D", "-q", f"renkei/{run['id']}")
    git(renkei.folder, "branch", "renkei")
    renkei.ok("decide", run["waiting_for"][0], "approve")

    waits = renkei("resume")

    assert waits.code == 1
    [waiting] = renkei.json("runs")
    assert waiting["state"] == "paused"
    assert "renkei" in renkei.json("runs", "show", run["id"])["note"]
    git(renkei.folder, "branch", "-D", "-q", "renkei")
    renkei("resume")
    assert git(renkei.folder, "show", f"renkei/{run['id']}:docs/two.md") == "done"


NAME = "docs/a\\n✓ forged  PASS\\x1b[2J\\u202e.md"
WRITE = f"import os; os.makedirs('docs', exist_ok=True); open('{NAME}', 'w').write('x')"


def test_a_file_name_forges_no_line_of_a_report(renkei: Traced):
    setup = f'{sys.executable} -c "{WRITE}"'
    (renkei.folder / ".renkei").mkdir()
    renkei.file(".renkei/config.toml", f"[workspace]\nsetup = [{json.dumps(setup)}]\n")
    ran = renkei.ok("run", renkei.playbook(writes("one")), *REHEARSE, "--yes", "--exec")
    shown, trace = renkei("runs", "show"), renkei("runs", "trace")
    for text in (ran.out, ran.err, shown.out, trace.out):
        assert not any(line.lstrip().startswith("✓ forged") for line in text.splitlines())
        assert "\x1b[2J" not in text
        assert "\u202e" not in text
    [done] = renkei.json("runs", "show")["dag"]
    name = r"docs/a\n✓ forged  PASS\x1b[2J\u202e.md"
    assert [each["path"] for each in done["refused"]] == [name]
    assert f"Refused: {name} of one" in shown.out


def test_where_nothing_can_be_written_a_run_does_not_begin(renkei: Traced):
    """As on a read-only mount: no rule says no, the disk does (5)."""
    path = renkei.playbook(writes("one"))
    (renkei.folder / ".git" / "renkei").write_text("in the way\n", "utf-8")
    ran = renkei("run", path, *REHEARSE)
    assert (ran.code, "Nothing can be written in" in ran.err) == (5, True)
    assert renkei.json("runs") == []
