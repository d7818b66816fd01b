"""Lists a page at a time: a page costs what it shows, however long the list is, and says what it leaves out."""

from typing import Final, Generic, TypeVar

from renkei.errors import BadInput
from renkei.values import value

ItemT = TypeVar("ItemT")

PAGE: Final = 50
"""How many entries a list shows unless it is told otherwise."""

MOST_URGENT: Final = 200
"""How many urgent messages stand on every page: whoever floods a reader must not make its inbox endless."""

MOST_LOOKED_AT: Final = 1000
"""How many rows are looked at to find those that belong on a page."""


def require_limit(limit: int) -> int:
    """How many entries were asked for. Raises: BadInput, for what is no number of entries."""
    if type(limit) is not int or limit < 1:
        raise BadInput("limit: expected a whole number of at least 1, not {limit}.", limit=str(limit))
    return limit


@value
class Page(Generic[ItemT]):
    """A part of a list."""

    items: list[ItemT]
    more: int = 0
    """How many are left out: those after it of a list that begins with the oldest, else those before it."""
    last: int = 0
    """The seq that the next page begins after."""
    urgent_more: int = 0
    """How many of those left out are urgent."""
