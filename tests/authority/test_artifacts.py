"""DEC-25: whose an artifact is, and how it changes hands."""

from typing import Any

import pytest

from renkei.board.tables import ArtifactRow
from renkei.commands.board import WithdrawTask
from renkei.commands.contracts import AcceptContract, DeclineContract, DeliverContract
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.errors import BadInput
from renkei.hub import Hub
from renkei.protocol.contracts import Inspection
from renkei.protocol.messages import TaskResult
from tests.support.authority_team import AuthorityTeam, refused
from tests.support.contract_team import simple

REF = "src/auth.ts"
ROOT = "/home/me/shop"
EXPECTED = {"format": "TypeScript, tested", "success_criteria": ["it works"], "deliverables": [REF]}
PAGE: dict[str, Any] = {"format": "Markdown", "deliverables": ["page.md"]}
FORMAT = {"format": "page.md", "success_criteria": ["it works"]}


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


@pytest.mark.req("DEC-25", refused=True)
@pytest.mark.parametrize("way", ["deliverables", "format", "contract", "carried contract"])
def test_what_a_task_is_to_yield_belongs_to_its_owner_before_it_is_there(team: AuthorityTeam, way: str):
    match way:
        case "deliverables":
            task = team.hand_over(by="qa", expected_output={**PAGE, "success_criteria": ["it works"]})
        case "format":
            task = team.hand_over(by="qa", expected_output=FORMAT)
        case "contract":
            task = team.contract(expected_output=PAGE)
        case _:
            terms = simple(id="TC-1", assignee="be", expected_output=PAGE)
            task = team.hand_over(by="qa", task_contract=terms.model_dump(by_alias=True))
            team.do(AcceptContract(contract="TC-1"), by="be")
    for by in ("fe", "arch"):
        with refused(team, "DEC-25", "be"):
            team.result("T-1", by=by, output_artifacts=["page.md"])
        with refused(team, "DEC-25", "be"):
            team.result("T-1", by=by, output_artifacts=[{"ref": "mine", "path": "./page.md"}])
    assert (team.owner("page.md"), team.owner("mine")) == (None, None)
    team.result(task, "partial", deviations=["half"], output_artifacts=["page.md"])
    assert team.owner("page.md") == "be"


@pytest.mark.req("DEC-25")
def test_what_a_withdrawn_or_declined_task_was_to_yield_is_free(team: AuthorityTeam):
    team.do(WithdrawTask(task=team.hand_over(by="qa", expected_output=FORMAT), why="no"), by="qa")
    team.result("T-1", by="fe", output_artifacts=["page.md"])
    team.contract(accepted=False, expected_output={"format": "Markdown", "deliverables": ["other.md"]})
    team.do(DeclineContract(contract="TC-1", reason="no"), by="be")
    team.result("T-1", by="fe", output_artifacts=["other.md"])
    assert (team.owner("page.md"), team.owner("other.md")) == ("fe", "fe")


@pytest.mark.req("DEC-25", refused=True)
def test_a_second_task_takes_what_a_first_is_to_yield_only_if_its_giver_may(team: AuthorityTeam):
    first = team.hand_over(by="qa", expected_output=FORMAT)
    second = team.hand_over("fe", by="arch", expected_output=FORMAT)
    with refused(team, "DEC-25", "be"):
        team.result(second, by="fe", output_artifacts=["page.md"])
    third = team.hand_over("fe", by="qa", expected_output=FORMAT)
    with refused(team, "DEC-25", "fe"):
        team.result("T-1", by="be", output_artifacts=["page.md"])
    team.result(third, by="fe", output_artifacts=["page.md"])
    assert team.owner("page.md") == "fe"
    assert team.task(first).state == "open"


@pytest.mark.req("DEC-25", refused=True)
def test_of_several_any_may_yield_it_and_nobody_else(team: AuthorityTeam):
    task = team.hand_over(["be", "qa"], expected_output=FORMAT)
    with refused(team, "DEC-25", "be / qa"):
        team.result("T-1", by="fe", output_artifacts=["page.md"])
    team.result(task, by="qa", output_artifacts=["page.md"])
    assert team.owner("page.md") == "qa"


@pytest.mark.req("DEC-25", refused=True)
@pytest.mark.parametrize(
    "name",
    [
        f"./{REF}", f"{REF} ", f"\u00a0{REF}", "src//auth.ts", "src/./auth.ts", "src/x/../auth.ts", "Src/Auth.TS",
        f"{ROOT}/{REF}", f"file://{ROOT}/{REF}", f"file:{REF}", f"{REF}:3", f"{REF}:3-7", f"{REF}#L3", f"{REF}#L3-L7",
        "src\\auth.ts", f"{ROOT}//{REF}:3", f"{ROOT}/./src\\auth.ts#l3",
    ],
)  # fmt: skip
def test_another_spelling_is_the_same_artifact(team: AuthorityTeam, name: str):
    team.hub = Hub(team.hub.log, roots=(ROOT,))
    with refused(team, "DEC-25", "be"):
        team.result("T-1", by="qa", output_artifacts=[name])
    with refused(team, "DEC-25", "be"):
        team.result("T-1", by="qa", output_artifacts=[{"ref": "mine", "path": name}])
    team.result("T-1", output_artifacts=[name])
    assert [(row.ref, row.version) for row in team.rows(ArtifactRow)] == [(REF, 2)]


