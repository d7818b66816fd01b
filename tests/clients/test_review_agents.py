"""`renkei review --agents claude` with the real Claude Code: what its inspectors find joins the one list."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel
from tests.support.cli_run import Ran, real
from tests.support.run_project import made_repository
from tests.support.team_model import Cast, Parts, finds, read

pytestmark = [pytest.mark.clients, pytest.mark.slow]

CODE = "def half(items: list[int]):\n    return items[: len(items) // 2 + 1]\n"
LINE = "return items[: len(items) // 2 + 1]"
NAMES = ("correctness", "security", "tests", "dead-code", "complexity", "documents")
AGENTS = {f"{name}-inspector": name for name in NAMES}
SHIPPED = Path(__file__).parents[2] / "src/renkei/kit/playbooks/review-agents.yaml"


def honest(name: str) -> list[Any]:
    path, line, said = ("README.md", 1, "# Halves") if name == "documents" else ("app.py", 2, LINE)
    return [read(path), finds(f"{name}-inspector", line, said, path=path)]


def finds_issue(name: str, issue: str, line: int = 2, said: str = LINE) -> list[Any]:
    step = finds(f"{name}-inspector", line, said, path="app.py", issue=issue)
    weighed = step.get("text", "").replace("Severity: minor", "Severity: important | Confidence: 90")
    return [read("app.py"), {"text": weighed.replace("Category: security", f"Category: {name}")}]


HONEST: Parts = {name: [honest(name)] for name in NAMES}
FOUND: Parts = {
    **HONEST,
    "correctness": [finds_issue("correctness", "Half of three is two")],
    "security": [finds_issue("security", "Worse", 99, "eval(items)"), finds_issue("security", "All of it is shown")],
}
HUNG: Parts = {**HONEST, "tests": [[{"hang": True}]]}


class Reviewed:
    """A project that is reviewed by real clients, whose model is ours."""

    def __init__(self, folder: Path, parts: Parts) -> None:
        files = {"app.py": CODE, "README.md": "# Halves\n", "renkei/playbooks/review-agents.yaml": self._playbook()}
        self.folder = made_repository(folder / "project", files)
        self.cast = Cast(parts, AGENTS)
        self.model = FakeModel(play=self.cast)
        (home := folder / "home").mkdir()
        self._home = home

    def _playbook(self) -> str:
        """The one that ships; only the time of one inspector is another."""
        shipped: dict[str, Any] = yaml.safe_load(SHIPPED.read_text("utf-8"))
        [task] = [each for each in shipped["tasks"] if each["id"] == "tests"]
        task.update(timeout=20, on_failure={"retries": 0, "then": "continue"})
        return json.dumps(shipped)

    def review(self, *words: str) -> Ran:
        env = offline_env(home=self._home, url=self.model.url)
        return real("review", "--json", "--agents", "claude", "--no-exec", *words, folder=self.folder, env=env)


@pytest.fixture
def reviewed(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Reviewed]:
    found = Reviewed(tmp_path, request.param)
    with found.model:
        yield found


@pytest.mark.parametrize("reviewed", [FOUND], indirect=True)
@pytest.mark.req("DEC-47")
def test_findings_of_claude_are_looked_up_and_a_lie_is_refused(reviewed: Reviewed):
    ran = reviewed.review("--cap-cost", "5")
    assert ran.code == 0, ran.out + ran.err
    rows = {each["name"]: each for each in ran.document["inspectors"]}
    assert {rows[f"claude/{name}"]["state"] for name in NAMES if name != "documents"} == {"done"}
    assert rows["claude/documents"]["analysers"][0]["reason"] == "it opened 1 of 2 files"
    found = {each["rule"]: each for each in ran.document["findings"] if each["rule"].startswith("claude/")}
    assert found["claude/correctness"]["message"].startswith("Half of three is two")
    assert (found["claude/security"]["line"], found["claude/security"]["verified"]) == (2, True)
    assert reviewed.cast.attempts("security") == 2
    assert "limits: $5" in ran.err
    assert "What it may cost is not known" in ran.err
    again = reviewed.review()
    assert again.document["findings"] == ran.document["findings"]
    assert reviewed.cast.attempts("correctness") == 1, "the same files are not paid for twice"


@pytest.mark.parametrize("reviewed", [HUNG], indirect=True)
@pytest.mark.req("DEC-47", refused=True)
def test_an_inspector_that_hangs_leaves_the_review_incomplete(reviewed: Reviewed):
    ran = reviewed.review()
    rows = {each["name"]: each for each in ran.document["inspectors"]}
    assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
    assert rows["claude/tests"]["state"] == "failed"
    assert rows["claude/correctness"]["state"] == "done"
