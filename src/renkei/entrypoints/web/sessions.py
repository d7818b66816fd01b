"""Who has a browser open: the digests of their cookies, kept beside the user's state so that a restart ends nothing.

The file has digests alone: who reads it can open nothing with it. It counts for a few minutes after the server was last
there, for the same port: a restart, and no more.
"""

import hashlib
import json
import secrets
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from renkei.binding.record import make_folder
from renkei.files import write_whole

GRACE_SECONDS: Final = 600
"""How long after a server's end its sessions are taken on by the next one."""
_MOST: Final = 200
_FILE_MODE: Final = 0o600


class Session(NamedTuple):
    """Whose it is: nobody's name, for whoever started the server; else a name and the digest of the credential."""

    name: str | None = None
    digest: str | None = None


class Sessions:
    """Of one server: they work while it is there."""

    def __init__(self, path: Path | None, port: int) -> None:
        """
        Args:
            path: where they are kept; None: nowhere.
        """
        self._path = path
        self._port = port
        self._known = _read(path, port) if path else {}

    def begin(self, session: Session) -> str:
        """A new cookie."""
        cookie = secrets.token_urlsafe(32)
        self._known[_digest(cookie)] = session
        while len(self._known) > _MOST:
            del self._known[next(iter(self._known))]
        self.keep()
        return cookie

    def find(self, cookie: str) -> Session | None:
        return self._known.get(_digest(cookie)) if cookie else None

    def keep(self) -> None:
        """Says that the server is there now; asked for every now and then."""
        if self._path is None or not self._known:
            return
        document = {"port": self._port, "seen": int(time.time()), "sessions": self._known}
        try:
            make_folder(self._path.parent)
            write_whole(self._path, json.dumps(document).encode(), mode=_FILE_MODE, is_durable=False)
        except OSError:  # without it everything works, until the server is started anew
            self._path = None


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode(errors="surrogateescape")).hexdigest()


def _read(path: Path, port: int) -> dict[str, Session]:
    try:
        document: Any = json.loads(path.read_bytes())
        is_recent = 0 <= time.time() - document["seen"] <= GRACE_SECONDS
        if not is_recent or document["port"] != port:
            return {}
        return {str(digest): Session(*each) for digest, each in document["sessions"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
