"""Every list that can be asked for takes a number of entries, and nothing else."""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

import pytest

from renkei import app, open_project
from renkei.app.project import Project
from renkei.errors import BadInput

GIVEN: Final[dict[str, dict[str, Any]]] = {
    "board_changes": {"since": 0},
    "inbox": {"agent": "person"},
    "insights": {"state": "pending"},
    "read_chat": {"channel": "general"},
}


def list_functions() -> Iterator[Callable[..., Any]]:
    for module in (import_module(f"renkei.app.{each.name}") for each in iter_modules(app.__path__)):
        for name, found in inspect.getmembers(module, inspect.isfunction):
            is_own = found.__module__ == module.__name__ and not name.startswith("_")
            if is_own and {"limit", "project"} <= inspect.signature(found).parameters.keys():
                yield found


LISTS: Final = [found for found in list_functions() if found.__name__ not in ("collect_changes", "trace_run")]
"""`collect_changes` is a part of others; a trace needs a run, and has a test of its own."""


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with open_project(tmp_path, env={}) as project:
        yield project


def test_there_are_lists():
    assert len(LISTS) >= 8


@pytest.mark.parametrize("look", LISTS, ids=lambda look: look.__name__)
@pytest.mark.parametrize("limit", [0, -1, "2"])
def test_no_list_takes_what_is_no_number_of_entries(project: Project, look: Callable[..., Any], limit: Any):
    with pytest.raises(BadInput, match="limit: expected a whole number of at least 1"):
        look(project, **GIVEN.get(look.__name__, {}), limit=limit)


@pytest.mark.parametrize("look", LISTS, ids=lambda look: look.__name__)
def test_every_list_takes_one_entry(project: Project, look: Callable[..., Any]):
    assert look(project, **GIVEN.get(look.__name__, {}), limit=1) is not None
