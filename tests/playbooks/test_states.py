"""The lives of runs and tasks are two tables, and the page draws them."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from renkei.errors import Refused
from renkei.playbooks.states import RUN_TABLE, TASK_TABLE, move_run, move_task
from renkei.protocol.terms import RUN_STATES, TASK_STATES, RunState, RunStep, TaskState, TaskStep
from tests.support.mermaid import draw_states

PAGE = Path(__file__).parents[2] / "docs" / "why" / "runs.md"


@pytest.mark.parametrize("table", [RUN_TABLE, TASK_TABLE])
def test_the_page_draws_the_tables(table: Mapping[tuple[Any, Any], str]):
    assert f"```mermaid\n{draw_states(table)}\n```" in PAGE.read_text("utf-8"), draw_states(table)


@pytest.mark.parametrize(("at", "step"), list(product((None, *RUN_STATES), get_args(RunStep))))
def test_a_run_takes_the_steps_of_its_table_and_no_other(at: RunState | None, step: RunStep):
    if (at, step) in RUN_TABLE:
        assert move_run(at, step) == RUN_TABLE[at, step]
    else:
        with pytest.raises(Refused):
            move_run(at, step, "R-1")


@pytest.mark.parametrize(("at", "step"), list(product((None, *TASK_STATES), get_args(TaskStep))))
def test_a_task_takes_the_steps_of_its_table_and_no_other(at: TaskState | None, step: TaskStep):
    if (at, step) in TASK_TABLE:
        assert move_task(at, step) == TASK_TABLE[at, step]
    else:
        with pytest.raises(Refused):
            move_task(at, step, "a")
