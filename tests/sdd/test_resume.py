"""A pipeline that is killed goes on from its files: at each boundary, and in the middle of a step."""

from typing import Any

import pytest
import yaml

from renkei.app.sdd_runs import StepRuns
from renkei.app.spec_files import SpecFiles
from tests.support.cli_run import Cli
from tests.support.marks import first_quick
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, load


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.req("SDD-28")
@pytest.mark.req("SDD-21")
@pytest.mark.parametrize("where", first_quick(["save", "bring_in", "save_roadmap"]))
def test_a_step_that_ended_between_two_writes_is_taken_up_without_new_agents(
    feature: Cli, monkeypatch: pytest.MonkeyPatch, where: str
):
    with monkeypatch.context() as patch:

        def end(*args: Any, **options: Any) -> None:
            raise Killed

        owner = StepRuns if where == "bring_in" else SpecFiles
        patch.setattr(owner, where, end)
        with pytest.raises(Killed):
            feature("sdd", "design", "auth", *REHEARSE)
    spec = load(feature)
    assert spec["phase"] == ("design-generated" if where == "save_roadmap" else "initialized")
    if where != "save_roadmap":
        feature.ok("sdd", "design", "auth", *REHEARSE)
    assert load(feature)["phase"] == "design-generated"
    assert (feature.folder / "specs/auth/design.md").is_file()
    assert len(feature.json("runs")) == 1


@pytest.mark.slow
@pytest.mark.req("SDD-28")
def test_a_review_that_ended_before_spec_yaml_leaves_one_entry(feature: Cli, monkeypatch: pytest.MonkeyPatch):
    feature.ok("sdd", "design", "auth", *REHEARSE)
    with monkeypatch.context() as patch:

        def end(*args: Any, **options: Any) -> None:
            raise Killed

        patch.setattr(SpecFiles, "save", end)
        with pytest.raises(Killed):
            feature("sdd", "review", "auth", *REHEARSE)
    feature.ok("sdd", "review", "auth", *REHEARSE)
    text = (feature.folder / "specs/auth/verdicts.md").read_text("utf-8")
    assert text.count("## [B") == 1
    assert len(feature.json("runs")) == 2


@pytest.mark.req("SDD-28", refused=True)
def test_a_stopped_run_leaves_the_phase_and_starts_no_new_agent(feature: Cli):
    feature.file("../script.yaml", yaml.safe_dump({"sdd-architect": [{"crash": "gone"}]}))
    waiting = feature("sdd", "design", "auth", *REHEARSE, "--script", "../script.yaml", "--json")
    assert (waiting.code, waiting.document["state"]) == (1, "waiting")
    other = feature("sdd", "design", "auth", "--agents", "tools")
    assert (other.code, "renkei stop R-1" in other.err) == (4, True)
    feature.ok("stop")
    assert (load(feature)["phase"], load(feature)["orchestration"]["run"]) == ("initialized", None)
    [run] = feature.json("runs")
    assert run["state"] == "stopped"
    assert git(feature.folder, "log", "--format=%s") == "start"
    feature.ok("sdd", "design", "auth", *REHEARSE)
    assert load(feature)["phase"] == "design-generated"
