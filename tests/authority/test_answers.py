"""DEC-26: what a message answers, and who may end what."""

from typing import Any

import pytest

from renkei.board.tables import BlockerRow
from renkei.commands.board import SetFields
from renkei.commands.inbox import HandleMessages
from renkei.commands.team import RemoveAgent
from renkei.commands.turns import EndTurn, StartTurn
from tests.support.authority_team import FREE, AuthorityTeam, refused
from tests.support.dispatch_team import Entry, from_system, name_of, open_blockers, said, texts
from tests.support.hub_messages import PAYLOADS

REF = "src/auth.ts"


@pytest.fixture
def team(team: AuthorityTeam) -> AuthorityTeam:
    """be owns src/auth.ts."""
    team.result(team.hand_over(by="arch"), output_artifacts=[REF])
    return team


def conflict(team: AuthorityTeam, **more: Any) -> str:
    return team.conflict(conflicting_artifacts=[REF], **more)


class TestAConflict:
    @pytest.mark.req("DEC-26", "EVT-9", refused=True)
    @pytest.mark.parametrize("by", ["lead", "be", "qa", "arch"])
    def test_is_not_answered_by_what_does_not_name_it(self, team: AuthorityTeam, by: str):
        name = conflict(team)
        team.hand_over("fe", by=by)
        team.decide("D-nowhere", by=by)
        assert team.entry("be") == Entry("blocked", f"conflict:{name}")
        assert (name, "lead") in team.debts()

    @pytest.mark.req("DEC-26", "EVT-9", refused=True)
    @pytest.mark.parametrize("by", ["be", "fe", "qa"])
    def test_is_not_ended_by_one_who_may_not(self, team: AuthorityTeam, by: str):
        name = conflict(team, to="arch")
        [forwarded] = [each.id for each in from_system(team, "be") if each.type == "CONFLICT_REPORT"]
        for reply in (name, forwarded):
            with refused(team, "DEC-26", "arch / lead or a person"):
                team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by=by, to="arch", in_reply_to=reply)
            with refused(team, "DEC-26", "arch / lead or a person"):
                team.decide("D-7", by=by, to="arch", in_reply_to=reply)
        with refused(team, "DEC-26"):
            team.decide(name, by=by, to="arch")
        refs = blocker_refs(team)
        with refused(team, "DEC-26", "arch / lead or a person"):
            team.decide("D-7", by=by, to="arch", related_state_refs=refs)
        with refused(team, "DEC-26", "arch / lead or a person"):
            team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by=by, to="arch", related_state_refs=refs)
        headers: list[dict[str, Any]] = [
            {"in_reply_to": team.blocker().id},
            {"related_state_refs": [{"type": "decision", "id": name}]},
            {"related_state_refs": [{"type": "decision", "id": forwarded}]},
        ]
        for header in headers:
            with refused(team, "DEC-26", "arch / lead or a person"):
                team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by=by, to="arch", **header)
            with refused(team, "DEC-26", "arch / lead or a person"):
                team.decide("D-7", by=by, to="arch", **header)
        team.say("it is settled", by=by, to="arch", in_reply_to=name)
        assert team.entry("be") == Entry("blocked", f"conflict:{name}")

    @pytest.mark.req("DEC-26", "EVT-9")
    @pytest.mark.parametrize("by", ["arch", "lead", "person", "fe"])
    @pytest.mark.parametrize(
        "way", ["reply", "forwarded", "blocker", "id", "handoff", "reply to its blocker", "reference"]
    )
    def test_is_ended_by_its_addressee_the_lead_a_person_and_the_owner_of_a_decision_it_names(
        self, team: AuthorityTeam, by: str, way: str
    ):
        team.ask("D-5", to="fe")
        name = conflict(team, to="arch", conflicting_decisions=["D-5"])
        [forwarded] = [each.id for each in from_system(team, "be") if each.type == "CONFLICT_REPORT"]
        match way:
            case "reply" | "forwarded":
                team.decide("D-7", by=by, in_reply_to=name if way == "reply" else forwarded)
            case "blocker":
                team.decide("D-7", by=by, related_state_refs=[{"type": "blocker", "id": team.blocker().id}])
            case "id":
                team.decide(name, by=by)
            case "reply to its blocker":
                team.decide("D-7", by=by, in_reply_to=team.blocker().id)
            case "reference":
                team.decide("D-7", by=by, related_state_refs=[{"type": "decision", "id": name}])
            case _:
                team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by=by, to="qa", in_reply_to=name)
        assert (team.entry("be"), open_blockers(team)) == (FREE, [])
        assert (name, "arch") not in team.debts()
        ended = team.last("BlockerResolved")
        assert (ended["by"], team.message(ended["cause"]).sender) == (by, by)

    @pytest.mark.req("DEC-26", "EVT-9", refused=True)
    @pytest.mark.parametrize("by", ["be", "fe", "qa"])
    def test_is_not_ended_by_the_id_of_its_blocker_by_one_who_may_not(self, team: AuthorityTeam, by: str):
        name = conflict(team, to="arch")
        with refused(team, "DEC-26", name, "arch / lead or a person"):
            team.decide(team.blocker().id, by=by, to="arch")
        assert team.entry("be") == Entry("blocked", f"conflict:{name}")

    @pytest.mark.req("DEC-26", "DEC-27", refused=True)
    @pytest.mark.parametrize("by", ["arch", "lead", "person"])
    def test_is_ended_by_the_id_of_its_blocker_once(self, team: AuthorityTeam, by: str):
        name = conflict(team, to="arch")
        team.decide(team.blocker().id, by=by)
        assert (team.entry("be"), open_blockers(team)) == (FREE, [])
        assert (name, "arch") not in team.debts()
        with refused(team, "DEC-27", team.blocker().id, "resolved already"):
            team.decide(team.blocker().id, by=by)

    @pytest.mark.req("DEC-26", "MSG-7", refused=True)
    def test_its_id_is_no_id_for_a_decision(self, team: AuthorityTeam):
        name = conflict(team)
        with refused(team, "MSG-7", name):
            team.ask(name, by="be", to="arch")
        team.decide(name, by="lead")
        assert team.entry("be") == FREE

    @pytest.mark.req("DEC-26", "EVT-4")
    def test_reaches_and_blocks_the_owners_of_decisions_as_of_artifacts(self, team: AuthorityTeam):
        team.ask("D-5", to="fe")
        team.ask("D-6", to="person", by="lead")
        name = team.conflict(conflicting_decisions=["D-5", "D-6", "D-unknown"])
        assert team.entry("fe") == Entry("blocked", f"conflict:{name}")
        assert [each.type for each in from_system(team, "fe")] == ["CONFLICT_REPORT"]
        assert [each.type for each in from_system(team, "person")] == ["CONFLICT_REPORT"]
        team.decide("D-5", by="fe")
        assert (team.entry("fe"), team.debts()) == (FREE, [(team.inbox("person")[0].id, "person")])


