"""The page itself: files of our own, nothing from elsewhere, and a policy that lets a browser load nothing else."""

import hashlib
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from renkei.app.oversight import Oversight
from renkei.entrypoints.web.api import make_api_routes
from renkei.entrypoints.web.site import Site
from renkei.entrypoints.web.stream import make_stream_routes
from renkei.values import value

STATIC: Final = Path(__file__).with_name("static")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types renkei",
    )
)
"""Scripts, styles and workers from this server alone; no text ever becomes markup or code."""

_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


@value
class _File:
    body: bytes
    type: str
    mark: str


def make_routes(site: Site) -> list[BaseRoute]:
    """The page, its files, its stream and the API."""
    oversight = Oversight(site.project)

    async def show_page(request: Request) -> Response:
        return _answer(_load("index.html"), request)

    async def show_file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in list_files():
            return PlainTextResponse("", HTTPStatus.NOT_FOUND)
        is_current = request.path_params.get("mark") == mark_of_all()
        return _answer(_load(name), request, keep=is_current)

    return [
        Route("/", show_page),
        Route("/static/{name}", show_file),
        Route("/static/{mark}/{name}", show_file),
        *make_stream_routes(site, oversight),
        *make_api_routes(site, oversight),
    ]


@cache
def list_files() -> frozenset[str]:
    return frozenset(path.name for path in STATIC.iterdir() if path.suffix in _TYPES)


@cache
def mark_of_all() -> str:
    """Stands in the address of every file: what has it never changes, and a browser need not ask for it again."""
    found = hashlib.sha256()
    for name in sorted(list_files()):
        found.update((STATIC / name).read_bytes())
    return found.hexdigest()[:12]


@cache
def _load(name: str) -> _File:
    path = STATIC / name
    body = path.read_bytes()
    if name == "index.html":
        body = body.replace(b"<!-- preload -->", _preloads()).replace(b"/static/", f"/static/{mark_of_all()}/".encode())
    return _File(body=body, type=_TYPES[path.suffix], mark=f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def _preloads() -> bytes:
    """Every module is asked for at once, not one after the other as they name each other."""
    modules = sorted(
        name for name in list_files() if name.endswith(".js") and name not in ("app.js", "stream-worker.js")
    )
    return "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in modules).encode()


def _answer(file: _File, request: Request, *, keep: bool = False) -> Response:
    kept = "private, max-age=31536000, immutable" if keep else "no-cache"
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": kept, "ETag": file.mark}
    if request.headers.get("if-none-match") == file.mark:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(file.body, media_type=file.type, headers=headers)
