"""What every word of the protocol is made of: the model, frozen as deep as it goes, and the checked strings."""

import json
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, LiteralString, NoReturn, Self, SupportsIndex, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from renkei.protocol.actors import NAME_PATTERN, normal_name
from renkei.protocol.terms import CONTROL
from renkei.sentence import Translatable

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Mn", "Me", "Zs", "Zl", "Zp"})
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""


EXPECTED: Final[dict[str, Translatable]] = {
    "control_characters": "expected text without control characters (found {character} at position {position})",
    "blank_text": "expected some text",
    "no_name": "expected a name: a letter or digit, then letters, digits, '.', '-' or '_', at most 64",
    "repeated_label": "expected options with different labels, not {labels}",
    "unknown_label": "expected one of the labels {labels}",
    "repeated_name": "expected each name once",
    "unknown_trigger": "expected an occasion, a status or the name of an event: {triggers}",
    "no_template": "expected text with {{field}} where a field goes; a brace itself is written twice",
    "one_action": "expected one of {actions} in do[{number}]",
    "action_without_its_trigger": "{action} (do[{number}]) can only be done on {triggers}",
    "field_by_reader": "{field} is another for each reader: it can be told, and not be asked about{place}",
    "status_of_update": "expected a status for a STATUS_UPDATE, and for nothing else",
    "part_of_knowledge": "expected this for a KNOWLEDGE_SHARE only",
    "one_step": "expected one thing to do beside `attempt` and `cycle`",
    "no_json": "expected what JSON can hold: no infinite or endless number, no half characters (lone surrogates)",
    "nested_json": "expected lists and objects at most {deepest} deep",
    "unknown_event_field": "{trigger} has no field {field}{place}; known: {known}",
}
"""What our own checks expect, by the kind of mistake."""


def validation_error(kind: LiteralString, **context: object) -> PydanticCustomError:
    """The error of a check: pydantic carries its kind and context to where it is put into words."""
    return PydanticCustomError(kind, cast(LiteralString, EXPECTED[kind]), context)


class Model(BaseModel):
    """A frozen word of the wire that refuses unknown fields and silent conversions; its lists and mappings are frozen
    with it."""

    # Built when first used: most commands use few of the words, and building all would cost a tenth of a second.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    @classmethod
    def make_trusted(cls, **fields: Any) -> Self:
        """One that Renkei itself makes, every field given, of what was validated at the door: not once more here."""
        model, put = cls.__new__(cls), object.__setattr__
        _freeze_fields(fields)
        put(model, "__dict__", fields)
        put(model, "__pydantic_fields_set__", set(fields))
        put(model, "__pydantic_extra__", None)
        put(model, "__pydantic_private__", None)
        return model

    def model_post_init(self, context: Any, /) -> None:
        _freeze_fields(vars(self))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        copied = super().model_copy(update=update, deep=deep)
        _freeze_fields(vars(copied))
        return copied


def _freeze_fields(fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        if type(value) in OPEN:
            try:
                fields[name] = freeze(value)
            except RecursionError:  # of any form, and checked by nobody yet
                raise validation_error("nested_json", deepest=DEEPEST) from None


# Lists and mappings that nobody changes: what a frozen model holds is frozen, too. They are lists and dicts to whoever
# reads: they compare, print and become JSON like those, and a copy of one (`list(x)`, `x + y`, `{**x}`) is a plain one.

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


# Strings


def _check_no_controls(text: str) -> str:
    if found := CONTROL.search(text):
        raise validation_error("control_characters", character=f"U+{ord(found[0]):04X}", position=found.start())
    return text


def _check_not_blank(text: str) -> str:
    if not any(map(_is_seen, text)):
        raise validation_error("blank_text")
    return text


def without_unseen(text: str) -> str:
    """Without what only formats (a zero-width space, a soft hyphen); a text that is nothing else stays."""
    return "".join(each for each in text if unicodedata.category(each) != "Cf") or text


def _is_seen(character: str) -> bool:
    """Whether a reader sees anything: neither a blank nor what only formats, fills or goes with another character."""
    return character not in _FILLERS and unicodedata.category(character) not in _UNSEEN


def _check_filled(text: str) -> str:
    return _check_not_blank(_check_no_controls(text))


DEEPEST: Final = 200
"""How deep lists and objects may stand in each other: what reads and writes them ends at some hundreds."""


def _check_plain_json(document: Any) -> Any:
    level: list[Any] = [document]
    for _ in range(DEEPEST):
        level = [part for value in level for part in _child_values(value)]
    if level:
        raise validation_error("nested_json", deepest=DEEPEST)
    try:
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError):  # no value of JSON, infinite, of too many digits, or half a character
        raise validation_error("no_json") from None
    return document


def _child_values(value: Any) -> Iterable[Any]:
    match value:
        case dict():
            return cast(dict[Any, Any], value).values()
        case list():
            return cast(list[Any], value)
        case _:
            return ()


def _check_name(text: str) -> str:
    name = normal_name(text)
    if not NAME_PATTERN.fullmatch(name):
        raise validation_error("no_name")
    return name


Text = Annotated[str, AfterValidator(_check_no_controls)]
"""Any text, tabs and line ends included, that a terminal and a database can hold."""

FilledText = Annotated[str, AfterValidator(_check_filled)]
"""Text that says something."""

Name = Annotated[str, AfterValidator(_check_name)]
"""An agent's or channel's name."""

JsonValue = Annotated[Any, AfterValidator(_check_plain_json)]
JsonObject = Annotated[dict[str, Any], AfterValidator(_check_plain_json)]
"""Of any form, as a store and a wire can hold it."""

LONGEST_REF: Final = 1024

Ref = Annotated[str, Field(max_length=LONGEST_REF), AfterValidator(_check_filled)]
"""A reference to something by its id: a message, a decision, an artifact, a task."""
