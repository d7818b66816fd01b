"""Commands that come over a wire: exactly what is tagged is read, and what is wrong with the rest is named."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from itertools import islice
from pkgutil import iter_modules
from typing import Any, Final, cast

from pydantic import TypeAdapter

from renkei import commands
from renkei.commands.base import Command
from renkei.errors import BadInput, Problem
from renkei.protocol.base import JsonValue
from renkei.protocol.documents import MOST_PROBLEMS, shorten_value, validate

_FIELDS: Final[TypeAdapter[dict[str, Any]]] = TypeAdapter(dict[str, JsonValue])
"""A whole number of a command has no largest one, but for what can be written down."""


def read_command(document: object) -> Command:
    """See `renkei.commands.parse_command`."""
    if not isinstance(document, dict):
        raise BadInput("A command is an object with a `type`, not {kind}.", kind=type(document).__name__)
    fields = dict(cast(dict[str, Any], document))
    kind = _class_of(fields.pop("type", None))
    _refuse_observations(kind, fields)
    command = validate(TypeAdapter(kind), fields, kind.tag)
    validate(_FIELDS, fields, kind.tag)
    if problems := list(islice(command.find_misfits(fields), MOST_PROBLEMS)):
        raise BadInput("{name} is not valid.", problems=problems, name=kind.tag)
    return command


@cache
def load_commands() -> Mapping[str, type[Command]]:
    """Every command by its tag: a class of this package that has one. All are loaded with the first that is looked for
    so, which a server does and no hook."""
    for module in iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{module.name}")
    found = {kind.tag: kind for kind in _kinds_of(Command) if "tag" in vars(kind)}
    return {tag: found[tag] for tag in sorted(found)}


def _kinds_of(base: type[Command]) -> Iterator[type[Command]]:
    for kind in base.__subclasses__():
        if kind.__module__.startswith(f"{commands.__name__}."):
            yield kind
            yield from _kinds_of(kind)


def _class_of(tag: object) -> type[Command]:
    kind = load_commands().get(tag) if isinstance(tag, str) else None
    if kind is None or not kind.from_outside:
        raise _unknown_tag(shorten_value(tag))
    return kind


def _unknown_tag(tag: str) -> BadInput:
    known = [name for name, kind in load_commands().items() if kind.from_outside]
    if near := get_close_matches(tag, known, n=1):
        return BadInput("type: no command is called {tag}. Did you mean {near}?", tag=tag, near=near[0])
    return BadInput("type: expected one of {known}, not {tag}.", known=", ".join(known), tag=tag)


def _refuse_observations(kind: type[Command], fields: dict[str, Any]) -> None:
    given = [name for name in fields if name in kind.observed]
    if given:
        problems = [
            Problem(path=name, value=None, expected="leave this out: Renkei fills it in", params={}) for name in given
        ]
        raise BadInput("{name} is not valid.", problems=problems, name=kind.tag)
