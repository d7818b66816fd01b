"""Text to values: JSON and YAML in, with every mistake named by place, value and what was expected."""

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from renkei.errors import BadInput, Problem
from renkei.lazy import lazy
from renkei.protocol.base import EXPECTED
from renkei.protocol.fences import fenced_blocks
from renkei.protocol.terms import CONTROL, MAX_BYTES
from renkei.sentence import Sentence, Translatable

if TYPE_CHECKING:
    from renkei.protocol.known_fields import fields_at
    from renkei.protocol.yaml import Lines, line_of_repeated_key, parse_yaml_with_lines
else:
    fields_at = lazy("renkei.protocol.known_fields:fields_at")
    parse_yaml_with_lines = lazy("renkei.protocol.yaml:parse_yaml_with_lines")
    line_of_repeated_key = lazy("renkei.protocol.yaml:line_of_repeated_key")
    Lines = lazy("renkei.protocol.yaml:Lines")

MOST_PROBLEMS: Final = 50
"""How many wrong places of one document are named."""

T = TypeVar("T")
ModelT = TypeVar("ModelT", bound=BaseModel)


def decode_text(data: bytes, name: str) -> str:
    """The text of a document."""
    if len(data) > MAX_BYTES:
        raise BadInput("{name} is larger than {limit} bytes, the most that is read.", name=name, limit=MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("{name} is not UTF-8 text (byte {at}).", name=name, at=error.start) from None


def last_fenced_yaml(text: str) -> str:
    """The document that an agent ends with: what its last fence of YAML holds, else the text itself."""
    return (fenced_documents(text) or [text])[-1]


def fenced_documents(text: str) -> list[str]:
    """What the fences of a text hold that may be a document: those of code in another language are none."""
    return [block.body for block in fenced_blocks(text, slack=0) if block.language in ("", "yaml", "yml", "json")]


def parse_document(text: str, name: str) -> Any:
    """The value of a JSON or YAML document, flow style included."""
    return parse_with_lines(text, name)[0]


def parse_with_lines(text: str, name: str) -> "tuple[Any, Lines | None]":
    """The same, and where in the text things stand, if that was found on the way: of JSON it is not."""
    if text.lstrip()[:1] in _BEGIN_JSON:
        try:
            return _parse_json(text, name), None
        except _NotJson:
            pass
    # YAML costs a tenth of a second to load; JSON should not pay for it.
    return parse_yaml_with_lines(text, name)


_BEGIN_JSON: Final = frozenset('{["-0123456789tfnIN')


class _NotJson(Exception):
    """It may be YAML."""


def _parse_json(text: str, name: str) -> Any:
    try:
        return json.loads(text, parse_constant=_reject_constant, object_pairs_hook=_reject_duplicates)
    except _DuplicateKey as error:
        raise _duplicate_key_error(text, name, error.key) from None
    except RecursionError:
        raise BadInput("{name} is nested too deeply.", name=name) from None
    except ValueError as error:
        if _is_meant_as_json(text, error):
            raise _bad_json_error(name, error) from None
        raise _NotJson from None


def _is_meant_as_json(text: str, error: ValueError) -> bool:
    """YAML's flow style begins like JSON: what it cannot read either, or what JSON alone would write, is bad JSON."""
    if text.lstrip()[:1] not in ("{", "["):
        return False
    return not isinstance(error, json.JSONDecodeError) or text.lstrip()[1:].lstrip()[:1] in ('"', "{", "[", "")


def validate(adapter: TypeAdapter[T], value: Any, name: str, *, text: str | None = None) -> T:
    """The value as a word of the protocol.

    Raises:
        BadInput: with a problem for each wrong place.
    """
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise BadInput(
            "{name} is not valid.", problems=_list_problems(adapter, error, value, text), name=name
        ) from None


def validate_model(model: type[ModelT], value: Any) -> ModelT:
    """The same for a command that was put together from what a caller gave, one thing at a time."""
    return validate(adapter_of(model), value, Sentence("The request"))


@cache
def adapter_of(model: type[ModelT]) -> TypeAdapter[ModelT]:
    """What validates a model: made once, for that takes longer than what it is made for."""
    return TypeAdapter(model)


class _DuplicateKey(Exception):
    def __init__(self, key: str) -> None:
        self.key = key


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _DuplicateKey(key)
        found[key] = value
    return found


def _reject_constant(word: str) -> None:
    raise ValueError(Sentence("{word} is no JSON value", word=word))


def _duplicate_key_error(text: str, name: str, key: str) -> BadInput:
    line = line_of_repeated_key(text, key)
    if line is None:
        return BadInput("{name}: the key {key!r} stands twice in one object.", name=name, key=key)
    return BadInput("{name}, line {line}: the key {key!r} stands twice in one object.", name=name, line=line, key=key)


def _bad_json_error(name: str, error: ValueError) -> BadInput:
    if isinstance(error, json.JSONDecodeError):
        return BadInput(
            "{name}, line {line}, column {column}: no JSON ({wrong}).",
            name=name,
            line=error.lineno,
            column=error.colno,
            wrong=error.msg,
        )
    return BadInput("{name}: no JSON ({wrong}).", name=name, wrong=error.args[0])


_EXPECTED: Final[dict[str, Translatable]] = {
    "missing": "this field is required",
    "extra_forbidden": "no such field is known here",
    "literal_error": "expected {expected}",
    "string_type": "expected text",
    "string_unicode": "expected text without half characters (lone surrogates)",
    "bool_type": "expected true or false",
    "int_type": "expected a whole number",
    "invalid_key": "expected text as a key",
    "float_type": "expected a number",
    "list_type": "expected a list",
    "dict_type": "expected an object",
    "model_type": "expected an object",
    "model_attributes_type": "expected an object",
    "union_tag_not_found": "this field is required",
    "union_tag_invalid": "expected one of {expected_tags}",
    "greater_than_equal": "expected at least {ge}",
    "less_than_equal": "expected at most {le}",
    "too_short": "expected at least {min_length} entries",
    "string_too_long": "expected at most {max_length} characters",
    "string_pattern_mismatch": "expected text of the form {pattern}",
    **EXPECTED,
}
"""What pydantic calls a mistake, in words of ours that can be translated."""


_FILLED_IN: Final = ("id", "from", "timestamp")
"""Fields of a message's header that its sender may not choose."""

_HEADERS: Final[tuple[list[str], ...]] = ([], ["message"])
"""Where a header stands: the document is a message, or a command that posts one."""


_MOST_KNOWN: Final = 16
"""How many fields are named to whoever wrote one that is not known."""

_MAY_BE_EMPTY: Final = frozenset(
    {"input_artifacts", "constraints", "output_artifacts", "options", "review_focus", "findings"}
)
"""Lists that a payload has to have."""


def _list_problems(adapter: TypeAdapter[Any], error: ValidationError, value: Any, text: str | None) -> list[Problem]:
    lines = _load_lines(text) if text else None
    details = error.errors(include_url=False)[:MOST_PROBLEMS]
    return [_describe_problem(adapter, detail, value, lines) for detail in details]


def _describe_problem(adapter: TypeAdapter[Any], detail: Any, document: Any, lines: "Lines | None") -> Problem:
    path = _problem_path(detail, document)
    expected: Translatable = _EXPECTED.get(detail["type"], "{message}")
    if detail["type"] == "extra_forbidden" and path[-1] in _FILLED_IN and path[:-1] in _HEADERS:
        expected = "leave this out: Renkei fills it in"
    elif detail["type"] == "extra_forbidden" and (known := fields_at(adapter.core_schema, detail["loc"][:-1])):
        expected = "no such field is known here; known: {known}"
        more = ["…"] if len(known) > _MOST_KNOWN else []
        detail = {**detail, "ctx": {"known": ", ".join((*known[:_MOST_KNOWN], *more))}}
    if detail["type"] == "missing" and detail["loc"][-1] in _MAY_BE_EMPTY:
        expected = "this field is required; where there is nothing, write []"
    context: dict[str, object] = dict(detail.get("ctx") or {})
    if detail["type"] == "literal_error":
        context["expected"] = _join_alternatives(detail["ctx"]["expected"])
    nothing_to_show = detail["type"] in ("missing", "union_tag_not_found", "extra_forbidden")
    return Problem(
        path=_format_path(path) or Sentence("(the document)"),
        value=None if nothing_to_show else shorten_value(context.get("tag", detail["input"])),
        expected=expected,
        params={**context, "message": detail["msg"]},
        line=lines.at(path) if lines else None,
    )


def _join_alternatives(text: str) -> str:
    """What pydantic writes as `'a', 'b' or 'c'`, so that the `or` can be translated."""
    others, either, last = text.rpartition(" or ")
    return Sentence("{others} or {last}", others=others, last=last) if either else text


def _problem_path(detail: Any, document: Any) -> list[str | int]:
    """The place, without the names of union members that pydantic puts between: those lead nowhere in the document."""
    place: list[str | int] = []
    for part in detail["loc"]:
        try:
            document = document[part]
            place.append(part)
        except (LookupError, TypeError):
            continue
    if detail["type"] == "missing":
        place.append(detail["loc"][-1])
    elif detail["type"].startswith("union_tag"):
        place.append("type")
    return place


def _format_path(path: list[str | int]) -> str:
    return _escape_controls("".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip("."))


def shorten_value(value: Any) -> str:
    """What stands in a document, in short; of what cannot be written out its type."""
    try:
        text = _escape_controls(json.dumps(value, ensure_ascii=False, default=str))
    except (RecursionError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 80 else f"{text[:79]}…"


def _escape_controls(text: str) -> str:
    """What a terminal would obey, or could not show, is written out."""
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _load_lines(text: str) -> "Lines":
    return Lines.of(text)
