"""MSG-6: a blocking review request blocks its sender until the review is there."""

from typing import Any

import pytest

from renkei.errors import Refused
from tests.support.dispatch_team import Entry, entry, from_system, name_of, open_blockers
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


def request(team: Team, *, to: Any = "bob", blocking: bool = True) -> str:
    payload = {**PAYLOADS["REVIEW_REQUEST"], "blocking": blocking}
    return name_of(team.post("REVIEW_REQUEST", payload, by="alice", to=to))


def review(team: Team, by: str, **header: Any) -> None:
    team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by=by, to="alice", **header)


@pytest.mark.req("MSG-6")
def test_the_sender_is_blocked_until_its_result(team: Team):
    name = request(team)
    assert entry(team, "alice") == Entry("blocked", f"review:{name}")
    assert open_blockers(team) == [("waits for a review of src/auth.ts", ["alice"])]
    assert from_system(team, "bob") == []
    review(team, "bob")
    assert (entry(team, "alice"), open_blockers(team)) == (Entry("idle", None), [])


@pytest.mark.req("MSG-6")
def test_one_that_does_not_block_leaves_the_sender_as_it_is(team: Team):
    request(team, blocking=False)
    assert (entry(team, "alice"), open_blockers(team)) == (Entry("idle", None), [])


@pytest.mark.req("MSG-6")
def test_a_review_of_something_else_or_by_one_who_was_not_asked_ends_nothing(team: Team):
    name = request(team)
    team.post("REVIEW_RESULT", {**PAYLOADS["REVIEW_RESULT"], "artifact_ref": "b"}, by="bob", to="alice")
    with pytest.raises(Refused, match="bob or a person"):
        review(team, "dave")
    assert entry(team, "alice") == Entry("blocked", f"review:{name}")


@pytest.mark.req("MSG-6")
def test_of_several_reviewers_all_answer(team: Team):
    request(team, to=["bob", "dave"])
    review(team, "bob")
    assert entry(team, "alice").status == "blocked"
    review(team, "dave")
    assert entry(team, "alice").status == "idle"


@pytest.mark.req("MSG-6")
def test_a_person_may_answer_for_all(team: Team):
    name = request(team, to=["bob", "dave"])
    review(team, "person", in_reply_to=name)
    assert (entry(team, "alice").status, team.debts()) == ("idle", [])


@pytest.mark.req("MSG-6")
def test_a_person_who_asks_has_no_status_to_block(team: Team):
    team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="person", to="bob")
    assert open_blockers(team) == []
