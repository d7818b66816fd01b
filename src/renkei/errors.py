"""The error tree. One class per exit code; a message names the thing and says what to do next.

RenkeiError
├── BadInput      2  bad usage or bad input: names file, line, field and what was expected
├── NotFound      3  what the command line names does not exist
├── Refused       4  a rule says no: names the rule and who may
│   └── Stale          the log has moved past what the caller had read
└── Unreachable   5  store, agent or server cannot be reached, or an extra is missing
    ├── StoreError     the store: locked, damaged, full, read-only, on an unsafe file system
    └── StoreTooNew    the store asks for a newer Renkei

A message is a template in English with its parameters, so that the edge can say it in the reader's language
(`renkei.kit.words.translate`); `str()` is the English text. Our own mistakes are assertions, never these.
"""

from collections.abc import Sequence
from typing import ClassVar

from renkei.sentence import Sentence, Translatable, fill_template
from renkei.values import value


class RenkeiError(Exception):
    """Something a user can mend."""

    exit_code: ClassVar[int] = 1

    def __init__(self, text: Translatable, **params: object) -> None:
        self.text: Translatable = text
        self.params = params
        super().__init__(fill_template(text, params))


@value
class Problem:
    """One thing that is wrong in some input: where, what stands there, and what was expected."""

    path: str
    value: str | None = None
    expected: Translatable
    params: dict[str, object]
    line: int | None = None

    @property
    def said(self) -> Sentence:
        """What was expected, filled in."""
        return self.expected if isinstance(self.expected, Sentence) else Sentence(self.expected, **self.params)


class BadInput(RenkeiError):
    """Bad usage or bad input. `problems` lists each wrong place when the input is a document."""

    exit_code = 2

    def __init__(self, text: Translatable, *, problems: Sequence[Problem] = (), **params: object) -> None:
        super().__init__(text, **params)
        self.problems = tuple(problems)


class ProjectClosed(BadInput):
    """A project was used after it was closed."""


class NotFound(RenkeiError):
    """What the command line names does not exist."""

    exit_code = 3


class Refused(RenkeiError):
    """A rule says no."""

    exit_code = 4

    def __init__(self, text: Translatable, *, rule: str, **params: object) -> None:
        super().__init__(text, **params)
        self.rule = rule


class Stale(Refused):
    """The log has moved past the seq that the caller expected. Not recorded: that would move it again."""


class Unreachable(RenkeiError):
    """Store, agent or server cannot be reached, or an extra is missing."""

    exit_code = 5


class StoreError(Unreachable):
    """The store cannot be used as it is."""


class StoreTooNew(Unreachable):
    """The store was written by a newer Renkei, which asks older ones not to write."""
