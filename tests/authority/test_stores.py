"""What nobody may say is refused on the stores that keep it, too: the points of DEC-24 to DEC-27 in a row."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from renkei.board.tables import BlockerRow
from renkei.commands.board import ResolveBlocker, WithdrawTask
from renkei.commands.inbox import HandleMessages
from renkei.commands.team import RemoveAgent
from tests.support.authority_team import FREE, AuthorityTeam, refused
from tests.support.dispatch_team import Entry, name_of
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import StoreKind, open_log
from tests.support.marks import ON_KEPT_STORES

REF = "src/auth.ts"


@pytest.fixture(params=ON_KEPT_STORES)
def team(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AuthorityTeam]:
    kind: StoreKind = request.param
    log = open_log(kind, tmp_path)
    team = AuthorityTeam(log)
    team.join("lead", role="lead").join("be", "fe", "qa", "arch")
    yield team
    assert team.flaws() == []
    log.close()


@pytest.mark.req("DEC-24", "DEC-25", "EVT-1", refused=True)
def test_a_stranger_completes_no_task_and_takes_no_artifact(team: AuthorityTeam):
    team.result("T-1", output_artifacts=[REF])
    task = team.hand_over(["be", "arch"])
    team.wait("fe", f"task:{task}")
    team.update("working", task, by="be")
    for by in ("qa", "arch", "lead"):
        with refused(team, "DEC-24", "be"):
            team.result(task, by=by)
        with refused(team, "DEC-24", "be"):
            team.update("completed", task, by=by)
    with refused(team, "DEC-25", "be"):
        team.result("T-2", by="qa", output_artifacts=[f"./{REF}:3"])
    with refused(team, "DEC-24", "lead"):
        team.do(WithdrawTask(task=task, why="no"), by="qa")
    assert (team.entry("fe"), team.owner(REF)) == (Entry("blocked", f"task:{task}"), "be")
    team.result(task)
    assert team.entry("fe") == FREE


@pytest.mark.req("DEC-24", "CON-2", refused=True)
def test_no_word_fulfils_a_contract(team: AuthorityTeam):
    team.contract()
    team.wait("fe", "contract:TC-1")
    with refused(team, "DEC-24", "renkei contract deliver TC-1"):
        team.update("completed", "TC-1")
    with refused(team, "DEC-24", "renkei contract deliver TC-1"):
        team.write("be", status="completed")
    assert team.entry("fe") == Entry("blocked", "contract:TC-1")


@pytest.mark.req("DEC-26", "EVT-4", "EVT-9", refused=True)
def test_a_block_ends_by_its_answer_alone(team: AuthorityTeam):
    team.result("T-1", output_artifacts=[REF])
    name = team.conflict(conflicting_artifacts=[REF])
    team.hand_over("fe", by="arch")
    team.decide("D-nowhere", by="arch")
    headers: list[dict[str, Any]] = [
        {"in_reply_to": name},
        {"in_reply_to": team.blocker().id},
        {"related_state_refs": [{"type": "blocker", "id": team.blocker().id}]},
    ]
    for by in ("be", "fe", "arch"):
        for header in headers:
            with refused(team, "DEC-26", "lead"):
                team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by=by, to="qa", **header)
        with refused(team, "DEC-26", "lead"):
            team.decide(team.blocker().id, by=by)
        with refused(team, "DEC-27", "lead"):
            team.do(ResolveBlocker(blocker=team.blocker().id, why="I want to"), by=by)
    with refused(team, "DEC-26"):
        team.write("be", status="working")
    assert team.entry("be") == Entry("blocked", f"conflict:{name}")
    team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="lead", to="qa", in_reply_to=name)
    assert team.entry("be") == FREE


@pytest.mark.req("DEC-26", "MSG-6", "TURN-2", refused=True)
@pytest.mark.parametrize("to", ["qa", "all", "#design"])
def test_a_blocking_request_is_answered_and_not_dismissed(team: AuthorityTeam, to: str):
    review = name_of(team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to=to))
    question = name_of(
        team.post("FREEFORM", {"body": "who?", "requires_response": True}, by="fe", to=to, priority="blocking")
    )
    for message in (review, question):
        with refused(team, "DEC-26", message):
            team.do(HandleMessages(reader="qa", messages=[message]), by="qa")
    with refused(team, "DEC-26"):
        team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="be", to="qa", in_reply_to=review)
    assert {review, question} <= set(team.waiting("qa"))


@pytest.mark.req("DEC-27", refused=True)
def test_a_circle_is_told_once_and_the_blocks_of_one_who_leaves_are_closed(team: AuthorityTeam):
    team.wait("be", "agent:fe")
    team.wait("fe", "agent:be")
    team.say("still here", by="qa")
    [told] = [each for each in team.inbox("lead") if each.type == "CONFLICT_REPORT"]
    assert "fe → be → fe" in told.payload["conflict_description"]
    team.do(RemoveAgent(name="fe"))
    assert [row.affected_agents for row in team.rows(BlockerRow, resolved=False)] == [["be"]]
