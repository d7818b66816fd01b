"""Limits of what may be used: those that a person set, and which of them were told to be near or reached."""

from collections.abc import Iterable
from typing import Final

from renkei.board.folds.base import Folds, Stamp, record_change
from renkei.board.tables import CapMarkRow, CapRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Delete, Put
from renkei.protocol.events import CapReached, CapSet


def _cap_set(view: View, event: CapSet, stamp: Stamp) -> Iterable[Change]:
    before = view.get(CapRow, event.scope, event.name)
    if event.tokens is None and event.micros is None:
        yield from [Delete(CapRow, (event.scope, event.name))] if before else []
    else:
        row = CapRow(scope=event.scope, name=event.name, tokens=event.tokens, micros=event.micros, seq=stamp.seq)
        yield Put(row)
    # What was told of the limit before counts no more.
    for mark in view.select(CapMarkRow, order="seq", scope=event.scope, name=event.name):
        yield Delete(CapMarkRow, (mark.scope, mark.name, mark.unit, mark.day))
    old = _show_limit(before.tokens, before.micros) if before else None
    yield record_change(
        stamp, action=event.action, path=_path(event), old=old, new=_show_limit(event.tokens, event.micros)
    )


def _cap_reached(view: View, event: CapReached, stamp: Stamp) -> Iterable[Change]:
    yield Put(
        CapMarkRow(
            scope=event.scope,
            name=event.name,
            unit=event.unit,
            day="" if event.scope == "run" else event.day,
            level=event.level,
            used=event.used,
            most=event.limit,
            seq=stamp.seq,
        )
    )
    shown = _show_amount(event.unit, event.used), _show_amount(event.unit, event.limit)
    yield record_change(stamp, action=event.action, path=_path(event), old=None, new=" / ".join(shown))


def _path(event: CapSet | CapReached) -> str:
    return ".".join(filter(None, ("caps", event.scope, event.name)))


def _show_limit(tokens: int | None, micros: int | None) -> str | None:
    given = (("tokens", tokens), ("micros", micros))
    return ", ".join(_show_amount(unit, value) for unit, value in given if value is not None) or None


def _show_amount(unit: str, value: int) -> str:
    return f"{value} tokens" if unit == "tokens" else f"{value / 1_000_000:.2f} $"


CAP_FOLDS: Final[Folds] = {CapSet: _cap_set, CapReached: _cap_reached}
