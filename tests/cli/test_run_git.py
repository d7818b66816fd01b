"""`renkei run` beside settings of git that would turn it: those of the person, of the repository and of an agent."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import Cli
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


@pytest.mark.req("DEC-53")
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

    ran = renkei.ok("run", path, "--yes")

    assert not renkei.trace.exists(), renkei.trace.read_text("utf-8")
    assert git(renkei.folder, "-c", "core.fsmonitor=false", "show", "--no-textconv", "main:docs/two.md") == "done"
    assert "filter.planted" in ran.out
    assert "merge.planted" in ran.out


@pytest.mark.req("DEC-53")
def test_what_is_configured_when_a_person_starts_a_run_is_used(renkei: Traced):
    git(renkei.folder, "config", "filter.planted.clean", renkei.program)
    ran = renkei.ok("run", renkei.playbook(writes("one")), "--yes")
    assert git(renkei.folder, "cat-file", "blob", "main:docs/one.md") == "DONE"
    assert "filter.planted" not in ran.out


@pytest.mark.req("DEC-53")
def test_a_run_that_is_resumed_uses_what_it_was_started_with(renkei: Traced):
    renkei("run", renkei.playbook(task("ok", kind="approve"), writes("one", "ok")))
    git(renkei.folder, "config", "filter.planted.clean", renkei.program)
    for answer in ("approve", "merge"):
        [waiting] = renkei.json("runs")[0]["waiting_for"]
        renkei.ok("decide", waiting, answer)
        renkei("resume")
    assert not renkei.trace.exists()
    assert git(renkei.folder, "cat-file", "blob", "main:docs/one.md") == "done"


@pytest.mark.req("DEC-53")
@pytest.mark.parametrize("words", [["board"], ["run", "PLAYBOOK"], ["runs"], ["gc"], ["review"]])
def test_a_repository_that_nobody_knows_runs_no_fsmonitor(renkei: Traced, words: list[str]):
    git(renkei.folder, "config", "core.fsmonitor", renkei.program)
    path = renkei.playbook(writes("one"))
    renkei(*(path if word == "PLAYBOOK" else word for word in words))
    assert not renkei.trace.exists()
