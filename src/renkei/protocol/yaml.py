"""YAML with the types of JSON and nothing else: no dates, no `no` that is false, no tags, no aliases, no key twice."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import yaml

from renkei.errors import BadInput

_Loader: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Scalars stay text: what they mean is decided here."""

MAX_DEPTH: Final = 200
"""How deep lists and objects may stand in each other: libyaml overruns its stack on text that is nested too deeply."""

_WORDS: Final[dict[str, object]] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,300}")
_OCTAL: Final = re.compile(r"0o[0-7]{1,300}")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]{1,300}")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def parse_yaml(text: str, name: str) -> Any:
    """The value of a YAML document by the core schema of YAML 1.2, less infinity and NaN, which stay text."""
    return parse_yaml_with_lines(text, name)[0]


def parse_yaml_with_lines(text: str, name: str) -> "tuple[Any, Lines]":
    """The same, and where in the text its parts stand."""
    try:
        if _may_do_harm(text):
            _check_events(text, name)
        root = _compose_node(text)
        return _node_value(root, name), Lines(root)
    except UnicodeEncodeError as error:
        raise BadInput("{name}: half a character (a lone surrogate) at {at}.", name=name, at=error.start) from None
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


class Lines:
    """The line numbers of a document that has been read before. JSON is YAML, too."""

    def __init__(self, root: yaml.Node | None) -> None:
        self._root = root

    @classmethod
    def of(cls, text: str) -> "Lines":
        return cls(_compose_json(text))

    def at(self, path: Sequence[str | int]) -> int | None:
        """The line of the value at a path, or of the nearest thing above it that is there."""
        node, line = self._root, 1
        if node is None:
            return None
        for part in path:
            found = _find_child(node, part)
            if found is None:
                break
            line, node = found
        return line


def line_of_repeated_key(text: str, key: str) -> int | None:
    """The line where an object of a JSON document has a key for the second time."""
    waiting = [_compose_json(text)]
    while waiting:
        match waiting.pop():
            case yaml.MappingNode() as node:
                lines = [k.start_mark.line + 1 for k, _ in node.value if k.value == key]
                if len(lines) > 1:
                    return lines[1]
                waiting.extend(child for _, child in node.value)
            case yaml.SequenceNode() as node:
                waiting.extend(node.value)
            case _:
                pass
    return None


def _compose_node(text: str) -> yaml.Node | None:
    return yaml.compose(text, _Loader)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _parse_events(text: str) -> Iterator[yaml.Event]:
    return yaml.parse(text, _Loader)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _compose_json(text: str) -> yaml.Node | None:
    """The nodes of a text that has been read before. JSON writes characters as surrogate pairs, which YAML does not."""
    try:
        return _compose_node(_SURROGATE_ESCAPE.sub(r"\\u0020", text))
    except (yaml.YAMLError, UnicodeEncodeError):
        return None


_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def _find_child(node: yaml.Node | None, part: str | int) -> tuple[int, yaml.Node] | None:
    match node:
        case yaml.MappingNode():
            return next(((k.start_mark.line + 1, v) for k, v in node.value if k.value == part), None)
        case yaml.SequenceNode() if isinstance(part, int) and part < len(node.value):
            return node.value[part].start_mark.line + 1, node.value[part]
        case _:
            return None


def _may_do_harm(text: str) -> bool:
    """Whether there can be an alias, a tag, or things that stand in each other too deeply. A level takes one of these
    characters at least, so that most texts need not be looked at twice."""
    return "*" in text or "!" in text or sum(map(text.count, "[{:-?")) > MAX_DEPTH


def _check_events(text: str, name: str) -> None:
    """Refuses what would make a small text a huge value or end the process, before anything is built from it."""
    depth = 0
    for event in _parse_events(text):
        line = event.start_mark.line + 1 if event.start_mark else 1
        match event:
            case yaml.AliasEvent():
                raise BadInput(
                    "{name}, line {line}: aliases (*{alias}) are not taken. Write the value out.",
                    name=name,
                    line=line,
                    alias=event.anchor,
                )
            case yaml.ScalarEvent(tag=str(tag)) | yaml.CollectionStartEvent(tag=str(tag)):
                raise BadInput("{name}, line {line}: tags ({tag}) are not taken.", name=name, line=line, tag=tag)
            case yaml.CollectionStartEvent():
                depth += 1
            case yaml.CollectionEndEvent():
                depth -= 1
            case _:
                pass
        if depth > MAX_DEPTH:
            raise BadInput("{name} is nested too deeply.", name=name)


def _node_value(node: yaml.Node | None, name: str) -> Any:
    match node:
        case None:
            return None
        case yaml.MappingNode():
            return _mapping_value(node, name)
        case yaml.SequenceNode():
            return [_node_value(child, name) for child in node.value]
        case yaml.ScalarNode():
            return node.value if node.style else _plain_scalar(node.value)
        case _:
            raise BadInput("{name}: no YAML ({wrong}).", name=name, wrong=node.tag)


def _mapping_value(node: yaml.MappingNode, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, child in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise BadInput("{name}, line {line}: a key has to be a word.", name=name, line=line)
        if key.value in found:
            raise BadInput(
                "{name}, line {line}: the key {key!r} stands twice in one object.", name=name, line=line, key=key.value
            )
        found[key.value] = _node_value(child, name)
    return found


def _plain_scalar(text: str) -> object:
    """An unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
        return int(text, base=0)
    return _finite_float(text) if _FLOAT.fullmatch(text) else text


def _finite_float(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


def write_yaml(value: object, *, sort_keys: bool = False) -> str:
    """A value of JSON as YAML that `parse_yaml` reads back as the same value."""
    return yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=sort_keys, width=_NO_FOLDING)


_NO_FOLDING: Final = 1_000_000
_UNUSUAL: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ufeff]")
"""What a line of YAML may take for its end or its margin."""


class _Dumper(yaml.SafeDumper):
    """Frozen lists and mappings are lists and mappings."""

    def ignore_aliases(self, data: object) -> bool:
        return True


_Dumper.add_multi_representer(dict, yaml.SafeDumper.represent_dict)
_Dumper.add_multi_representer(list, yaml.SafeDumper.represent_list)


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Quoted where the words and numbers of YAML 1.2 would take it for something else than text."""
    style = (
        "'"
        if not isinstance(_plain_scalar(text), str)
        else '"'
        if _UNUSUAL.search(text)
        else "|"
        if "\n" in text
        else None
    )
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # pyright: ignore[reportUnknownMemberType]


_Dumper.add_representer(str, _represent_text)
