"""The process of `renkei serve`: it answers until it is told to end, and ends at once."""

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

_LAST_SECONDS: Final = 1
"""How long answers that are under way may take once the server is told to end."""
_KEEP_SECONDS: Final = 60


def serve(site: Site, keys: Keys, tell_ready: Callable[[], None]) -> None:
    """Answers requests until SIGTERM or Ctrl-C.

    Args:
        tell_ready: called once requests are answered.
    """
    certificate, key = keys.place.tls or (None, None)
    config = uvicorn.Config(
        make_app(site, keys),
        access_log=False,  # the first request has the start token in it
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=_LAST_SECONDS,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        ws="none",
    )
    asyncio.run(_serve(_Server(config, tell_ready), site, keys))


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


async def _serve(server: _Server, site: Site, keys: Keys) -> None:
    loop = asyncio.get_running_loop()

    def end() -> None:
        site.ending.set()
        server.should_exit = True
        _end_at_last()

    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, end)
    keeping = asyncio.ensure_future(_keep_sessions(keys))
    await server.serve(sockets=[keys.place.listening])
    keeping.cancel()
    keys.sessions.keep()


async def _keep_sessions(keys: Keys) -> None:
    while True:
        await asyncio.sleep(_KEEP_SECONDS)
        keys.sessions.keep()


def _end_at_last() -> None:
    """Whatever a thread is still at, it cannot be stopped: what was acknowledged stands in the store."""
    last = threading.Timer(2 * _LAST_SECONDS, os._exit, (0,))
    last.daemon = True
    last.start()
