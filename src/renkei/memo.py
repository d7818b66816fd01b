"""Results that are remembered: many agents read the same message, and nobody needs it worked out twice."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
ResultT = TypeVar("ResultT")

_LONGEST: Final = 2_000
"""Up to how many characters a text is remembered: messages and lines of the board are hardly ever longer, and what is
would take memory without end."""


def remember_short(most: int) -> Callable[[Callable[P, ResultT]], Callable[P, ResultT]]:
    """For a function of texts and numbers that gives the same for the same: its newest `most` results are remembered,
    unless a text is long."""

    def remember(function: Callable[P, ResultT]) -> Callable[P, ResultT]:
        remembered = lru_cache(maxsize=most)(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> ResultT:
            for each in args:
                if type(each) is str and len(each) > _LONGEST:
                    return function(*args, **kwargs)
            return remembered(*args, **kwargs)  # type: ignore[arg-type]

        return call

    return remember
