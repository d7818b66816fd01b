"""`re`, but a pattern is compiled when it is first used.

The readers of results know some four hundred patterns, and one result meets a part of them: compiling all took half of
the time of a hook at a stop.
"""

import re as _re
from re import (
    ASCII,
    DOTALL,
    IGNORECASE,
    MULTILINE,
    VERBOSE,
    A,
    I,
    M,
    Match,
    Pattern,
    RegexFlag,
    escape,
    findall,
    finditer,
    match,
    search,
    split,
    sub,
)  # fmt: skip
from typing import Any, AnyStr, Generic, cast

__all__ = [
    "ASCII", "DOTALL", "IGNORECASE", "MULTILINE", "VERBOSE", "A", "I", "M", "Match", "Pattern", "RegexFlag",
    "compile", "escape", "findall", "finditer", "match", "search", "split", "sub",
]  # fmt: skip


class _LazyPattern(Generic[AnyStr]):
    """Stands for a compiled pattern; what is asked of it is kept, so that the next time costs nothing more."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(_re.compile(self.pattern, self._flags), name)
        self.__dict__[name] = found
        return found


def compile(pattern: AnyStr, flags: int | RegexFlag = 0) -> Pattern[AnyStr]:  # noqa: A001 - in the place of the other
    """A pattern that is compiled when it is first used; a wrong one is told of then."""
    return cast(Pattern[AnyStr], _LazyPattern(pattern, flags))
