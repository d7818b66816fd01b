"""DEC-24: who may say that a task is done."""

import pytest

from renkei.commands.board import WithdrawTask
from renkei.commands.contracts import AcceptContract, CloseContract, DeclineContract, DeliverContract, VerifyContract
from renkei.commands.inbox import HandleMessages
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import NotFound
from renkei.protocol.messages import TaskResult
from tests.support.authority_team import FREE, AuthorityTeam, refused
from tests.support.dispatch_team import Entry, from_system, texts


@pytest.mark.req("DEC-24", "TEAM-9", "EVT-1", refused=True)
@pytest.mark.parametrize("by", ["qa", "fe", "lead", "arch"])
def test_nobody_but_its_owner_reports_on_a_task(team: AuthorityTeam, by: str):
    task = team.hand_over()
    team.wait("fe", f"task:{task}")
    with refused(team, "DEC-24", "be", "a person"):
        team.result(task, by=by)
    with refused(team, "DEC-24", "be"):
        team.update("completed", task, by=by)
    with refused(team, "DEC-24", "be"):
        team.update("working", task, by=by)
    with refused(team, "DEC-24", "be"):
        team.blocked(task, by=by)
    assert team.entry("fe") == Entry("blocked", f"task:{task}")
    assert team.debts() == [(task, "be")]


@pytest.mark.req("DEC-24", "EVT-1")
@pytest.mark.parametrize("by", ["be", "person"])
@pytest.mark.parametrize("way", ["result", "update"])
def test_its_owner_and_a_person_complete_it(team: AuthorityTeam, by: str, way: str):
    task = team.hand_over()
    team.wait("fe", f"task:{task}")
    if way == "result":
        team.result(task, by=by)
    else:
        team.update("completed", task, by=by)
    assert (team.entry("fe"), team.task(task).state) == (FREE, "completed")
    assert len(from_system(team, "fe")) == 1
    closed = team.last("TaskClosed")
    assert (closed["task"], closed["by"], closed["outcome"]) == (task, by, "completed")


@pytest.mark.req("DEC-24", refused=True)
@pytest.mark.parametrize("way", ["current_task", "update", "result"])
def test_of_several_it_belongs_to_the_first_who_starts_it(team: AuthorityTeam, way: str):
    task = team.hand_over(["be", "fe"])
    team.wait("arch", task)
    with refused(team, "DEC-24", "be / fe"):
        team.result(task, by="qa")
    if way == "current_task":
        team.write("fe", current_task=task)
    elif way == "update":
        team.update("working", task, by="fe")
    else:
        team.result(task, "partial", by="fe")
    assert team.task(task).owner == "fe"
    with refused(team, "DEC-24", "fe or a person"):
        team.result(task, by="be")
    team.write("be", current_task=task, status="completed")
    assert team.entry("arch").status == "blocked"
    team.result(task, by="fe")
    assert (team.entry("arch"), team.debts()) == (FREE, [])


@pytest.mark.req("DEC-24", refused=True)
def test_a_task_that_somebody_took_up_by_its_name_is_not_completed_by_one_who_takes_the_name_later(team: AuthorityTeam):
    team.write("be", current_task="T-1")
    team.wait("fe", "task:T-1")
    team.write("qa", current_task="T-1")
    team.write("be", current_task="T-1")
    team.write("qa", status="completed")
    team.write("qa", status="working", current_task="T-1")
    team.write("qa", status="completed", current_task=None)
    with refused(team, "DEC-24", "be"):
        team.result("T-1", by="qa")
    assert team.entry("fe").status == "blocked"
    team.write("be", status="completed", current_task=None)
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24", refused=True)
def test_what_nobody_has_is_completed_by_nobody(team: AuthorityTeam):
    team.wait("fe", "task:T-9")
    team.result("T-9", by="qa")
    assert team.entry("fe").status == "blocked"


@pytest.mark.req("DEC-24", refused=True)
def test_its_delegator_withdraws_it_and_those_concerned_are_told(team: AuthorityTeam):
    task = team.hand_over(by="arch")
    team.wait("fe", f"task:{task}")
    with refused(team, "DEC-24", "renkei board withdraw"):
        team.result(task, by="arch")
    for by in ("be", "fe", "qa", "lead"):
        with refused(team, "DEC-24", "arch or a person"):
            team.do(WithdrawTask(task=task, why="no"), by=by)
    team.do(WithdrawTask(task=task, why="the plan changed"), by="arch")
    assert team.task(task).state == "cancelled"
    for name in ("be", "fe"):
        assert texts(team, name)[-1] == f"{task} does not come: arch has ended it. the plan changed"
    assert team.entry("fe").status == "blocked"
    with refused(team, "DEC-24", "withdrawn"):
        team.result(task)
    with refused(team, "DEC-24"):
        team.do(WithdrawTask(task=task, why="again"), by="arch")
    team.write("be", status="completed")
    assert team.entry("fe").status == "blocked"


