"""What the log may say: every event with its fields, in one digest that changes when any of them does."""

import hashlib
import json
from typing import Any, cast

from pydantic import TypeAdapter

from renkei.protocol.events import EVENTS


def words_of_the_log() -> str:
    schemas = {name: _bare(TypeAdapter(cls).json_schema()) for name, cls in EVENTS.items()}
    return hashlib.sha256(json.dumps(schemas, sort_keys=True).encode()).hexdigest()


def _bare(schema: Any) -> Any:
    """Without what is only said about it."""
    if isinstance(schema, list):
        return [_bare(each) for each in cast(list[Any], schema)]
    if not isinstance(schema, dict):
        return schema
    said = {"description", "title"}
    return {
        key: _bare(value)
        for key, value in cast(dict[str, Any], schema).items()
        if not (key in said and isinstance(value, str))
    }
