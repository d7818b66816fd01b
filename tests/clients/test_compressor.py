"""The real Claude Code makes shorter what a wave reads; what it hands back is looked at before it is taken."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import Conversation, FakeModel, Step
from tests.support.cli_run import real
from tests.support.run_project import made_repository
from tests.support.team_model import completes

pytestmark = [pytest.mark.clients, pytest.mark.slow]

LINES = "\n".join(f"FR-{number:03} A member orders tea and pays for it, come what may." for number in range(1, 200))
SHORT = "### docs/spec.md\nMembers order and pay: " + " ".join(f"FR-{number:03}" for number in range(1, 200))
PLAYBOOK: dict[str, Any] = {
    "name": "p",
    "roles": {"writer": {}},
    "context": {"A": {"sources": ["docs/"], "strategy": "chain-of-density", "tokens": 2000, "model": "haiku"}},
    "tasks": [{"id": "one", "role": "writer", "wave": "A"}],
}


def play(asked: Conversation) -> Sequence[Step] | None:
    said = "\n".join(text for turn in asked.turns for text in turn.texts)
    if not asked.tools:
        return None
    return [{"text": SHORT}] if "You make texts shorter" in said else [completes("one")]


@pytest.mark.req("TEAM-7")
def test_what_a_real_client_made_shorter_stands_in_the_prompt_of_the_next(tmp_path: Path):
    folder = made_repository(tmp_path / "project", {"docs/spec.md": LINES})
    (tmp_path / "p.json").write_text(json.dumps(PLAYBOOK), "utf-8")
    (home := tmp_path / "home").mkdir()
    with FakeModel(play=play) as model:
        env = offline_env(home=home, url=model.url)
        ran = real("run", "../p.json", "--yes", "--agents", "claude", folder=folder, env=env)
        assert ran.code == 0, ran.out + ran.err
        shown = real("--json", "runs", "show", "R-1", folder=folder, env=env).document
        signals = real("--json", "runs", "trace", "R-1", "one", folder=folder, env=env).document["signals"]
    jobs = {each["agent"]: each for each in signals if each["signal"] == "Job"}
    assert jobs["writer"]["compression"]["by"] == "model"
    assert f"## To read\n{SHORT}\n" in jobs["writer"]["prompt"]
    assert {each["agent"] for each in shown["spend"]} == {"context-compressor", "writer"}
