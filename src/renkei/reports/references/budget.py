"""A budget of work for one check (DEC-44): what is over it was not looked at, on a slow machine as on a fast one."""

from typing import Final

from renkei.sentence import Sentence

MOST_WORK: Final = 1_000_000_000
"""Bytes that are gone through for quotes: some seconds."""

LARGE: Final = 1_000_000
"""Quotes of a file of more bytes come last."""

OVER_BUDGET: Final = Sentence("it was not looked at: the check has done all the work that it may")


class Budget:
    """What is left of it."""

    def __init__(self, work: int = MOST_WORK) -> None:
        self._left = work

    @property
    def is_spent(self) -> bool:
        return self._left <= 0

    def spend(self, work: int) -> None:
        self._left -= work
