"""Checks and refusals that waited beside the store are taken in: in their order, and each once."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from renkei.commands.base import Request
from renkei.commands.checks import RecordCheck, RecordRefusal
from renkei.errors import BadInput, NotFound, Refused, StoreError
from renkei.eventlog import receipts, spool
from renkei.hub import Hub
from renkei.protocol.actors import Actor

KIND: Final = "check"
_COMMANDS: Final[dict[str, type[RecordCheck] | type[RecordRefusal]]] = {KIND: RecordCheck, "refusal": RecordRefusal}
"""What each kind of record asks for."""


def check_document(command: RecordCheck, lang: str) -> dict[str, Any]:
    """A check as it is written to disk."""
    return {"lang": lang, "command": command.model_dump(mode="json")}


def drain_spool(hub: Hub, store: Path) -> None:
    """Checks and refusals, then receipts."""
    _drain_commands(hub, store)
    with suppress(sqlite3.Error):
        receipts.drain_spool(store)


def _drain_commands(hub: Hub, store: Path) -> None:
    """Whatever waits. A store that is locked just now is asked again by the next one who writes."""
    waiting = [(record, kind) for kind in _COMMANDS for record in spool.list_waiting(store, kind)]
    for record, kind in sorted(waiting, key=lambda each: each[0].key.partition("-")[2]):
        try:
            hub.do(_request(record, _COMMANDS[kind]))
        except StoreError:
            return
        except (BadInput, NotFound, Refused, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            spool.set_aside(record)
        else:
            spool.remove(record)


def _request(record: spool.Spooled, kind: type[RecordCheck] | type[RecordRefusal]) -> Request:
    command = kind.model_validate(record.document["command"])
    actor = Actor(name=command.agent, via="hook")
    return Request(command=command, actor=actor, key=record.key, lang=record.document["lang"])