class TestAnAgentThatIsBlocked:
    @pytest.mark.req("DEC-26", "EVT-4", "EVT-9", refused=True)
    @pytest.mark.parametrize("by_review", [False, True])
    def test_by_another_does_not_end_that_by_its_own_word(self, team: AuthorityTeam, by_review: bool):
        if by_review:
            team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to="qa")
        else:
            conflict(team)
        before = team.entry("be")
        task = team.hand_over()
        for status in ("working", "idle", "completed"):
            with refused(team, "DEC-26", "the lead or a person", "renkei board resolve BLK-"):
                team.write("be", status=status)
        for status in ("working", "completed"):
            with refused(team, "DEC-26", "the lead or a person"):
                team.update(status)
        with refused(team, "DEC-26", "the lead or a person"):
            team.result(task)
        for value in (None, "agent:fe"):
            with refused(team, "DEC-26"):
                team.write("be", blocked_by=value)
        team.result(task, "partial")
        assert team.entry("be") == before
        team.update("error")
        with refused(team, "DEC-26"):
            team.write("be", status="working")
        assert len(open_blockers(team)) == 1

    @pytest.mark.req("DEC-26")
    def test_reports_what_blocks_it_besides_and_stays_blocked_by_the_first(self, team: AuthorityTeam):
        name = conflict(team)
        team.update("blocked", blockers=["agent:fe"])
        assert team.entry("be") == Entry("blocked", f"conflict:{name}")
        team.decide("D-7", by="lead", in_reply_to=name)
        assert team.entry("be") == Entry("blocked", "agent:fe")

    @pytest.mark.req("DEC-26", refused=True)
    @pytest.mark.parametrize("status", ["working", "idle", "completed", "error"])
    def test_by_no_status_of_its_own_without_a_reason(self, team: AuthorityTeam, status: str):
        team.wait("fe", "agent:be")
        with refused(team, "DEC-26", "--why"):
            team.write("fe", status=status)
        assert team.entry("fe") == Entry("blocked", "agent:be")
        team.do(SetFields(fields={"status": status}, why="be is ill"), by="fe")
        ended = team.last("BlockerResolved")
        assert (team.entry("fe"), ended["body"]["why"]) == (Entry(status, None), "be is ill")

    @pytest.mark.req("DEC-26")
    @pytest.mark.parametrize("way", ["board", "update"])
    def test_by_its_own_word_takes_that_back_with_a_reason_that_is_kept(self, team: AuthorityTeam, way: str):
        team.wait("fe", "agent:be")
        with refused(team, "DEC-26", "--why"):
            team.write("fe", status="working")
        if way == "board":
            team.do(SetFields(fields={"status": "working"}, why="I mock it"), by="fe")
        else:
            team.update("working", by="fe", progress_summary="I mock it")
        assert (team.entry("fe"), open_blockers(team)) == (Entry("working", None), [])
        ended = team.last("BlockerResolved")
        assert (ended["by"], ended["body"]["why"]) == ("fe", "I mock it")


