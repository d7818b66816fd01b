"""Nobody takes a task, a question or an answer by taking its name (DEC-24, DEC-26, MSG-7)."""

import pytest

from renkei.board.fold import fold_event, stamp_of
from renkei.board.run_tables import RunAskRow
from renkei.board.tables import DecisionRow
from renkei.commands.contracts import AcceptContract, ConsultContract, DeliverContract, OfferContract, VerifyContract
from renkei.commands.decisions import Decide
from renkei.eventlog.records import Draft
from renkei.execution import CommitResult
from renkei.protocol.events import DecisionRequested
from renkei.protocol.messages import TaskResult
from tests.support.authority_team import FREE, AuthorityTeam, refused
from tests.support.contract_team import simple
from tests.support.dispatch_team import Entry
from tests.support.hub_messages import PAYLOADS
from tests.support.store_team import run_a_little


def decision(team: AuthorityTeam, name: str) -> DecisionRow:
    [row] = [row for row in team.rows(DecisionRow) if row.id == name]
    return row


def open_as_an_older_log_has_it(team: AuthorityTeam, name: str, owner: str) -> None:
    """A decision under a name that is refused today."""
    event = DecisionRequested(
        decision=name, message="MSG-1", requester="be", owners=[owner], action="decision requested"
    )
    with team.hub.log.write() as tx:
        data = event.model_dump(by_alias=True)
        data.pop("body")
        record = tx.append(Draft(type="DecisionRequested", actor="be", via="token", data=data))
        tx.apply(fold_event(tx, event, stamp_of(record)))


@pytest.mark.req("MSG-7", "DEC-26", refused=True)
@pytest.mark.parametrize("by", ["be", "lead", "person"])
@pytest.mark.parametrize(
    "name", ["R-9-approve-web-1-20", "R-9", "R-9/web", "TC-R-9-web", "MSG-3", "MSG-999", "BLK-4", "E-2"]
)
def test_nobody_asks_under_a_name_that_renkei_gives(team: AuthorityTeam, name: str, by: str):
    with refused(team, "MSG-7", name, "another"):
        team.ask(name, by=by, to="qa")
    assert team.rows(DecisionRow) == []


@pytest.mark.req("MSG-7", "DEC-26")
@pytest.mark.req("MSG-7", "DEC-26", refused=True)
def test_what_a_run_asks_a_person_decides_whatever_was_opened_before(team: AuthorityTeam):
    begins = team.seq + 13
    for number in range(12):
        open_as_an_older_log_has_it(team, f"R-1-failed-t-1-{begins + 1 + number}", "qa")
    run_a_little(team.hub)
    [ask] = team.rows(RunAskRow, order="decision")
    assert ask.run == "R-1"
    assert decision(team, ask.decision).owners == ["person"]
    assert decision(team, ask.decision).question == "what now?"
    with refused(team, "MSG-7", "person"):
        team.decide(ask.decision, by="qa")
    team.do(Decide(id=ask.decision, option="retry"), by="person")
    assert [row.answer for row in team.rows(RunAskRow, order="decision")] == ["retry"]


@pytest.mark.req("MSG-7", "DEC-26", refused=True)
@pytest.mark.parametrize(
    ("to", "question"), [("lead", "which?"), ("arch", "drop the table?"), (["arch", "lead"], "which?")]
)
def test_an_open_decision_is_one_question_to_its_owners(team: AuthorityTeam, to: str, question: str):
    team.ask("D-1", by="qa", to="arch")
    body = {"decision_id": "D-1", "question": question, "options": [{"label": "a", "analysis": "x"}]}
    with refused(team, "MSG-7", "D-1", "qa", "arch", "which?", "another id"):
        team.post("DECISION_REQUEST", body, by="be", to=to)
    assert decision(team, "D-1").owners == ["arch"]


