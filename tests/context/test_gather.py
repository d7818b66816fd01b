"""What is new for an agent: what names it waits until it is handled, what went to a group is shown once."""

from typing import Any

import pytest

from renkei.commands.contracts import OfferContract
from renkei.commands.messages import RedactBody
from renkei.commands.turns import StartTurn
from renkei.context.gather import Situation, gather_situation
from renkei.protocol.contracts import TaskContract
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


def situation(team: Team, agent: str = "alice", **options: Any) -> Situation:
    with team.hub.read() as view:
        return gather_situation(view, agent, **options)


def tiers(team: Team, agent: str = "alice") -> dict[str, str]:
    return {each.message.id: each.tier for each in situation(team, agent).messages}


def next_turn(team: Team, agent: str = "alice") -> None:
    """The agent's turn goes by."""
    team.do(StartTurn(), by=agent)
    team.post("STATUS_UPDATE", {"new_status": "working", "progress_summary": "on it"}, by=agent, to="#log")


def said(team: Team, *words: Any, **header: Any) -> str:
    return str(team.say(*words, **header).id)


def contract(team: Team, assignee: str = "alice", description: str = "決済APIの実装") -> str:
    value = {
        "assignee": assignee,
        "inputs": {"description": description, "artifacts": ["db-schema-v3"]},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "works", "verification_method": "look"}],
    }
    team.do(OfferContract(contract=TaskContract.model_validate(value)), by="carol")
    return situation(team, assignee).contracts[-1].id


@pytest.mark.req("BUD-1", "BUD-5")
def test_each_message_has_its_tier(team: Team):
    team.write("alice", current_task="Build the login endpoint")
    blocking = said(team, "stop", by="bob", to="alice", priority="blocking")
    direct = said(team, "hello", by="bob", to="alice")
    related = said(team, "the login page moved", by="bob")
    unrelated = said(team, "lunch", by="bob")
    said(team, "between us: login", by="bob", to="carol")
    mention = said(team, "@alice lunch?", by="bob")
    assert tiers(team) == {
        blocking: "critical",
        direct: "relevant",
        related: "relevant",
        unrelated: "background",
        mention: "critical",
    }


@pytest.mark.req("BUD-4")
def test_what_names_the_agent_waits_and_what_went_to_a_group_is_shown_once(team: Team):
    direct = said(team, "hello", by="bob", to="alice")
    said(team, "lunch", by="bob")
    team.do(StartTurn(), by="alice")
    assert len(situation(team).messages) == 2
    team.write("alice", status="working")
    team.do(StartTurn(), by="alice")
    assert list(tiers(team)) == [direct]
    team.handle("alice", direct)
    assert tiers(team) == {}


def test_a_look_before_the_turn_shows_what_the_turn_will_show(team: Team):
    next_turn(team)
    next_turn(team)
    said(team, "lunch", by="bob")
    before = situation(team)
    team.do(StartTurn(), by="alice")
    assert [each.message for each in situation(team).messages] == [each.message for each in before.messages]


@pytest.mark.req("BUD-5")
def test_a_completion_is_critical_also_when_it_has_freed_the_reader_already(team: Team):
    next_turn(team)
    team.write("alice", status="blocked", blocked_by="agent:bob")
    payload = {"new_status": "completed", "progress_summary": "the schema is there"}
    done = team.post("STATUS_UPDATE", payload, by="bob", to="alice").id
    team.write("alice", blocked_by=None)
    assert tiers(team)[str(done)] == "critical"


@pytest.mark.req("BUD-5")
def test_the_result_of_a_task_that_the_reader_gave_is_critical(team: Team):
    handoff = team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="alice", to="bob").id
    result = {**PAYLOADS["TASK_RESULT"], "original_task_ref": handoff}
    mine = team.post("TASK_RESULT", result, by="bob", to=["alice", "carol"]).id
    assert (tiers(team)[str(mine)], tiers(team, "carol")[str(mine)]) == ("critical", "relevant")


@pytest.mark.req("BUD-5")
def test_a_review_of_an_artifact_is_critical_for_its_owner_and_for_the_one_who_asked(team: Team):
    result = {**PAYLOADS["TASK_RESULT"], "output_artifacts": ["auth.py"]}
    team.post("TASK_RESULT", result, by="alice", to="carol")
    team.post(
        "REVIEW_REQUEST", {"artifact_ref": "auth.py", "review_focus": [], "blocking": False}, by="bob", to="carol"
    )
    answer: dict[str, Any] = {"artifact_ref": "auth.py", "verdict": "approved", "findings": [], "summary": "fine"}
    review = str(team.post("REVIEW_RESULT", answer, by="carol", to=["alice", "bob"]).id)
    assert tiers(team)[review] == tiers(team, "bob")[review] == "critical"
    other = str(team.post("REVIEW_RESULT", {**answer, "artifact_ref": "x.py"}, by="carol", to="alice").id)
    assert tiers(team)[other] == "relevant"


@pytest.mark.req("BUD-6")
def test_open_contracts_belong_to_the_situation_and_say_what_it_is_about(team: Team):
    name = contract(team)
    contract(team, "bob", "検索画面")
    assert [row.id for row in situation(team).contracts] == [name]
    related = said(team, "決済の仕様が変わりました", by="bob")
    unrelated = said(team, "検索が速くなりました", by="bob")
    assert (tiers(team)[related], tiers(team)[unrelated]) == ("relevant", "background")


def test_a_current_task_that_is_an_id_is_read_in_words(team: Team):
    handoff = team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="carol", to="alice").id
    team.write("alice", current_task=handoff)
    related = said(team, "認証の方式が決まりました", by="bob")
    assert tiers(team)[related] == "relevant"


@pytest.mark.req("BUD-6", "BOARD-3")
def test_changes_are_those_since_the_last_turn_and_the_newest_of_many(team: Team):
    team.write(goal="before")
    next_turn(team)
    team.do(StartTurn(), by="alice")
    team.write(goal="after")
    found = situation(team)
    assert "goal: before -> after" in [row.diff_summary for row in found.changes]
    assert "goal: (nothing) -> before" not in [row.diff_summary for row in found.changes]
    few = situation(team, most_changes=1)
    assert ([row.diff_summary for row in few.changes], few.changes_left_out) == (["goal: before -> after"], True)


def test_what_was_redacted_is_placed_without_its_words(team: Team):
    team.write("alice", current_task="login")
    secret = said(team, "the login code is 4711", by="bob")
    team.do(RedactBody(target=secret))
    assert tiers(team)[secret] == "background"
