"""Whose a spec.yaml is: one that Renkei wrote in any work tree is its own, any other is told; one that cannot be read
stops nobody else."""

from pathlib import Path
from typing import Any

import pytest

from renkei.reports.cpf.batches import append_batch
from tests.support.cli_run import Cli
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, edit, load, make_batch, reviewed, script

SPEC = "specs/auth/spec.yaml"
VERDICTS = "specs/auth/verdicts.md"
DECISIONS = "specs/handover/decisions.md"


def commit(folder: Path, said: str) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "-qm", said)


def state_of(renkei: Cli, feature: str = "auth") -> dict[str, Any]:
    return next(each for each in renkei.json("sdd", "status")["specs"] if each["feature"] == feature)


@pytest.fixture
def linked(feature: Cli) -> Path:
    """Another work tree of the project, on a branch of its own."""
    commit(feature.folder, "auth begun")
    folder = feature.folder.parent / "linked"
    git(feature.folder, "worktree", "add", "-q", "-b", "other", str(folder))
    return folder


@pytest.mark.req("DEC-17")
def test_what_a_linked_work_tree_does_is_no_edit_by_hand_anywhere(feature: Cli, linked: Path):
    feature.enter(linked)
    feature.ok("sdd", "design", "auth", *REHEARSE)
    assert (state_of(feature)["phase"], state_of(feature)["edited_by_hand"]) == ("design-generated", False)
    commit(linked, "auth designed")
    feature.enter(feature.folder)
    assert (state_of(feature)["phase"], state_of(feature)["edited_by_hand"]) == ("initialized", False)
    git(feature.folder, "merge", "-q", "other")
    assert (state_of(feature)["phase"], state_of(feature)["edited_by_hand"]) == ("design-generated", False)
    assert "by hand" not in feature.ok("sdd", "review", "auth", *REHEARSE).err
    assert not (feature.folder / DECISIONS).exists()


@pytest.mark.req("DEC-17", refused=True)
@pytest.mark.req("VIEW-2", refused=True)
def test_a_real_edit_in_a_linked_work_tree_is_told_there_and_after_the_merge(feature: Cli, linked: Path):
    path = linked / SPEC
    path.write_text(path.read_text("utf-8").replace("Log users in", "Log everybody in"), "utf-8")
    commit(linked, "by hand")
    feature.enter(linked)
    assert state_of(feature)["edited_by_hand"] is True
    feature.enter(feature.folder)
    assert state_of(feature)["edited_by_hand"] is False
    git(feature.folder, "merge", "-q", "other")
    assert state_of(feature)["edited_by_hand"] is True
    assert "edited by hand" in feature.ok("sdd", "design", "auth", *REHEARSE).err
    assert "was edited by hand (phase initialized -> initialized)" in (feature.folder / DECISIONS).read_text("utf-8")


@pytest.mark.req("DEC-17", refused=True)
@pytest.mark.req("VIEW-2", refused=True)
def test_an_earlier_state_that_stands_there_again_was_put_back_and_is_told(feature: Cli):
    before = (feature.folder / SPEC).read_bytes()
    feature.ok("sdd", "design", "auth", *REHEARSE)
    (feature.folder / SPEC).write_bytes(before)
    assert state_of(feature)["edited_by_hand"] is True
    assert "put back" in feature.ok("sdd", "status").out
    assert "put back to an earlier state" in feature.ok("sdd", "design", "auth", *REHEARSE).err
    said = (feature.folder / DECISIONS).read_text("utf-8")
    assert said.count("was put back to an earlier state (phase design-generated -> initialized)") == 1
    assert state_of(feature)["edited_by_hand"] is False


def test_line_ends_alone_are_no_edit_by_hand(feature: Cli):
    path = feature.folder / SPEC
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert state_of(feature)["edited_by_hand"] is False
    assert "edited by hand" not in feature.ok("sdd", "design", "auth", *REHEARSE).err


def test_a_record_that_cannot_be_read_says_nothing_of_anybody(feature: Cli):
    (feature.folder / ".renkei/sdd.json").write_text('{"auth": {"digest": "x"}, "shop": 1, "pay": {"written": 2}}')
    edit(feature, description="mine")
    assert state_of(feature)["edited_by_hand"] is False
    feature.ok("sdd", "design", "auth", *REHEARSE)
    edit(feature, description="mine again")
    assert state_of(feature)["edited_by_hand"] is True


