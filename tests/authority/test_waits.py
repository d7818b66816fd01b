"""DEC-27: circles, those who leave, and blocks that are resolved by order."""

import pytest

from renkei.commands.board import ResolveBlocker, WithdrawTask
from renkei.commands.contracts import AcceptContract, CloseContract, DeclineContract, DeliverContract
from renkei.commands.team import RemoveAgent
from renkei.errors import NotFound
from renkei.protocol.messages import TaskResult
from tests.support.authority_team import FREE, AuthorityTeam, refused
from tests.support.dispatch_team import Entry, from_system, open_blockers, texts
from tests.support.hub_messages import PAYLOADS

DONE = TaskResult(original_task_ref="TC-1", status="completed", output_artifacts=[], summary="done")


def circles(team: AuthorityTeam, reader: str = "lead") -> list[str]:
    found = [each for each in from_system(team, reader) if each.type == "CONFLICT_REPORT"]
    assert {each.payload["severity"] for each in found} <= {"critical"}
    return [each.payload["conflict_description"].rpartition(". ")[2] for each in found]


@pytest.mark.req("DEC-27")
def test_a_circle_is_told_to_the_lead_when_it_closes(team: AuthorityTeam):
    task = team.hand_over("qa")
    team.wait("fe", "agent:be")
    team.wait("be", f"task:{task}")
    assert circles(team) == []
    team.wait("qa", "agent:fe")
    assert circles(team) == ["qa → fe → be → qa"]


@pytest.mark.req("DEC-27")
@pytest.mark.parametrize("reason", ["agent:be", "be", "{task}", "task:T-1", "decision:D-1", "review:{review}"])
def test_a_wait_for_oneself_is_told_to_the_lead(team: AuthorityTeam, reason: str):
    task = team.hand_over()
    team.ask("D-1", to="be")
    review = team.post("REVIEW_REQUEST", {**PAYLOADS["REVIEW_REQUEST"], "blocking": False}, by="qa", to="be").id
    team.write("be", current_task="T-1")
    team.wait("be", reason.format(task=task, review=review))
    assert circles(team) == ["be → be"]


@pytest.mark.req("DEC-27")
def test_a_circle_that_closes_when_somebody_takes_a_task_is_told(team: AuthorityTeam):
    task = team.hand_over(["be", "qa"])
    team.wait("be", "agent:fe")
    team.wait("arch", task)
    team.wait("fe", "agent:arch")
    assert len(circles(team)) == 1  # be might have taken it
    team.update("blocked", task, by="be", blockers=["agent:fe"])
    assert circles(team)[-1] == "arch → be → fe → arch"


@pytest.mark.req("DEC-27")
def test_a_circle_that_closes_when_somebody_takes_up_a_name_is_told(team: AuthorityTeam):
    team.wait("fe", "task:login")
    team.wait("be", "agent:fe")
    assert circles(team) == []
    team.write("be", current_task="login")
    assert circles(team) == ["fe → be → fe"]


@pytest.mark.req("DEC-27")
@pytest.mark.parametrize("name", ["contract:TC-9", "task:TC-9"])
def test_a_circle_that_closes_with_a_contract_is_told_once(team: AuthorityTeam, name: str):
    team.wait("fe", name)
    team.wait("be", "agent:fe")
    team.contract("TC-9", accepted=False)
    assert circles(team) == ["fe → be → fe"]
    team.do(AcceptContract(contract="TC-9"), by="be")
    team.update("blocked", blockers=["the network"])
    assert len(circles(team)) == 1


@pytest.mark.req("DEC-27")
def test_a_circle_that_closes_when_a_contract_is_delivered_is_told(team: AuthorityTeam):
    contract = team.contract()
    team.wait("lead", f"contract:{contract}")
    assert circles(team) == []
    team.do(DeliverContract(contract=contract, result=DONE), by="be")
    assert circles(team) == ["lead → lead"]


@pytest.mark.req("DEC-27")
def test_a_circle_that_was_opened_and_closes_again_is_told_again(team: AuthorityTeam):
    team.wait("fe", "agent:be")
    team.wait("be", "agent:fe")
    team.do(ResolveBlocker(blocker=team.blocker().id, why="go on"), by="lead")
    team.wait("be", "agent:fe")
    assert circles(team) == ["be → fe → be"] * 2


@pytest.mark.req("DEC-27")
def test_without_a_lead_a_person_is_told(team: AuthorityTeam):
    team.do(RemoveAgent(name="lead"))
    team.wait("be", "agent:be")
    assert circles(team, "person") == ["be → be"]


@pytest.mark.req("DEC-27")
def test_those_who_wait_in_a_line_are_in_no_circle(team: AuthorityTeam):
    team.wait("fe", "agent:be")
    team.wait("be", "agent:qa")
    team.wait("arch", "agent:be")
    team.wait("qa", "the network")
    assert circles(team) == []