@pytest.mark.req("MSG-7", "DEC-26")
def test_who_asks_the_same_of_the_same_waits_for_the_same_answer(team: AuthorityTeam):
    first = team.ask("D-1", by="qa", to="arch")
    second = team.ask("D-1", by="be", to="arch")
    team.wait("be", "decision:D-1")
    assert team.debts() == [(first, "arch"), (second, "arch")]
    team.decide("D-1", by="arch")
    assert (team.entry("be"), team.debts()) == (FREE, [])


@pytest.mark.req("DEC-24", "CON-2", refused=True)
@pytest.mark.parametrize("by", ["qa", "be", "arch", "lead"])
def test_no_contract_takes_a_task_by_its_name(team: AuthorityTeam, by: str):
    """Not even the task's delegator gives it to another, nor its owner to anybody."""
    task = team.hand_over()
    team.wait("fe", f"task:{task}")
    assignee = "arch" if by == "qa" else "qa"
    with refused(team, "DEC-24", task, "be", "lead"):
        team.do(OfferContract(contract=simple(id=task, assignee=assignee)), by=by)
    with refused(team, "DEC-24", task):
        team.hand_over("qa", by="arch", task_contract={**simple(id=task, assignee="qa").model_dump(by_alias=True)})
    assert team.entry("fe") == Entry("blocked", f"task:{task}")
    team.result(task)
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24", "CON-2")
@pytest.mark.parametrize("by", ["lead", "person"])
def test_the_delegator_puts_its_task_under_a_contract_with_its_owner(team: AuthorityTeam, by: str):
    task = team.hand_over()
    team.wait("fe", f"task:{task}")
    team.do(OfferContract(contract=simple(id=task, assignee="be")), by=by)
    team.do(AcceptContract(contract=task), by="be")
    with refused(team, "DEC-24", f"renkei contract deliver {task}"):
        team.result(task)
    done = TaskResult(original_task_ref=task, status="completed", summary="done", output_artifacts=[])
    team.do(DeliverContract(contract=task, result=done), by="be")
    assert team.entry("fe").status == "blocked"
    team.do(VerifyContract(contract=task, met=[1]), by=by)
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24", "CON-2", refused=True)
def test_no_contract_takes_a_task_that_somebody_took_up_by_its_name(team: AuthorityTeam):
    team.write("be", current_task="login")
    team.wait("fe", "task:login")
    for by, assignee in (("qa", "arch"), ("qa", "be"), ("be", "qa"), ("lead", "qa")):
        with refused(team, "DEC-24", "login", "be", "lead"):
            team.do(OfferContract(contract=simple(id="login", assignee=assignee)), by=by)
    team.do(OfferContract(contract=simple(id="login", assignee="be")), by="lead")
    assert team.entry("fe").status == "blocked"


@pytest.mark.req("DEC-24", "CON-2", refused=True)
@pytest.mark.parametrize(
    "name", ["MSG-1", "MSG-999", "BLK-1", "R-7", "R-7-x", "R-7/web", "TC-R-7-web", "E-1", "D-1", "qa"]
)
def test_a_contract_has_a_name_of_its_own(team: AuthorityTeam, name: str):
    team.ask("D-1")
    with refused(team, "MSG-7", name, "hoose another"):
        team.do(OfferContract(contract=simple(id=name, assignee="be")), by="lead")
    team.do(OfferContract(contract=simple(id="TC-7", assignee="be")), by="lead")


@pytest.mark.req("CON-3", "MSG-7", refused=True)
def test_what_a_contract_asks_goes_to_its_delegator(team: AuthorityTeam):
    contract = team.contract(authority={"must_consult": ["a new library"]})
    for by, to in (("be", "qa"), ("be", "lead"), ("qa", "arch"), ("lead", "qa")):
        with refused(team, "MSG-7", "renkei contract consult TC-1"):
            team.ask("TC-1-D1", by=by, to=to)
    team.do(ConsultContract(contract=contract, about="1"), by="be")
    assert decision(team, "TC-1-D1").owners == ["lead"]