@pytest.mark.req("DEC-25", refused=True)
@pytest.mark.parametrize("name", [f"{ROOT}/page.md", "file:page.md", "page.md:3", "page.md#L3", ".\\page.md"])
@pytest.mark.parametrize("field", ["deliverables", "format"])
def test_what_a_task_is_to_yield_is_its_owners_in_every_spelling(team: AuthorityTeam, name: str, field: str):
    team.hub = Hub(team.hub.log, roots=(ROOT,))
    named: dict[str, Any] = {"deliverables": [name]} if field == "deliverables" else {"format": name}
    team.hand_over(by="qa", expected_output={"format": "Markdown", "success_criteria": ["it works"], **named})
    with refused(team, "DEC-25", "be"):
        team.result("T-1", by="fe", output_artifacts=["page.md"])


@pytest.mark.req("DEC-25", "DEC-26")
def test_a_review_is_answered_by_another_spelling_of_its_artifact(team: AuthorityTeam):
    team.hub = Hub(team.hub.log, roots=(ROOT,))
    asked: dict[str, Any] = {"artifact_ref": f"{ROOT}/{REF}:3", "review_focus": [], "blocking": True}
    team.post("REVIEW_REQUEST", asked, by="be", to="qa")
    said: dict[str, Any] = {"artifact_ref": f"{REF}#L9", "verdict": "approved", "findings": [], "summary": "good"}
    team.post("REVIEW_RESULT", said, by="qa", to="be")
    assert (team.entry("be").status, team.debts()) == ("idle", [])


@pytest.mark.req("DEC-25", refused=True)
def test_a_contract_and_its_delivery_name_artifacts_in_any_spelling(team: AuthorityTeam):
    team.hub = Hub(team.hub.log, roots=(ROOT,))
    terms = {"format": "Markdown", "deliverables": [f"{ROOT}/page.md"]}
    task = team.contract(expected_output=terms, inputs={"description": "x", "artifacts": [f"file:{REF}"]})
    with refused(team, "DEC-25", "be"):
        team.result("T-1", by="fe", output_artifacts=["page.md"])
    done = {"original_task_ref": task, "status": "completed", "summary": "s", "output_artifacts": [f"{ROOT}/page.md:1"]}
    inspection = Inspection()
    team.do(DeliverContract(contract=task, result=TaskResult.model_validate(done), inspection=inspection), by="be")
    assert team.owner("page.md") == "be"


@pytest.mark.req("DEC-25", refused=True)
@pytest.mark.parametrize(
    "name",
    [f"/home/me/other/{REF}", f"{ROOT}ping/{REF}", "../x", "docs/../../x", "file:///etc/passwd", "~/.profile", "C:\\x"],
)
def test_an_artifact_outside_of_the_project_is_none_of_it(team: AuthorityTeam, name: str):
    team.hub = Hub(team.hub.log, roots=(ROOT,))
    for given in (name, {"ref": "spec", "path": name}):
        with pytest.raises(BadInput, match="outside of the project"):
            team.result("T-1", by="qa", output_artifacts=["mine.md", given])
    assert (team.owner(name), team.owner("mine.md")) == (None, None)


@pytest.mark.req("DEC-25", refused=True)
def test_letters_that_look_alike_are_alike(team: AuthorityTeam):
    team.result("T-1", output_artifacts=["caf\u00e9.md"])
    with refused(team, "DEC-25", "be"):
        team.result("T-1", by="qa", output_artifacts=["cafe\u0301.md"])


@pytest.mark.req("DEC-25", refused=True)
def test_its_path_is_a_name_of_it_too(team: AuthorityTeam):
    team.result("T-1", output_artifacts=[{"ref": "spec", "path": "docs/api.md", "description": "the API"}])
    for given in ("docs/api.md", {"ref": "mine", "path": "docs/api.md"}):
        with refused(team, "DEC-25", "be"):
            team.result("T-1", by="qa", output_artifacts=[given])


@pytest.mark.req("DEC-25")
def test_what_is_no_path_keeps_its_spelling(team: AuthorityTeam):
    team.result("T-1", output_artifacts=["https://example.org//a", "auth-api-spec-v2", "設計書"])
    for ref in ("https://example.org//a", "auth-api-spec-v2", "設計書"):
        assert team.owner(ref) == "be"


@pytest.mark.req("DEC-25", refused=True)
def test_words_about_an_artifact_hand_nothing_over(team: AuthorityTeam):
    team.result("T-1", output_artifacts=["api", "code"])
    words = {"format": f"a report on {REF}", "success_criteria": ["the api was reviewed", REF, "code"]}
    team.hand_over("qa", expected_output=words)
    team.hand_over("qa", expected_output={"format": "code", "success_criteria": ["it works"]})
    assert [team.owner(ref) for ref in (REF, "api", "code")] == ["be"] * 3


@pytest.mark.req("DEC-25", "BOARD-1")
@pytest.mark.parametrize("order", [1, -1])
def test_what_is_said_of_an_artifact_is_not_lost_when_it_is_named_twice(team: AuthorityTeam, order: int):
    said = [{"ref": "a", "path": "docs/a.md", "description": "all of it"}, "a"][::order]
    team.result("T-1", output_artifacts=said)
    [row] = [row for row in team.rows(ArtifactRow) if row.ref == "a"]
    assert (row.path, row.description, row.version) == ("docs/a.md", "all of it", 1)