@pytest.mark.req("DEC-24", "DEC-26", "TURN-2")
@pytest.mark.parametrize("way", ["withdrawn", "taken by another"])
def test_one_that_is_withdrawn_or_lost_to_another_holds_nobody_up(team: AuthorityTeam, way: str):
    task = team.hand_over(["be", "fe"], priority="blocking")
    team.do(StartTurn(), by="be")
    if way == "withdrawn":
        team.do(WithdrawTask(task=task, why="the plan changed"), by="lead")
        assert (team.debts(), task in team.waiting("be"), task in team.waiting("fe")) == ([], False, False)
        assert texts(team, "be") == [f"{task} does not come: lead has ended it. the plan changed"]
    else:
        team.update("working", task, by="fe")
        assert (team.debts(), task in team.waiting("be"), task in team.waiting("fe")) == ([(task, "fe")], False, True)
        assert texts(team, "be") == [f"{task} is fe's now: nothing is expected of you any more."]
    assert "expects" not in team.hub.context_for("be").text
    team.update("working")
    team.do(EndTurn(), by="be")


@pytest.mark.req("DEC-24", "TURN-2", refused=True)
def test_one_that_is_neither_holds_its_readers_up(team: AuthorityTeam):
    task = team.hand_over(["be", "fe"], priority="blocking")
    team.do(StartTurn(), by="be")
    team.update("working")
    with refused(team, "TURN-2", task):
        team.do(EndTurn(), by="be")
    for by in ("be", "person"):
        with refused(team, "DEC-26", "TASK_RESULT"):
            team.do(HandleMessages(reader="be", messages=[task]), by=by)


@pytest.mark.req("DEC-24")
def test_what_was_not_handed_over_is_not_withdrawn(team: AuthorityTeam):
    team.write("be", current_task="T-1")
    for name in ("T-1", "MSG-1", "T-9"):
        with pytest.raises(NotFound):
            team.do(WithdrawTask(task=name, why="no"), by="lead")


@pytest.mark.req("DEC-24", "CON-2", refused=True)
@pytest.mark.parametrize("by", ["be", "person"])
def test_under_a_contract_no_word_completes_it(team: AuthorityTeam, by: str):
    contract = team.contract(accepted=False)
    task = team.hand_over(task_contract=contract)
    team.do(AcceptContract(contract=contract), by="be")
    team.wait("fe", f"task:{task}")
    team.wait("qa", f"contract:{contract}")
    team.wait("arch", "agent:be")
    for name in (task, contract):
        with refused(team, "DEC-24", f"renkei contract deliver {contract}"):
            team.result(name, by=by)
        with refused(team, "DEC-24", f"renkei contract deliver {contract}"):
            team.update("completed", name, by=by)
    with refused(team, "DEC-24", f"renkei contract deliver {contract}"):
        team.update("completed")
    with refused(team, "DEC-24", f"renkei contract deliver {contract}"):
        team.write("be", status="completed")
    assert [team.entry(name).status for name in ("fe", "qa", "arch")] == ["blocked"] * 3


@pytest.mark.req("DEC-24", "CON-2", "EVT-1")
def test_under_a_contract_its_verification_completes_it(team: AuthorityTeam):
    contract = team.contract(accepted=False)
    task = team.hand_over(task_contract=contract)
    team.do(AcceptContract(contract=contract), by="be")
    team.write("be", current_task="login")
    for name, reason in (("fe", f"task:{task}"), ("qa", f"contract:{contract}"), ("arch", "task:login")):
        team.wait(name, reason)
    result = TaskResult(original_task_ref=contract, status="completed", summary="done", output_artifacts=[])
    team.do(DeliverContract(contract=contract, result=result), by="be")
    team.write("be", status="completed")
    assert [team.entry(name).status for name in ("fe", "qa", "arch")] == ["blocked"] * 3
    team.wait("lead", task)
    assert team.entry("lead").status == "blocked"
    for by in ("qa", "be", "fe"):
        with refused(team, "CON-2", "lead or a person"):
            team.do(VerifyContract(contract=contract, met=[1]), by=by)
    team.do(VerifyContract(contract=contract, met=[1]), by="lead")
    assert [team.entry(name) for name in ("fe", "qa", "arch", "lead")] == [FREE] * 4