class TestAReview:
    @pytest.mark.req("DEC-26", "MSG-6", refused=True)
    def test_is_ended_by_its_reviewer_and_by_nobody_else(self, team: AuthorityTeam):
        name = name_of(team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to="qa"))
        for by, to in (("be", "qa"), ("fe", "be"), ("lead", "be")):
            headers: list[dict[str, Any]] = [{}, {"in_reply_to": name}, {"related_state_refs": blocker_refs(team)}]
            for header in headers:
                with refused(team, "DEC-26", "qa or a person"):
                    team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by=by, to=to, **header)
        assert team.entry("be") == Entry("blocked", f"review:{name}")
        team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="qa", to="be")
        assert team.entry("be") == FREE

    @pytest.mark.req("DEC-26")
    def test_is_named_by_its_blocker_too(self, team: AuthorityTeam):
        team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to="qa")
        refs = [{"type": "blocker", "id": team.blocker().id}]
        result = {**PAYLOADS["REVIEW_RESULT"], "artifact_ref": "auth"}
        team.post("REVIEW_RESULT", result, by="qa", to="be", related_state_refs=refs)
        assert team.entry("be") == FREE

    @pytest.mark.req("DEC-26")
    def test_that_nobody_asked_for_is_taken(self, team: AuthorityTeam):
        team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to="qa")
        team.post("REVIEW_RESULT", {**PAYLOADS["REVIEW_RESULT"], "artifact_ref": "b"}, by="fe", to="be")
        assert team.entry("be").status == "blocked"

    @pytest.mark.req("DEC-26", "DEC-27")
    @pytest.mark.parametrize("first", ["answer", "leave"])
    def test_ends_when_all_who_are_left_have_answered(self, team: AuthorityTeam, first: str):
        name = name_of(team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to=["qa", "arch"]))
        if first == "leave":
            team.do(RemoveAgent(name="arch"))
            assert team.entry("be") == Entry("blocked", f"review:{name}")
        team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="qa", to="be")
        if first == "answer":
            assert team.entry("be") == Entry("blocked", f"review:{name}")
            team.do(RemoveAgent(name="arch"))
            told = "arch has left the team; all others who were asked have answered the review"
            assert texts(team, "be") == [f"{told} {name}."]
        assert (team.entry("be"), open_blockers(team)) == (FREE, [])

    @pytest.mark.req("DEC-26", "DEC-27", refused=True)
    def test_is_not_ended_by_the_leaving_of_all_who_were_asked(self, team: AuthorityTeam):
        name = name_of(team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to=["qa", "arch"]))
        team.do(RemoveAgent(name="arch"))
        team.do(RemoveAgent(name="qa"))
        assert team.entry("be") == Entry("blocked", f"review:{name}")
        team.wait("fe", f"review:{name}")
        assert team.entry("fe").status == "blocked"


