"""What is written like a place in a file and is none, by kind.

A kind tells by the path, or by the path with what stands before it on its line. None of them holds for a path that
ends in a known extension, nor for a file that is there.
"""

from functools import lru_cache
from typing import Final

from renkei import lazy_re as re
from renkei.values import value


@value
class Kind:
    """One kind of what is no file: `path` matches all of it, `before` what stands right before it."""

    name: str
    examples: tuple[str, ...]
    path: str = r".*"
    before: str = ""


_FOLDERS: Final = (
    "src|lib|libs|bin|app|apps|cmd|pkg|internal|test|tests|spec|docs?|scripts?|tools?|config|configs|etc|include"
    "|packages|modules|server|client|api|core|utils?|hack|ci|build|examples?|vendor|third_party|deploy|infra|db"
)
_SYSTEM: Final = "etc|usr|var|home|opt|tmp|root|proc|dev|bin|sbin|lib|lib64|Users|private|mnt|srv|Library|Applications"
_MIME: Final = "application|audio|font|image|message|model|multipart|text|video"
_ZONES: Final = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc|US|Brazil|Canada"
_VENDORS: Final = (
    "openai|anthropic|google|meta|meta-llama|mistralai|mistral|deepseek(?:-ai)?|qwen|cohere|microsoft|nvidia|x-ai"
    "|huggingface|stabilityai|black-forest-labs|ollama"
)

NO_FILES: Final[tuple[Kind, ...]] = (
    Kind(
        name="image and tag, service and port, ratio, pair of words",
        examples=("bitnami/postgresql:16", "svc/web:8080", "org/app:3", "TCP/IP:80", "read/write:2"),
        path=rf"(?!(?:{_FOLDERS})/)(?![./~])[^/.]+/[^/.]+",
    ),
    Kind(
        name="image in a registry",
        examples=("FROM acme/team/app:3", "docker pull quay/acme/app:2"),
        before=r"(?:^|\W)(?:FROM|image:|docker \w+|podman \w+|kubectl .*|helm .*)\s*[\"'`]?$",
    ),
    Kind(
        name="branch or tag",
        examples=("origin/main:3", "feature/src/login:2", "refs/heads/main:1"),
        path=r"(?:origin|upstream|refs|heads|remotes|feature|feat|bugfix|hotfix|release|releases)/.*",
    ),
    Kind(name="MIME type", examples=("application/json:3", "text/html:2"), path=rf"(?:{_MIME})/[\w.+-]+"),
    Kind(
        name="time zone",
        examples=("Asia/Tokyo:9", "America/Argentina/Salta:3"),
        path=rf"(?:{_ZONES})/[A-Z][\w/+-]*",
    ),
    Kind(
        name="model",
        examples=("openai/gpt-4o:3", "meta-llama/Llama-3.1:8"),
        path=rf"(?:{_VENDORS})/[\w.-]+",
    ),
    Kind(
        name="route",
        examples=("POST /v1/chat/completions:429", "/api/v1/users:404"),
        path=rf"/(?!(?:{_SYSTEM})/).*",
    ),
)

_COMPILED: Final = [(re.compile(kind.path), re.compile(kind.before)) for kind in NO_FILES]

ALWAYS: Final[tuple[Kind, ...]] = (
    Kind(
        name="request",
        examples=("GET api/v1/users:500", "GET /static/app.css:304"),
        before=r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+[\"'`]?$",
    ),
    Kind(
        name="one of a list of folders, mount, or prompt of a shell",
        examples=("LD_LIBRARY_PATH=/acme/lib:/usr/lib:2", "cache:/var/cache/web:1", "user@host:/srv/www:80$"),
        path=r"/(?:[^/.]+/)*\.?[^/.]+",
        before=r"[\w.~/-]:$",
    ),
    Kind(
        name="file of another machine",
        examples=("rsync me@host:/srv/stock.db:1", "scp box:/etc/shop.toml:2"),
        path=r"(?:/|~/?).*",
        before=r"(?:[\w.-]@[\w.-]{1,80}|\b(?:scp|rsync|sftp)\b[^`\n]{0,200}[\w.-]):[\"'`]?$",
    ),
    Kind(
        name="frame inside the runtime",
        examples=("node:internal/modules/cjs/loader.js:1105", "node:fs.js:3"),
        before=r"\bnode:$",
    ),
    Kind(
        name="where a debugger is to stop",
        examples=("(gdb) break file.c:20", "(Pdb) b handlers.py:20", "`tbreak main.go:3`"),
        before=r"(?:[`$>]|\((?:gdb|i?[Pp]db|lldb|dlv)\))[ ]?(?:b|br|break|tbreak|hbreak|until|advance)\s+$",
    ),
    Kind(
        name="address without its scheme",
        examples=("/github.com/acme/shop/blob/main/a.py:3",),
        path=r"/(?:github|gitlab)\.com/.*",
    ),
    Kind(
        name="subject of a message",
        examples=("a.b.c:3",),
        path=r"[a-z](?:\.[a-z])+",
    ),
    Kind(
        name="behind a placeholder",
        examples=("<path>/src/a.py:3", "<install-dir>/lib/a.py:3"),
        path=r"/.*",
        before=r"<(?:[\w ./-]{0,40}[ _-])?(?:path|dir|directory|folder|prefix|home|env|venv|version|user)>$",
    ),
    Kind(
        name="placeholder",
        examples=(
            "path/to/file.py:42",
            "your/module.py:1",
            "docs/releases/X.Y.md:1",
            "/path/lib/a.py:1",
            "docs/X/a.md:1",
        ),
        path=r"/path/.*|(?:.*/)?(?:path/to|your|some|[XN]{1,4})/.*|.*[<>$].*|.*/(?:[\w-]*-)?v?[A-Zx](?:\.[A-Zxyz]){1,3}\.\w+",
    ),
)
"""These hold whatever the extension; not for a file that is there."""

_ALWAYS: Final = [(re.compile(kind.path), re.compile(kind.before)) for kind in ALWAYS]


def is_no_file(path: str, before: str, *, has_extension: bool) -> bool:
    """Whether a path that is no file of the tree is known to be something else; `before` is its line up to it."""
    return any(context.search(before) for context in _contexts_for(path, has_extension))


@lru_cache(maxsize=4096)
def _contexts_for(path: str, has_extension: bool) -> list[re.Pattern[str]]:
    """What has to stand before such a path, by the kinds that it may be of."""
    kinds = _ALWAYS if has_extension else [*_ALWAYS, *_COMPILED]
    return [context for shape, context in kinds if shape.fullmatch(path)]
