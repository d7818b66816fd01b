"""Which fields are known at a place of a document: found from what validates it, once something is wrong there."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

Schema = Mapping[str, Any]


def fields_at(schema: Schema, place: Sequence[str | int]) -> list[str]:
    """The names that a caller may write there; none where that is not one model's.

    Args:
        schema: pydantic's own, of which its validator is made.
        place: as pydantic names it, with the tags of unions in between.
    """
    shared: dict[str, Schema] = {}
    for part in place:
        below = _below(_plain(schema, shared), part)
        if below is None:
            return []
        schema = below
    found = _plain(schema, shared)
    if found["type"] != "model-fields":
        return []
    fields = cast(Mapping[str, Schema], found["fields"])
    return [_written(name, each) for name, each in fields.items() if not each.get("serialization_exclude")]


def _plain(schema: Schema, shared: dict[str, Schema]) -> Schema:
    """Without what only wraps it: defaults, checks, null beside it."""
    while schema["type"] == "definition-ref" or "schema" in schema:
        if schema["type"] == "definitions":
            shared.update({each["ref"]: each for each in schema["definitions"]})
        schema = shared[schema["schema_ref"]] if schema["type"] == "definition-ref" else schema["schema"]
    return schema


def _below(schema: Schema, part: str | int) -> Schema | None:
    match schema["type"]:
        case "model-fields":
            fields = cast(Mapping[str, Schema], schema["fields"])
            return next((each for name, each in fields.items() if _written(name, each) == part), None)
        case "list":
            return schema.get("items_schema")
        case "dict":
            return schema.get("values_schema")
        case "tagged-union":
            return schema["choices"].get(part)
        case _:
            return None


def _written(name: str, field: Schema) -> str:
    alias = field.get("validation_alias")
    return alias if isinstance(alias, str) else name
