"""Which request comes in: asked for by our own name, from our own page, with a credential of the right kind.

Whoever started the server has the start token, people whom they let in have one of their own: once, and from then on a
cookie. Agents have tokens of their own, which are looked at where they are good (`AGENT_PATHS`) and nowhere else: no
agent's token opens what is a person's.
"""

import secrets
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from renkei.app.people import OWNER, Visitor, find_returning, find_visitor
from renkei.entrypoints.web.place import Place
from renkei.entrypoints.web.sessions import Session, Sessions
from renkei.entrypoints.web.site import Site
from renkei.sentence import Translatable

AGENT_PATHS: Final = ("/mcp", "/hooks")
"""What is for agents: who calls is known by an agent's token there, and is never a person."""

VISITOR: Final = "renkei.visitor"
"""Where in a request's scope the one stands who came in."""

_READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""On every answer that does not say otherwise: nothing is kept, framed, guessed, or tells another page our address."""


class Keys:
    """What opens one server: the start token is made with it and gone with it."""

    def __init__(self, place: Place, sessions: Sessions) -> None:
        self.place = place
        self.sessions = sessions
        self.start_token = secrets.token_urlsafe(32) if place.is_loopback else None
        """None where others can reach the server: there everybody comes in under a name."""
        self.cookie = f"renkei_{place.port}"
        """Browsers send a cookie to every port of a host: two servers must not overwrite each other's."""
        self._tickets = set[str]()

    def address(self, token: str | None = None) -> str:
        """Where the page is, with what opens it."""
        shown = token or self.start_token
        return f"{self.place.url}/?{urlencode({'token': shown})}" if shown else f"{self.place.url}/"

    def make_ticket(self) -> str:
        """A start token that works once: the command line of a browser can be read by other processes."""
        ticket = secrets.token_urlsafe(32)
        self._tickets.add(ticket)
        return ticket

    def opens(self, token: str) -> bool:
        if self.is_start_token(token):
            return True
        used = next((each for each in self._tickets if _is_same(token, each)), None)
        self._tickets.discard(used or "")
        return used is not None

    def is_start_token(self, token: str) -> bool:
        return self.start_token is not None and _is_same(token, self.start_token)


class Gate:
    """In front of every route."""

    def __init__(self, app: ASGIApp, keys: Keys, site: Site) -> None:
        self._app = app
        self._keys = keys
        self._place = keys.place
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        assert scope["type"] == "http"  # the server speaks no other protocol
        answer = await self._stop(scope)
        await (answer or self._app)(scope, receive, _with_headers(send))

    async def _stop(self, scope: Scope) -> Response | None:
        """The answer to a request that does not come in, or that comes in by another one."""
        headers, path = Headers(scope=scope), scope["path"]
        if not self._place.is_own_host(headers.get("host", "")):
            return self._refuse(path, HTTPStatus.MISDIRECTED_REQUEST, _FOREIGN_HOST)
        is_agents = path in AGENT_PATHS or path.startswith(tuple(f"{each}/" for each in AGENT_PATHS))
        origin = headers.get("origin")  # no browser leaves it out where it matters
        is_write = scope["method"] not in _READS or is_agents
        if is_write and origin is not None and not self._place.is_own_origin(origin):
            return self._refuse(path, HTTPStatus.FORBIDDEN, _FOREIGN_ORIGIN)
        return None if is_agents else await self._stop_stranger(scope, headers)

    async def _stop_stranger(self, scope: Scope, headers: Headers) -> Response | None:
        """Who shows an agent's token is an agent, whatever else it shows."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if bearer or "x-renkei-token" in headers:
            is_plain = scheme.lower() == "bearer" and "x-renkei-token" not in headers
            visitor = await self._find_bearer(bearer.strip()) if is_plain else None
        else:
            if answer := await self._exchange_token(scope):
                return answer
            cookie = cookie_parser(headers.get("cookie", "")).get(self._keys.cookie, "")
            visitor = await self._find_returning(self._keys.sessions.find(cookie))
        if visitor is None:
            return self._ask_credential(scope)
        scope[VISITOR] = visitor
        return None

    async def _find_bearer(self, token: str) -> Visitor | None:
        if self._keys.is_start_token(token):
            return OWNER
        return await self._site.ask(find_visitor, self._site.project, token) if self._site.project.has_store else None

    async def _find_returning(self, session: Session | None) -> Visitor | None:
        if session is None:
            return None
        if session.name is None or session.digest is None:
            return OWNER if self._place.is_loopback else None
        return await self._site.ask(find_returning, self._site.project, session.name, session.digest)

    async def _exchange_token(self, scope: Scope) -> Response | None:
        """The token becomes a cookie, and is out of the address bar at once."""
        query = QueryParams(scope["query_string"])
        token = query.get("token", "")
        if scope["method"] != "GET" or not token:
            return None
        visitor = OWNER if self._keys.opens(token) else await self._find_bearer(token)
        if visitor is None:
            return None
        rest = urlencode([(name, each) for name, each in query.multi_items() if name != "token"])
        path = "/" + scope["path"].lstrip("/")  # `//host` would be another server's
        answer = RedirectResponse(f"{path}?{rest}" if rest else path, HTTPStatus.SEE_OTHER)
        cookie = self._keys.sessions.begin(Session(visitor.name, visitor.digest))
        is_secure = self._place.tls is not None
        answer.set_cookie(self._keys.cookie, cookie, httponly=True, samesite="strict", path="/", secure=is_secure)
        return answer

    def _ask_credential(self, scope: Scope) -> Response:
        text = _NO_CREDENTIAL if self._place.is_loopback else _NO_NAME
        answer = self._refuse(scope["path"], HTTPStatus.UNAUTHORIZED, text)
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer

    def _refuse(self, path: str, status: HTTPStatus, text: Translatable) -> Response:
        said = self._site.project.say(text)
        if path.startswith(("/api", *AGENT_PATHS)):
            return JSONResponse({"error": {"message": said}}, status)
        return PlainTextResponse(f"{said}\n", status)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, each in _HEADERS.items():
                headers.setdefault(name, each)
        await send(message)

    return send_with_headers


def _is_same(given: str, kept: str) -> bool:
    return secrets.compare_digest(given.encode(errors="surrogateescape"), kept.encode())


_FOREIGN_HOST: Final[Translatable] = (
    "This server answers to names of its own alone, with its own port: 127.0.0.1 and localhost, or what it was started "
    "with (--address, --name)."
)
_FOREIGN_ORIGIN: Final[Translatable] = "Another site may not ask for this."
_NO_CREDENTIAL: Final[Translatable] = (
    "Open the address that `renkei serve` printed when it started: what opens this is in it. Tokens of agents are good "
    "for /mcp and /hooks alone."
)
_NO_NAME: Final[Translatable] = (
    "Open this address with ?token= and the token that was made for you by: renkei person add NAME --role viewer. "
    "Tokens of agents are good for /mcp and /hooks alone."
)