@pytest.mark.req("DEC-24")
def test_a_task_beside_a_contract_is_completed_by_its_owner_and_ends_nothing_of_the_contract(team: AuthorityTeam):
    contract, task = team.contract(), team.hand_over()
    team.wait("fe", task)
    team.wait("qa", contract)
    team.wait("arch", "agent:be")
    team.result(task)
    assert team.entry("fe") == FREE
    assert [team.entry(name).status for name in ("qa", "arch")] == ["blocked"] * 2


@pytest.mark.req("DEC-24")
@pytest.mark.parametrize("way", ["withdraw", "close"])
def test_a_contract_that_its_delegator_ends_is_told_to_those_who_wait(team: AuthorityTeam, way: str):
    contract = team.contract()
    team.wait("fe", f"contract:{contract}")
    if way == "withdraw":
        team.do(WithdrawTask(task=contract, why="no money"), by="lead")
    else:
        team.do(CloseContract(contract=contract, outcome="failed", note="no money"), by="lead")
    assert texts(team, "fe") == [f"{contract} does not come: lead has ended it. no money"]
    assert team.entry("fe").status == "blocked"


@pytest.mark.req("DEC-24")
def test_a_declined_contract_completes_nothing(team: AuthorityTeam):
    contract = team.contract(accepted=False)
    team.wait("fe", contract)
    team.do(DeclineContract(contract=contract, reason="no time"), by="be")
    team.write("be", status="completed")
    assert team.entry("fe").status == "blocked"


@pytest.mark.req("DEC-24", "TURN-2")
def test_a_hand_off_that_is_being_worked_on_does_not_hold_the_turn(team: AuthorityTeam):
    from renkei.commands.inbox import HandleMessages
    from renkei.commands.turns import EndTurn, StartTurn

    task = team.hand_over(priority="blocking")
    team.do(StartTurn(), by="be")
    team.update("working")
    with refused(team, "TURN-2", task):
        team.do(EndTurn(), by="be")
    with refused(team, "DEC-26", "TASK_RESULT | TASK_BLOCKED"):
        team.do(HandleMessages(reader="be", messages=[task]), by="be")
    team.update("working", task)
    team.do(EndTurn(), by="be")


@pytest.mark.req("DEC-24", "CON-2", refused=True)
def test_one_whose_contract_was_declined_is_back_with_its_delegator(team: AuthorityTeam):
    contract = team.contract(accepted=False)
    task = team.hand_over(task_contract=contract)
    team.wait("fe", f"task:{task}")
    team.wait("qa", f"contract:{contract}")
    team.do(DeclineContract(contract=contract, reason="no time"), by="be")
    for name in ("fe", "qa"):
        assert texts(team, name)[-1].startswith("What you wait for does not come from be: it has declined the contract")
        assert team.entry(name).status == "blocked"
    for by in ("be", "qa", "lead"):
        with refused(team, "DEC-24", "lead may hand it over anew", f"renkei board withdraw {task}"):
            team.result(task, by=by)
        with refused(team, "DEC-24", "lead may offer it to another"):
            team.result(contract, by="be")
    with refused(team, "DEC-24", "lead may offer it to another"):
        team.result(contract, by="person")
    with refused(team, "DEC-24", "lead or a person"):
        team.do(WithdrawTask(task=task, why="no"), by="be")


@pytest.mark.req("DEC-24")
@pytest.mark.parametrize("way", ["task", "contract", "person"])
def test_its_delegator_withdraws_it_then_or_a_person_completes_it(team: AuthorityTeam, way: str):
    contract = team.contract(accepted=False)
    task = team.hand_over(task_contract=contract)
    team.wait("fe", f"task:{task}")
    team.do(DeclineContract(contract=contract, reason="no time"), by="be")
    if way == "person":
        team.result(task, by="person")
        assert (team.task(task).state, team.entry("fe")) == ("completed", FREE)
    else:
        team.do(WithdrawTask(task=task if way == "task" else contract, why="not needed"), by="lead")
        assert (team.task(task).state, team.entry("fe").status) == ("cancelled", "blocked")
        assert texts(team, "fe")[-1] == f"{task} does not come: lead has ended it. not needed"
        with refused(team, "DEC-24"):
            team.do(WithdrawTask(task=contract, why="again"), by="lead")
    assert team.debts() == []


@pytest.mark.req("DEC-24", refused=True)
def test_a_declined_contract_without_a_hand_off_leaves_nothing_to_withdraw(team: AuthorityTeam):
    contract = team.contract(accepted=False)
    team.do(DeclineContract(contract=contract, reason="no time"), by="be")
    with refused(team, "DEC-24", "lead may offer it to another"):
        team.do(WithdrawTask(task=contract, why="no"), by="lead")
