"""What an ACP agent says and does, as a run hears of it: faults, costs, refusals, limits."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.acp import Acp
from renkei.adapters.base import (
    Broken,
    CannotStart,
    Job,
    Receipt,
    Refusal,
    Result,
    Signal,
    Text,
    ToolCall,
    ToolRefused,
    Usage,
)
from tests.support.agent_kinds import ACP_COMMAND, REPORT, acp_job


def shown(folder: Path, *steps: dict[str, Any], **given: Any) -> list[Signal]:
    agent = Acp("acp", ACP_COMMAND, **given).start(acp_job(folder, *steps))
    found = list(agent.signals())
    agent.cancel()
    return found[1:]


def test_steps_texts_costs_and_the_last_answer_are_told(tmp_path: Path):
    steps = [{"say": "I be"}, {"say": "gin."}, {"write": "x.md"}, {"cost": 0.5}, {"cost": 0.75}, {"say": REPORT}]
    assert shown(tmp_path, *steps) == [
        Text(text="I begin."),
        ToolCall(name="Edit", target="x.md", receipts=(Receipt(path="x.md"),)),
        Usage(micros=500_000),
        Usage(micros=250_000),
        Result(text=REPORT),
    ]


@pytest.mark.parametrize(
    ("step", "kind", "reason"),
    [
        ({"crash": "no memory left"}, "crash", "no memory left"),
        ({"error": "the model is gone"}, "agent", "session/prompt: the model is gone"),
        ({"error": "429: rate limit, try again in 20 s"}, "limit", "429: rate limit, try again in 20 s"),
        ({"stop": "refusal"}, "agent", "it stopped: refusal"),
    ],
)
def test_one_that_ends_without_an_answer_is_broken(tmp_path: Path, step: dict[str, Any], kind: str, reason: str):
    [*_, last] = shown(tmp_path, {"garbage": "what {"}, step)
    assert isinstance(last, Broken)
    assert (last.kind, last.reason, bool(last.until)) == (kind, reason, kind == "limit")


def test_what_is_no_message_is_something_that_it_said(tmp_path: Path):
    garbage = [
        "what {",
        "[1, 2]",
        '{"id": 99, "result": 3}',
        '{"method": 5}',
        '{"method": "session/update", "params": 7}',
    ]
    found = shown(tmp_path, *({"garbage": each} for each in garbage), {"say": REPORT})
    assert found == [Text(text="what {"), Text(text="[1, 2]"), Result(text=REPORT)]


@pytest.mark.req("ORCH-2", refused=True)
def test_what_its_role_does_not_use_is_refused_and_nobody_is_asked(tmp_path: Path):
    def judge(job: Job, tool: str, asked: Mapping[str, Any]) -> Refusal | None:
        return Refusal(rule="ORCH-2", text="no") if tool == "Bash" else None

    found = shown(tmp_path, {"run": "touch granted"}, {"say": REPORT}, judge=judge)
    assert found[0] == ToolRefused(rule="ORCH-2", tool="Bash", target="touch granted")
    assert not (tmp_path / "granted").exists()


def test_one_that_is_not_installed_is_named_with_how_to_get_it(tmp_path: Path):
    with pytest.raises(CannotStart, match="no-such-agent was not found: npm install -g @google/gemini-cli"):
        Acp("gemini", ["no-such-agent"]).start(acp_job(tmp_path))
