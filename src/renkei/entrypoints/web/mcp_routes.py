"""`/mcp`: the tools of agents over HTTP. Each request is whole in itself, with the token of the agent that calls."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from renkei.app.clients import require_mcp
from renkei.app.project import Project
from renkei.entrypoints.mcp.answers import HOLDER, AgentCaller, Desk
from renkei.entrypoints.web.site import Site
from renkei.errors import Unreachable
from renkei.lazy import lazy
from renkei.protocol.actors import Actor
from renkei.sentence import Translatable

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from renkei.entrypoints.mcp.server import make_server
else:
    StreamableHTTPSessionManager = lazy("mcp.server.streamable_http_manager:StreamableHTTPSessionManager")
    make_server = lazy("renkei.entrypoints.mcp.server:make_server")

_LAST_SECONDS: Final = 1


def make_mcp_routes(site: Site) -> list[BaseRoute]:
    """Nothing is streamed and no session kept: GET and DELETE have nothing to do here."""
    try:
        require_mcp()
    except Unreachable as error:
        said = JSONResponse({"error": {"message": site.project.say(error.text, **error.params)}}, 503)
        return [Route("/mcp", said, methods=["POST"])]
    desk = _open_desk(site.project)
    manager = StreamableHTTPSessionManager(make_server(desk), json_response=True, stateless=True)

    @asynccontextmanager
    async def keep_open() -> AsyncGenerator[None]:
        async with manager.run():
            yield
        await anyio.to_thread.run_sync(desk.close, _LAST_SECONDS)

    site.lifespans.append(keep_open)
    return [Route("/mcp", AgentDoor(manager.handle_request, desk, site), methods=["POST"])]


def _open_desk(served: Project) -> Desk:
    """The same project, for models: what the server was started with is nobody's credential there."""
    env = {name: each for name, each in served.env.items() if name != "RENKEI_TOKEN"}
    caller = AgentCaller(served.say)
    return Desk(Project(served.settings, served.cwd, env=env, caller=caller, for_agents=True), caller)


class AgentDoor:
    """In front of what agents ask: whose token it is is looked up for every request, for tokens end."""

    def __init__(self, app: ASGIApp, desk: Desk, site: Site) -> None:
        self._app = app
        self._desk = desk
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = shown_token(Headers(scope=scope))
        holder = await self._find_holder(token) if token else None
        if holder is None:
            said = self._site.project.say(_NO_AGENT)
            answer = JSONResponse(
                {"error": {"message": said}}, HTTPStatus.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"}
            )
            await answer(scope, receive, send)
            return
        scope[HOLDER] = holder
        await self._app(scope, receive, send)

    async def _find_holder(self, token: str) -> Actor | None:
        """Where the store is at hand it is read here: a thread takes longer to be woken than this does."""
        if self._desk.is_at_hand:
            return self._desk.find_holder(token)
        return await anyio.to_thread.run_sync(self._desk.find_holder, token)


def shown_token(headers: Headers) -> str:
    """The token of a request; none where it shows two that differ, for it can be one agent's alone."""
    given = [each.partition(" ") for each in headers.getlist("authorization")]
    bearers = [token.strip() for scheme, _, token in given if scheme.lower() == "bearer"]
    shown = {*headers.getlist("x-renkei-token"), *bearers} - {""}
    return shown.pop() if len(shown) == 1 else ""


_NO_AGENT: Final[Translatable] = (
    "No agent of this team is known by what this request shows. It takes the token of an agent (renkei agent token "
    "NAME) as Authorization: Bearer TOKEN, or as X-Renkei-Token."
)
