"""DEC-28: where turns are required, results and board writes belong into one."""

import pytest

from renkei.commands.board import ResolveBlocker, WithdrawTask
from renkei.commands.contracts import AcceptContract, OfferContract
from renkei.commands.turns import EndTurn, StartTurn
from renkei.hub import Hub
from tests.support.authority_team import AuthorityTeam, refused
from tests.support.contract_team import simple
from tests.support.hub_messages import PAYLOADS


@pytest.mark.req("DEC-28", "TURN-2", "BOARD-2", refused=True)
def test_an_agent_hands_nothing_in_outside_a_turn(team: AuthorityTeam):
    task = team.hand_over()
    team.ask("D-1", to="be", by="lead")
    team.do(OfferContract(contract=simple(id="TC-1", assignee="be")), by="person")
    team.wait("fe", "agent:be")
    team.hub = Hub(team.hub.log, turns_required=True)
    for attempt in (
        lambda: team.result(task),
        lambda: team.update("working"),
        lambda: team.blocked(task, by="be"),
        lambda: team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="be", to="qa"),
        lambda: team.write("be", status="working"),
        lambda: team.write("lead", goal="win"),
        lambda: team.decide("D-1", by="be"),
        lambda: team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to="qa"),
        lambda: team.do(WithdrawTask(task=task, why="over"), by="lead"),
        lambda: team.do(ResolveBlocker(blocker=team.blocker().id, why="enough"), by="lead"),
        lambda: team.do(AcceptContract(contract="TC-1"), by="be"),
    ):
        with refused(team, "DEC-28", "renkei turn start"):
            attempt()
    team.say("good morning", by="be")
    team.write(goal="win")
    team.do(StartTurn(), by="be")
    team.write("be", status="working")
    team.result(task)
    team.do(EndTurn(), by="be")
    with refused(team, "DEC-28"):
        team.write("be", status="idle")


@pytest.mark.req("DEC-28")
def test_where_they_are_not_required_no_turn_is_needed(team: AuthorityTeam):
    team.result(team.hand_over())
    team.write("be", status="idle")


@pytest.mark.req("DEC-28", "BOARD-5", refused=True)
def test_one_who_is_blocked_in_the_middle_of_a_turn_says_where_that_leaves_it(team: AuthorityTeam):
    team.result(team.hand_over(), output_artifacts=["a.md"])
    team.do(StartTurn(), by="be")
    team.update("working")
    team.conflict(conflicting_artifacts=["a.md"])
    with refused(team, "BOARD-2"):
        team.do(EndTurn(), by="be")
    team.update("blocked")
    team.do(EndTurn(), by="be")
