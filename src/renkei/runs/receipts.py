"""What the tool calls of an agent in a run really opened and ran, as the rules of results see it."""

from collections.abc import Iterable, Iterator
from typing import Final

from renkei.adapters.base import ToolCall
from renkei.reports.counts import read_counts
from renkei.reports.opened import Call, Opened

_LAST: Final = 2**31
"""Behind the last line of any file."""


def read_receipts(calls: Iterable[ToolCall]) -> Opened:
    return Opened.of(each for call in calls for each in _list_calls(call))


def _list_calls(call: ToolCall) -> Iterator[Call]:
    for each in call.receipts:
        first, last = (each.first_line or 1, each.last_line or _LAST) if each.path else (None, None)
        counts = None if each.counts is None else read_counts(each.counts)
        yield Call(call.name, each.path, first, last, each.command, each.exit_code, counts)
    if not call.receipts:
        yield Call(call.name, None)
