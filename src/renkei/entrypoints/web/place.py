"""Where a server is: its address and port, by which names it is asked for, and whether what is said is encrypted."""

import ipaddress
import socket
import ssl
from functools import cached_property
from pathlib import Path
from typing import Final

from renkei.errors import BadInput, Unreachable

LOOPBACK: Final = "127.0.0.1"
_OWN_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
_USUAL_PORTS: Final = {"http": 80, "https": 443}


class Place:
    """One for each server. Made before it answers: the port is taken."""

    def __init__(
        self, listening: socket.socket, *, names: tuple[str, ...] = (), tls: tuple[Path, Path] | None = None
    ) -> None:
        """
        Args:
            names: by which it may be asked for beside its address.
            tls: the files of the certificate and of its key.
        """
        self.listening = listening
        self.address, self.port = listening.getsockname()[:2]
        self.tls = tls
        self.scheme = "https" if tls else "http"
        self._names = names

    @cached_property
    def is_loopback(self) -> bool:
        return ipaddress.ip_address(self.address).is_loopback

    @property
    def url(self) -> str:
        """Where a browser finds it: by the first name that it was given."""
        names = self._names or (self._literal if not self._is_wildcard else _bracketed(socket.gethostname()),)
        port = "" if self.port == _USUAL_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{names[0]}{port}"

    def is_own_host(self, host: str) -> bool:
        """Whether a request asks for it by a name of its own: another's may have been led here."""
        name, _, port = host.lower().rpartition(":") if host.rpartition(":")[2].isdecimal() else (host.lower(), "", "")
        if (port or str(_USUAL_PORTS[self.scheme])) != str(self.port):
            return False
        return name in self._own_names or (self._is_wildcard and _is_address(name))

    def is_own_origin(self, origin: str) -> bool:
        scheme, _, host = origin.partition("://")
        return scheme == self.scheme and self.is_own_host(host)

    @cached_property
    def _own_names(self) -> frozenset[str]:
        given = (each.lower() for each in self._names)
        if self.is_loopback:
            return frozenset((*_OWN_NAMES, self._literal, *given))
        own = _OWN_NAMES if self._is_wildcard else ()
        return frozenset((*own, self._literal, socket.gethostname().lower(), *given))

    @property
    def _literal(self) -> str:
        return _bracketed(self.address)

    @property
    def _is_wildcard(self) -> bool:
        return ipaddress.ip_address(self.address).is_unspecified


def take_place(
    port: int, address: str = LOOPBACK, *, names: tuple[str, ...] = (), tls: tuple[Path, Path] | None = None
) -> Place:
    """A port of this address; 0 takes one that is free.

    Raises:
        BadInput: that is no address of numbers, or the certificate cannot be used.
        Unreachable: somebody else has the port, or this machine has no such address.
    """
    if not _is_address(_bracketed(address)):
        raise BadInput("--address: expected an address of numbers, such as 0.0.0.0, not {given!r}.", given=address)
    if tls:
        _check_certificate(*tls)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, asyncio sets TCP_NODELAY
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
        made.listen(128)
    except OSError as error:
        made.close()
        raise Unreachable(
            "Port {port} of {address} cannot be had ({error}). Take another with --port N; 0 is any that is free.",
            port=port,
            address=address,
            error=error.strerror,
        ) from None
    return Place(made, names=names, tls=tls)


def _check_certificate(certificate: Path, key: Path) -> None:
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except OSError as error:
        raise BadInput(
            "The certificate {certificate} and the key {key} cannot be used ({error}).",
            certificate=str(certificate),
            key=str(key),
            error=error.strerror or str(error),
        ) from None


def _is_address(name: str) -> bool:
    """Of numbers. No page of another site has one of ours: such a name cannot be led elsewhere."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
