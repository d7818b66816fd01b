"""The door itself: warnings, keys, expected versions, refusals; nothing is ever half done."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.board import read
from renkei.commands.messages import RedactBody
from renkei.commands.team import AddAgent, IssueToken, RemoveAgent
from renkei.commands.turns import EndTurn
from renkei.errors import BadInput, NotFound, Refused
from renkei.protocol.terms import MESSAGE_TYPES, MessageType
from tests.support.examples import examples
from tests.support.hub_messages import PAYLOADS, STRATEGIES, draft
from tests.support.hub_team import NOON, Team, open_log


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_every_type_is_posted_and_read_back_unchanged(team: Team, kind: MessageType):
    header = {name: value for name, value in draft(kind).items() if name not in ("type", "payload", "to")}
    done = team.post(kind, PAYLOADS[kind], by="alice", to=["bob", "carol"], **header)
    found = team.message(done.id)
    assert (found.type, found.payload) == (kind, PAYLOADS[kind])
    assert (found.to, found.priority, found.in_reply_to) == (["bob", "carol"], "high", "MSG-1")
    assert (found.context_summary, len(found.related_state_refs)) == ("認証の実装について。", 1)


@pytest.mark.req("MSG-2")
@settings(max_examples=examples(60))
@given(data=st.data(), kind=st.sampled_from(MESSAGE_TYPES))
def test_any_valid_payload_is_read_back_as_it_was_posted(data: st.DataObject, kind: MessageType):
    team = Team(open_log("memory", Path())).join("alice", "bob")
    payload = data.draw(STRATEGIES[kind])
    done = team.post(kind, payload, by="alice", to="bob")
    assert team.message(done.id).payload == payload
    stored = next(record for record in team.events() if record.document().get("id") == done.id)
    assert stored.document()["payload"] == payload
    assert team.flaws() == []


def test_references_to_what_nobody_knows_are_taken_and_named(team: Team):
    handoff = team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="alice", to="bob")
    conflict = team.post(
        "CONFLICT_REPORT",
        PAYLOADS["CONFLICT_REPORT"],
        by="alice",
        to="bob",
        related_state_refs=[{"type": "artifact", "id": "x.md"}, {"type": "agent", "id": "bob"}],
    )
    result = team.post(
        "TASK_RESULT",
        {"original_task_ref": "MSG-0", "status": "completed", "summary": "s", "output_artifacts": []},
        by="bob",
        to="alice",
    )
    assert [[note.text.format(**note.params) for note in done.notes] for done in (handoff, conflict, result)] == [
        ["payload.input_artifacts: nothing is known of artifact auth-api-spec-v2."],
        [
            "related_state_refs: nothing is known of artifact x.md.",
            "payload.conflicting_artifacts: nothing is known of artifact spec.md.",
            "payload.conflicting_artifacts: nothing is known of artifact src/auth.ts.",
            "payload.conflicting_decisions: nothing is known of decision D-012.",
        ],
        ["payload.original_task_ref: nothing is known of task MSG-0."],
    ]


def test_references_to_what_is_known_give_no_warning(team: Team):
    task = team.post("TASK_HANDOFF", {**PAYLOADS["TASK_HANDOFF"], "input_artifacts": []}, by="alice", to="bob")
    result = {"original_task_ref": task.id, "status": "completed", "summary": "s", "output_artifacts": ["src/auth.ts"]}
    review = PAYLOADS["REVIEW_REQUEST"]
    done = [
        team.post("TASK_RESULT", result, by="bob", to="alice"),
        team.post("REVIEW_REQUEST", review, by="alice", to="bob"),
    ]
    assert [each.notes for each in done] == [(), ()]


def test_the_same_request_under_the_same_key_is_carried_out_once(team: Team):
    first = team.say("hello", by="alice", to="bob", key="k")
    before = team.seq
    again = team.say("hello", by="alice", to="bob", key="k")
    assert (again.id, again.replayed, first.replayed) == (first.id, True, False)
    assert (team.seq, team.waiting("bob")) == (before, [first.id])


def test_another_request_under_a_used_key_is_bad_input(team: Team):
    team.say("hello", by="alice", to="bob", key="k")
    before = team.seq
    with pytest.raises(BadInput, match="'k' was used for another command before"):
        team.say("other", by="alice", to="bob", key="k")
    assert team.seq == before


def test_another_actors_key_is_its_own(team: Team):
    first = team.say("hello", by="alice", to="bob", key="k")
    second = team.say("hello", by="carol", to="bob", key="k")
    assert not second.replayed
    assert team.waiting("bob") == [first.id, second.id]


def test_a_key_is_remembered_after_a_restart(tmp_path: Path):
    log = open_log("sqlite", tmp_path)
    first = Team(log).join("alice", "bob").say("hello", by="alice", to="bob", key="k")
    log.close()
    again = Team(open_log("sqlite", tmp_path)).say("hello", by="alice", to="bob", key="k")
    assert (again.id, again.replayed) == (first.id, True)


def test_a_request_that_expects_the_log_where_it_is_is_carried_out(team: Team):
    team.do(AddAgent(name="dave", role="developer"), expected_seq=team.seq)
    assert [agent.id for agent in team.board().agents] == ["alice", "bob", "carol", "dave"]


def test_a_request_that_expects_the_log_elsewhere_is_refused(team: Team):
    with pytest.raises(Refused) as caught:
        team.do(AddAgent(name="dave", role="developer"), expected_seq=team.seq - 1)
    assert caught.value.rule == "LOG-1"
    assert len(team.board().agents) == 3


@pytest.mark.parametrize(
    ("command", "by", "rule"),
    [
        (AddAgent(name="dave", role="developer"), "alice", "ACTOR-2"),
        (RemoveAgent(name="bob"), "alice", "ACTOR-2"),
        (IssueToken(name="alice"), "carol", "ACTOR-3"),
        (RedactBody(target="MSG-1"), "carol", "ACTOR-3"),
        (EndTurn(), "alice", "BOARD-2"),
    ],
)
def test_a_refusal_is_recorded_and_nothing_else_changes(
    team: Team, command: AddAgent | RemoveAgent | IssueToken | RedactBody | EndTurn, by: str, rule: str
):
    before, board = team.seq, team.board()
    with pytest.raises(Refused) as caught:
        team.do(command, by=by)
    assert caught.value.rule == rule
    [record] = team.events(before)
    assert (record.type, record.actor, record.body) == ("RuleRefused", by, None)
    assert json.loads(record.data) == {
        "rule": rule,
        "actor": by,
        "action": type(command).__name__,
        "mode": "enforce",
    }
    assert team.board() == board


def test_the_lead_and_a_person_may_change_the_team(team: Team):
    team.do(AddAgent(name="dave", role="developer"), by="carol")
    team.do(RemoveAgent(name="dave"), by="carol")
    team.do(AddAgent(name="dave", role="tester"))
    assert [(agent.id, agent.role) for agent in team.board().agents][-1] == ("dave", "tester")


def test_adding_the_same_member_again_changes_nothing(team: Team):
    before = team.seq
    assert team.do(AddAgent(name="alice", role="developer")).id is None
    assert team.seq == before
    with pytest.raises(NotFound):
        team.do(RemoveAgent(name="dave"))


def test_the_rules_in_force_stand_first_in_the_log_once(team: Team):
    assert [told for told in team.told() if told[0] == "RuleSetAdopted"] == [("RuleSetAdopted", "system")]
    assert team.told()[0] == ("RuleSetAdopted", "system")


def test_what_a_message_sets_off_is_in_the_same_commit_and_names_its_cause(team: Team):
    before = team.seq
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="all")
    assert [(r.type, r.cause) for r in team.events(before)] == [
        ("MessagePosted", None),
        ("FieldSet", before + 1),
        ("BlockerAdded", before + 1),
    ]


@pytest.mark.req("MSG-4")
def test_the_share_of_freeform_is_measured_with_its_intents(team: Team):
    with team.hub.read() as view:
        assert read.message_usage(view) == {"messages": 0, "types": {}, "freeform_share": 0.0, "freeform_intents": {}}
    for hint in ("QUESTIONに近い", "THANKS", "QUESTIONに近い"):
        team.post("FREEFORM", {"body": "b", "intent_hint": hint}, by="alice", to="bob")
    team.post("KNOWLEDGE_SHARE", PAYLOADS["KNOWLEDGE_SHARE"], by="alice", to="bob")
    with team.hub.read() as view:
        assert read.message_usage(view) == {
            "messages": 4,
            "types": {"FREEFORM": 3, "KNOWLEDGE_SHARE": 1},
            "freeform_share": 0.75,
            "freeform_intents": {"QUESTIONに近い": 2, "THANKS": 1},
        }


@pytest.mark.req("MSG-4")
def test_a_message_that_was_refused_is_not_counted(team: Team):
    with pytest.raises(BadInput):
        team.say("hello", by="alice", to="nobody")
    with team.hub.read() as view:
        assert read.message_usage(view)["messages"] == 0


def test_versions_of_an_artifact_count_whoever_registers_it(team: Team):
    result: dict[str, Any] = {
        "original_task_ref": "T",
        "status": "completed",
        "summary": "first line\nsecond",
        "output_artifacts": [],
    }
    for by, refs in (("alice", ["a.md", "a.md"]), ("bob", ["note"]), ("person", ["a.md"]), ("alice", ["a.md"])):
        team.post("TASK_RESULT", {**result, "output_artifacts": refs}, by=by, to="carol")
    found = {agent.id: [artifact.model_dump() for artifact in agent.artifacts] for agent in team.board().agents}
    assert found == {
        "alice": [{"ref": "a.md", "description": "first line", "version": 3, "path": "a.md"}],
        "bob": [{"ref": "note", "description": "first line", "version": 1, "path": ""}],
        "carol": [],
    }


@pytest.mark.parametrize(("status", "stands"), [("completed", "completed"), ("partial", "idle"), ("failed", "error")])
def test_a_task_result_sets_its_senders_status(team: Team, status: str, stands: str):
    team.write("alice", status="working")
    result: dict[str, Any] = {"original_task_ref": "T", "status": status, "summary": "s", "output_artifacts": []}
    team.post("TASK_RESULT", result, by="alice", to="carol")
    assert team.board().agents[0].status == stands


def test_times_are_the_stores_and_never_run_backwards(tmp_path: Path):
    times = iter([NOON, "2026-05-01T11:00:00.000000Z", "2026-05-01T13:00:00.000000Z"])
    team = Team(open_log("memory", tmp_path, clock=lambda: next(times))).join("alice", "bob")
    assert [record.at for record in team.events()] == [NOON, NOON, "2026-05-01T13:00:00.000000Z"]
