"""DEC-25: whose an artifact is, and how it changes hands."""

import pytest

from renkei.protocol.commands import AddAgent, RemoveAgent
from tests.support.authority_team import AuthorityTeam, refused

REF = "src/auth.ts"
EXPECTED = {"format": f"a new {REF}, tested", "success_criteria": ["it works"]}


@pytest.fixture
def team(team: AuthorityTeam) -> AuthorityTeam:
    """be owns src/auth.ts, which arch had asked for."""
    team.result(team.hand_over(by="arch", expected_output=EXPECTED), output_artifacts=[REF])
    return team


@pytest.mark.req("DEC-25", "BOARD-1", refused=True)
@pytest.mark.parametrize("by", ["qa", "fe", "lead", "arch"])
def test_nobody_else_hands_it_in(team: AuthorityTeam, by: str):
    with refused(team, "DEC-25", "be", "the lead"):
        team.result("T-1", by=by, output_artifacts=["other.md", REF])
    task = team.hand_over(by, by="qa" if by != "qa" else "fe", input_artifacts=[REF], expected_output=EXPECTED)
    with refused(team, "DEC-25", "be", "the lead"):
        team.result(task, "partial", by=by, output_artifacts=[REF])
    assert (team.owner(REF), team.owner("other.md")) == ("be", None)


@pytest.mark.req("DEC-25")
def test_its_owner_hands_in_a_new_version(team: AuthorityTeam):
    team.result(team.hand_over(), output_artifacts=[REF])
    assert team.last("ArtifactRegistered")["version"] == 2
    assert team.owner(REF) == "be"


@pytest.mark.req("DEC-25")
def test_one_that_a_person_reports_belongs_to_the_owner_of_the_task(team: AuthorityTeam):
    team.result(team.hand_over("fe"), by="person", output_artifacts=["page.md"])
    assert team.owner("page.md") == "fe"
    team.result("T-1", by="person", output_artifacts=["page.md"])
    assert team.owner("page.md") == "fe"


@pytest.mark.req("DEC-25")
@pytest.mark.parametrize("by", ["be", "lead", "arch", "person"])
def test_a_hand_off_whose_expected_output_names_it_hands_it_over(team: AuthorityTeam, by: str):
    task = team.hand_over("fe", by=by, expected_output=EXPECTED)
    assert team.owner(REF) == "fe"
    assert team.last("ArtifactHandedOver")["task"] == task
    team.result(task, by="fe", output_artifacts=[REF])
    with refused(team, "DEC-25", "fe"):
        team.result("T-1", by="be", output_artifacts=[REF])


@pytest.mark.req("DEC-25", refused=True)
def test_a_hand_off_of_another_hands_nothing_over(team: AuthorityTeam):
    team.hand_over("fe", by="qa", expected_output=EXPECTED)
    assert team.owner(REF) == "be"


@pytest.mark.req("DEC-25")
@pytest.mark.parametrize("by", ["be", "lead", "arch"])
def test_what_goes_in_stays_its_owners_until_a_new_version_of_it_comes_out(team: AuthorityTeam, by: str):
    task = team.hand_over("fe", by=by, input_artifacts=[REF])
    assert team.owner(REF) == "be"
    team.result(task, by="fe", output_artifacts=[REF])
    assert team.owner(REF) == "fe"


@pytest.mark.req("DEC-25")
def test_of_several_the_one_who_takes_the_task_gets_it(team: AuthorityTeam):
    task = team.hand_over(["fe", "qa"], expected_output=EXPECTED)
    assert team.owner(REF) == "be"
    team.update("working", task, by="qa")
    assert team.owner(REF) == "qa"


@pytest.mark.req("DEC-25", "DEC-27")
def test_those_of_one_who_leaves_go_to_its_delegator_else_to_the_lead_else_to_a_person(team: AuthorityTeam):
    team.result("T-1", output_artifacts=["own.md"])
    team.do(RemoveAgent(name="be"))
    assert (team.owner(REF), team.owner("own.md")) == ("arch", "lead")
    team.do(AddAgent(name="be", role="developer"))
    with refused(team, "DEC-25", "arch"):
        team.result("T-1", output_artifacts=[REF])
    team.do(RemoveAgent(name="arch"))
    assert team.owner(REF) == "lead"
    team.do(RemoveAgent(name="lead"))
    assert (team.owner(REF), team.owner("own.md")) == ("person", "person")
