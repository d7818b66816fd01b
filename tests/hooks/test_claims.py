"""What an accepted result leaves behind: proofs of its claims with the tool call that read them, and what it took."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, SOURCE, git, repository, stop


def kept(client: Client) -> list[dict[str, Any]]:
    """The claims that are kept, with their proofs."""
    return client.renkei("claims", "--json").document["claims"]


def test_accepted_claims_are_kept_with_the_call_that_read_them(client: Client):
    client.read(startLine=1, numLines=3, totalLines=3, content=SOURCE)
    client.read(startLine=2, numLines=2, totalLines=3, content=SOURCE)
    client.stop(HONEST)
    (claim,) = kept(client)
    call = claim["proof"]["read_by"]
    assert (claim["path"], claim["line"], claim["state"]) == ("src/app.py", 1, "holds")
    assert (claim["agent"], claim["category"]) == ("code-explorer", "code-explorer")
    assert (call["tool"], call["first_line"], call["last_line"]) == ("Read", 1, 2)


def test_claim_that_no_call_has_read_is_kept_without_one(client: Client):
    client.stop(HONEST)
    assert [claim["proof"]["read_by"] for claim in kept(client)] == [None]


@pytest.mark.parametrize("text", [LIE, "All done."])
def test_refused_result_keeps_no_claim(client: Client, text: str):
    client.stop(text)
    assert kept(client) == []


def test_result_of_an_agent_without_the_contract_keeps_no_claim(client: Client):
    client.stop(HONEST, agent_type="poet")
    assert kept(client) == []


def test_claims_of_a_linked_work_tree_and_about_a_submodule_have_the_projects_paths(client: Client, tmp_path: Path):
    linked = client.folder / "trees" / "linked"
    git(client.folder, "worktree", "add", "--quiet", str(linked))
    git(client.folder, "submodule", "--quiet", "add", str(repository(tmp_path / "other")), "vendored")
    client.answer(stop(linked, HONEST))
    about = HONEST.replace("src/app.py", "vendored/src/app.py")
    client.answer(stop(client.folder / "vendored", about), env={"CLAUDE_PROJECT_DIR": str(client.folder)})
    assert [claim["path"] for claim in kept(client)] == ["src/app.py", "vendored/src/app.py"]


def answer(number: int, model: str = "claude-x", **usage: int) -> str:
    return json.dumps({"type": "assistant", "message": {"id": f"m{number}", "model": model, "usage": usage}})


def test_usage_is_read_from_the_transcript_and_counted_once(client: Client, tmp_path: Path):
    transcript = tmp_path / "agent.jsonl"
    one = answer(1, input_tokens=10, output_tokens=5, cache_read_input_tokens=100)
    transcript.write_text(f'{one}\n{one}\nno json with "usage"\n{answer(9, "<synthetic>", output_tokens=7)}\n', "utf-8")
    client.stop(LIE, agent_transcript_path=str(transcript))
    transcript.write_text(f"{one}\n{answer(2, input_tokens=20)}\n", "utf-8")
    client.stop(HONEST, agent_transcript_path=str(transcript))
    (row,) = client.renkei.json("trust")
    assert (row["model"], row["tokens"], row["cost"]) == ("claude-x", 135, None)
    checks = [each["data"] for each in client.renkei.log() if each["type"] == "ClaimChecked"]
    assert [check["usage"]["tokens"] for check in checks] == [115, 20]
    (spent,) = client.renkei.json("spend", "--by", "agent,model")["spend"]
    assert (spent["model"], spent["input"], spent["output"], spent["cache_read"]) == ("claude-x", 30, 5, 100)
    assert (spent["tokens"], spent["cost"]) == (135, None)


@pytest.mark.req("DEC-52", refused=True)
def test_hooks_price_by_what_a_person_set(client: Client, tmp_path: Path):
    (client.folder / "renkei").mkdir()
    prices = "as_of: '2026-11-01'\nmodels:\n  claude-opus-5-5: {input: 0, output: 0}\n"
    (client.folder / "renkei/prices.yaml").write_text(prices, "utf-8")
    transcript = tmp_path / "agent.jsonl"
    transcript.write_text(answer(1, "claude-opus-5-5", input_tokens=1_000_000) + "\n", "utf-8")
    client.stop(HONEST, agent_transcript_path=str(transcript))
    (spent,) = client.renkei.json("spend")["spend"]
    assert spent["cost"] == 4


@pytest.mark.parametrize("path", [None, "/nowhere/agent.jsonl", 7, "\0"])
def test_usage_is_unknown_without_a_transcript(client: Client, path: object):
    client.stop(HONEST, agent_transcript_path=path)
    (row,) = client.renkei.json("trust")
    assert (row["model"], row["tokens"], row["cost"]) == (None, None, None)
