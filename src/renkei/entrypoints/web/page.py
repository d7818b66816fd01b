"""The page itself: files of our own, nothing from elsewhere, and a policy that lets a browser load nothing else."""

import gzip
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
from renkei.entrypoints.web.joined import join_modules
from renkei.entrypoints.web.site import Site
from renkei.entrypoints.web.stream import make_stream_routes
from renkei.values import value

STATIC: Final = Path(__file__).with_name("static")
JOINED: Final = "page.js"
"""All scripts of the page but that of its worker."""

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
    packed: bytes
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
    """Every module by itself, too: so that it can be looked at, and tried alone."""
    return frozenset({JOINED, *(path.name for path in STATIC.iterdir() if path.suffix in _TYPES)})


@cache
def mark_of_all() -> str:
    """Stands in the address of every file: what has it never changes, and a browser need not ask for it again."""
    found = hashlib.sha256()
    for name in sorted(list_files() - {JOINED}):
        found.update((STATIC / name).read_bytes())
    return found.hexdigest()[:12]


@cache
def _load(name: str) -> _File:
    path = STATIC / name
    text = join_modules(STATIC, "app.js") if name == JOINED else path.read_text(encoding="utf-8")
    if name == "index.html":
        text = text.replace("/static/", f"/static/{mark_of_all()}/")
    body = text.encode()
    return _File(
        body=body,
        packed=gzip.compress(body, mtime=0),
        type=_TYPES[path.suffix],
        mark=f'"{hashlib.sha256(body).hexdigest()[:16]}"',
    )


def _answer(file: _File, request: Request, *, keep: bool = False) -> Response:
    kept = "private, max-age=31536000, immutable" if keep else "no-cache"
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": kept, "ETag": file.mark, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.mark:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.type, headers=headers)
