"""`/hooks`: what Claude Code asks before and after its tools, by HTTP instead of a process that has to be started.

The answers are those of `renkei hook` (`entrypoints.hook_forks`). Who asks is the process that has the other end of the
connection, whatever the request says of itself.
"""

import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

import anyio
import anyio.to_thread
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from renkei.app.clients import find_settings
from renkei.entrypoints.hook_forks import IS_KNOWN, HookForks
from renkei.entrypoints.web.site import Site
from renkei.sentence import Translatable

_THIS_MACHINE: Final = "127.0.0.1"
"""Of another one nobody knows which process asks, and its port says nothing here."""
_MOST_AT_ONCE: Final = 16
_MOST_BYTES: Final = 64 * 1024 * 1024


def make_hook_routes(site: Site) -> list[BaseRoute]:
    door = _HookDoor(site)
    site.lifespans.append(door.keep_open)
    return [Route("/hooks", door.answer, methods=["POST"])]


class _HookDoor:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._limiter = anyio.CapacityLimiter(_MOST_AT_ONCE)
        self._forks: HookForks | None = None
        self._starting = threading.Lock()

    @asynccontextmanager
    async def keep_open(self) -> AsyncGenerator[None]:
        """Loaded before the first client asks, where there can be one."""
        settings = find_settings(self._site.project)
        if IS_KNOWN and settings and settings["http"]:
            await anyio.to_thread.run_sync(self._find_forks)
        yield
        if self._forks is not None:
            await anyio.to_thread.run_sync(self._forks.close)

    async def answer(self, request: Request) -> Response:
        if not IS_KNOWN:
            return self._refuse(HTTPStatus.NOT_IMPLEMENTED, _NOT_HERE)
        data = bytearray()
        async for part in request.stream():
            data += part
            if len(data) > _MOST_BYTES:
                return self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _TOO_LONG)
        if request.client is None or request.client.host != _THIS_MACHINE:
            return self._refuse(HTTPStatus.FORBIDDEN, _NOBODY)
        ports = request.scope["server"][1], request.client.port
        given = ports, request.headers, bytes(data)
        said = await anyio.to_thread.run_sync(self._answer, *given, limiter=self._limiter)
        if said is None:
            return self._refuse(HTTPStatus.FORBIDDEN, _NOBODY)
        return Response(said, media_type="application/json")

    def _answer(self, ports: tuple[int, int], headers: Headers, data: bytes) -> str | None:
        return self._find_forks().answer(ports, headers, data)

    def _find_forks(self) -> HookForks:
        """One that was killed is replaced: without it every tool would be refused until the server is started anew."""
        with self._starting:
            if self._forks is None or not self._forks.is_running:
                self._forks = HookForks()
            return self._forks

    def _refuse(self, status: HTTPStatus, text: Translatable) -> Response:
        return JSONResponse({"error": {"message": self._site.project.say(text)}}, status)


_NOBODY: Final[Translatable] = (
    "Nobody knows which process asks this: hooks over HTTP are for clients of the user who started the server, on this "
    "machine."
)
_NOT_HERE: Final[Translatable] = "Hooks over HTTP are for Linux: elsewhere the system does not say who asks."
_TOO_LONG: Final[Translatable] = "This input of a hook is longer than 64 MiB."
