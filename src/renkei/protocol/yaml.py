"""YAML with the types of JSON and nothing else: no dates, no `no` that is false, no aliases, no key twice."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import yaml

from renkei.errors import BadInput

_Loader: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_compose: Final[Callable[..., yaml.Node | None]] = partial(yaml.compose, Loader=_Loader)  # pyright: ignore[reportUnknownMemberType]
_parse: Final[Callable[..., Iterator[yaml.Event]]] = partial(yaml.parse, Loader=_Loader)  # pyright: ignore[reportUnknownMemberType]

_WORDS: Final[dict[str, object]] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,300}")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def parse_yaml(text: str, name: str) -> Any:
    """The value of a YAML document (the core schema of YAML 1.2)."""
    try:
        _refuse_aliases(text, name)
        return _value(_compose(text), name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadInput(
            "{name}, line {line}, column {column}: no YAML ({wrong}).",
            name=name,
            line=mark.line + 1 if mark else 1,
            column=mark.column + 1 if mark else 1,
            wrong=error.problem,
        ) from None
    except yaml.YAMLError as error:
        raise BadInput("{name}: no YAML ({wrong}).", name=name, wrong=str(error).splitlines()[0]) from None
    except RecursionError:
        raise BadInput("{name} is nested too deeply.", name=name) from None


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The line of the value at a path, or of the nearest thing above it that is there. JSON is YAML, too."""
    try:
        node = _compose(text)
    except (yaml.YAMLError, RecursionError):
        return None
    line = 1
    for part in path:
        found = _child(node, part)
        if found is None:
            break
        line, node = found
    return line


def _child(node: yaml.Node | None, part: str | int) -> tuple[int, yaml.Node] | None:
    match node:
        case yaml.MappingNode():
            return next(((k.start_mark.line + 1, v) for k, v in node.value if k.value == part), None)
        case yaml.SequenceNode() if isinstance(part, int) and part < len(node.value):
            return node.value[part].start_mark.line + 1, node.value[part]
        case _:
            return None


def _refuse_aliases(text: str, name: str) -> None:
    """An alias inside an alias makes a small text a huge value."""
    for event in _parse(text):
        if isinstance(event, yaml.AliasEvent):
            raise BadInput(
                "{name}, line {line}: aliases (*{alias}) are not taken. Write the value out.",
                name=name,
                line=event.start_mark.line + 1 if event.start_mark else 1,
                alias=event.anchor,
            )


def _value(node: yaml.Node | None, name: str) -> Any:
    match node:
        case None:
            return None
        case yaml.MappingNode():
            return _mapping(node, name)
        case yaml.SequenceNode():
            return [_value(child, name) for child in node.value]
        case yaml.ScalarNode():
            return node.value if node.style else _plain(node.value)
        case _:
            raise BadInput("{name}: no YAML ({wrong}).", name=name, wrong=node.tag)


def _mapping(node: yaml.MappingNode, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, child in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise BadInput("{name}, line {line}: a key has to be a word.", name=name, line=line)
        if key.value in found:
            raise BadInput(
                "{name}, line {line}: the key {key!r} stands twice in one object.", name=name, line=line, key=key.value
            )
        found[key.value] = _value(child, name)
    return found


def _plain(text: str) -> object:
    """An unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