@pytest.mark.req("CON-3", "MSG-7")
@pytest.mark.req("CON-3", "MSG-7", refused=True)
def test_what_a_contract_asks_is_never_a_decision_that_was_there_before(team: AuthorityTeam):
    team.ask("TC-1-D1", by="be", to="qa")
    contract = team.contract(authority={"must_consult": ["a new library"]})
    team.do(ConsultContract(contract=contract, about="1"), by="be")
    team.decide("TC-1-D1", by="qa", to="be")
    done = TaskResult(original_task_ref=contract, status="completed", summary="done", output_artifacts=[])
    with refused(team, "CON-3", "TC-1-D2"):
        team.do(DeliverContract(contract=contract, result=done), by="be")
    with refused(team, "MSG-7", "lead"):
        team.decide("TC-1-D2", by="qa", to="be")
    team.post(
        "DECISION_RESULT", {"decision_id": "TC-1-D2", "chosen_option": "no", "rationale": "r"}, by="lead", to="be"
    )
    team.do(DeliverContract(contract=contract, result=done), by="be")


@pytest.mark.req("MSG-7", "DEC-24", refused=True)
def test_a_decision_is_not_called_like_anothers_task_or_a_contract(team: AuthorityTeam):
    team.contract("TC-1")
    team.write("be", current_task="login")
    for name in ("TC-1", "login"):
        with refused(team, "MSG-7", name, "Choose another id"):
            team.ask(name, by="qa", to="arch")
    team.ask("login", by="be", to="arch")


def notes(outcome: CommitResult) -> list[str]:
    return [note.text.format(**note.params) for note in outcome.notes]


@pytest.mark.req("MSG-1", "DEC-24")
@pytest.mark.parametrize("task", ["login", "handoff", "contract"])
def test_a_task_that_somebody_has_is_known(team: AuthorityTeam, task: str):
    match task:
        case "login":
            name = "login"
            team.write("be", current_task=name)
        case "handoff":
            name = team.hand_over()
        case _:
            name = team.contract()
    assert notes(team.result(name, "partial", deviations=["half"])) == []
    assert notes(team.blocked(name, by="be")) == []


@pytest.mark.req("MSG-1", "DEC-26")
@pytest.mark.parametrize("way", ["report", "blocker"])
def test_a_conflict_is_known_by_the_names_that_answer_it(team: AuthorityTeam, way: str):
    team.result(team.hand_over(), output_artifacts=["api.md"])
    report = team.conflict(conflicting_artifacts=["api.md"])
    name = report if way == "report" else team.blocker().id
    body = {"decision_id": name, "chosen_option": "a", "rationale": "r"}
    assert notes(team.post("DECISION_RESULT", body, by="lead", to="qa")) == []
    assert team.entry("be") == FREE


@pytest.mark.req("MSG-1", "DEC-25")
def test_an_artifact_that_a_task_is_to_yield_is_known(team: AuthorityTeam):
    team.hand_over(expected_output={"format": "page.md", "success_criteria": ["it works"]})
    body = {**PAYLOADS["TASK_HANDOFF"], "input_artifacts": ["page.md", "other.md"]}
    said = notes(team.post("TASK_HANDOFF", body, by="lead", to="fe"))
    assert said == ["payload.input_artifacts: nothing is known of artifact other.md."]


@pytest.mark.req("MSG-1")
def test_what_nobody_has_is_told_as_unknown(team: AuthorityTeam):
    assert notes(team.result("logn")) == ["payload.original_task_ref: nothing is known of task logn."]
    body = {"decision_id": "MSG-1", "chosen_option": "a", "rationale": "r"}
    said = notes(team.post("DECISION_RESULT", body, by="lead", to="qa"))
    assert said == ["payload.decision_id: nothing is known of decision MSG-1."]
