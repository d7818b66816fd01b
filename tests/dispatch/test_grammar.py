"""The grammar of `blocked_by`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.protocol.board import BLOCK_KINDS, Awaited, BlockKind, parse_awaited


def nothing(kind: BlockKind, name: str) -> bool:
    return False


@pytest.mark.req("EVT-2", "DEC-6")
@pytest.mark.parametrize("kind", BLOCK_KINDS)
@pytest.mark.parametrize("text", ["{}:X-1", " {}: X-1 ", "{} :X-1"])
def test_a_kind_and_an_id_need_not_be_known(kind: BlockKind, text: str):
    assert parse_awaited(text.format(kind), nothing) == Awaited(kind, "X-1")


@pytest.mark.req("EVT-2", "DEC-6")
def test_a_bare_id_is_looked_up_in_the_order_of_the_kinds():
    for number, kind in enumerate(BLOCK_KINDS):
        later = BLOCK_KINDS[number:]
        assert parse_awaited(" X-1 ", lambda each, name, later=later: each in later and name == "X-1") == Awaited(
            kind, "X-1"
        )


@pytest.mark.req("EVT-2", "EVT-9", "DEC-6")
@pytest.mark.parametrize(
    "text", [None, "", " ", "task:", "task: ", ":x", "the network", "http://x", "Task:1", "person:a"]
)
def test_anything_else_is_external(text: str | None):
    assert parse_awaited(text, nothing) is None


@given(text=st.text())
def test_any_text_is_one_or_the_other(text: str):
    found = parse_awaited(text, nothing)
    assert found is None or (found.id and parse_awaited(str(found), nothing) == found)
