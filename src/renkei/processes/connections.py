"""Who is at the other end of a connection of this machine: the kernel says which process has the socket. Linux only."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from renkei.processes.ancestry import ancestors

IS_KNOWN: Final = sys.platform == "linux"
"""Whether it can be known here."""

_TABLES: Final = ("/proc/net/tcp", "/proc/net/tcp6")
_LOOPBACK: Final = "0100007F"
"""127.0.0.1 as the kernel writes it, also at the end of an address of IPv6."""


def is_listening(port: int) -> bool:
    """Whether somebody takes connections at a port of 127.0.0.1."""
    import _socket  # `socket` itself takes long to load, and hooks ask this

    asking = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    asking.settimeout(_SECONDS)
    try:
        asking.connect(("127.0.0.1", port))
    except OSError:
        return False
    finally:
        asking.close()
    return True


_SECONDS: Final = 1.0


def find_peer(own_port: int, peer_port: int, known: Iterable[int] = ()) -> int | None:
    """The process of this user that has the other end of a connection over 127.0.0.1; None where there is none, or it
    cannot be looked at.

    Several have it while one is about to start another program: it is the one that the others come from.

    Args:
        known: processes that are looked at first, to look at no others where one of these is it.
    """
    inode = _find_socket(own_port, peer_port) if IS_KNOWN else None
    if inode is None:
        return None
    link = f"socket:[{inode}]"
    if found := next((pid for pid in known if _has_open(pid, link)), None):
        return found
    pids = [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208 - in a moment
    holders = {pid for pid in pids if _has_open(pid, link)}
    return next((pid for pid in sorted(holders) if not holders.intersection(each.pid for each in ancestors(pid))), None)


def _find_socket(own_port: int, peer_port: int) -> str | None:
    """The number of the socket at the other end, if it is this user's."""
    local, remote, user = f"{_LOOPBACK}:{peer_port:04X}", f"{_LOOPBACK}:{own_port:04X}", str(os.getuid())
    for table in _TABLES:
        with suppress(OSError), open(table, encoding="ascii") as lines:  # noqa: PTH123 - in a moment
            for line in lines:
                if local in line and remote in line:
                    fields = line.split()
                    if fields[1].endswith(local) and fields[2].endswith(remote) and fields[7] == user:
                        return fields[9]
    return None


def _has_open(pid: int, link: str) -> bool:
    folder = f"/proc/{pid}/fd"
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - in a moment
            with suppress(OSError):
                if os.readlink(f"{folder}/{name}") == link:  # noqa: PTH115 - in a moment
                    return True
    return False
