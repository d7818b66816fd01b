"""What a client's transcript says about an agent: its model, and the tokens it has used up to now."""

import json
from pathlib import Path
from typing import Any, Final, cast

from renkei.files import read_regular
from renkei.protocol.claims import Usage

_COUNTED: Final = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def usage_of(transcript: object) -> Usage:
    """The usage of the agent whose transcript this is; nothing is known where it cannot be read."""
    tokens: dict[str, int] = {}
    model: str | None = None
    for message in _messages(transcript):
        model = message["model"]
        # A message with several parts is written once for each, with the usage of the whole.
        tokens[message["id"]] = sum(int(message["usage"].get(name) or 0) for name in _COUNTED)
    return Usage(model=model, tokens=sum(tokens.values()) if tokens else None)


def _messages(transcript: object) -> list[dict[str, Any]]:
    try:
        lines = read_regular(Path(cast(str, transcript))).splitlines()
    except (OSError, TypeError, ValueError):
        return []
    found = (_message(line) for line in lines if b'"usage"' in line)
    return [message for message in found if message]


def _message(line: bytes) -> dict[str, Any] | None:
    """An answer of a model, whole; a client makes up others, such as for an error."""
    try:
        message = json.loads(line)["message"]
        parts = (message["id"], message["model"], message["usage"])
    except (ValueError, TypeError, KeyError):
        return None
    is_whole = all(map(isinstance, parts, (str, str, dict)))
    return message if is_whole and not message["model"].startswith("<") else None