class TestABlockThatIsNoConflict:
    @pytest.mark.req("DEC-26", "DEC-27", refused=True)
    @pytest.mark.parametrize("by", ["be", "fe", "qa", "arch", "lead", "person"])
    @pytest.mark.parametrize("what", ["review", "decision", "agent", "words"])
    def test_is_ended_by_no_decision_that_is_called_like_it(self, team: AuthorityTeam, by: str, what: str):
        match what:
            case "review":
                team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to="qa")
            case "decision":
                team.ask("D-1", by="be", to="arch")
                team.wait("be", "decision:D-1")
            case "agent":
                team.wait("be", "agent:fe")
            case _:
                team.wait("be", "the network")
        before, block = team.entry("be"), team.blocker()
        waits_for = block.cause or block.description
        with refused(team, "DEC-26", waits_for, "lead", f"renkei board resolve {block.id} --why TEXT"):
            team.decide(block.id, by=by)
        assert (team.entry("be"), len(open_blockers(team))) == (before, 1)


class TestADecision:
    @pytest.mark.req("DEC-26", "MSG-7", "EVT-3", refused=True)
    def test_is_made_by_its_owner_and_by_nobody_else(self, team: AuthorityTeam):
        request = team.ask("D-1", to="arch")
        team.wait("fe", "decision:D-1")
        for by in ("qa", "fe", "lead", "be"):
            with refused(team, "MSG-7", "arch"):
                team.decide("D-1", by=by)
            team.decide("D-2", by=by, in_reply_to=request)
        team.decide("D-2", by="arch", in_reply_to=request)
        assert (team.entry("fe").status, team.debts()) == ("blocked", [(request, "arch")])
        team.decide("D-1", by="arch")
        assert (team.entry("fe"), team.debts()) == (FREE, [])

    @pytest.mark.req("DEC-26", "EVT-3")
    def test_passes_its_constraints_on_to_those_whom_it_affects(self, team: AuthorityTeam):
        team.ask("D-1", to="arch")
        team.wait("fe", "decision:D-1")
        team.decide("D-1", by="arch", more={"additional_constraints": ["at most one hour", "no cookies"]})
        for name in ("fe", "qa"):
            told = [text for text in texts(team, name) if text.startswith("Decision D-1")]
            assert told[0].splitlines()[1] == "What was decided: a"
            assert told[0].splitlines()[2].endswith("Keep from now on: at most one hour; no cookies")

    @pytest.mark.req("DEC-26", "BUD-1")
    def test_its_constraints_stand_in_the_context_of_those_whom_it_affects(self, team: AuthorityTeam):
        team.ask("D-1", to="arch")
        team.hand_over("be", constraints=["as D-1 says"])
        limits = ["only TLS", "x" * 300]
        team.decide("D-1", by="arch", to="lead", more={"additional_constraints": limits})
        for name, impact in (("qa", "You asked for it."), ("be", "Your task")):
            text = team.hub.context_for(name).text
            assert (impact in text, "; ".join(limits) in text) == (True, True)
        assert "only TLS" not in team.hub.context_for("fe").text

    @pytest.mark.req("DEC-26")
    def test_without_constraints_nothing_has_to_be_kept(self, team: AuthorityTeam):
        team.ask("D-1", to="arch")
        team.decide("D-1", by="arch", to="lead")
        assert "Keep" not in team.hub.context_for("qa").text


class TestAQuestion:
    @pytest.mark.req("DEC-26", "MSG-3")
    def test_that_blocks_nobody_is_answered_by_the_one_that_fits(self, team: AuthorityTeam):
        asked = question(team)
        team.say("yes", by="be", to="fe")
        assert team.debts() == [(asked, "be")]
        team.say("yes", by="be", to="qa")
        assert team.debts() == []

    @pytest.mark.req("DEC-26", "MSG-3", refused=True)
    def test_of_two_neither_is_answered_without_its_name(self, team: AuthorityTeam):
        first, second = question(team), question(team)
        team.say("yes", by="be", to="qa")
        assert team.debts() == [(first, "be"), (second, "be")]
        team.say("yes", by="be", to="qa", in_reply_to=second)
        assert team.debts() == [(first, "be")]

    @pytest.mark.req("DEC-26", "TURN-2", refused=True)
    def test_that_blocks_is_answered_by_its_name_alone(self, team: AuthorityTeam):
        asked = question(team, priority="blocking")
        team.say("yes", by="be", to="qa")
        assert team.debts() == [(asked, "be")]
        for by in ("be", "person"):
            with refused(team, "DEC-26", "qa"):
                team.do(HandleMessages(reader="be", messages=[asked]), by=by)
        team.do(HandleMessages(reader="be"), by="be")
        assert team.waiting("be") == [asked]
        team.say("yes", by="be", to="qa", in_reply_to=asked)
        assert (team.waiting("be"), team.debts()) == ([], [])

    @pytest.mark.req("DEC-26")
    def test_whose_asker_has_left_can_be_dismissed(self, team: AuthorityTeam):
        asked = question(team, priority="blocking")
        team.do(RemoveAgent(name="qa"))
        team.do(HandleMessages(reader="be", messages=[asked]), by="be")
        assert asked not in team.waiting("be")


