"""How much may be used, how much was, and which limits that reaches."""

from collections.abc import Iterable, Iterator
from typing import Final

from renkei.board.run_tables import RunRow
from renkei.board.tables import CapMarkRow, CapRow, SpendRow
from renkei.eventlog.base import View
from renkei.playbooks.states import ENDED
from renkei.protocol.terms import TOKEN_KINDS, WARN_AT, CapScope, CapUnit
from renkei.values import value

UNITS: Final[tuple[CapUnit, ...]] = ("tokens", "micros")


@value
class Used:
    tokens: int = 0
    micros: int = 0
    unpriced: int = 0
    """Tokens without a price: a limit of money does not see them."""


@value
class CapState:
    """A limit, and how much of it is used."""

    scope: CapScope
    name: str
    unit: CapUnit
    limit: int
    used: int
    unpriced: int = 0

    @property
    def share(self) -> float:
        return self.used / self.limit if self.limit else 1.0

    @property
    def level(self) -> str:
        return "stop" if self.share >= 1 else "warning" if self.share >= WARN_AT else "ok"


def list_caps(view: View, today: str) -> list[CapState]:
    """Every limit that is in force today; of runs, those that have not ended."""
    runs = [row for row in view.select(RunRow, order="seq") if row.state not in ENDED]
    return [*(state for run in runs for state in run_caps(run)), *find_daily_caps(view, today)]


def find_daily_caps(view: View, today: str) -> Iterator[CapState]:
    """Those of agents, and of all together."""
    for row in view.select(CapRow, order="seq"):
        if row.scope != "run":
            yield from _cap_states(row.scope, row.name, (row.tokens, row.micros), used_today(view, row, today))


def used_today(view: View, row: CapRow, today: str) -> Used:
    if row.scope == "agent":
        return _sum_used(view.select(SpendRow, order="seq", agent=row.name, day=today))
    return _sum_used(view.select(SpendRow, order="seq", day=today))


def is_told(view: View, state: CapState, today: str) -> bool:
    """Whether somebody was told that it is as near as it is."""
    mark = view.get(CapMarkRow, state.scope, state.name, state.unit, "" if state.scope == "run" else today)
    return mark is not None and (mark.level in ("stop", state.level))


def run_caps(run: RunRow, more: Used | None = None) -> Iterator[CapState]:
    """The limits of a run, with what it uses now."""
    money = run.caps.get("money")
    tokens = run.caps.get("tokens")  # the log has every limit of a run as a number with a fraction
    limits = (None if tokens is None else int(tokens), None if money is None else round(money * 1_000_000))
    used = Used(tokens=run.tokens, micros=run.micros, unpriced=run.unpriced)
    yield from _cap_states("run", run.id, limits, _add_used(used, more or Used()))


def daily_caps(view: View, agent: str, today: str, more: Used) -> Iterator[CapState]:
    """The limits of an agent, and of all, with what it uses now."""
    for key in (("agent", agent), ("day", "")):
        if row := view.get(CapRow, *key):
            used = _add_used(used_today(view, row, today), more)
            yield from _cap_states(row.scope, row.name, (row.tokens, row.micros), used)


def _cap_states(scope: CapScope, name: str, limits: tuple[int | None, int | None], used: Used) -> Iterator[CapState]:
    for unit, limit in zip(UNITS, limits, strict=True):
        if limit is not None:
            unpriced = used.unpriced if unit == "micros" else 0
            yield CapState(scope=scope, name=name, unit=unit, limit=limit, used=getattr(used, unit), unpriced=unpriced)


def _add_used(one: Used, other: Used) -> Used:
    return Used(
        tokens=one.tokens + other.tokens,
        micros=one.micros + other.micros,
        unpriced=one.unpriced + other.unpriced,
    )


def _sum_used(rows: Iterable[SpendRow]) -> Used:
    rows = list(rows)
    return Used(
        tokens=sum(getattr(row, kind) for row in rows for kind in TOKEN_KINDS),
        micros=sum(row.micros for row in rows),
        unpriced=sum(row.unpriced for row in rows),
    )
