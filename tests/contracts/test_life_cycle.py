"""A contract is offered, accepted or declined, delivered, verified and closed; each step by whom it is for."""

import pytest

from renkei.commands.base import Command
from renkei.commands.contracts import (
    AcceptContract,
    CloseContract,
    DeclineContract,
    OfferContract,
    ResumeContract,
    VerifyContract,
)
from renkei.commands.messages import RedactBody
from renkei.commands.team import RemoveAgent
from renkei.errors import BadInput, NotFound, Refused
from tests.support.contract_team import SIMPLE, ContractTeam, simple

A_STEP = {"new_status": "working", "progress_summary": "on it"}


@pytest.mark.req("CON-2", "CON-4")
def test_a_simple_contract_walks_from_offer_to_close(team: ContractTeam):
    name = team.offer()
    assert team.state(name) == "offered"
    team.do(AcceptContract(contract=name), by="bob")
    assert team.state(name) == "accepted"
    team.post("STATUS_UPDATE", {**A_STEP, "task_ref": name}, by="bob", to="alice")
    assert team.state(name) == "working"
    posted = team.deliver(name)
    assert team.state(name) == "delivered"
    assert team.contract(name).result == posted.id
    team.verify(name, met=[1])
    assert team.state(name) == "closed completed"


@pytest.mark.req("CON-1")
def test_what_is_left_out_is_filled_in(team: ContractTeam):
    name = team.offer()
    row = team.contract(name)
    assert name == f"TC-{row.seq}"
    assert (row.delegator, row.assignee) == ("alice", "bob")
    assert row.contract["id"] == name
    assert row.contract["delegator"] == "alice"
    assert row.contract["created_at"].endswith("Z")


@pytest.mark.req("CON-1")
def test_what_is_given_stays(team: ContractTeam):
    name = team.offer(simple(id="TC-X", delegator="alice", created_at="2026-01-01T00:00:00Z"))
    assert name == "TC-X"
    assert team.contract(name).contract["created_at"] == "2026-01-01T00:00:00Z"


def test_an_id_that_was_chosen_is_never_given_again(team: ContractTeam):
    chosen = f"TC-{team.seq + 3}"
    team.offer(simple(id=chosen))
    names = [team.offer() for _ in range(3)]
    assert chosen not in names
    assert len(set(names)) == 3


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(
    "changes", [{"delegator": "carol"}, {"assignee": "nobody"}, {"assignee": "alice"}, {"assignee": "person"}]
)
def test_an_offer_to_or_from_the_wrong_one_is_bad_input(team: ContractTeam, changes: dict[str, str]):
    before = team.seq
    with pytest.raises(BadInput):
        team.do(OfferContract(contract=simple(**changes)), by="alice")
    assert team.seq == before


@pytest.mark.req("CON-2")
def test_an_id_that_is_used_is_bad_input(team: ContractTeam):
    team.offer(simple(id="TC-X"))
    with pytest.raises(BadInput):
        team.offer(simple(id="TC-X"))


@pytest.mark.req("CON-2")
def test_the_assignee_is_told_of_an_offer(team: ContractTeam):
    name = team.offer()
    told = team.newest("bob", "KNOWLEDGE_SHARE")
    assert told.sender == "system"
    assert name in told.payload["topic"]


@pytest.mark.req("CON-2")
def test_a_declined_contract_goes_no_further_and_its_delegator_learns_why(team: ContractTeam):
    name = team.offer()
    team.do(DeclineContract(contract=name, reason="no time before Friday"), by="bob")
    assert team.state(name) == "declined"
    assert team.newest("alice", "KNOWLEDGE_SHARE").payload["content"] == "no time before Friday"
    with pytest.raises(Refused):
        team.do(AcceptContract(contract=name), by="bob")