@pytest.mark.req("DEC-27")
def test_the_blocks_of_one_who_leaves_are_closed_and_those_of_others_stay(team: AuthorityTeam):
    team.result(team.hand_over(), output_artifacts=["a.md"])
    team.result(team.hand_over("fe"), by="fe", output_artifacts=["b.md"])
    team.conflict(conflicting_artifacts=["a.md", "b.md"])
    team.wait("qa", "the network")
    team.do(RemoveAgent(name="qa"))
    assert open_blockers(team) == [("two lifetimes", ["be", "fe"])]
    ended = team.last("BlockerResolved")
    assert (ended["by"], ended["body"]["why"]) == ("person", "qa has left the team.")
    team.do(RemoveAgent(name="be"))
    assert len(open_blockers(team)) == 1
    team.do(RemoveAgent(name="fe"))
    assert open_blockers(team) == []
    team.join("fe", "qa")
    assert (team.entry("fe"), team.entry("qa")) == (FREE, FREE)


@pytest.mark.req("DEC-27")
def test_those_who_wait_for_one_who_leaves_are_told_and_so_is_the_lead(team: AuthorityTeam):
    task = team.hand_over()
    team.wait("fe", f"task:{task}")
    team.do(RemoveAgent(name="be"))
    told = f"fe waits for task:{task}, and be has left the team: it does not come from there."
    assert (texts(team, "fe"), texts(team, "lead")) == ([told], [told])
    assert team.entry("fe").status == "blocked"


@pytest.mark.req("DEC-27")
@pytest.mark.parametrize("by", ["lead", "person"])
def test_the_lead_and_a_person_resolve_a_block(team: AuthorityTeam, by: str):
    team.result(team.hand_over(), output_artifacts=["a.md"])
    team.conflict(conflicting_artifacts=["a.md"])
    block = team.blocker().id
    team.do(ResolveBlocker(blocker=block, why="it was a mistake"), by=by)
    assert (team.entry("be"), open_blockers(team)) == (FREE, [])
    assert texts(team, "be")[-1] == f"{by} has resolved {block}. it was a mistake"
    ended = team.last("BlockerResolved")
    assert (ended["by"], ended["body"]["why"]) == (by, "it was a mistake")
    with refused(team, "DEC-27", "already"):
        team.do(ResolveBlocker(blocker=block, why="again"), by=by)


@pytest.mark.req("DEC-27", refused=True)
@pytest.mark.parametrize("by", ["be", "fe", "qa", "arch"])
def test_nobody_else_resolves_a_block(team: AuthorityTeam, by: str):
    team.wait("be", "the network")
    with refused(team, "DEC-27", "lead", "a person"):
        team.do(ResolveBlocker(blocker=team.blocker().id, why="I want to go on"), by=by)
    assert team.entry("be") == Entry("blocked", "the network")


@pytest.mark.req("DEC-27")
def test_one_that_is_not_there_cannot_be_resolved(team: AuthorityTeam):
    with pytest.raises(NotFound):
        team.do(ResolveBlocker(blocker="BLK-1", why="no"), by="lead")


@pytest.mark.req("DEC-27", "EVT-9")
def test_one_who_waits_for_more_goes_on_waiting_for_that(team: AuthorityTeam):
    team.wait("be", "agent:fe")
    team.update("blocked", blockers=["the network"])
    team.do(ResolveBlocker(blocker=team.blocker(0).id, why="fe is ill"), by="lead")
    assert team.entry("be") == Entry("blocked", "the network")


@pytest.mark.req("DEC-24", "EVT-2")
@pytest.mark.parametrize("way", ["withdrawn", "declined", "failed"])
def test_one_who_begins_to_wait_for_what_does_not_come_is_told_and_nobody_else(team: AuthorityTeam, way: str):
    if way == "withdrawn":
        name = f"task:{team.hand_over()}"
        team.do(WithdrawTask(task=name.removeprefix("task:"), why="no"), by="lead")
    else:
        name = f"contract:{team.contract(accepted=way == 'failed')}"
        if way == "failed":
            team.do(CloseContract(contract="TC-1", outcome="failed", note="no"), by="lead")
        else:
            team.do(DeclineContract(contract="TC-1", reason="no"), by="be")
    before = [texts(team, reader) for reader in ("lead", "be")]
    team.wait("fe", name)
    told = f"{name} does not come: it was withdrawn, declined or ended without being completed."
    assert (team.entry("fe"), texts(team, "fe")) == (Entry("blocked", name), [told])
    assert [texts(team, reader) for reader in ("lead", "be")] == before


@pytest.mark.req("EVT-2", "EVT-9")
def test_the_lead_is_told_that_nobody_has_what_somebody_waits_for(team: AuthorityTeam):
    task = team.hand_over()
    team.do(RemoveAgent(name="be"))
    team.wait("fe", f"task:{task}")
    told = f"fe is blocked by a cause outside the team: task:{task}, which nobody on the team has"
    assert texts(team, "lead")[-1] == told


@pytest.mark.req("EVT-2", "CON-2")
def test_a_delivered_contract_waits_for_its_delegator(team: AuthorityTeam):
    contract = team.contract()
    team.do(DeliverContract(contract=contract, result=DONE), by="be")
    before = texts(team, "be")
    team.wait("fe", f"contract:{contract}")
    assert texts(team, "lead")[-1] == f"fe is blocked, waiting for your contract:{contract}."
    assert texts(team, "be") == before
    team.wait("lead", f"contract:{contract}")
    assert circles(team) == ["lead → lead"]