class TestARequestThatBlocks:
    """It says so, by its priority or in its payload, or somebody waits for its answer."""

    @pytest.mark.req("DEC-26", "TURN-2", refused=True)
    @pytest.mark.parametrize("to", ["qa", "all", "#reviews"])
    def test_a_blocking_review_is_not_dismissed(self, team: AuthorityTeam, to: str):
        name = name_of(team.post("REVIEW_REQUEST", PAYLOADS["REVIEW_REQUEST"], by="be", to=to))
        stays(team, name, "qa", "REVIEW_RESULT")
        team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="qa", to="be")
        goes_on(team, "qa")

    @pytest.mark.req("DEC-26", "TURN-2", refused=True)
    @pytest.mark.parametrize("to", ["qa", "all", "#talk"])
    def test_neither_is_a_blocking_question(self, team: AuthorityTeam, to: str):
        body = {"body": "ok?", "requires_response": True, "urgency": "blocking"}
        name = name_of(team.post("FREEFORM", body, by="be", to=to))
        stays(team, name, "qa", "FREEFORM")
        team.say("yes", by="qa", to="be", in_reply_to=name)
        goes_on(team, "qa")

    @pytest.mark.req("DEC-26", "TURN-2", refused=True)
    def test_nor_a_decision_or_a_conflict_that_somebody_waits_for(self, team: AuthorityTeam):
        asked = team.ask("D-1", by="be", to="qa")
        team.do(HandleMessages(reader="qa", messages=[asked]), by="qa")
        team.wait("be", "decision:D-1")
        stays(team, asked, "qa", "DECISION_RESULT")
        team.decide("D-1", by="qa", to="be")
        goes_on(team, "qa")
        report = conflict(team, to="arch")
        stays(team, report, "arch", "DECISION_RESULT")
        team.decide("D-2", by="arch", in_reply_to=report)
        goes_on(team, "arch")

    @pytest.mark.req("DEC-26", "TURN-2")
    def test_what_blocks_nobody_is_dismissed(self, team: AuthorityTeam):
        review = {**PAYLOADS["REVIEW_REQUEST"], "blocking": False}
        names = [
            name_of(team.post("REVIEW_REQUEST", review, by="be", to="qa")),
            name_of(team.post("REVIEW_REQUEST", review, by="be", to="all")),
            team.ask("D-1", by="be", to="qa"),
            name_of(team.say("good morning", by="be", to="all", priority="blocking")),
        ]
        team.do(HandleMessages(reader="qa", messages=names), by="qa")
        assert team.waiting("qa") == []
        goes_on(team, "qa")


def stays(team: AuthorityTeam, message: str, reader: str, expected: str) -> None:
    for by in (reader, "person"):
        with refused(team, "DEC-26", expected):
            team.do(HandleMessages(reader=reader, messages=[message]), by=by)
    team.do(StartTurn(), by=reader)
    team.update("working", by=reader)
    with refused(team, "TURN-2", message):
        team.do(EndTurn(), by=reader)


def goes_on(team: AuthorityTeam, reader: str) -> None:
    team.do(StartTurn(), by=reader)
    team.update("working", by=reader)
    team.do(EndTurn(), by=reader)


def blocker_refs(team: AuthorityTeam) -> list[dict[str, str]]:
    return [{"type": "blocker", "id": team.blocker().id}]


def question(team: AuthorityTeam, **header: Any) -> str:
    return name_of(team.post("FREEFORM", {"body": "ok?", "requires_response": True}, by="qa", to="be", **header))


def test_every_block_says_who_declared_it(team: AuthorityTeam):
    conflict(team)
    team.wait("fe", "agent:be")
    assert [(row.affected_agents, row.by) for row in team.rows(BlockerRow)] == [(["be"], "system"), (["fe"], "fe")]
    assert said(from_system(team, "be")[-1]) == "fe is blocked, waiting for your work."
