"""One turn of an agent, in the seed's five steps, by calls of the hub: the same for every kind of agent."""

import pytest

from renkei.board.tables import ContractRow, TurnRow
from renkei.commands.contracts import AcceptContract, DeliverContract, OfferContract, VerifyContract
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import Refused
from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import TaskResult
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team

LOGIN = {
    "id": "TC-007",
    "assignee": "alice",
    "inputs": {"description": "ログインAPIの実装"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "works", "verification_method": "look at it"}],
}
RESULT = TaskResult(
    original_task_ref="TC-007", status="completed", output_artifacts=["src/login.py"], summary="Login works"
)


@pytest.fixture
def at_work(team: Team) -> Team:
    """carol has given alice a contract that bob waits for, and asks her something that cannot wait."""
    team.do(OfferContract(contract=TaskContract.model_validate(LOGIN)), by="carol")
    team.do(AcceptContract(contract="TC-007"), by="alice")
    team.write("bob", status="blocked", blocked_by="agent:alice")
    team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="carol", to="alice", priority="blocking")
    return team


@pytest.mark.req("TURN-1")
def test_a_turn_in_five_steps(at_work: Team):
    team = at_work
    # 1. the context is received
    team.do(StartTurn(), by="alice")
    context = team.hub.context_for("alice")
    # 2. the situation: its own task and state, what blocks others, what changed
    assert "task_contract:\n  id: TC-007" in context.text
    assert "DECISION_REQUEST\n  from: carol" in context.text
    assert "agents.bob.status: idle -> blocked" in context.text
    team.post("DECISION_RESULT", PAYLOADS["DECISION_RESULT"], by="alice", to="carol")
    # 3. and 4. the work under the contract, its result, and with it the board
    team.do(DeliverContract(contract="TC-007", result=RESULT), by="alice")
    alice = team.board().agents[0]
    assert (alice.status, [artifact.ref for artifact in alice.artifacts]) == ("completed", ["src/login.py"])
    team.do(EndTurn(), by="alice")
    assert not team.rows(TurnRow, order="agent", agent="alice")[0].open
    # 5. the events fire once it is verified: the one who waited is free, and told
    assert team.board().agents[1].status == "blocked"
    team.do(VerifyContract(contract="TC-007", met=[1]), by="carol")
    bob = team.board().agents[1]
    assert (bob.status, bob.blocked_by) == ("idle", None)
    assert team.hub.context_for("bob").tiers["critical"].messages == 1


@pytest.mark.req("TURN-2", refused=True)
def test_contract_work_is_held_until_what_blocks_others_is_answered(at_work: Team):
    team = at_work
    team.do(StartTurn(), by="alice")
    with pytest.raises(Refused) as caught:
        team.do(DeliverContract(contract="TC-007", result=RESULT), by="alice")
    assert caught.value.rule == "TURN-2"
    [row] = team.rows(ContractRow)
    assert row.state != "delivered"
    team.post("DECISION_RESULT", PAYLOADS["DECISION_RESULT"], by="alice", to="carol")
    team.do(DeliverContract(contract="TC-007", result=RESULT), by="alice")
    [row] = team.rows(ContractRow)
    assert row.state == "delivered"


@pytest.mark.req("TURN-2", refused=True)
def test_a_result_sent_as_a_message_is_held_too(at_work: Team):
    payload = {**RESULT.model_dump(), "status": "completed"}
    with pytest.raises(Refused) as caught:
        at_work.post("TASK_RESULT", payload, by="alice", to="carol")
    assert caught.value.rule == "DEC-24"


@pytest.mark.req("TURN-2")
def test_a_blocking_handoff_does_not_hold_up_the_work_that_it_asks_for(team: Team):
    handoff = {**PAYLOADS["TASK_HANDOFF"], "task_contract": LOGIN}
    team.post("TASK_HANDOFF", handoff, by="carol", to="alice", priority="blocking")
    team.do(AcceptContract(contract="TC-007"), by="alice")
    team.do(DeliverContract(contract="TC-007", result=RESULT), by="alice")
    [row] = team.rows(ContractRow)
    assert row.state == "delivered"
