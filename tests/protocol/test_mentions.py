"""Mentions: `@name` and `＠name`, in Japanese and English sentences."""

import pytest

from renkei.protocol.actors import find_mentions

NAMES = ["agent", "agent-designer", "bob", "bob.jr", "設計", "設計者"]


@pytest.mark.req("MSG-8")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@bob please look", ["bob"]),
        ("please look, @bob", ["bob"]),
        ("please look, @bob.", ["bob"]),
        ("(@bob)", ["bob"]),
        ("@bob's file", ["bob"]),
        ("＠bob 確認してください", ["bob"]),
        ("確認して@bobさん", ["bob"]),
        ("@bob、@agent。お願いします", ["bob", "agent"]),
        ("「@bob」", ["bob"]),
        ("@bob！", ["bob"]),
        ("@agent-designer and @agent", ["agent-designer", "agent"]),
        ("@bob.jr is not @bob", ["bob.jr", "bob"]),
        ("@設計者へ、@設計も", ["設計者", "設計"]),
        ("@bob @bob", ["bob"]),
        ("line one\n@bob", ["bob"]),
    ],
)
def test_a_mention_is_found(text: str, found: list[str]):
    assert find_mentions(text, NAMES) == found


@pytest.mark.req("MSG-8")
@pytest.mark.parametrize(
    "text",
    [
        "mail alice@bob",
        "mail alice@bob.example",
        "a.@bob",
        "@bob.example is a host",
        "@bobby",
        "@bob_2",
        "@agent-tester",
        "bob",
        "@",
        "@ bob",
        "@nobody",
        "",
    ],
)
def test_what_only_looks_like_a_mention_is_none(text: str):
    assert find_mentions(text, NAMES) == []


def test_nobody_is_mentioned_where_there_is_nobody():
    assert find_mentions("@bob", []) == []
