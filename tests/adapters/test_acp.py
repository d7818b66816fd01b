"""What an ACP agent says and does, as a run hears of it: faults, costs, refusals, limits."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.acp import Acp
from renkei.adapters.base import (
    Broken,
    CannotStart,
    Job,
    Permission,
    PermissionRequest,
    Receipt,
    Refusal,
    Result,
    Signal,
    Text,
    ToolCall,
    ToolJudge,
    ToolRefused,
    Usage,
    allow_all,
)
from renkei.adapters.opencode_usage import read_export
from tests.support.agent_kinds import ACP_COMMAND, REPORT, acp_job


def shown(
    folder: Path,
    *steps: dict[str, Any],
    offers: Mapping[str, Any] | None = None,
    judge: ToolJudge = allow_all,
    **given: Any,
) -> list[Signal]:
    """What it shows; `offers` is what it says of a new session."""
    command = (*ACP_COMMAND, json.dumps(offers or {}))
    agent = Acp("acp", command, judge).start(acp_job(folder, *steps, **given))
    found: list[Signal] = []
    for each in agent.signals():
        found.append(each)
        if isinstance(each, PermissionRequest):
            agent.send(Permission(to=each.id, is_granted=False))
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
        '{"id": [], "result": 3}',
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


MODES = {"currentModeId": "agent", "availableModes": [{"id": "agent"}, {"id": "read-only"}, {"id": "workspace-write"}]}


@pytest.mark.parametrize(("execute", "mode"), [(False, "read-only"), (True, "workspace-write")])
def test_it_works_in_the_mode_in_which_it_asks_us(tmp_path: Path, execute: bool, mode: str):
    offers = {"modes": MODES}
    [*_, said] = shown(tmp_path, {"repeat": True}, {"say": ""}, offers=offers, execute=execute)
    assert isinstance(said, Result)
    assert {"sessionId": "s", "modeId": mode} in json.loads(said.text)


@pytest.mark.parametrize(
    ("offers", "told"),
    [
        ({"models": {"availableModels": [{"modelId": "big"}]}}, {"modelId": "big"}),
        (
            {"configOptions": [{"id": "m", "category": "model", "options": [{"value": "big"}]}]},
            {"configId": "m", "value": "big"},
        ),
        ({"models": {"availableModels": [{"modelId": "small"}]}}, None),
    ],
)
def test_the_model_of_the_job_is_set_where_it_is_offered(
    tmp_path: Path, offers: dict[str, Any], told: dict[str, Any] | None
):
    [*_, said] = shown(tmp_path, {"repeat": True}, offers=offers, model="big")
    assert isinstance(said, Result)
    wishes = [each for each in json.loads(said.text) if "sessionId" in each]
    assert wishes == ([{"sessionId": "s", **told}] if told else [])


def test_our_server_is_told_who_calls_it_by_name(tmp_path: Path):
    """A client may keep variables of its own from a server that it starts."""
    [*_, said] = shown(tmp_path, {"repeat": True}, env={"RENKEI_TOKEN": "t-1", "OTHER": "x"})
    assert isinstance(said, Result)
    [server] = json.loads(said.text)
    assert {each["name"]: each["value"] for each in server["env"]} == {"RENKEI_TOKEN": "t-1", "RENKEI_AGENT": "a"}


@pytest.mark.parametrize(
    ("turn", "used"),
    [
        (
            {"usage": {"inputTokens": 70, "outputTokens": 8, "cachedReadTokens": 20, "totalTokens": 98}},
            Usage(input=70, output=8, cache_read=20, tokens=98),
        ),
        (
            {
                "_meta": {
                    "quota": {
                        "model_usage": [{"model": "g", "token_count": {"input_tokens": 7, "output_tokens": 1}}],
                    }
                }
            },
            Usage(model="g", input=7, output=1),
        ),
    ],
)
def test_the_tokens_of_a_turn_are_told_with_it(tmp_path: Path, turn: dict[str, Any], used: Usage):
    assert shown(tmp_path, {"say": REPORT}, offers={"turn": turn}) == [used, Result(text=REPORT)]


def test_tokens_of_an_agent_that_says_what_it_cost_are_not_priced_again(tmp_path: Path):
    turn = {"usage": {"inputTokens": 70, "outputTokens": 8}}
    found = shown(tmp_path, {"cost": 0.5}, {"say": REPORT}, offers={"turn": turn})
    assert found == [Usage(micros=500_000), Usage(tokens=78), Result(text=REPORT)]


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ({"kind": "edit", "locations": [{"path": "a.md"}, {"path": "new/b.md"}]}, "yes"),
        ({"kind": "edit", "locations": [{"path": "a.md"}, {"path": "../b.md"}]}, "no"),
        ({"kind": "edit", "locations": [{"path": "a.md"}, {"path": ".git"}]}, "no"),
        ({"kind": "edit"}, "no"),
        ({"kind": "other", "title": "inbox (renkei MCP Server)"}, "yes"),
        ({"kind": "execute", "title": "mcp.renkei.inbox"}, "yes"),
        ({"kind": "other", "title": "renkei_inbox"}, "yes"),
        ({"kind": "other", "title": "delete all for renkei_inbox"}, "no"),
        ({"kind": "execute", "title": "rm -r renkei_inbox"}, "no"),
        ({"kind": "fetch", "title": "renkei_inbox"}, "no"),
    ],
)
def test_files_of_its_work_tree_and_our_own_tools_need_no_person(tmp_path: Path, call: dict[str, Any], answer: str):
    found = shown(tmp_path, {"ask": {"toolCallId": "c", "title": "t", **call}})
    assert found[-1] == Result(text=answer)
    assert any(isinstance(each, PermissionRequest) for each in found) is (answer == "no")


@pytest.mark.req("ORCH-2", refused=True)
def test_every_file_of_a_patch_is_judged(tmp_path: Path):
    def judge(job: Job, tool: str, asked: Mapping[str, Any]) -> Refusal | None:
        return Refusal(rule="ORCH-2", text="no") if asked.get("file_path") == "b.py" else None

    call = {"toolCallId": "c", "kind": "edit", "locations": [{"path": "a.md"}, {"path": "b.py"}]}
    found = shown(tmp_path, {"ask": call}, judge=judge)
    assert [type(each) for each in found] == [ToolRefused, Result]
    assert found[-1] == Result(text="no")


@pytest.mark.parametrize(
    "told",
    [
        {"rawOutput": {"exit_code": 3}},
        {"rawOutput": {"metadata": {"exit": 3}}},
        {"_meta": {"terminal_exit": {"exit_code": 3}}},
    ],
)
def test_the_exit_code_of_a_command_is_told_where_an_agent_says_it(tmp_path: Path, told: dict[str, Any]):
    call = {"toolCallId": "c", "kind": "execute", "rawInput": {"command": "make"}, "status": "completed", **told}
    update = {"sessionUpdate": "tool_call", **call}
    line = json.dumps({"method": "session/update", "params": {"update": update}})
    found = shown(tmp_path, {"garbage": line}, {"say": REPORT})
    assert found[0] == ToolCall(name="Bash", target="make", receipts=(Receipt(command="make", exit_code=3),))


def test_tokens_of_all_requests_of_an_exported_session_are_added_up():
    tokens = {"input": 5, "output": 2, "reasoning": 1, "cache": {"read": 7, "write": True}}
    answers = [{"info": {"role": "assistant", "tokens": tokens}}, {"info": {"role": "assistant", "tokens": None}}, 3]
    document = {"messages": [{"info": {"role": "user", "tokens": tokens}}, *answers, answers[0]]}
    found = read_export(json.dumps(document).encode())
    assert found == Usage(input=10, output=6, cache_read=14)
    assert [read_export(each) for each in (b"", b"[]", b"{}", b"\xff", b'{"messages": 1}')] == [None] * 5
