"""What a delivery has to be before anybody is asked to verify it."""

from typing import Any

import pytest

from renkei.commands.contracts import CloseContract
from renkei.errors import BadInput, Refused
from renkei.hub import Hub
from renkei.protocol.contracts import Inspection
from tests.support.contract_team import ContractTeam, ran, simple

FILES = simple(expected_output={"format": "code", "deliverables": ["src/login.py", "a short report"]})


def constrained(*constraints: tuple[str, bool]) -> Any:
    given = [{"constraint": text, "hard": hard} for text, hard in constraints]
    return simple(inputs={"description": "Build the login", "constraints": given})


def refusal(team: ContractTeam, name: str, *args: Any, **given: Any) -> str:
    with pytest.raises(Refused) as refused:
        team.deliver(name, *args, **given)
    return refused.value.rule


@pytest.mark.req("CON-2")
def test_deliverables_that_are_places_have_to_be_there(team: ContractTeam):
    name = team.accepted(FILES)
    assert refusal(team, name, found=Inspection(missing=["src/login.py"])) == "CON-2"
    assert team.state(name) == "accepted"
    team.deliver(name, found=Inspection())
    assert team.state(name) == "delivered"


@pytest.mark.req("CON-2")
def test_nobody_delivers_places_that_nobody_looked_up(team: ContractTeam):
    name = team.accepted(FILES)
    assert refusal(team, name) == "CON-2"
    result: dict[str, Any] = {
        "original_task_ref": name,
        "status": "completed",
        "summary": "done",
        "output_artifacts": [],
    }
    with pytest.raises(Refused):
        team.post("TASK_RESULT", result, by="bob", to="alice")


@pytest.mark.req("CON-2")
def test_what_is_not_as_the_schema_says_is_refused(team: ContractTeam):
    name = team.accepted(simple(expected_output={"format": "json", "schema": {"type": "object"}}))
    assert refusal(team, name, found=Inspection(schema_problems=["a.json: $: [] is not of type 'object'"])) == "CON-2"
    team.deliver(name, found=Inspection())
    assert team.state(name) == "delivered"


@pytest.mark.req("CON-2")
def test_free_text_deliverables_are_put_to_the_reviewer(team: ContractTeam):
    name = team.accepted(FILES)
    team.deliver(name, found=Inspection())
    told = team.newest("alice", "KNOWLEDGE_SHARE").payload["content"]
    assert "1. It works (try it)" in told
    assert "2. a short report" in told
    team.verify(name, met=[1])
    assert team.state(name) == "delivered"
    team.verify(name, met=[2])
    assert team.state(name) == "closed completed"


@pytest.mark.req("CON-6", refused=True)
@pytest.mark.parametrize("status", ["completed", "partial"])
def test_a_hard_constraint_that_the_agent_says_it_broke_refuses_the_delivery(team: ContractTeam, status: str):
    name = team.accepted(constrained(("keep /api/v1 compatible", True)))
    assert refusal(team, name, status, deviations=["Could not keep /api/v1 compatible: it moved"]) == "CON-6"
    team.deliver(name, "failed", deviations=["Could not keep /api/v1 compatible: it moved"])
    assert team.state(name) == "closed failed"


@pytest.mark.req("CON-6", refused=True)
def test_a_hard_constraint_whose_command_fails_refuses_the_delivery(team: ContractTeam):
    name = team.accepted(constrained(("`make compat` passes", True)))
    assert refusal(team, name, found=Inspection(runs=[ran(2, "make compat", 1)])) == "CON-6"
    assert refusal(team, name, found=Inspection(runs=[ran(2, "make compat", None)])) == "CON-6"
    team.deliver(name, found=Inspection(runs=[ran(2, "make compat", 0)]))
    assert team.state(name) == "delivered"


@pytest.mark.req("CON-6")
def test_a_soft_constraint_may_be_named_as_broken(team: ContractTeam):
    name = team.accepted(constrained(("under 200 ms", False)))
    team.deliver(name, deviations=["not under 200 ms yet"])
    assert team.state(name) == "delivered"


@pytest.mark.req("CON-6", "CON-7")
def test_a_partial_result_says_what_is_missing_and_closes_the_contract(team: ContractTeam):
    name = team.accepted(FILES)
    assert refusal(team, name, "partial") == "CON-6"
    team.deliver(name, "partial", deviations=["no logout"])
    assert team.state(name) == "closed partial"
    assert team.contract(name).result == team.newest("alice", "TASK_RESULT").id


@pytest.mark.req("CON-2")
def test_a_delivery_is_a_task_result_to_the_delegator(team: ContractTeam):
    name = team.accepted()
    posted = team.deliver(name, output_artifacts=["src/login.py"])
    message = team.message(posted.id)
    assert (message.type, message.sender, message.to) == ("TASK_RESULT", "bob", "alice")
    assert message.payload["original_task_ref"] == name
    assert [row.ref for row in team.board().agents[1].artifacts] == ["src/login.py"]
    assert posted.notes == ()


