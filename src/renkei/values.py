"""Values: made once, compared by what they hold, changed by nobody.

A frozen dataclass of the standard library compiles six functions when its class is loaded, and a command loads a
hundred of these classes to use ten. Here all share theirs, and a class gets its own `__init__` with its first value.
"""

from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from functools import cached_property
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

ClassT = TypeVar("ClassT")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def value(cls: type[ClassT]) -> type[ClassT]:
    """A frozen dataclass, its fields given by name. What a `cached_property` finds out is no part of it."""
    cls.__doc__ = cls.__doc__ or cls.__name__  # else dataclass finds out the signature for it
    has_cache = any(isinstance(each, cached_property) for each in vars(cls).values())
    made = dataclass(init=False, repr=False, eq=False, kw_only=True, slots=not has_cache)(cls)
    names = [each.name for each in fields(made) if each.compare]  # type: ignore[arg-type]
    made.__value_key__ = staticmethod(attrgetter(*names) if names else _nothing)  # type: ignore[attr-defined]
    for name, method in {"__init__": _first_init(made), **_METHODS}.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


def _first_init(cls: Any) -> Any:
    """For the first value of a class: it writes the `__init__` for all of them. Two threads may both have the first."""

    def __init__(self: Any, **given: Any) -> None:  # noqa: N807
        cls.__init__ = _write_init(cls)
        cls.__init__(self, **given)

    return __init__


def _write_init(cls: Any) -> Any:
    """As `dataclass` writes it, without the two methods that it would compile beside it."""
    names: dict[str, Any] = {"set_field": object.__setattr__, "MISSING": MISSING}
    parameters, statements = ["self", "*"], list[str]()
    for each in fields(cls):
        default = f"default_of_{each.name}"
        if each.default_factory is not MISSING:
            names[default] = each.default_factory
            parameters.append(f"{each.name}=MISSING")
            statements.append(f"if {each.name} is MISSING: {each.name} = {default}()")
        elif each.default is not MISSING:
            names[default] = each.default
            parameters.append(f"{each.name}={default}")
        else:
            parameters.append(each.name)
        statements.append(f"set_field(self, {each.name!r}, {each.name})")
    head = ", ".join(parameters if len(parameters) > 2 else parameters[:1])
    exec(f"def __init__({head}):\n " + "\n ".join(statements or ["pass"]), names)  # noqa: S102 - as dataclasses do
    written = names["__init__"]
    written.__qualname__ = f"{cls.__qualname__}.__init__"
    return written


def _repr(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self))
    return f"{type(self).__qualname__}({shown})"


def _eq(self: Any, other: Any) -> bool:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__value_key__(self) == self.__value_key__(other)


def _nothing(_: Any) -> None:
    """What a value without fields holds."""


def _hash(self: Any) -> int:
    return hash(self.__value_key__(self))


def _setattr(self: Any, name: str, _: Any) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for each, part in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, part)


_METHODS = {
    "__repr__": _repr,
    "__eq__": _eq,
    "__hash__": _hash,
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
