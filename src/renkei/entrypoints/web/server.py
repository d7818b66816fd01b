"""The process of `renkei serve`: a port of this machine's own, until it is told to end, and then at once."""

import asyncio
import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator
from typing import Final

import uvicorn

from renkei.entrypoints.web.gate import Keys
from renkei.entrypoints.web.routes import make_app
from renkei.entrypoints.web.site import Site
from renkei.errors import Unreachable

_LAST_SECONDS: Final = 1
"""How long answers that are under way may take once the server is told to end."""


def bind_port(port: int) -> socket.socket:
    """A socket of this machine's loopback; 0 takes a port that is free.

    Raises:
        Unreachable: somebody else has it.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, asyncio sets TCP_NODELAY
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(("127.0.0.1", port))
        made.listen(128)
    except OSError as error:
        made.close()
        raise Unreachable(
            "Port {port} of 127.0.0.1 cannot be had ({error}). Take another with --port N; 0 is any that is free.",
            port=port,
            error=error.strerror,
        ) from None
    return made


def serve(site: Site, keys: Keys, listening: socket.socket, tell_ready: Callable[[], None]) -> None:
    """Answers requests until SIGTERM or Ctrl-C.

    Args:
        tell_ready: called once requests are answered.
    """
    config = uvicorn.Config(
        make_app(site, keys),
        access_log=False,  # the first request has the start token in it
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=_LAST_SECONDS,
        ws="none",
    )
    asyncio.run(_serve(_Server(config, tell_ready), site, listening))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, tell_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_ready = tell_ready

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """They are ours: streams have to end first, or it would wait for them."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell_ready()


async def _serve(server: _Server, site: Site, listening: socket.socket) -> None:
    loop = asyncio.get_running_loop()

    def end() -> None:
        site.ending.set()
        server.should_exit = True
        _end_at_last()

    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, end)
    await server.serve(sockets=[listening])


def _end_at_last() -> None:
    """Whatever a thread is still at, it cannot be stopped: what was acknowledged stands in the store."""
    last = threading.Timer(2 * _LAST_SECONDS, os._exit, (0,))
    last.daemon = True
    last.start()