@pytest.mark.req("CON-2", "DEC-24", refused=True)
def test_a_task_result_that_calls_it_completed_does_not_deliver_it(team: ContractTeam):
    name = team.accepted()
    result: dict[str, Any] = {
        "original_task_ref": name,
        "status": "completed",
        "summary": "done",
        "output_artifacts": [],
    }
    for by in ("bob", "carol", "person"):
        with pytest.raises(Refused):
            team.post("TASK_RESULT", result, by=by, to="alice")
    assert team.state(name) == "accepted"


def test_a_result_under_a_closed_contract_is_refused(team: ContractTeam):
    name = team.accepted()
    team.do(CloseContract(contract=name, outcome="failed", note="no more"), by="alice")
    assert refusal(team, name, "partial", deviations=["all"]) == "CON-2"


@pytest.mark.req("TURN-2", refused=True)
def test_work_is_not_delivered_past_a_blocking_message(team: ContractTeam):
    name = team.accepted()
    message = team.post("FREEFORM", {"body": "stop, read this"}, by="carol", to="bob", priority="blocking")
    assert refusal(team, name) == "TURN-2"
    team.handle("bob", message.id or "")
    team.deliver(name)
    assert team.state(name) == "delivered"


HANDOFF: dict[str, Any] = {
    "task_description": "Build the login",
    "input_artifacts": [],
    "constraints": [],
    "expected_output": {"format": "a module", "success_criteria": ["it works"]},
    "authority_scope": "internals",
    "fallback_on_failure": "say what is missing",
}


def hand_over(team: ContractTeam, carried: Any, *, by: str = "alice", to: str | list[str] = "bob") -> str:
    return team.post("TASK_HANDOFF", {**HANDOFF, "task_contract": carried}, by=by, to=to).id or ""


class TestAHandoffThatCarriesAContract:
    @pytest.mark.req("CON-5")
    def test_offers_the_one_it_holds_in_the_same_commit(self, team: ContractTeam):
        before = team.seq
        schema = {"format": "json", "schema": {"type": "object"}}
        given = simple(id="TC-IN", expected_output=schema).model_dump(by_alias=True, exclude_none=True)
        handoff = hand_over(team, given)
        assert team.state("TC-IN") == "offered"
        assert team.contract("TC-IN").handoffs == [handoff]
        assert team.message(handoff).payload["task_contract"]["expected_output"]["schema"] == {"type": "object"}
        assert len({record.cause or record.seq for record in team.events(before)}) == 1

    @pytest.mark.req("CON-5")
    def test_points_to_one_that_was_offered(self, team: ContractTeam):
        name = team.offer()
        handoff = hand_over(team, name)
        assert team.contract(name).handoffs == [handoff]

    @pytest.mark.req("CON-5", "CON-2")
    def test_is_paid_by_the_result_under_either_name(self, team: ContractTeam):
        by_contract, by_handoff = team.accepted(simple(id="TC-A")), team.accepted(simple(id="TC-B"))
        first, second = hand_over(team, by_contract), hand_over(team, by_handoff)
        assert team.debts() == [(first, "bob"), (second, "bob")]
        team.deliver(by_contract)
        result = {
            "original_task_ref": second,
            "status": "partial",
            "summary": "half",
            "output_artifacts": [],
            "deviations": ["no logout"],
        }
        team.post("TASK_RESULT", result, by="bob", to="alice")
        assert team.debts() == []
        assert [team.state(name) for name in (by_contract, by_handoff)] == ["delivered", "closed partial"]

    @pytest.mark.req("CON-5")
    def test_is_refused_where_the_contract_does_not_fit(self, team: ContractTeam):
        name = team.offer()
        for carried, by, to in (("TC-0", "alice", "bob"), (name, "alice", "carol"), (name, "alice", ["bob", "carol"])):
            with pytest.raises(BadInput):
                hand_over(team, carried, by=by, to=to)
        with pytest.raises(Refused):
            hand_over(team, name, by="carol")
        with pytest.raises(BadInput):
            hand_over(team, simple(assignee="nobody").model_dump(exclude_none=True))

    @pytest.mark.req("CON-5")
    def test_is_what_a_team_may_ask_for_always(self, team: ContractTeam):
        team.post("TASK_HANDOFF", HANDOFF, by="alice", to="bob")
        team.hub = Hub(team.hub.log, contracts_required=True)
        with pytest.raises(Refused) as refused:
            team.post("TASK_HANDOFF", HANDOFF, by="alice", to="bob")
        assert refused.value.rule == "CON-5"
        hand_over(team, team.offer())
