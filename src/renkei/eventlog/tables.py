"""Tables that are folded from the log, declared as the values that are their rows.

`@table("agents", key=("id",))` on a class of strings, numbers, truth values and JSON values is the whole
declaration: every store derives its DDL, its statements and its row conversion from it. Such a table is never
migrated; when its declaration changes it is folded anew.
"""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from renkei.errors import StoreError
from renkei.values import value

ColumnType = Literal["text", "integer", "boolean", "json"]
Key = tuple[str | int, ...]

RowT = TypeVar("RowT")

_SCALARS: Final[dict[object, ColumnType]] = {str: "text", int: "integer", bool: "boolean"}

_READERS: Final[dict[ColumnType, Callable[[Any], Any]]] = {"json": json.loads, "boolean": bool}

_JSON: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@value
class Column:
    name: str
    type: ColumnType
    nullable: bool


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Table:
    """The shape of a folded table; there is one for each row class."""

    name: str
    row: type[Any]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    json_at: tuple[int, ...]
    """Which of the columns hold JSON."""
    key_of: Callable[[object], Key]
    _values_of: Callable[[object], tuple[Any, ...]]
    _slots: tuple[tuple[Callable[[object, Any], None], Callable[[Any], Any] | None], ...]
    """By column: what sets the field, and what makes a value of what a database holds, where that is not the same."""

    def encode(self, row: object) -> Sequence[Any]:
        """The row as a database holds it."""
        if not self.json_at:
            return self._values_of(row)
        values = list(self._values_of(row))
        for place in self.json_at:
            if values[place] is not None:
                values[place] = _JSON.encode(values[place])
        return values

    def decode(self, values: Sequence[Any]) -> Any:
        """The row as the dataclass it was declared as; by its slots, which takes half as long as by name.

        Raises:
            StoreError: somebody else wrote what stands there.
        """
        try:
            row = object.__new__(self.row)
            for (set_field, read), found in zip(self._slots, values, strict=True):
                set_field(row, found if read is None or found is None else read(found))
            return row
        except ValueError as error:
            raise StoreError("A row of the table {table} is damaged: {error}", table=self.name, error=error) from None


class Selection(NamedTuple):
    """Which rows of a table, in which order."""

    where: tuple[tuple[str, str | int | bool | None], ...]
    order: str
    after: int | str | None
    before: int | str | None
    descending: bool
    limit: int | None


@dataclass(slots=True)
class Put:
    """Writes a row, in place of the one with the same key."""

    row: object


@dataclass(frozen=True, slots=True)
class Delete:
    """Takes a row away."""

    row_type: type[Any]
    key: Key


Change = Put | Delete


@dataclass_transform(kw_only_default=True, frozen_default=True)
def table(
    name: str, *, key: tuple[str, ...], indexes: tuple[tuple[str, ...], ...] = ()
) -> Callable[[type[RowT]], type[RowT]]:
    """Declares a class as the rows of a folded table."""

    def declare(cls: type[RowT]) -> type[RowT]:
        row_type = value(cls)
        row_type.__renkei_table__ = (name, key, indexes)  # type: ignore[attr-defined]
        return row_type

    return declare


@cache
def table_of(row_type: type[Any]) -> Table:
    """The table that a row class declares."""
    name, key, indexes = row_type.__renkei_table__
    hints = get_type_hints(row_type)
    columns = tuple(_column_of(field.name, hints[field.name]) for field in dataclasses.fields(row_type))
    json_at = tuple(place for place, column in enumerate(columns) if column.type == "json")
    return Table(
        name=name,
        row=row_type,
        key=key,
        indexes=indexes,
        columns=columns,
        json_at=json_at,
        key_of=values_getter(*key),
        _values_of=values_getter(*(column.name for column in columns)),
        _slots=tuple((getattr(row_type, column.name).__set__, _READERS.get(column.type)) for column in columns),
    )


def values_getter(*names: str) -> Callable[[object], tuple[Any, ...]]:
    """What an object holds under these names, in their order."""
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda row: (get(row),)


def schema_fingerprint(row_types: Iterable[type[Any]], fold_version: int) -> str:
    """Changes when a declaration or the fold changes, so that a store knows to fold anew."""
    shapes = [
        [
            table_of(row_type).name,
            table_of(row_type).key,
            table_of(row_type).indexes,
            [[c.name, c.type, c.nullable] for c in table_of(row_type).columns],
        ]
        for row_type in row_types
    ]
    return hashlib.sha256(json.dumps([fold_version, shapes]).encode()).hexdigest()[:16]


def _column_of(name: str, hint: Any) -> Column:
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kinds: set[ColumnType] = {_column_type(choice) for choice in choices if choice is not NoneType}
    return Column(name=name, type=kinds.pop() if len(kinds) == 1 else "json", nullable=NoneType in choices)


def _column_type(hint: Any) -> ColumnType:
    """Fixed words are text."""
    is_words = get_origin(hint) is Literal and all(isinstance(word, str) for word in get_args(hint))
    return "text" if is_words else _SCALARS.get(hint, "json")
