"""The ledger summed up: tokens and money, by whom, for what, of which model and when."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, get_args

from renkei.board.tables import SpendRow
from renkei.eventlog.base import View
from renkei.protocol.terms import TOKEN_KINDS
from renkei.values import value

SpendDimension = Literal["agent", "task", "run", "model", "day"]
SPEND_DIMENSIONS: Final[tuple[SpendDimension, ...]] = get_args(SpendDimension)


@value
class SpendSum:
    """What one group used. A dimension that it is not grouped by is None, an empty one is not known."""

    agent: str | None = None
    task: str | None = None
    run: str | None = None
    model: str | None = None
    day: str | None = None
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    other: int = 0
    """Tokens of which nobody said the kind."""
    tokens: int = 0
    cost: float | None = None
    """In dollars, of what has a price; None where nothing has one, which is not the same as free."""
    unpriced: int = 0
    """The tokens without a price: the cost is that of the others."""


def sum_spend(
    view: View, by: Iterable[SpendDimension] = ("agent",), *, where: Mapping[str, str] | None = None
) -> list[SpendSum]:
    """A row for each group, in the order of their names; `where`: of a run, a day, or an agent and a day only."""
    grouped: dict[tuple[str | None, ...], list[SpendRow]] = {}
    dimensions = tuple(by)
    for row in _rows(view, where):
        key = tuple(_name_of(row, each) if each in dimensions else None for each in SPEND_DIMENSIONS)
        grouped.setdefault(key, []).append(row)
    in_order = sorted(grouped.items(), key=lambda pair: tuple(name or "" for name in pair[0]))
    return [_sum_rows(dict(zip(SPEND_DIMENSIONS, key, strict=True)), rows) for key, rows in in_order]


def total_spend(view: View, *, where: Mapping[str, str] | None = None) -> SpendSum:
    return _sum_rows({}, _rows(view, where))


def _rows(view: View, where: Mapping[str, str] | None) -> list[SpendRow]:
    conditions: dict[str, Any] = dict(where or {})
    return view.select(SpendRow, order="seq", **conditions)


def _name_of(row: SpendRow, dimension: SpendDimension) -> str:
    """A task of a run is called after it, for another run has one of the same name."""
    if dimension == "task" and row.run:
        return f"{row.run}/{row.task}"
    return getattr(row, dimension)


def _sum_rows(group: dict[SpendDimension, str | None], rows: Iterable[SpendRow]) -> SpendSum:
    rows = list(rows)
    counts = {kind: sum(getattr(row, kind) for row in rows) for kind in TOKEN_KINDS}
    tokens = sum(counts.values())
    writes = counts["cache_write"] + counts["cache_write_1h"]
    unpriced, micros = sum(row.unpriced for row in rows), sum(row.micros for row in rows)
    return SpendSum(
        **group,
        input=counts["input"],
        output=counts["output"],
        cache_read=counts["cache_read"],
        cache_write=writes,
        other=counts["other"],
        tokens=tokens,
        cost=cost_of(micros, tokens=tokens, unpriced=unpriced),
        unpriced=unpriced,
    )


def cost_of(micros: int, *, tokens: int, unpriced: int) -> float | None:
    """In dollars; None where tokens were used and none of them has a price."""
    return None if tokens and unpriced == tokens and not micros else micros / 1_000_000