@pytest.mark.req("CON-2")
@pytest.mark.parametrize("by", ["alice", "carol"])
def test_only_the_assignee_takes_work_on_and_lays_it_down(team: ContractTeam, by: str):
    name = team.offer()
    for command in (AcceptContract(contract=name), DeclineContract(contract=name, reason="no")):
        with pytest.raises(Refused) as refused:
            team.do(command, by=by)
        assert refused.value.rule == "CON-2"
    team.do(AcceptContract(contract=name), by="bob")
    with pytest.raises(Refused):
        team.deliver(name, by=by)
    assert team.state(name) == "accepted"


@pytest.mark.req("CON-2")
@pytest.mark.parametrize("by", ["bob", "carol"])
def test_only_the_delegator_or_a_person_verifies(team: ContractTeam, by: str):
    name = team.delivered()
    with pytest.raises(Refused) as refused:
        team.verify(name, met=[1], by=by)
    assert refused.value.rule == "CON-2"
    team.verify(name, met=[1], by="person")
    assert team.state(name) == "closed completed"


@pytest.mark.req("CON-2")
def test_a_person_may_take_every_step(team: ContractTeam):
    name = team.do(OfferContract(contract=simple())).id or ""
    team.do(AcceptContract(contract=name))
    team.deliver(name, by="person")
    team.verify(name, met=[1], by="person")
    assert team.state(name) == "closed completed"


@pytest.mark.req("CON-2")
def test_when_the_delegator_has_left_a_person_stands_in(team: ContractTeam):
    name = team.accepted()
    team.do(RemoveAgent(name="alice"))
    posted = team.deliver(name)
    assert team.message(posted.id).to == "person"
    team.verify(name, met=[1], by="person")
    assert team.state(name) == "closed completed"


@pytest.mark.req("CON-2")
def test_the_same_step_again_is_refused_and_recorded(team: ContractTeam):
    """Shortfall 8: a contract could be completed from any state, twice."""
    name = team.offer()
    with pytest.raises(Refused):
        team.deliver(name)
    team.do(AcceptContract(contract=name), by="bob")
    with pytest.raises(Refused):
        team.do(AcceptContract(contract=name), by="bob")
    team.deliver(name)
    with pytest.raises(Refused):
        team.deliver(name)
    team.verify(name, met=[1])
    for command in (VerifyContract(contract=name, met=[1]), CloseContract(contract=name, outcome="failed", note="x")):
        with pytest.raises(Refused) as refused:
            team.do(command, by="alice")
        assert refused.value.rule == "CON-2"
    with pytest.raises(Refused):
        team.deliver(name)
    assert team.told()[-1] == ("RuleRefused", "bob")
    assert team.state(name) == "closed completed"


def test_a_contract_that_is_not_there_is_not_found(team: ContractTeam):
    commands: list[Command] = [AcceptContract(contract="TC-0"), ResumeContract(contract="TC-0")]
    for command in commands:
        with pytest.raises(NotFound):
            team.do(command, by="bob")


@pytest.mark.req("CON-2")
def test_a_delegator_may_end_a_contract_early(team: ContractTeam):
    name = team.accepted()
    with pytest.raises(Refused):
        team.do(CloseContract(contract=name, outcome="failed", note="changed plans"), by="bob")
    team.do(CloseContract(contract=name, outcome="failed", note="changed plans"), by="alice")
    assert team.state(name) == "closed failed"
    assert team.newest("bob", "KNOWLEDGE_SHARE").payload["content"] == "changed plans"


def test_a_redacted_contract_can_only_be_closed(team: ContractTeam):
    name = team.delivered()
    team.do(RedactBody(target=f"E-{team.contract(name).seq}"))
    assert team.contract(name).contract == {}
    with pytest.raises(Refused):
        team.verify(name, met=[1])
    team.do(CloseContract(contract=name, outcome="partial", note="forgotten"))
    assert team.state(name) == "closed partial"


@pytest.mark.req("CON-4")
def test_the_simple_form_is_no_longer_than_three_parts():
    assert set(SIMPLE) == {"assignee", "inputs", "expected_output", "acceptance_criteria"}
