"""All routes, put together in one place; and how an error becomes an answer."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from renkei.entrypoints.problems import error_document
from renkei.entrypoints.web.gate import Gate, Keys
from renkei.entrypoints.web.hook_routes import make_hook_routes
from renkei.entrypoints.web.mcp_routes import make_mcp_routes
from renkei.entrypoints.web.page import make_routes as make_page_routes
from renkei.entrypoints.web.site import Site
from renkei.errors import BadInput, NotFound, Refused, RenkeiError, Unreachable
from renkei.hidden import escape_hidden
from renkei.kit.words import Say, speaker
from renkei.sentence import Translatable

_STATUS: Final[dict[type[RenkeiError], HTTPStatus]] = {
    BadInput: HTTPStatus.BAD_REQUEST,
    NotFound: HTTPStatus.NOT_FOUND,
    Refused: HTTPStatus.FORBIDDEN,
    Unreachable: HTTPStatus.SERVICE_UNAVAILABLE,
}

_UNSERVED: Final[dict[int, Translatable]] = {
    HTTPStatus.NOT_FOUND: "Nothing is at {path}. What is served: /api",
    HTTPStatus.METHOD_NOT_ALLOWED: "{path} takes no {method}. What it takes: /api",
}
_NOT_TAKEN: Final[Translatable] = "{path} cannot take this request. What it takes: /api"


ROUTES: Final[Sequence[Callable[[Site], list[BaseRoute]]]] = (make_page_routes, make_mcp_routes, make_hook_routes)
"""The modules of routes. What begins with one of `gate.AGENT_PATHS` sees agents, all else the person."""


def make_app(site: Site, keys: Keys) -> Starlette:
    """The application: every request goes through the gate first."""

    async def answer_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, RenkeiError)
        say = _speak_to(request, site)
        message = escape_hidden(say(error.text, **error.params))
        return JSONResponse({"error": error_document(error, message, say)}, _status_of(error))

    async def answer_unserved(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        unserved = _UNSERVED.get(error.status_code, _NOT_TAKEN)
        message = _speak_to(request, site)(unserved, method=request.method, path=escape_hidden(request.url.path))
        return JSONResponse({"error": {"message": message}}, error.status_code, error.headers)

    @asynccontextmanager
    async def keep_lifespans(app: Starlette) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            for lifespan in site.lifespans:
                await stack.enter_async_context(lifespan())
            yield

    handlers: dict[Any, Any] = {RenkeiError: answer_error, HTTPException: answer_unserved}
    return Starlette(
        routes=[route for make_routes in ROUTES for route in make_routes(site)],
        middleware=[Middleware(Gate, keys=keys, site=site)],
        exception_handlers=handlers,
        lifespan=keep_lifespans,
    )


def _speak_to(request: Request, site: Site) -> Say:
    """The language that whoever asks has chosen (the page says so by its name alone), or the project's."""
    chosen = request.headers.get("accept-language")
    return speaker(chosen) if chosen in ("en", "ja") else site.project.say


def _status_of(error: RenkeiError) -> HTTPStatus:
    known = (status for kind, status in _STATUS.items() if isinstance(error, kind))
    return next(known, HTTPStatus.INTERNAL_SERVER_ERROR)
