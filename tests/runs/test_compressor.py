"""What a wave reads is made shorter by a model where the playbook names one, once for all who read it (TEAM-7)."""

from typing import Any

import pytest

from renkei.adapters.base import Broken, Job, Result, Signal, Usage
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, git

LINES = "\n".join(
    f"FR-{number:03} A member orders tea and pays for it, whatever else may happen." for number in range(1, 200)
)
IDS = " ".join(f"FR-{number:03}" for number in range(1, 200))
SHORT = f"### docs/spec.md\nMembers order and pay: {IDS}"
TASKS: list[dict[str, Any]] = [{"id": name, "role": "writer", "owner": name, "wave": "A"} for name in ("one", "two")]


@pytest.fixture(autouse=True)
def _specification(project: Project) -> None:  # pyright: ignore[reportUnusedFunction]
    (project.folder / "docs").mkdir()
    (project.folder / "docs/spec.md").write_text(f"# Shop\n\n{LINES}\n", "utf-8")
    git(project.folder, "add", "-A")
    git(project.folder, "commit", "-q", "-m", "specification")


class Team:
    """Agents that are done at once, and a compressor that answers what a test wants."""

    def __init__(self, project: Project, *answer: Signal | str) -> None:
        self.jobs: list[Job] = []
        self._answer = answer
        project.adapter = Played(self._play)
        self._project = project

    def _play(self, job: Job) -> list[Signal | str]:
        self.jobs.append(job)
        return [Usage(tokens=40), *self._answer] if job.agent == "context-compressor" else [OK]

    def run(self, *, agents: str = "tools", **plan: Any) -> list[Job]:
        """Carries both tasks out; the jobs of their own agents."""
        context = {"A": {"sources": ["docs/"], "strategy": "chain-of-density", "tokens": 2000, **plan}}
        done = self._project.run({"tasks": TASKS, "context": context}, agents=agents)
        assert done.state == "completed"
        return [job for job in self.jobs if job.agent != "context-compressor"]

    @property
    def asked(self) -> list[Job]:
        return [job for job in self.jobs if job.agent == "context-compressor"]


@pytest.mark.req("TEAM-7")
def test_all_agents_of_a_wave_read_what_one_compressor_made_and_it_is_counted(project: Project):
    team = Team(project, Result(text=SHORT))
    one, two = team.run(model="haiku")
    assert [(each.model, each.tools) for each in team.asked] == [("haiku", ())]
    assert LINES in team.asked[0].prompt
    for job in (one, two):
        assert f"## To read\n{SHORT}\n" in job.prompt
        assert job.compression
        assert (job.compression["by"], job.compression["within_target"]) == ("model", True)
    spent = [
        each for note in project.told("TaskNoted") + project.told("TaskCompleted") for each in note["usage"]["spent"]
    ]
    assert [(each["agent"], each["other"]) for each in spent] == [("context-compressor", 40)]


@pytest.mark.req("TEAM-7", refused=True)
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Result(text=SHORT.replace("FR-007", "")), "it leaves ids out: FR-007"),
        (Broken(kind="crash", reason="gone"), "context-compressor ended without an answer: gone"),
    ],
)
def test_where_it_loses_an_id_or_fails_rules_do_it_and_the_work_goes_on(project: Project, answer: Signal, why: str):
    job, _ = Team(project, answer).run(model="haiku")
    assert job.compression
    assert (job.compression["by"], job.compression["refused"]) == ("rules", why)
    assert "FR-007" in job.prompt


def test_nobody_is_asked_without_a_model_nor_for_what_fits_nor_in_a_rehearsal(project: Project):
    team = Team(project, Result(text=SHORT))
    for job in team.run():
        assert job.compression
        assert job.compression["by"] == "rules"
    team.run(model="haiku", tokens=100_000)
    team.run(model="haiku", agents="scripted")
    assert team.asked == []
