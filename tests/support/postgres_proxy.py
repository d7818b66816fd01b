"""A wire to a PostgreSQL server that is cut while a commit is on its way: before it arrives, or before the answer."""

import contextlib
import socket
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

Cut = Literal["before the commit", "before the answer"]

SOCKET = ".s.PGSQL.5432"


class Wire:
    """Passes bytes on between clients and the server until it is told to cut."""

    def __init__(self, server: Path, folder: Path) -> None:
        self.cut: Cut | None = None
        self.stays_cut = False
        self._server = server / SOCKET
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                for way in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=way, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError), source, target:
            while data := source.recv(65536):
                is_commit = data[:1] == b"Q" and data[5:].startswith(b"COMMIT")
                is_done = data.startswith(b"C\0\0\0\x0bCOMMIT\0")
                if (is_commit and self.cut == "before the commit") or (is_done and self.cut == "before the answer"):
                    self._sever(source, target)
                    return
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)

    def _sever(self, *ends: socket.socket) -> None:
        self.cut = None
        if self.stays_cut:
            self.close()
        for end in ends:
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire_to(server: Path) -> Generator[tuple[Wire, Path]]:
    """A wire to the server whose socket is in a folder, and the folder of its own socket."""
    with tempfile.TemporaryDirectory(prefix="rk-wire-") as folder:
        wire = Wire(server, Path(folder))
        yield wire, Path(folder)
        wire.close()