@pytest.fixture
def broken(feature: Cli) -> Cli:
    """Beside `auth`, a feature `shop` whose spec.yaml is no YAML."""
    feature.ok("sdd", "init", "shop")
    feature.file("specs/shop/spec.yaml", "feature_name: shop\nphase: [\n")
    return feature


@pytest.mark.req("SDD-3", refused=True)
def test_a_spec_that_cannot_be_read_hides_no_other_in_status(broken: Cli):
    shown = broken("sdd", "status")
    assert (shown.code, "auth" in shown.out) == (2, True)
    assert "specs/shop/spec.yaml" in shown.err
    told = broken("--json", "sdd", "status")
    assert told.code == 2
    assert [each["feature"] for each in told.document["specs"]] == ["auth"]
    [wrong] = told.document["unreadable"]
    assert (wrong["feature"], wrong["exit_code"]) == ("shop", 2)
    assert "specs/shop/spec.yaml" in wrong["message"]


def test_a_spec_that_cannot_be_read_keeps_nobody_from_the_handover(broken: Cli):
    told = broken("--json", "sdd", "handover")
    assert (told.code, told.document["phases"], "shop" in told.err) == (0, {"auth": "initialized"}, True)


def test_tasks_that_cannot_be_read_hide_no_other_feature(broken: Cli):
    broken.file("specs/auth/tasks.yaml", "tasks: 3\n")
    told = broken("--json", "sdd", "status").document
    assert (told["specs"], [each["feature"] for each in told["unreadable"]]) == ([], ["auth", "shop"])


@pytest.mark.req("SDD-3", refused=True)
def test_a_step_beside_a_spec_that_cannot_be_read_is_whole_and_its_own_is_refused(broken: Cli):
    roadmap = (broken.folder / "specs/roadmap.md").read_bytes()
    ran = broken.ok("sdd", "design", "auth", *REHEARSE)
    assert "specs cannot be read: shop" in ran.err
    assert "Next: renkei sdd review auth" in ran.out
    assert load(broken)["phase"] == "design-generated"
    assert (broken.folder / "specs/roadmap.md").read_bytes() == roadmap
    refused = broken("sdd", "design", "shop", *REHEARSE)
    assert (refused.code, "specs/shop/spec.yaml" in refused.err) == (2, True)
    assert broken("sdd", "run", *REHEARSE).code == 2, "nobody knows the waves"


@pytest.mark.req("SDD-21")
def test_next_after_an_escalated_review_is_what_a_person_decides(implemented: Cli):
    assert state_of(implemented)["next"] == "renkei sdd review auth"
    reviewed(implemented, "ESCALATED")
    assert state_of(implemented)["next"] == "renkei sdd resolve auth accept|again --why TEXT"
    implemented.ok("sdd", "resolve", "auth", "again")
    assert state_of(implemented)["next"].startswith(("renkei sdd review auth", "renkei sdd impl auth"))


@pytest.mark.req("SDD-7", refused=True)
def test_a_verdict_that_no_review_made_counts_for_nothing_and_is_told(feature: Cli):
    """As an agent with a shell would write it beside its own work tree."""
    feature.ok("sdd", "design", "auth", *REHEARSE)
    append_batch(feature.folder / VERDICTS, make_batch("GO-ACCEPTED", "1.0.0", kind="design"))
    assert state_of(feature)["review"] is None
    stop = script(feature, sdd_taskgenerator=[{"crash": "far enough"}])
    ran = feature("sdd", "run", "auth", *REHEARSE, *stop)
    assert "specs/auth/verdicts.md has entries that no review made: B1. They count for nothing." in ran.err
    assert {each["playbook"] for each in feature.json("runs")} >= {"sdd-review-design"}
    assert state_of(feature)["review"]["batch"] == "B2"
    later = make_batch("GO-ACCEPTED", "1.0.0")
    append_batch(feature.folder / VERDICTS, later)
    assert "no review made: B3" in feature("sdd", "run", "auth", *REHEARSE, *stop).err
    commit(feature.folder, "all that lies here")
    assert state_of(feature)["review"]["batch"] == "B2", "what was refused does not come in by a commit"


@pytest.mark.req("SDD-7")
def test_a_verdict_that_came_with_git_counts(feature: Cli):
    feature.ok("sdd", "design", "auth", *REHEARSE)
    append_batch(feature.folder / VERDICTS, make_batch("GO-ACCEPTED", "1.0.0", kind="design"))
    commit(feature.folder, "reviewed elsewhere")
    assert state_of(feature)["review"]["batch"] == "B1"
    assert state_of(feature)["next"] == "renkei sdd impl auth"
