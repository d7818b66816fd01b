"""Consultations hold their part, reports go out at once, steps are counted, and limits are kept."""

from typing import Any

import pytest

from renkei.commands.contracts import ConsultContract, RecordSteps, ReportContract, ResumeContract
from renkei.errors import BadInput, Refused
from renkei.protocol.contracts import TaskContract
from tests.support.contract_team import ContractTeam, simple

AUTHORITY = {"must_consult": ["a new library"], "escalation_triggers": ["the schema has to change"]}


def limited(steps: int = 3, on_timeout: str = "") -> TaskContract:
    return simple(timeout={"max_steps": steps, "on_timeout": on_timeout})


def handled(**instructions: Any) -> TaskContract:
    inputs = {"description": "Build it", "artifacts": ["spec.md"], "assumptions": ["PostgreSQL 15"]}
    return simple(failure_handling=instructions, inputs=inputs)


@pytest.mark.req("CON-3")
@pytest.mark.req("CON-3", refused=True)
def test_a_consultation_asks_the_delegator_and_holds_that_part(team: ContractTeam):
    name = team.accepted(simple(authority=AUTHORITY))
    command = ConsultContract(contract=name, about="1", question="May we take requests?")
    team.do(command, by="bob")
    request = team.newest("alice", "DECISION_REQUEST")
    assert request.payload["decision_id"] == f"{name}-D1"
    assert request.payload["question"] == "a new library\nMay we take requests?"
    assert team.state(name) == "accepted"
    with pytest.raises(Refused) as refused:
        team.deliver(name)
    assert refused.value.rule == "CON-3"
    answer = {"decision_id": f"{name}-D1", "chosen_option": "yes", "rationale": "it is small"}
    team.post("DECISION_RESULT", answer, by="alice", to="bob")
    team.deliver(name)
    assert team.state(name) == "delivered"


@pytest.mark.req("CON-3")
def test_what_waits_for_a_decision_can_still_be_given_back_in_part(team: ContractTeam):
    name = team.accepted(simple(authority=AUTHORITY))
    team.do(ConsultContract(contract=name, about="how to log out"), by="bob")
    team.do(ConsultContract(contract=name, about="1"), by="bob")
    assert team.contract(name).consults == [f"{name}-D1", f"{name}-D2"]
    team.deliver(name, "partial", deviations=["no logout"])
    assert team.state(name) == "closed partial"


@pytest.mark.req("CON-3", refused=True)
def test_only_the_assignee_at_work_consults_and_reports(team: ContractTeam):
    name = team.offer(simple(authority=AUTHORITY))
    for command in (
        ConsultContract(contract=name, about="1"),
        ReportContract(contract=name, kind="trigger", text="1"),
        RecordSteps(contract=name),
    ):
        with pytest.raises(Refused):
            team.do(command, by="bob")
        with pytest.raises(Refused):
            team.do(command, by="carol")


def test_an_entry_that_is_not_there_is_bad_input(team: ContractTeam):
    name = team.accepted(simple(authority=AUTHORITY))
    with pytest.raises(BadInput):
        team.do(ConsultContract(contract=name, about="2"), by="bob")


@pytest.mark.req("CON-3")
def test_an_escalation_trigger_is_reported_at_once(team: ContractTeam):
    name = team.accepted(simple(authority=AUTHORITY))
    team.do(ReportContract(contract=name, kind="trigger", text="1"), by="bob")
    report = team.newest("alice", "STATUS_UPDATE")
    assert (report.priority, report.payload["progress_summary"]) == ("blocking", "the schema has to change")
    assert team.state(name) == "working"


@pytest.mark.req("CON-3")
def test_a_broken_assumption_is_reported_and_stops_the_work(team: ContractTeam):
    name = team.accepted(handled(on_assumption_violation="STATUS_UPDATE (status: error), then wait"))
    posted = team.do(ReportContract(contract=name, kind="assumption", text="1"), by="bob")
    report = team.newest("alice", "STATUS_UPDATE")
    assert report.id == posted.id == team.contract(name).held_by
    assert (report.payload["new_status"], report.payload["progress_summary"]) == ("error", "PostgreSQL 15")
    assert team.state(name) == "held"
    with pytest.raises(Refused):
        team.deliver(name)
    for by in ("bob", "carol"):
        with pytest.raises(Refused):
            team.do(ResumeContract(contract=name), by=by)
    team.do(ResumeContract(contract=name, note="15 it is"), by="alice")
    assert team.state(name) == "working"
    assert team.contract(name).held_by is None


