"""Decisions: opened by a request, answered by an owner with a label, or by a person freely, once."""

from typing import Any

import pytest

from renkei.errors import BadInput, Refused
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


@pytest.fixture
def team(team: Team) -> Team:
    """alice has asked bob for D-012."""
    team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="alice", to="bob")
    return team


def decide(team: Team, by: str, option: str = "JWT", decision: str = "D-012") -> Any:
    payload = {"decision_id": decision, "chosen_option": option, "rationale": "because"}
    return team.post("DECISION_RESULT", payload, by=by, to="all")


def stands(team: Team) -> tuple[str, str | None]:
    [decision] = team.board().pending_decisions
    return decision.status, decision.resolution


@pytest.mark.req("MSG-9", "BOARD-5")
def test_the_owner_decides_with_a_label_of_the_request(team: Team):
    assert stands(team) == ("open", None)
    decide(team, "bob", "sessions")
    assert stands(team) == ("resolved", "sessions")


@pytest.mark.req("MSG-9")
@pytest.mark.req("MSG-7", refused=True)
def test_an_agent_may_not_choose_what_was_not_offered(team: Team):
    before = team.seq
    with pytest.raises(BadInput) as caught:
        decide(team, "bob", "cookies")
    assert str(caught.value) == "payload.chosen_option: expected one of ['JWT', 'sessions'], not 'cookies'."
    assert (stands(team), team.seq) == (("open", None), before)


@pytest.mark.req("MSG-9")
def test_a_person_may_choose_otherwise(team: Team):
    decide(team, "person", "cookies")
    assert stands(team) == ("resolved", "cookies")


@pytest.mark.req("MSG-9")
@pytest.mark.req("MSG-7", refused=True)
@pytest.mark.parametrize("by", ["alice", "carol"])
def test_one_who_is_neither_owner_nor_person_may_not_decide(team: Team, by: str):
    with pytest.raises(Refused) as caught:
        decide(team, by)
    assert caught.value.rule == "MSG-7"
    assert str(caught.value) == f"{by} may not decide D-012. Its owner (bob) or a person may."
    assert stands(team) == ("open", None)


def test_a_decision_is_made_once(team: Team):
    decide(team, "bob")
    for by in ("bob", "person"):
        with pytest.raises(Refused, match="D-012 is resolved already: JWT"):
            decide(team, by, "sessions")
    with pytest.raises(Refused, match="Ask under a new id"):
        team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="alice", to="bob")
    assert stands(team) == ("resolved", "JWT")


@pytest.mark.req("MSG-7", refused=True)
def test_a_second_request_for_an_open_decision_only_points_to_it(team: Team):
    team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="carol", to="bob")
    others: list[tuple[dict[str, Any], str]] = [
        ({"question": "again?"}, "bob"),
        ({"options": [], "recommended": None}, "bob"),
        ({}, "alice"),
    ]
    for other, to in others:
        with pytest.raises(Refused, match="D-012 is another question already: alice has asked bob"):
            team.post("DECISION_REQUEST", {**PAYLOADS["DECISION_REQUEST"], **other}, by="carol", to=to)
    [decision] = team.board().pending_decisions
    assert (decision.question, decision.owner) == ("JWT or sessions?", "bob")


def test_several_addressees_own_a_decision_together(team: Team):
    request: dict[str, Any] = {**PAYLOADS["DECISION_REQUEST"], "decision_id": "D-2", "options": [], "recommended": None}
    team.post("DECISION_REQUEST", request, by="alice", to=["bob", "carol"])
    assert team.board().pending_decisions[1].owner == ["bob", "carol"]
    decide(team, "carol", "anything at all", "D-2")
    assert team.board().pending_decisions[1].resolution == "anything at all"


def test_an_answer_to_a_decision_nobody_asked_for_is_taken_with_a_warning(team: Team):
    done = decide(team, "carol", "JWT", "D-99")
    assert [note.text.format(**note.params) for note in done.notes] == [
        "payload.decision_id: nothing is known of decision D-99."
    ]
    assert len(team.board().pending_decisions) == 1
