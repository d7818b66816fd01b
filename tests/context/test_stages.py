"""Layers switch on one by one, in the seed's order; each stage works alone."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from renkei.board.tables import ContractRow
from renkei.commands import load_commands
from renkei.commands.contracts import AcceptContract, DeliverContract, OfferContract, VerifyContract
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import Refused
from renkei.hub import Hub
from renkei.policy.access import ALL, BOARD, CONTEXT, CONTRACTS, EVENTS, FIRST_TYPES, MESSAGES
from renkei.protocol.contracts import TaskContract
from renkei.protocol.messages import TaskResult
from renkei.protocol.terms import MESSAGE_TYPES
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team

SIMPLE = {
    "id": "TC-1",
    "assignee": "alice",
    "inputs": {"description": "ログイン"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "works", "verification_method": "look at it"}],
}


def at(team: Team, stage: int) -> Team:
    """The same team with the layers up to this stage."""
    team.hub = Hub(team.hub.log, layers=stage)
    return team


def offer(team: Team) -> None:
    team.do(OfferContract(contract=TaskContract.model_validate(SIMPLE)), by="carol")


def refused(team: Team, action: Callable[[], object]) -> str:
    """What is said of something whose layer is off; nothing else has happened."""
    before = team.seq
    with pytest.raises(Refused) as caught:
        action()
    assert caught.value.rule == "TURN-3"
    assert {kind for kind, _ in team.told(before)} <= {"RuleRefused"}
    return str(caught.value)


@pytest.mark.req("TURN-3")
def test_1_the_board_works_alone(team: Team):
    at(team, BOARD)
    team.do(StartTurn(), by="alice")
    team.write("alice", status="working", current_task="login")
    team.do(EndTurn(), by="alice")
    assert team.board().agents[0].current_task == "login"
    for kind in MESSAGE_TYPES:
        assert kind in refused(team, partial(team.post, kind, PAYLOADS[kind], by="alice", to="bob"))
    assert "needs layers = 3" in refused(team, lambda: offer(team))
    assert "needs layers = 5" in refused(team, lambda: team.hub.context_for("alice"))


@pytest.mark.req("TURN-3", "BOARD-4")
def test_1_the_boards_own_notices_need_no_messages(team: Team):
    at(team, BOARD)
    based_on = team.seq
    team.write("carol", goal="one")
    team.write("person", based_on, goal="two")
    assert [message.sender for message in team.inbox("carol")] == ["system"]


@pytest.mark.req("TURN-3")
def test_2_four_types_of_messages_work_alone(team: Team):
    at(team, MESSAGES)
    handoff = team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="carol", to="alice").id
    team.do(StartTurn(), by="alice")
    team.say("on it", by="alice", to="carol")
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="carol")
    team.post("TASK_RESULT", {**PAYLOADS["TASK_RESULT"], "original_task_ref": handoff}, by="alice", to="carol")
    team.do(EndTurn(), by="alice")
    assert team.debts() == []
    assert [artifact.ref for artifact in team.board().agents[0].artifacts] == ["src/auth.ts"]
    for kind in set(MESSAGE_TYPES) - FIRST_TYPES:
        said = refused(team, partial(team.post, kind, PAYLOADS[kind], by="alice", to="bob"))
        assert 'needs layers = "all"' in said
    carried = {**PAYLOADS["TASK_HANDOFF"], "task_contract": SIMPLE}
    assert "needs layers = 3" in refused(team, lambda: team.post("TASK_HANDOFF", carried, by="carol", to="alice"))


@pytest.mark.req("TURN-3")
def test_3_simple_contracts_work_alone(team: Team):
    at(team, CONTRACTS)
    offer(team)
    team.do(AcceptContract(contract="TC-1"), by="alice")
    result = TaskResult(original_task_ref="TC-1", status="completed", summary="it works", output_artifacts=[])
    team.do(DeliverContract(contract="TC-1", result=result), by="alice")
    team.do(VerifyContract(contract="TC-1", met=[1]), by="carol")
    [row] = team.rows(ContractRow)
    assert (row.state, row.outcome) == ("closed", "completed")
    refused(team, lambda: team.hub.context_for("alice"))


@pytest.mark.req("TURN-3")
@pytest.mark.parametrize(("stage", "freed"), [(CONTRACTS, False), (EVENTS, True)])
def test_4_a_completion_frees_those_who_wait_for_it(team: Team, stage: int, freed: bool):
    at(team, stage)
    team.write("bob", status="blocked", blocked_by="agent:alice")
    team.post("STATUS_UPDATE", {"new_status": "completed", "progress_summary": "done"}, by="alice", to="carol")
    bob = team.board().agents[1]
    assert (bob.status == "idle", bob.blocked_by is None) == (freed, freed)
    assert bool(team.inbox("bob")) is freed


@pytest.mark.req("TURN-3")
@pytest.mark.parametrize(("stage", "tier"), [(CONTEXT, "background"), (ALL, "relevant")])
def test_5_tiers_go_by_address_only_and_then_by_keyword_too(team: Team, stage: int, tier: Any):
    at(team, stage)
    team.write("alice", current_task="ログイン画面")
    team.say("ログインの仕様が変わりました", by="bob")
    assert team.hub.context_for("alice").tiers[tier].messages == 1


@pytest.mark.req("TURN-3")
def test_6_then_the_rest(team: Team):
    at(team, ALL)
    for kind in ("DECISION_REQUEST", "KNOWLEDGE_SHARE", "REVIEW_REQUEST", "CONFLICT_REPORT"):
        team.post(kind, PAYLOADS[kind], by="alice", to="bob")
    assert len(team.board().pending_decisions) == 1


@pytest.mark.req("TURN-3")
def test_every_command_of_contracts_belongs_to_a_stage():
    named = {tag for tag in load_commands() if "Contract" in tag}
    assert all(load_commands()[tag].layer >= CONTRACTS for tag in named)
