"""DEC-29: a hard constraint that nothing checked is confirmed by one who may; a soft one that fails is a deviation."""

from typing import Any

import pytest

from renkei.commands.board import SetFields
from renkei.commands.contracts import RecordSteps
from renkei.errors import BadInput, Refused
from renkei.protocol.contracts import Inspection, TaskContract
from tests.support.contract_team import ContractTeam, ran, simple


def constrained(*constraints: tuple[str, bool]) -> TaskContract:
    given = [{"constraint": text, "hard": hard} for text, hard in constraints]
    return simple(inputs={"description": "Build the login", "constraints": given})


WORDS = constrained(("keep /api/v1 compatible", True), ("under 200 ms", False))
SOFT = constrained(("`make fast` says under 200 ms", False))


@pytest.mark.req("DEC-29", "CON-6")
@pytest.mark.parametrize("by", ["alice", "person"])
def test_a_hard_constraint_that_nothing_checked_is_confirmed_before_it_completes(team: ContractTeam, by: str):
    name = team.delivered(WORDS)
    told = team.newest("alice", "KNOWLEDGE_SHARE").payload
    assert "keep /api/v1 compatible" in told["content"]
    assert "under 200 ms" not in told["content"]
    assert f"renkei contract verify {name} --confirm TEXT" in told["action_suggestion"]
    team.verify(name, met=[1])
    assert team.state(name) == "delivered"
    team.verify(name, confirm="read the routes: all are there", by=by)
    assert team.state(name) == "closed completed"
    verified = [record for record in team.events() if record.type == "ContractVerified"][-1]
    assert verified.document()["confirmed"] is True
    assert "read the routes" in (verified.body or "")


@pytest.mark.req("DEC-29")
def test_it_may_be_confirmed_before_the_rest_is_decided_or_with_it(team: ContractTeam):
    first = team.delivered(WORDS)
    team.verify(first, confirm="looked")
    assert team.state(first) == "delivered"
    team.verify(first, met=[1])
    assert team.state(first) == "closed completed"
    second = team.delivered(WORDS)
    team.verify(second, met=[1], confirm="looked")
    assert team.state(second) == "closed completed"


@pytest.mark.req("DEC-29", "CON-2", refused=True)
@pytest.mark.parametrize("by", ["bob", "carol"])
def test_nobody_else_confirms_it(team: ContractTeam, by: str):
    name = team.delivered(WORDS)
    team.verify(name, met=[1])
    with pytest.raises(Refused) as refused:
        team.verify(name, confirm="trust me", by=by)
    assert refused.value.rule == "CON-2"
    assert "alice or a person may" in str(refused.value)
    assert team.state(name) == "delivered"


@pytest.mark.req("DEC-29")
def test_a_confirmation_is_of_one_delivery(team: ContractTeam):
    name = team.delivered(WORDS)
    team.verify(name, unmet=[1], confirm="looked")
    assert team.state(name) == "working"
    team.deliver(name)
    team.verify(name, met=[1])
    assert team.state(name) == "delivered"


@pytest.mark.req("DEC-29", refused=True)
def test_a_confirmation_takes_the_place_of_no_command(team: ContractTeam):
    name = team.delivered(constrained(("`make compat` passes", True)))
    with pytest.raises(BadInput):
        team.verify(name, confirm="it does")
    team.verify(name, met=[1])
    assert team.state(name) == "delivered"
    team.verify(name, ran(2, "make compat"))
    assert team.state(name) == "closed completed"


@pytest.mark.req("DEC-29", "CON-6", refused=True)
def test_a_hard_constraint_whose_command_fails_at_verification_sends_it_back(team: ContractTeam):
    name = team.delivered(constrained(("`make compat` passes", True)))
    team.verify(name, ran(2, "make compat", 1))
    assert team.state(name) == "working"


@pytest.mark.req("DEC-29", "CON-6")
def test_a_soft_constraint_that_fails_at_verification_is_a_deviation(team: ContractTeam):
    name = team.delivered(SOFT)
    team.verify(name, ran(2, "make fast", 1), met=[1])
    assert team.state(name) == "closed completed"
    assert team.contract(name).retries == 0
    for reader in ("bob", "alice"):
        told = team.newest(reader, "KNOWLEDGE_SHARE").payload["content"]
        assert "Deviations: `make fast` says under 200 ms" in told


@pytest.mark.req("DEC-29", "CON-6")
def test_a_soft_constraint_that_fails_at_delivery_is_a_deviation_of_the_result(team: ContractTeam):
    name = team.accepted(SOFT)
    slow = Inspection(runs=[ran(2, "make fast", 1)])
    done = team.deliver(name, found=slow, deviations=["no logout"])
    assert team.state(name) == "delivered"
    assert team.newest("alice", "TASK_RESULT").payload["deviations"] == ["no logout", "`make fast` says under 200 ms"]
    assert [note.params["constraint"] for note in done.notes] == ["`make fast` says under 200 ms"]


@pytest.mark.req("DEC-29", "CON-6")
def test_what_the_agent_listed_itself_is_not_listed_twice(team: ContractTeam):
    name = team.accepted(SOFT)
    slow = Inspection(runs=[ran(2, "make fast", 1)])
    team.deliver(name, found=slow, deviations=["make fast says under 200 ms: it takes 300"])
    assert len(team.newest("alice", "TASK_RESULT").payload["deviations"]) == 1


@pytest.mark.req("DEC-29", "CON-3")
def test_a_step_counts_for_each_active_contract(team: ContractTeam):
    limited: dict[str, Any] = {"max_steps": 2, "on_timeout": "stop"}
    first, second, without, held = (
        team.accepted(simple(timeout=timeout)) for timeout in (limited, {**limited, "max_steps": 9}, {}, limited)
    )
    team.do(RecordSteps(contract=held), by="bob")
    for task in ("one", "two"):
        team.do(SetFields(fields={"current_task": task}), by="bob")
    assert team.state(first) == "closed partial"
    assert (team.contract(second).steps, team.contract(without).steps) == (2, 0)
    assert (team.state(second), team.contract(held).steps) == ("working", 1)
