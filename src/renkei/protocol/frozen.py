"""Lists and mappings that nobody changes: what a frozen model holds is frozen, too, as deep as it goes.

They are lists and dicts to whoever reads: they compare, print and become JSON like those, and a copy of one (`list(x)`,
`x + y`, `{**x}`) is a plain one.
"""

from typing import Any, Final, NoReturn, Self, SupportsIndex, TypeVar, cast

ItemT = TypeVar("ItemT")
KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError("what a command, an event or another word of the protocol holds is not changed; make another one")


class FrozenList(list[ItemT]):
    """A list as it was made."""

    append = extend = insert = remove = pop = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return type(self), (list(self),)


class FrozenDict(dict[KeyT, ValueT]):
    """A mapping as it was made."""

    clear = pop = popitem = setdefault = update = _refuse
    __setitem__ = __delitem__ = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return type(self), (dict(self),)


OPEN: Final = frozenset({list, dict, set, tuple})
"""What may hold something that can be changed; of these a tuple only by what stands in it."""


def freeze(value: Any) -> Any:
    """The same, and nothing in it can be changed."""
    kind = cast(type[Any], type(value))
    if kind is list:
        return FrozenList(_freeze_each(cast(list[Any], value)))
    if kind is dict:
        pairs = cast(dict[Any, Any], value)
        return FrozenDict(zip(pairs, _freeze_each(list(pairs.values())), strict=True))
    if kind is set:
        return frozenset(cast(set[Any], value))
    if kind is tuple:
        return tuple(_freeze_each(list(cast(tuple[Any, ...], value))))
    return value


def _freeze_each(items: list[Any]) -> list[Any]:
    return [freeze(each) if type(each) in OPEN else each for each in items]
