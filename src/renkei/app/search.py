"""Search: words, and `from: to: type: channel: run: task: is:open before: after:`."""

import re
from typing import Any, Final

from renkei.app.log_index import Filter
from renkei.app.oversight import Oversight
from renkei.board.tables import DebtRow, DecisionRow
from renkei.errors import BadInput
from renkei.eventlog.base import View
from renkei.protocol.actors import PERSON, normal_name
from renkei.protocol.terms import MESSAGE_TYPES
from renkei.values import value

FILTERS: Final = ("from", "to", "type", "channel", "run", "task", "is", "before", "after")
MOST_FOUND: Final = 100
_PART: Final = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?")


@value
class Found:
    query: str
    items: list[dict[str, Any]]
    """The newest first."""
    more: bool
    seq: int


def search(oversight: Oversight, query: str, *, limit: int = MOST_FOUND) -> Found:
    """
    Raises:
        BadInput: a filter is not known, or says what it cannot.
    """
    words, filters = _split(query)
    with oversight.read() as view:
        seqs = oversight.index.search(_make_filter(view, words, filters), limit + 1)
        items = oversight.documents(view, seqs[:limit])
        return Found(query=query, items=items, more=len(seqs) > limit, seq=view.head.seq)


def _split(query: str) -> tuple[list[str], dict[str, str]]:
    """What stands in quotes is one word, and no filter; a quote that is not closed goes on to the end.

    A filter may begin with a capital, as phones write it.
    """
    words, filters = list[str](), dict[str, str]()
    for part in _PART.findall(query):
        text = part.replace('"', "")
        name, colon, wanted = text.partition(":")
        if colon and name.lower() in FILTERS and not part.startswith('"'):
            filters[name.lower()] = wanted
        elif text:
            words.append(text)
    return words, filters


def _make_filter(view: View, words: list[str], filters: dict[str, str]) -> Filter:
    kind = filters.get("type")
    kinds = [each for each in MESSAGE_TYPES if kind and each.startswith(kind.upper().replace("-", "_"))]
    if kind is not None and len(kinds) != 1 and kind.upper() not in kinds:
        raise BadInput("type: expected one of {known}, not {given!r}.", known=", ".join(MESSAGE_TYPES), given=kind)
    if filters.get("is", "open").lower() != "open":
        raise BadInput("is: expected open, not {given!r}.", given=filters["is"])
    return Filter(
        words=tuple(words),
        sender=_name(filters.get("from")),
        reader=_name(filters.get("to")),
        type=kinds[0] if kinds else None,
        thread=f"#{filters['channel'].removeprefix('#')}" if "channel" in filters else None,
        run=filters.get("run"),
        ref=filters.get("task"),
        before=_moment("before", filters.get("before")),
        after=_moment("after", filters.get("after")),
        seqs=_open_seqs(view) if "is" in filters else None,
    )


def _name(given: str | None) -> str | None:
    if given is None:
        return None
    name = normal_name(given.removeprefix("@")).casefold()
    return PERSON.name if name == "you" else name


def _moment(name: str, given: str | None) -> str | None:
    if given is None:
        return None
    if not _MOMENT.fullmatch(given):
        raise BadInput(
            "{name}: expected a day or a time such as 2026-05-31 or 2026-05-31T12:00, not {given!r}.",
            name=name,
            given=given,
        )
    return given.replace(" ", "T")


def _open_seqs(view: View) -> frozenset[int]:
    """Messages that somebody waits for an answer to."""
    decisions = [row.message for row in view.select(DecisionRow, order="seq", status="open")]
    owed = [row.message for row in view.select(DebtRow, order="seq", settled=False)]
    return frozenset(int(each.removeprefix("MSG-")) for each in (*decisions, *owed))
