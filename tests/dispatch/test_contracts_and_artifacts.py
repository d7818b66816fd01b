"""EVT-5, and what EVT-1 and EVT-3 do for contracts."""

from typing import Any

import pytest

from renkei.commands.contracts import AcceptContract, DeclineContract, DeliverContract, OfferContract, VerifyContract
from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import TaskResult
from tests.support.dispatch_team import Entry, ask, decide, entry, from_system, hand_over, report, texts, wait
from tests.support.hub_team import Team


def offer(team: Team, name: str, *, to: str = "bob", **inputs: Any) -> str:
    document: dict[str, Any] = {
        "id": name,
        "assignee": to,
        "inputs": {"description": "the login", **inputs},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "it works", "verification_method": "look at it"}],
    }
    team.do(OfferContract(contract=TaskContract.model_validate(document)), by="carol")
    return name


def about(team: Team, name: str, start: str) -> list[str]:
    return [text for text in texts(team, name) if text.startswith(start)]


def new_version(team: Team, ref: str = "spec.md", *, by: str = "alice", summary: str = "tokens live an hour") -> None:
    report(team, hand_over(team, to=by), by=by, output_artifacts=[ref], summary=summary)


@pytest.mark.req("EVT-5", "EVT-8")
def test_those_whose_contract_takes_it_in_are_told_versions_and_change(team: Team):
    new_version(team)
    offer(team, "TC-1", artifacts=["spec.md"])
    offer(team, "TC-2", to="dave", artifacts=["other.md"])
    new_version(team)
    [told] = [message for message in from_system(team, "bob") if message.payload["topic"] == "Artifact spec.md"]
    assert (told.type, told.priority) == ("KNOWLEDGE_SHARE", "normal")
    assert told.payload["content"] == (
        "Artifact spec.md, on which you depend, was updated from v1 to v2.\n"
        "What changed: tokens live an hour\n"
        "Please check whether you have to do something."
    )
    assert about(team, "dave", "Artifact") == about(team, "carol", "Artifact") == []


@pytest.mark.req("EVT-8")
def test_the_template_is_the_seeds_word_for_word(team: Team):
    team.lang = "ja"
    new_version(team)
    offer(team, "TC-1", artifacts=["spec.md"])
    new_version(team)
    assert about(team, "bob", "依存") == [
        "依存している成果物 spec.md が v1 → v2 に更新されました。\n"
        "変更要約: tokens live an hour\n"
        "対応が必要か確認してください。"
    ]


@pytest.mark.req("EVT-5")
def test_versions_count_per_artifact_whoever_registers_it(team: Team):
    new_version(team, by="alice")
    offer(team, "TC-1", artifacts=["spec.md"])
    for by in ("dave", "alice"):
        task = hand_over(
            team, to=by, expected_output={"format": "spec.md", "success_criteria": []}
        )  # by the lead: it changes hands
        report(team, task, by=by, output_artifacts=["spec.md"])
    assert [text.splitlines()[0][-14:] for text in about(team, "bob", "Artifact")] == [
        "from v1 to v2.",
        "from v2 to v3.",
    ]


@pytest.mark.req("EVT-5")
def test_the_first_version_ones_own_and_a_declined_contract_tell_nobody(team: Team):
    offer(team, "TC-1", artifacts=["spec.md"])
    offer(team, "TC-2", to="dave", artifacts=["spec.md"])
    new_version(team, by="bob")
    assert about(team, "bob", "Artifact") == []
    team.do(DeclineContract(contract="TC-2", reason="no time"), by="dave")
    new_version(team, by="bob")
    assert about(team, "bob", "Artifact") == about(team, "dave", "Artifact") == []


@pytest.mark.req("EVT-1")
@pytest.mark.parametrize("reason", ["contract:TC-1", "TC-1"])
def test_a_contract_that_is_closed_as_completed_frees_those_who_wait_for_it(team: Team, reason: str):
    offer(team, "TC-1")
    team.do(AcceptContract(contract="TC-1"), by="bob")
    wait(team, "alice", reason)
    assert about(team, "bob", "alice is blocked") == ["alice is blocked, waiting for your contract:TC-1."]
    result = TaskResult(original_task_ref="TC-1", status="completed", summary="done", output_artifacts=["a.ts"])
    team.do(DeliverContract(contract="TC-1", result=result), by="bob")
    assert entry(team, "alice").status == "blocked"
    team.do(VerifyContract(contract="TC-1", met=[1]), by="carol")
    assert entry(team, "alice") == Entry("idle", None)
    [told] = from_system(team, "alice")
    assert told.payload["progress_summary"].splitlines()[1:3] == ["Completed task: TC-1", "Artifacts: a.ts"]


@pytest.mark.req("EVT-3")
def test_one_whose_contract_assumes_it_is_told(team: Team):
    ask(team, "D-012")
    offer(team, "TC-1", assumptions=["JWTベースの認証（DECISION D-012で決定済み）"])
    offer(team, "TC-2", to="dave", assumptions=["D-01"])
    decide(team, "D-012")
    assert [text.splitlines()[-1] for text in about(team, "bob", "Decision")] == [
        "Impact on your task: Your contract TC-1 refers to it."
    ]
    assert about(team, "dave", "Decision") == []
