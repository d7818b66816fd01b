"""`renkei run design-docs` with the real Claude Code: from a goal to merged documents, by way of a gate that finds what
two of them contradict each other in."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import Conversation, FakeModel, Step
from tests.support.cli_run import real
from tests.support.run_project import git, made_repository
from tests.support.team_model import Cast, Part, completes, passes_gate, read, write

pytestmark = pytest.mark.clients

SHIPPED = Path(__file__).parents[2] / "src/renkei/kit/playbooks/design-docs.yaml"
PLAYBOOK: dict[str, Any] = yaml.safe_load(SHIPPED.read_text("utf-8"))
TASKS: dict[str, dict[str, Any]] = {each["id"]: each for each in PLAYBOOK["tasks"]}
SAID: dict[str, Any] = {
    "decisions.entities": [{"id": "ENT-1", "table": "teas"}],
    "decisions.screens": [{"id": "SC-1", "name": "list of teas"}],
    "decisions.api_resources": [{"id": "API-1", "path": "/teas"}],
    "traceability.fr_to_ent": {"FR-001": ["ENT-1"]},
    "traceability.fr_to_sc": {"FR-001": ["SC-1"]},
    "traceability.fr_to_api": {"FR-001": ["API-1"]},
    "traceability.api_to_ent": {"API-1": ["ENT-1"]},
    "traceability.api_to_sc": {"API-1": ["SC-1"]},
}
API = TASKS["api"]["outputs"]


def text_of(path: str, table: str) -> str:
    story = "## US-001\n\nAs a guest I see all teas.\n" if path.endswith("user-stories.md") else ""
    return f"# {Path(path).stem}\n\nThe table is `{table}`.\n\n{story}"


def writes(task: str, table: str = "teas") -> Sequence[Step]:
    """What an author does: all the files of its task, and the report."""
    files = [path.replace("*", "1") for path in TASKS[task]["outputs"]]
    said = {key: SAID.get(key, f"{key}: as usual") for key in TASKS[task].get("blackboard_keys", [])}
    return [*(write(path, text_of(path, table)) for path in files), completes(task, files, said)]


def reviews(asked: Conversation) -> Sequence[Step]:
    """What a reviewer does: it goes by what the documents say that it was shown."""
    shown = [result for turn in asked.turns for result in turn.results]
    wrong = [path for path, text in zip(API, shown, strict=False) if "`teas`" not in text]
    said = [("api", f"{path} names another table than docs/04_data_structure/data_structure.md") for path in wrong]
    files = TASKS["review"]["outputs"]
    return [*(read(path) for path in API), *(write(path, f"{len(said)} found\n") for path in files), passes_gate(*said)]


AUTHORS = [task for task, found in TASKS.items() if found.get("kind") not in ("reduce", "gate")]
PARTS: dict[str, list[Part]] = {
    **{task: [writes(task)] for task in AUTHORS},
    "api": [writes("api", "tea"), writes("api")],
    "review": [reviews],
}
AGENTS = {found.get("worker") or found.get("owner") or found["role"]: task for task, found in TASKS.items()}


@pytest.mark.slow
@pytest.mark.req("TEAM-1", "TEAM-8", "TEAM-14", "DEC-10")
def test_documents_are_written_in_two_waves_and_what_contradicts_is_sent_back_and_mended(tmp_path: Path):
    folder = made_repository(tmp_path / "project")
    (tmp_path / "home").mkdir()
    cast = Cast(PARTS, AGENTS)
    with FakeModel(play=cast) as model:
        env = offline_env(home=tmp_path / "home", url=model.url)
        ran = real("run", "design-docs", "--goal", "A shop for tea", "--yes", folder=folder, env=env, timeout=240)
    assert ran.code == 0, ran.out + ran.err
    assert "ROLLBACK_P1  (P0 0, P1 2, P2 0)" in ran.out
    assert "Gate review: PASS (P0 0, P1 0, P2 0)" in ran.out
    again = {"api", "design-detail", "implementation", "review"}
    assert {task: cast.attempts(task) for task in PARTS} == {task: 2 if task in again else 1 for task in PARTS}
    prompts = [each.text for each in model.requests if "You are api " in each.text]
    assert "names another table than" in prompts[-1], "its author is told what to mend"
    for path in [each for task in TASKS.values() for each in task.get("outputs", [])]:
        assert "`tea`" not in git(folder, "show", f"main:{path.replace('*', '1')}")
    board = yaml.safe_load(git(folder, "show", "main:docs/project-context.yaml"))
    assert board["traceability"]["us_to_fr"] == {"US-001": ["FR-001"]}
    assert board["blackboard"]["decisions"]["entities"] == SAID["decisions.entities"]
