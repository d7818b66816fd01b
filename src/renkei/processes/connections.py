"""Who is at the other end of a connection of this machine: the kernel says which process has the socket. Linux only."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

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


def _find_socket(own_port: int, peer_port: int) -> int | None:
    """The number of the socket at the other end, if it is this user's."""
    found = _ask_kernel(own_port, peer_port) or _read_tables(own_port, peer_port)
    return found.inode if found and found.user == os.getuid() else None


class _Socket(NamedTuple):
    user: int
    inode: int


def _ask_kernel(own_port: int, peer_port: int) -> _Socket | None:
    """By the one question of sock_diag(7): the tables have every connection of the machine, and take milliseconds."""
    import _socket
    import struct

    both = struct.pack("!HH4s12x4s12x", peer_port, own_port, _ADDRESS, _ADDRESS)
    asked = struct.pack("=BBBxI", _socket.AF_INET, _socket.IPPROTO_TCP, 0, _ANY_STATE) + both + _ANY_INTERFACE
    head = struct.pack("=IHHII", _HEAD + len(asked), _BY_FAMILY, _REQUEST, 0, 0)
    with suppress(OSError, AttributeError, struct.error):
        kernel = _socket.socket(_socket.AF_NETLINK, _socket.SOCK_RAW, _SOCK_DIAG)
        try:
            kernel.settimeout(_SECONDS)
            kernel.sendto(head + asked, (0, 0))
            said = kernel.recv(4096)
        finally:
            kernel.close()
        (kind,) = struct.unpack_from("=H", said, 4)
        if kind == _BY_FAMILY and said[_HEAD + 4 :].startswith(both):  # not one that listens there
            return _Socket(*struct.unpack_from("=II", said, _HEAD + _USER))
    return None


_SOCK_DIAG: Final = 4
_BY_FAMILY: Final = 20
_REQUEST: Final = 1
_HEAD: Final = 16
_ANY_STATE: Final = 0xFFFFFFFF
_ANY_INTERFACE: Final = b"\0" * 4 + b"\xff" * 8
"""And no cookie, by which the kernel would know one that it has named."""
_USER: Final = 64
"""Where the user stands in its answer, and the inode behind it: `struct inet_diag_msg`."""
_ADDRESS: Final = bytes((127, 0, 0, 1))


def _read_tables(own_port: int, peer_port: int) -> _Socket | None:
    """Where the kernel takes no such question."""
    local, remote = f"{_LOOPBACK}:{peer_port:04X}", f"{_LOOPBACK}:{own_port:04X}"
    for table in _TABLES:
        with suppress(OSError), open(table, encoding="ascii") as lines:  # noqa: PTH123 - in a moment
            for line in lines:
                if local in line and remote in line:
                    fields = line.split()
                    if fields[1].endswith(local) and fields[2].endswith(remote):
                        return _Socket(user=int(fields[7]), inode=int(fields[9]))
    return None


def _has_open(pid: int, link: str) -> bool:
    folder = f"/proc/{pid}/fd"
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - in a moment
            with suppress(OSError):
                if os.readlink(f"{folder}/{name}") == link:  # noqa: PTH115 - in a moment
                    return True
    return False