@pytest.mark.req("CON-3")
def test_a_block_that_is_reported_as_a_conflict_ends_with_its_answer(team: ContractTeam):
    name = team.accepted(handled(on_blocked="Send a CONFLICT_REPORT and wait"))
    team.do(ReportContract(contract=name, kind="blocked", text="two specs disagree"), by="bob")
    report = team.newest("alice", "CONFLICT_REPORT")
    assert report.payload["conflict_description"] == "two specs disagree"
    assert report.payload["conflicting_artifacts"] == ["spec.md"]
    assert team.state(name) == "held"
    for reader in ("alice", "bob"):
        told = team.newest(reader, "KNOWLEDGE_SHARE")
        assert told.payload["content"] == "Send a CONFLICT_REPORT and wait"
    answer = {"decision_id": "D-9", "chosen_option": "the newer", "rationale": "it is newer"}
    team.post("DECISION_RESULT", answer, by="alice", to="bob", in_reply_to=report.id)
    assert team.state(name) == "working"


@pytest.mark.req("CON-3")
@pytest.mark.parametrize(
    ("instruction", "kind", "state"),
    [
        ("", "STATUS_UPDATE", "held"),
        ("call somebody", "STATUS_UPDATE", "held"),
        ("send TASK_BLOCKED", "TASK_BLOCKED", "held"),
        ("send KNOWLEDGE_SHARE", "KNOWLEDGE_SHARE", "held"),
        ("ask with DECISION_REQUEST", "DECISION_REQUEST", "held"),
        ("send REVIEW_RESULT", "STATUS_UPDATE", "held"),
        ("TASK_RESULT, status: failed", "TASK_RESULT", "closed failed"),
    ],
)
@pytest.mark.req("DEC-8")
def test_a_block_is_reported_as_the_contract_says(team: ContractTeam, instruction: str, kind: str, state: str):
    name = team.accepted(handled(on_blocked=instruction))
    posted = team.do(ReportContract(contract=name, kind="blocked", text="no access"), by="bob")
    message = team.message(posted.id)
    assert (message.type, message.sender) == (kind, "bob")
    assert team.state(name) == state


class TestSteps:
    @pytest.mark.req("CON-3", "DEC-7")
    def test_are_counted_by_hooks_and_adapters(self, team: ContractTeam):
        name = team.accepted(limited(5))
        team.do(RecordSteps(contract=name, steps=2), by="bob")
        assert (team.contract(name).steps, team.state(name)) == (2, "working")
        team.say("good morning", by="bob")
        assert team.contract(name).steps == 2

    @pytest.mark.req("CON-3", "DEC-7")
    def test_are_calls_of_the_hub_where_nobody_else_counts(self, team: ContractTeam):
        name = team.accepted(limited(5))
        team.say("good morning", by="bob")
        team.write("bob", current_task="login")
        team.say("to you, too", by="alice")
        assert (team.contract(name).steps, team.state(name)) == (2, "working")

    @pytest.mark.req("CON-3")
    def test_are_not_counted_where_there_is_no_limit(self, team: ContractTeam):
        name = team.accepted()
        team.say("good morning", by="bob")
        assert (team.contract(name).steps, team.state(name)) == (0, "accepted")

    @pytest.mark.req("CON-3")
    def test_at_the_limit_a_partial_result_is_posted(self, team: ContractTeam):
        name = team.accepted(limited(3))
        team.do(RecordSteps(contract=name, steps=2), by="bob")
        before = team.seq
        team.do(RecordSteps(contract=name), by="bob")
        assert team.state(name) == "closed partial"
        result = team.newest("alice", "TASK_RESULT")
        assert (result.sender, result.payload["status"]) == ("system", "partial")
        assert result.payload["original_task_ref"] == name
        assert team.board().agents[1].status == "idle"
        assert len({record.cause or record.seq for record in team.events(before)}) == 1
        with pytest.raises(Refused):
            team.deliver(name)

    @pytest.mark.req("CON-3")
    def test_at_the_limit_another_message_that_is_named_is_posted_too(self, team: ContractTeam):
        name = team.accepted(limited(1, "Send a STATUS_UPDATE and wait for the lead"))
        team.do(RecordSteps(contract=name), by="bob")
        assert team.newest("alice", "STATUS_UPDATE").sender == "system"
        assert team.newest("bob", "KNOWLEDGE_SHARE").payload["content"] == "Send a STATUS_UPDATE and wait for the lead"
        assert team.state(name) == "closed partial"

    @pytest.mark.req("CON-3")
    def test_the_delivery_is_not_a_step(self, team: ContractTeam):
        name = team.accepted(limited(1))
        team.deliver(name)
        assert team.state(name) == "delivered"
