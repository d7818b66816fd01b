"""Which client has called our hooks, and when: a client that skips them says nothing, so that no receipt means that
nothing is guarded there. Standard library only: hooks write them.
"""

import json
import time
from pathlib import Path
from typing import Any, NamedTuple, cast

from renkei._version import __version__
from renkei.files import read_regular, write_whole

FOLDER = ".renkei/clients"
_LONGEST = 10_000


class ClientReceipt(NamedTuple):
    """The newest session of a client that began with our hook."""

    client: str
    version: str
    """What the client says of itself; empty where it does not."""
    renkei: str
    session: str
    at: str


def note_client_session(project: Path, client: str, *, session: str, version: str = "") -> None:
    """Raises: OSError."""
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    receipt = ClientReceipt(client, version, __version__, session, at)
    place = project / FOLDER / f"{client}.json"
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(place, json.dumps(receipt._asdict()).encode(), is_durable=False)


def client_receipts(project: Path) -> list[ClientReceipt]:
    """Of every client that was heard of, by name."""
    found = (_read_receipt(path) for path in sorted((project / FOLDER).glob("*.json")))
    return [each for each in found if each]


def _read_receipt(path: Path) -> ClientReceipt | None:
    try:
        found: Any = json.loads(read_regular(path, _LONGEST))
    except (OSError, ValueError, RecursionError):
        return None
    fields = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    texts = [fields.get(name) for name in ClientReceipt._fields]
    return ClientReceipt._make(map(str, texts)) if all(isinstance(each, str) for each in texts) else None
