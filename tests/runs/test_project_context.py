"""The aggregator's document: its form, ids and registry, and that it is what the log says (TEAM-2, TEAM-5)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.runs.project_context import Stamp, shape_context, was_edited
from renkei.runs.reduce import reduce_outputs
from tests.support.hub_team import open_log
from tests.support.run_project import Project, made_repository, opened, says, task

STAMP = Stamp(run="R-1", task="join", seq=7, at="2026-01-01T00:00:00Z")
PLACE = "docs/project-context.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened(open_log("memory", tmp_path), made_repository(tmp_path / "project"))


def shaped(document: dict[str, Any], before: dict[str, Any] | None = None, *texts: str) -> dict[str, Any]:
    return shape_context(document, before or {}, name="shop", texts=texts, stamp=STAMP)


@pytest.mark.req("TEAM-5")
def test_the_document_has_the_form_of_version_3_and_the_ids_that_are_taken():
    things = {"screens": [{"id": "SC-003"}, {"id": "SC-901"}], "entities": [{"id": "ENT-User"}]}
    found = shaped({"blackboard": {"decisions": things}})
    assert list(found) == ["blackboard", "project", "id_registry", "traceability", "glossary", "metadata"]
    assert found["id_registry"]["sc"] == {"allocated": ["SC-003", "SC-901"], "next": 4}
    assert found["id_registry"]["ent"] == {"allocated": ["ENT-User"]}
    assert {"fr_to_sc", "fr_to_api", "fr_to_ent", "api_to_ent", "api_to_sc"} <= found["traceability"].keys()
    assert found["blackboard"]["version"] == 1
    assert (found["metadata"]["schema_version"], found["metadata"]["seq"]) == ("3.0", 7)
    assert (found["project"]["name"], found["project"]["created_at"]) == ("shop", STAMP.at)


@pytest.mark.req("TEAM-5")
def test_stories_get_fr_ids_and_keep_them():
    first = shaped({}, None, "## US-001 order\n\n## US-002 pay (NFR-SEC-001)\n")
    assert first["traceability"]["us_to_fr"] == {"US-001": ["FR-001"], "US-002": ["FR-002"]}
    assert first["id_registry"]["nfr"]["allocated"] == ["NFR-SEC-001"]
    second = shaped(first, first, "## US-000 browse\n## US-001 order\n## US-002 pay\n")
    assert second["traceability"]["us_to_fr"] == {"US-001": ["FR-001"], "US-002": ["FR-002"], "US-000": ["FR-003"]}
    assert second["id_registry"]["fr"] == {"allocated": ["FR-001", "FR-002", "FR-003"], "next": 4}
    assert (second["blackboard"]["version"], second["project"]["created_at"]) == (2, STAMP.at)
    assert shaped(second, second) == second, "what says nothing new is no new version"


@pytest.mark.req("TEAM-5")
def test_stories_and_ids_in_japanese_text_are_known_without_a_blank_beside_them():
    found = shaped({}, None, "## US-001茶を注文する\n要件FR-001を満たす。\n\n## US-002支払う\n")
    assert found["traceability"]["us_to_fr"] == {"US-001": ["FR-002"], "US-002": ["FR-003"]}
    assert found["id_registry"]["fr"]["allocated"] == ["FR-001", "FR-002", "FR-003"]


def reduced(before: dict[str, Any], *reports: tuple[str, dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """The document after a reduce, and the keys of its conflicts."""
    found = reduce_outputs(before, reports)
    return shaped(found.document, before), [each.key for each in found.conflicts]


ENTITIES: dict[str, Any] = {"decisions.entities": [{"id": "ENT-A"}, {"id": "ENT-B"}]}
API: dict[str, Any] = {"decisions.apis": [{"id": "API-1"}], "traceability.api_to_ent": {"API-1": ["ENT-B"]}}


@pytest.mark.req("TEAM-5", refused=True)
def test_what_leads_to_a_thing_that_was_taken_out_since_is_found():
    first, conflicts = reduced({}, ("data", ENTITIES), ("api", API))
    assert conflicts == []
    without: dict[str, Any] = {"decisions.entities": [{"id": "ENT-A"}]}
    second, conflicts = reduced(first, ("data", without))
    assert conflicts == [], "nobody speaks of the API yet: it is to be done again"
    assert second["id_registry"]["ent"] == {"allocated": ["ENT-A", "ENT-B"], "retired": ["ENT-B"]}
    third, conflicts = reduced(second, ("data", without), ("api", API))
    assert conflicts == ["traceability.api_to_ent"]
    fourth, conflicts = reduced(third, ("data", ENTITIES), ("api", API))
    assert (conflicts, fourth["id_registry"]["ent"]) == ([], {"allocated": ["ENT-A", "ENT-B"]})


@pytest.mark.req("TEAM-5")
def test_a_number_that_was_given_once_is_not_given_again_whatever_a_task_lists():
    before = shaped({"id_registry": {"fr": ["FR-001", "FR-007"]}})
    found = reduced(before, ("a", {"id_registry.fr": ["FR-002"], "traceability.us_to_fr": {"US-1": ["FR-002"]}}))[0]
    again = shaped(found, before, "## US-2 pay\n")
    assert again["traceability"]["us_to_fr"]["US-2"] == ["FR-008"]
    listed = {"allocated": ["FR-002", "FR-001", "FR-007", "FR-008"], "next": 9, "retired": ["FR-001", "FR-007"]}
    assert again["id_registry"]["fr"] == listed
    assert reduced(again, ("b", {"traceability.us_to_fr": {"US-3": ["FR-007"]}}))[1] == ["traceability.us_to_fr"]


@pytest.mark.req("TEAM-2", refused=True)
def test_what_somebody_else_wrote_into_it_is_noticed():
    found = shaped({"blackboard": {"decisions": {"x": 1}}})
    assert not was_edited(found)
    found["blackboard"]["decisions"]["x"] = 2
    assert was_edited(found)
    assert not was_edited({"blackboard": {}}), "one that the aggregator never wrote is somebody's own"


def joined(*names: str) -> dict[str, Any]:
    return task("join", *names, kind="reduce")


@pytest.mark.req("TEAM-2", "TEAM-5")
def test_the_file_is_what_the_log_says_at_its_seq(project: Project):
    run = project.run(
        {"tasks": [says("a", ("decisions.x", 1)), says("b", ("decisions.y", [{"id": "ENT-A"}])), joined("a", "b")]}
    )
    there = yaml.safe_load(project.git("show", f"main:{PLACE}"))
    outputs = [(name, project.task(run.id, name).outputs) for name in ("a", "b")]
    row = project.task(run.id, "join")
    stamp = Stamp(run=run.id, task="join", seq=row.token, at=row.started or "")
    again = shape_context(reduce_outputs({}, outputs).document, {}, name="project", texts=(), stamp=stamp)
    assert again == there
    assert there["metadata"]["seq"] == row.token


@pytest.mark.req("TEAM-2", "DEC-11", refused=True)
def test_an_edit_behind_the_aggregators_back_is_built_on_and_told(project: Project):
    playbook = {"tasks": [says("a", ("decisions.x", 1)), joined("a")]}
    project.run(playbook)
    text = (project.folder / PLACE).read_text("utf-8")
    (project.folder / PLACE).write_text(text.replace("x: 1", "x: 1\n    by_hand: true"), "utf-8")
    project.git("commit", "-qam", "by hand")
    run = project.run({"tasks": [says("b", ("decisions.z", 3)), joined("b")]})
    [*_, told] = [each for each in project.told("TaskCompleted") if each["task"] == "join"]
    assert "was changed by somebody else" in told["notes"][0]
    there = yaml.safe_load(project.git("show", f"main:{PLACE}"))
    assert there["blackboard"]["decisions"] == {"x": 1, "by_hand": True, "z": 3}
    assert run.state == "completed"


def stands(project: Project, document: dict[str, Any]) -> None:
    """What is in the repository before the run begins."""
    (project.folder / "docs").mkdir(exist_ok=True)
    (project.folder / PLACE).write_text(yaml.safe_dump(document), "utf-8")
    project.git("add", "-A")
    project.git("commit", "-qm", "by hand")


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ({"traceability": ["FR-1"]}, "traceability"),
        ({"blackboard": {"decisions": ["x"]}}, "blackboard.decisions"),
        ({"project": "my shop"}, "project"),
        ({"id_registry": {"fr": {"allocated": "FR-1"}}}, "id_registry.fr"),
    ],
)
@pytest.mark.req("TEAM-5", refused=True)
def test_what_has_another_form_is_named_and_not_lost(project: Project, document: dict[str, Any], key: str):
    stands(project, document)
    run = project.run({"tasks": [says("a", ("decisions.x", 1)), joined("a")]})
    assert run.state == "failed"
    assert f"project-context.yaml: {key} has another form than it needs" in run.note
    assert yaml.safe_load(project.git("show", f"main:{PLACE}")) == document


@pytest.mark.req("TEAM-2", refused=True)
def test_the_aggregator_writes_through_no_link_that_leads_out_of_the_repository(project: Project):
    outside = project.folder.parent / "outside"
    outside.mkdir()
    (project.folder / "docs").symlink_to(outside)
    project.git("add", "-A")
    project.git("commit", "-qm", "link")
    said = task("a", blackboard_keys=["decisions.x"], script=[{"report": SAID}])
    run = project.run({"tasks": [said, joined("a")]})
    assert (run.state, project.task(run.id, "join").kind) == ("failed", "ownership")
    assert "docs/project-context.yaml is a link that leads out of the repository" in run.note
    assert list(outside.iterdir()) == []


SAID = {"contract_outputs": [{"key": "decisions.x", "value": 1}]}


@pytest.mark.parametrize("said", [{"allocated": "FR-1"}, "FR-1", 7])
def test_a_report_of_another_form_ends_its_reduce_and_not_the_process(project: Project, said: Any):
    run = project.run({"tasks": [says("a", ("id_registry.fr", said)), joined("a")]})
    assert (run.state, project.task(run.id, "join").kind) == ("failed", "input")
    assert "what was reported: id_registry.fr has another form than it needs" in run.note


def test_a_registry_that_says_no_number_is_counted_anew(project: Project):
    stands(
        project, {"id_registry": {"fr": {"next": "soon", "allocated": ["FR-004", {"id": "FR-006"}, None]}, "sc": None}}
    )
    run = project.run({"tasks": [says("a", ("decisions.x", 1)), joined("a")]})
    assert run.state == "completed"
    registry = yaml.safe_load(project.git("show", f"main:{PLACE}"))["id_registry"]
    assert registry["fr"] == {"allocated": ["FR-004", "FR-006"], "next": 7}
