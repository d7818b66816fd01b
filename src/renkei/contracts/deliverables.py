"""Which deliverables are places in the work tree, and what an output schema is: from the text alone."""

import json
import re
from typing import Any, Final, Literal, cast

from renkei.protocol.contracts import TaskContract
from renkei.values import value

_EXTENSION: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_GLOB: Final = re.compile(r"[*?]|\[[^\]]+\]")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./*?\[\]{}@+~-]+")
_QUOTED: Final = re.compile(r"`([^`\n]+)`")
DOCUMENTS: Final = (".json", ".yaml", ".yml")
"""Kinds of file that a schema can be held against."""


def deliverable_path(deliverable: str) -> str | None:
    """The path or glob that a deliverable begins with (`src/auth/ 配下の...`); None when it is plain words.

    A name in other letters is put in back-ticks.
    """
    text = deliverable.strip()
    found = _QUOTED.match(text)
    first = found[1].strip() if found else _path_prefix(text)
    is_place = first.endswith("/") or bool(_GLOB.search(first)) or bool(_EXTENSION.search(first))
    return first if first and (is_place or ("/" in first and first == text.strip("`"))) else None


def _path_prefix(text: str) -> str:
    found = _PLAIN.match(text)
    return found[0] if found and not text[found.end() :].startswith(":") else ""


@value
class OutputSchema:
    """What `expected_output.schema` is: a JSON Schema, the file that holds one, or words for a reviewer."""

    kind: Literal["document", "file", "words"]
    document: dict[str, Any] | None = None
    text: str = ""


def output_schema(contract: TaskContract) -> OutputSchema | None:
    """The schema of a contract's output, if it has one."""
    given = contract.expected_output.output_schema
    if given is None:
        return None
    if isinstance(given, dict):
        return OutputSchema(kind="document", document=given)
    if (parsed := _parse_object(given)) is not None:
        return OutputSchema(kind="document", document=parsed)
    text = given.strip()
    is_file = text.endswith(DOCUMENTS) and len(text.split()) == 1 and "://" not in text
    return OutputSchema(kind="file" if is_file else "words", text=text)


def _parse_object(text: str) -> dict[str, Any] | None:
    try:
        value: object = json.loads(text)
    except ValueError:
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None
