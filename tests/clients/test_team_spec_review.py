"""`renkei run spec-review` with the real Claude Code: all that goes wrong with reviewers, in one run."""

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel
from tests.support.cli_run import COMMAND, Ran, real
from tests.support.run_project import git, made_repository
from tests.support.team_model import Cast, Parts, finds, read, write

pytestmark = pytest.mark.clients

SPEC = "# Login\n\nFR-001 A member logs in with a password.\n\nIt should be fast.\n\nSessions are kept in a cache.\n"
AGENTS = {
    "security-auditor": "security",
    "qa-engineer": "quality",
    "system-architect": "architecture",
    "product-manager": "completeness",
    "verification-specialist": "verification",
}
PASSWORD = "FR-001 A member logs in with a password."
HONEST: Parts = {task: [[read("docs/spec.md"), finds(agent, 3, PASSWORD)]] for agent, task in AGENTS.items()}
SHIPPED = Path(__file__).parents[2] / "src/renkei/kit/playbooks/spec-review.yaml"


class Review:
    """A project whose specification is reviewed by real clients."""

    def __init__(self, folder: Path, parts: Parts) -> None:
        self.folder = made_repository(folder / "project", {"docs/spec.md": SPEC, "src/app.py": "one\n"})
        self.cast = Cast(parts, AGENTS)
        self.model = FakeModel(play=self.cast)
        (folder / "home").mkdir()
        self._home = folder / "home"

    @property
    def env(self) -> dict[str, str]:
        return offline_env(home=self._home, url=self.model.url)

    def playbook(self, **quality: Any) -> str:
        """The one that ships; only the time of one reviewer is another."""
        shipped: dict[str, Any] = yaml.safe_load(SHIPPED.read_text("utf-8"))
        [task] = [each for each in shipped["tasks"] if each["id"] == "quality"]
        task.update(quality)
        (self.folder.parent / "own.json").write_text(json.dumps(shipped), "utf-8")
        return "../own.json"

    def __call__(self, *words: str) -> Ran:
        return real(*words, folder=self.folder, env=self.env, timeout=240)

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [COMMAND, *words], cwd=self.folder, env={**os.environ, **self.env}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def wait_for_question(self) -> dict[str, Any]:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if found := self("--json", "decide").document["decisions"]:
                return found[0]
            time.sleep(0.1)
        raise TimeoutError("nobody was asked anything")

    def wait_until_done(self, *tasks: str) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if {each["task"] for each in self.log("TaskCompleted")} >= {*tasks}:
                return
            time.sleep(0.1)
        raise TimeoutError(f"not done: {tasks}")

    def heard(self, task: str) -> str:
        """All that the model of a task's agents was told."""
        [agent] = [agent for agent, at in AGENTS.items() if at == task]
        talks = [each.conversation for each in self.model.requests if each.conversation]
        texts = ["\n".join(text for turn in talk.turns for text in turn.texts) for talk in talks]
        return "\n".join(text for text in texts if f"You are {agent} " in text)

    def log(self, kind: str) -> list[dict[str, Any]]:
        return [line["data"] for line in self("log", "--json").lines if line["type"] == kind]


@pytest.fixture
def review(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Review]:
    found = Review(tmp_path, getattr(request, "param", HONEST))
    with found.model:
        yield found


LIMIT = "Usage limit reached for this key: try again in 2 seconds"
ASKS = read("docs/spec.md", "I begin.\nThe user has to be asked: Which cache?")
BAD_DAY: Parts = {
    "security": [
        [read("docs/spec.md"), finds("security-auditor", 99, "FR-009 Passwords are never stored.")],
        [read("docs/spec.md"), finds("security-auditor", 3, PASSWORD, issue="No word on how it is stored")],
    ],
    "quality": [
        [{"hang": True}],
        [{"hang": True}],
        [read("docs/spec.md"), write("src/app.py", "mine\n"), finds("qa-engineer", 5, "It should be fast.")],
    ],
    "architecture": [[ASKS, finds("system-architect", 7, "Sessions are kept in a cache.")]],
    "completeness": [[{"http": 429, "text": LIMIT}], *HONEST["completeness"]],
    "verification": HONEST["verification"],
}


@pytest.mark.slow
@pytest.mark.parametrize("review", [BAD_DAY], indirect=True)
@pytest.mark.req("ORCH-5", "ORCH-6", "ORCH-11", "RES-2", "TEAM-2")
def test_a_review_comes_through_hangs_lies_questions_limits_and_kill_9(review: Review):
    replaced = threading.Event()
    review.cast.on_step = lambda task, attempt, step: replaced.set() if (task, attempt) == ("quality", 2) else None
    running = review.start("run", review.playbook(timeout=15), "--var", "feature=login")
    asked = review.wait_for_question()
    assert "system-architect needs to know: Which cache?" in asked["question"]
    review("decide", asked["id"], "redis", "--why", "we have it")
    assert replaced.wait(60), "the one that hung has a substitute"
    review.wait_until_done("security", "architecture", "completeness", "verification")
    running.kill()
    running.communicate()
    resumed = review("resume")
    assert resumed.code == 0, resumed.out + resumed.err

    shown = review("--json", "runs", "show", "R-1").document
    assert {each["state"] for each in shown["dag"]} == {"completed"}
    assert {each["task"]: each["attempt"] for each in shown["dag"]} == {
        "security": 2,
        "quality": 3,
        "architecture": 1,
        "completeness": 1,
        "verification": 1,
        "verdict": 1,
    }
    failed = {(each["task"], each["kind"]): each for each in review.log("TaskFailed")}
    assert sorted(failed) == [("completeness", "limit"), ("quality", "hung"), ("security", "report")]
    assert "docs/spec.md:99 is not there" in failed["security", "report"]["summary"]
    assert LIMIT in failed["completeness", "limit"]["summary"]
    assert "The user's answer: redis" in review.heard("architecture")
    assert shown["report"]["refused"][0]["path"] == "src/app.py"
    assert git(review.folder, "show", "main:src/app.py") == "one"
    assert (review.folder / "src/app.py").read_text("utf-8") == "one\n"
    [finding] = shown["report"]["verdict"]["findings"]
    assert (finding["location"], finding["reported_by"]) == ("docs/spec.md:3", ["security-auditor"])
