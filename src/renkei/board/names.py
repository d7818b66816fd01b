"""Names that Renkei gives: of messages, blockers, events, runs and what is a run's; and of the questions it asks."""

import re
from collections.abc import Iterable
from itertools import count
from typing import Final

from renkei.board.tables import ContractRow, DecisionRow
from renkei.eventlog.base import View

_GIVEN: Final = re.compile(r"(MSG|BLK|E)-\d+|(TC-)?R-\d+([-/].*)?", re.DOTALL)
_OF_RUN: Final = re.compile(r"R-\d+([-/].*)?", re.DOTALL)
_CONSULT: Final = re.compile(r"(?P<contract>.+)-D\d+", re.DOTALL)


def is_given_by_renkei(name: str) -> bool:
    """Whether nobody else may call anything so."""
    return _GIVEN.fullmatch(name) is not None


def is_of_run(name: str) -> bool:
    return _OF_RUN.fullmatch(name) is not None


def contract_asking_under(view: View, decision: str) -> ContractRow | None:
    """The contract whose questions are called like this decision."""
    found = _CONSULT.fullmatch(decision)
    return view.get(ContractRow, found["contract"]) if found else None


def run_question(view: View, name: str) -> str:
    """What a run calls a decision that it asks for; never one that is there already."""
    return _first_free(view, (name if number == 1 else f"{name}-{number}" for number in count(1)))


def contract_question(view: View, row: ContractRow) -> str:
    """What the next decision is called that is asked for under a contract; never one that is there already."""
    return _first_free(view, (f"{row.id}-D{number}" for number in count(len(row.consults) + 1)))


def _first_free(view: View, names: Iterable[str]) -> str:
    return next(name for name in names if view.get(DecisionRow, name) is None)
