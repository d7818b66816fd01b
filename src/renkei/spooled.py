"""Checks that waited beside the store are taken in: in their order, and each once."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from renkei.commands.base import Request
from renkei.commands.checks import RecordCheck
from renkei.errors import BadInput, NotFound, Refused, StoreError
from renkei.eventlog import receipts, spool
from renkei.hub import Hub
from renkei.protocol.actors import Actor

KIND: Final = "check"


def check_document(command: RecordCheck, lang: str) -> dict[str, Any]:
    """A check as it is written to disk."""
    return {"lang": lang, "command": command.model_dump(mode="json")}


def drain_spool(hub: Hub, store: Path) -> None:
    """Checks and receipts."""
    drain_checks(hub, store)
    with suppress(sqlite3.Error):
        receipts.drain_spool(store)


def drain_checks(hub: Hub, store: Path) -> None:
    """Whatever waits. A store that is locked just now is asked again by the next one who writes."""
    for record in spool.list_waiting(store, KIND):
        try:
            hub.do(_check_request(record))
        except StoreError:
            return
        except (BadInput, NotFound, Refused, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            spool.set_aside(record)
        else:
            spool.remove(record)


def _check_request(record: spool.Spooled) -> Request:
    command = RecordCheck.model_validate(record.document["command"])
    actor = Actor(name=command.agent, via="hook")
    return Request(command=command, actor=actor, key=record.key, lang=record.document["lang"])
