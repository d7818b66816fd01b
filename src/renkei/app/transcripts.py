"""What a client's transcript says about an agent: its model, and the tokens it has used up to now."""

import json
from pathlib import Path
from typing import Any, Final, cast

from renkei.files import read_regular
from renkei.protocol.claims import Usage
from renkei.protocol.spend import Spend, add_spends
from renkei.protocol.terms import MOST_TOKENS

_COUNTED: Final = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def usage_of(transcript: object) -> Usage:
    """The usage of the agent whose transcript this is; nothing is known where it cannot be read."""
    # A message with several parts is written once for each, with the usage of the whole.
    by_id = {message["id"]: message for message in _messages(transcript)}
    if not by_id:
        return Usage()
    spent: dict[str, Spend] = {}
    for message in by_id.values():
        found = _spend_of(message)
        spent[message["model"]] = add_spends(spent[message["model"]], found) if message["model"] in spent else found
    newest = next(reversed(by_id.values()))
    return Usage(model=newest["model"], tokens=sum(each.tokens for each in spent.values()), spent=list(spent.values()))


def _spend_of(message: dict[str, Any]) -> Spend:
    usage = message["usage"]
    fresh, output, written, read = (_count(usage.get(name)) for name in _COUNTED)
    split: Any = usage.get("cache_creation")
    longest = cast(dict[str, Any], split).get("ephemeral_1h_input_tokens") if isinstance(split, dict) else 0
    kept_long = min(_count(longest), written)
    return Spend(
        model=message["model"],
        input=fresh,
        output=output,
        cache_read=read,
        cache_write=written - kept_long,
        cache_write_1h=kept_long,
    )


def _count(found: object) -> int:
    return min(max(0, found), MOST_TOKENS) if type(found) is int else 0


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
