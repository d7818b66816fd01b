"""The seed's five rules, in order."""

from typing import Any

import pytest

from renkei.context.keywords import extract_keywords
from renkei.context.tiers import Reader, Tier, place_message, refers_to
from renkei.protocol.messages import Message
from renkei.protocol.terms import MessageType, Priority

ME = Reader(id="bob", topic=extract_keywords("ユーザー認証APIの実装 / Build the login endpoint"))


def tier_of(message: Message, reader: Reader, *, mentioned: bool = False, by_keywords: bool = True) -> Tier:
    return place_message(message, reader, mentioned=mentioned, by_keywords=by_keywords).tier


def message(
    kind: MessageType = "KNOWLEDGE_SHARE",
    to: str | list[str] = "bob",
    *,
    priority: Priority = "normal",
    text: str = "lunch is at noon",
    channel: str | None = None,
    sender: str = "alice",
    **payload: Any,
) -> Message:
    return Message(
        id="MSG-1",
        type=kind,
        sender=sender,
        to=to,
        priority=priority,
        timestamp="2026-05-01T12:00:00Z",
        context_summary=text,
        related_state_refs=[],
        in_reply_to=None,
        expected_response_type=[],
        payload=payload,
        channel=channel,
    )


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize("to", ["bob", ["alice", "bob"], ["#general", "bob"]])
def test_rule_1_blocking_to_the_reader_is_critical(to: str | list[str]):
    assert tier_of(message(to=to, priority="blocking", channel="general"), ME) == "critical"


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize("priority", ["high", "normal", "low"])
def test_rule_2_anything_else_to_the_reader_is_relevant(priority: Priority):
    assert tier_of(message(priority=priority), ME) == "relevant"


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize("text", ["認証方式が変わりました", "The login page moved"])
@pytest.mark.parametrize(("to", "channel"), [("all", None), ("*", None), ("#general", "general"), ("design", "design")])
def test_rule_3_a_group_message_about_the_readers_task_is_relevant(to: str, channel: str | None, text: str):
    assert tier_of(message(to=to, channel=channel, text=text), ME) == "relevant"


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize("text", ["今日の昼食について", "Lunch is at noon"])
def test_rule_4_another_group_message_is_background(text: str):
    assert tier_of(message(to="all", text=text), ME) == "background"


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize("priority", ["blocking", "normal"])
def test_rule_5_a_message_between_others_is_irrelevant_whatever_it_says(priority: Priority):
    between = message(to=["alice", "carol"], text="login, 認証", priority=priority, channel="general")
    assert tier_of(between, ME) == "irrelevant"


@pytest.mark.req("BUD-5")
@pytest.mark.parametrize(("text", "tier"), [("login", "relevant"), ("lunch", "background")])
def test_a_blocking_group_message_goes_by_rules_3_to_5(text: str, tier: Tier):
    assert tier_of(message(to="all", text=text, priority="blocking"), ME) == tier


@pytest.mark.req("BUD-1")
def test_keywords_are_looked_for_in_the_payload_but_not_in_its_fixed_words():
    reader = Reader(id="bob", topic=frozenset({"approved", "session"}))
    findings = [{"severity": "major", "location": "x", "description": "the session leaks"}]
    assert tier_of(message("REVIEW_RESULT", "all", findings=findings), reader) == "relevant"
    assert tier_of(message("REVIEW_RESULT", "all", verdict="approved"), reader) == "background"


@pytest.mark.req("TURN-3")
def test_by_address_only_no_group_message_is_relevant():
    assert tier_of(message(to="all", text="login"), ME, by_keywords=False) == "background"
    assert tier_of(message(), ME, by_keywords=False) == "relevant"


@pytest.mark.req("BUD-5", "MSG-8")
@pytest.mark.parametrize("to", ["bob", "all", "#general", "alice"])
def test_a_mention_is_critical_wherever_it_stands(to: str):
    assert tier_of(message("FREEFORM", to, channel="general"), ME, mentioned=True) == "critical"


@pytest.mark.req("BUD-5")
def test_a_decision_asked_of_the_reader_is_critical():
    assert tier_of(message("DECISION_REQUEST"), ME) == "critical"
    assert tier_of(message("DECISION_REQUEST", "all"), ME) == "background"
    assert tier_of(message("DECISION_RESULT"), ME) == "relevant"


@pytest.mark.req("BUD-5")
def test_a_review_of_the_readers_artifact_is_critical():
    review = message("REVIEW_RESULT", artifact_ref="auth.py")
    assert tier_of(review, Reader(id="bob", artifacts=frozenset({"auth.py"}))) == "critical"
    assert tier_of(review, Reader(id="bob", waits_for=("review of auth.py",))) == "critical"
    assert tier_of(review, ME) == "relevant"


@pytest.mark.req("BUD-5")
@pytest.mark.parametrize(
    "blocked_by", ["alice", "agent:alice", "task:MSG-7", "MSG-7 が終わるまで", "schema-v3 from dba"]
)
def test_the_result_that_the_reader_waits_for_is_critical(blocked_by: str):
    result = message("TASK_RESULT", original_task_ref="MSG-7", output_artifacts=["schema-v3"], status="completed")
    assert tier_of(result, Reader(id="bob", waits_for=(blocked_by,))) == "critical"


@pytest.mark.req("BUD-5")
@pytest.mark.parametrize("blocked_by", ["alice2", "MSG-71", "schema-v3.1", "the weather"])
def test_another_result_is_relevant(blocked_by: str):
    result = message("TASK_RESULT", original_task_ref="MSG-7", output_artifacts=["schema-v3"], status="completed")
    assert tier_of(result, Reader(id="bob", waits_for=(blocked_by,))) == "relevant"


@pytest.mark.req("BUD-5")
def test_the_result_of_a_task_that_the_reader_handed_over_is_critical():
    result = message("TASK_RESULT", original_task_ref="MSG-7", status="completed")
    assert tier_of(result, Reader(id="bob", handed_over=frozenset({"MSG-7"}))) == "critical"


@pytest.mark.req("BUD-5")
@pytest.mark.parametrize(("status", "tier"), [("completed", "critical"), ("working", "relevant")])
def test_the_status_that_the_reader_waits_for_is_critical(status: str, tier: Tier):
    update = message("STATUS_UPDATE", new_status=status, task_ref="MSG-7")
    assert tier_of(update, Reader(id="bob", waits_for=("task:MSG-7",))) == tier


@pytest.mark.parametrize(
    ("text", "name", "refers"),
    [
        ("待ち: bob。", "bob", True),
        ("bob.", "bob", True),
        ("bob.smith", "bob", False),
        ("bob-2", "bob", False),
        ("x_bob", "bob", False),
        ("(bob)", "bob", True),
        ("a+b", "a+b", True),
    ],
)
def test_a_text_refers_to_a_name_that_is_a_whole_word(text: str, name: str, refers: bool):
    assert refers_to(text, name) is refers
