"""Commands are run, the rest is put to a reviewer, and the verdicts decide."""

from typing import Any

import pytest

from renkei.commands.contracts import AllowExecution, ApproveCommand
from renkei.errors import BadInput, Refused
from renkei.protocol.contracts import TaskContract
from tests.support.contract_team import ContractTeam, ran, simple

TESTED = simple(
    acceptance_criteria=[
        {"criterion": "All tests pass", "verification_method": "pytest -q 実行"},
        {"criterion": "It reads well", "verification_method": "a reviewer reads it"},
    ]
)


def retried(most: int, on_partial: str = "") -> TaskContract:
    return simple(failure_handling={"max_retries": most, "on_partial_completion": on_partial})


@pytest.mark.req("CON-2")
def test_all_that_is_met_closes_it_in_any_order(team: ContractTeam):
    name = team.delivered(TESTED)
    team.verify(name, met=[2])
    assert team.state(name) == "delivered"
    team.verify(name, ran(1, "pytest -q"))
    assert team.state(name) == "closed completed"


@pytest.mark.req("CON-2")
@pytest.mark.parametrize("by", ["alice", "person"])
def test_a_command_is_not_taken_on_trust(team: ContractTeam, by: str):
    name = team.delivered(TESTED)
    with pytest.raises(Refused) as refused:
        team.verify(name, met=[1, 2], by=by)
    assert refused.value.rule == "CON-2"
    assert team.contract(name).verdicts == {}


@pytest.mark.req("CON-2")
def test_another_command_proves_nothing(team: ContractTeam):
    name = team.delivered(TESTED)
    with pytest.raises(BadInput):
        team.verify(name, ran(1, "true"))


@pytest.mark.req("CON-2")
def test_a_command_that_fails_sends_it_back_with_the_end_of_its_output(team: ContractTeam):
    name = team.delivered(TESTED)
    team.verify(name, ran(1, "pytest -q", 1, "2 failed"), note="see the log")
    assert team.state(name) == "working"
    assert team.contract(name).retries == 1
    told = team.newest("bob", "KNOWLEDGE_SHARE").payload["content"]
    assert "1. All tests pass" in told
    assert "see the log" in told
    assert told.endswith("$ pytest -q → 1\n2 failed")
    assert team.board().agents[1].status == "idle"


@pytest.mark.req("CON-2")
def test_output_and_exit_code_stand_in_the_log(team: ContractTeam):
    name = team.delivered(TESTED)
    team.verify(name, ran(1, "pytest -q", None, "stuck"))
    verified = next(record for record in team.events() if record.type == "ContractVerified")
    assert verified.document()["verdicts"] == [{"check": 1, "met": False, "by": "command"}]
    assert '"exit_code":null' in (verified.body or "")


@pytest.mark.req("CON-2")
def test_a_reviewers_no_sends_it_back_and_the_next_delivery_starts_anew(team: ContractTeam):
    name = team.delivered(TESTED)
    team.verify(name, ran(1, "pytest -q"), unmet=[2])
    assert team.state(name) == "working"
    team.deliver(name)
    assert team.contract(name).verdicts == {}
    team.verify(name, ran(1, "pytest -q"), met=[2])
    assert team.state(name) == "closed completed"
    assert team.contract(name).retries == 1


@pytest.mark.req("CON-2")
@pytest.mark.parametrize("words", [{"met": [3]}, {"unmet": [0]}, {"met": [2], "unmet": [2]}])
def test_words_on_no_check_or_on_both_sides_are_bad_input(team: ContractTeam, words: dict[str, Any]):
    name = team.delivered(TESTED)
    with pytest.raises(BadInput):
        team.verify(name, **words)


@pytest.mark.req("CON-2")
def test_verifying_without_a_word_changes_nothing(team: ContractTeam):
    name = team.delivered(TESTED)
    before = team.seq
    assert team.verify(name).id is None
    assert team.seq == before


@pytest.mark.req("CON-3")
def test_no_limit_of_retries_means_none(team: ContractTeam):
    name = team.delivered()
    for _ in range(5):
        team.verify(name, unmet=[1])
        team.deliver(name)
    assert team.state(name) == "delivered"


@pytest.mark.req("CON-3")
def test_beyond_the_retries_it_fails_where_the_contract_says_nothing(team: ContractTeam):
    name = team.delivered(retried(1))
    team.verify(name, unmet=[1])
    team.deliver(name)
    team.verify(name, unmet=[1])
    assert team.state(name) == "closed failed"
    result = team.newest("alice", "TASK_RESULT")
    assert (result.sender, result.payload["status"], result.payload["deviations"]) == ("system", "failed", ["It works"])
    assert team.board().agents[1].status == "error"


@pytest.mark.req("CON-3")
@pytest.mark.req("DEC-8")
def test_beyond_the_retries_the_contracts_own_instruction_is_followed(team: ContractTeam):
    name = team.delivered(retried(0, "Report what there is as TASK_RESULT"))
    team.verify(name, unmet=[1])
    assert team.state(name) == "closed partial"
    for reader in ("alice", "bob"):
        told = team.newest(reader, "KNOWLEDGE_SHARE")
        assert told.payload["content"] == "Report what there is as TASK_RESULT"


class TestWhatMayBeRun:
    @pytest.mark.req("CON-2")
    def test_a_person_allows_it_once(self, team: ContractTeam):
        for command in (ApproveCommand(command="pytest -q"), AllowExecution()):
            assert team.do(command).id is not None
            assert team.do(command).id is None

    @pytest.mark.req("CON-2")
    @pytest.mark.req("DEC-8", refused=True)
    def test_an_agent_allows_nothing(self, team: ContractTeam):
        for command in (ApproveCommand(command="pytest -q"), AllowExecution()):
            with pytest.raises(Refused) as refused:
                team.do(command, by="alice")
            assert refused.value.rule == "CON-2"
