"""Which request comes in: asked for by our own name, from our own page, with a credential of the right kind.

A person has the start token, once, and from then on a cookie. Agents have tokens of their own, which are looked at
where they are good (`AGENT_PATHS`) and nowhere else: no agent's token opens what is a person's.
"""

import secrets
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from renkei.kit.words import Say
from renkei.sentence import Translatable

AGENT_PATHS: Final = ("/mcp", "/hooks")
"""What is for agents: who calls is known by an agent's token there, and is never a person."""

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
    """The credentials of one server's people, made with it and gone with it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.start_token = secrets.token_urlsafe(32)
        self.session = secrets.token_urlsafe(32)
        self.cookie = f"renkei_{port}"
        """Browsers send a cookie to every port of a host: two servers must not overwrite each other's."""
        self._tickets = set[str]()

    def address(self, token: str | None = None) -> str:
        """Where the page is, with what opens it."""
        return f"http://127.0.0.1:{self.port}/?{urlencode({'token': token or self.start_token})}"

    def make_ticket(self) -> str:
        """A start token that works once: the command line of a browser can be read by other processes."""
        ticket = secrets.token_urlsafe(32)
        self._tickets.add(ticket)
        return ticket

    def opens(self, token: str) -> bool:
        if _is_same(token, self.start_token):
            return True
        used = next((each for each in self._tickets if _is_same(token, each)), None)
        self._tickets.discard(used or "")
        return used is not None

    def is_session(self, cookie: str) -> bool:
        return _is_same(cookie, self.session)

    def is_start_token(self, token: str) -> bool:
        return _is_same(token, self.start_token)


class Gate:
    """In front of every route."""

    def __init__(self, app: ASGIApp, keys: Keys, say: Say) -> None:
        self._app = app
        self._keys = keys
        self._say = say
        names = ("127.0.0.1", "localhost", "[::1]")
        self._hosts = frozenset(f"{name}:{keys.port}" for name in names)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        assert scope["type"] == "http"  # the server speaks no other protocol
        answer = self._stop(scope)
        await (answer or self._app)(scope, receive, _with_headers(send))

    def _stop(self, scope: Scope) -> Response | None:
        """The answer to a request that does not come in, or that comes in by another one."""
        headers, path = Headers(scope=scope), scope["path"]
        if headers.get("host", "").lower() not in self._hosts:
            return self._refuse(path, HTTPStatus.MISDIRECTED_REQUEST, _FOREIGN_HOST)
        is_agents = path in AGENT_PATHS or path.startswith(tuple(f"{each}/" for each in AGENT_PATHS))
        if (scope["method"] not in _READS or is_agents) and headers.get("origin", self._own) not in self._origins:
            return self._refuse(path, HTTPStatus.FORBIDDEN, _FOREIGN_ORIGIN)
        return None if is_agents else self._stop_stranger(scope, headers)

    def _stop_stranger(self, scope: Scope, headers: Headers) -> Response | None:
        """Who shows an agent's token is an agent, whatever else it shows."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if bearer or "x-renkei-token" in headers:
            is_person = scheme.lower() == "bearer" and self._keys.is_start_token(bearer.strip())
            return None if is_person and "x-renkei-token" not in headers else self._ask_credential(scope)
        if self._keys.is_session(cookie_parser(headers.get("cookie", "")).get(self._keys.cookie, "")):
            return None
        return self._exchange_token(scope) or self._ask_credential(scope)

    def _exchange_token(self, scope: Scope) -> Response | None:
        """The start token becomes a cookie, and is out of the address bar at once."""
        query = QueryParams(scope["query_string"])
        if scope["method"] != "GET" or not self._keys.opens(query.get("token", "")):
            return None
        rest = urlencode([(name, each) for name, each in query.multi_items() if name != "token"])
        path = "/" + scope["path"].lstrip("/")  # `//host` would be another server's
        answer = RedirectResponse(f"{path}?{rest}" if rest else path, HTTPStatus.SEE_OTHER)
        answer.set_cookie(self._keys.cookie, self._keys.session, httponly=True, samesite="strict", path="/")
        return answer

    def _ask_credential(self, scope: Scope) -> Response:
        answer = self._refuse(scope["path"], HTTPStatus.UNAUTHORIZED, _NO_CREDENTIAL)
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer

    def _refuse(self, path: str, status: HTTPStatus, text: Translatable) -> Response:
        said = self._say(text)
        if path.startswith(("/api", *AGENT_PATHS)):
            return JSONResponse({"error": {"message": said}}, status)
        return PlainTextResponse(f"{said}\n", status)

    @property
    def _own(self) -> str:
        """What a request without an Origin counts as: no browser leaves it out where it matters."""
        return f"http://127.0.0.1:{self._keys.port}"


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


_FOREIGN_HOST: Final[Translatable] = "This server answers to 127.0.0.1 and localhost alone, with its own port."
_FOREIGN_ORIGIN: Final[Translatable] = "Another site may not ask for this."
_NO_CREDENTIAL: Final[Translatable] = (
    "Open the address that `renkei serve` printed when it started: what opens this is in it. Tokens of agents are good "
    "for /mcp and /hooks alone."
)
