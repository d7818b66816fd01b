"""The life of a contract is one table, and the page draws that table."""

from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from renkei.contracts.states import TABLE, is_allowed, move_contract
from renkei.errors import Refused
from renkei.protocol.terms import CONTRACT_STATES, ContractState, ContractStep
from tests.support.mermaid import draw_states

PAGE = Path(__file__).parents[2] / "docs" / "why" / "contracts.md"


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(("at", "step"), TABLE)
def test_a_step_of_the_table_is_taken_and_not_twice(at: ContractState | None, step: ContractStep):
    assert move_contract(at, step) == TABLE[at, step]
    assert not is_allowed(TABLE[at, step], step)


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(
    ("at", "step"), [pair for pair in product((None, *CONTRACT_STATES), get_args(ContractStep)) if pair not in TABLE]
)
def test_any_other_step_is_refused(at: ContractState | None, step: ContractStep):
    with pytest.raises(Refused) as refused:
        move_contract(at, step, "TC-1")
    assert refused.value.rule == "CON-2"


def test_every_state_can_be_reached():
    assert set(TABLE.values()) == set(CONTRACT_STATES)


@pytest.mark.req("CON-2")
def test_the_page_draws_the_table():
    assert f"```mermaid\n{draw_states(TABLE)}\n```" in PAGE.read_text("utf-8"), draw_states(TABLE)
