"""The half of the corpus that was written before the rules of the finder were seen, by hand and with other words.

A file for each class holds its texts; a record begins with `=== RELEASE NAME`. The truth is that of its class:
something in a text of `false` has to be called false, and nothing in any other. `disputed: ...` marks a record whose
class the requirements contradict; it is not counted. `<<root>>`, `<<first>>` and `<<last>>` stand for the folder of the
repository and for its commits.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.planting import commit_all, start_repository
from bench.releases import RELEASES, fetch, unpack

FOLDER: Final = Path(__file__).parent / "corpus" / "written"
_RECORD: Final = re.compile(r"^=== (?P<world>\S+) (?P<name>\S+)(?: disputed: (?P<why>.*))?\n", re.MULTILINE)
_SIGNER: Final = "import os\n\n\ndef legacy_sign(value, key):\n    return os.urandom(4) + value + key\n"
_PATHS: Final = (
    "from __future__ import annotations\n\nimport os\n\n\ndef absolute_path(path):\n"
    "    return os.path.abspath(os.path.normpath(path))\n"
)
_SHIMS: Final = (
    '"""Old shims for Python 2."""\n\nimport sys\n\n\ndef to_native(text):\n    if sys.version_info[0] == 2:\n'
    '        return text.encode("utf-8")\n    return text\n\n\ndef to_bytes(text):\n    return text.encode("utf-8")\n'
)
_SHIM: Final = "from urllib3.contrib import pyopenssl\n\n\ndef inject():\n    pyopenssl.inject_into_urllib3()\n"
_COMPAT: Final = "import os\n\n\ndef to_env(text):\n    return os.fsencode(text)\n"


@dataclass(frozen=True, kw_only=True)
class Origin:
    """How the repository of a release was made: where it comes from, what it ignores, which file it removed."""

    remote: str = ""
    ignored: str = ""
    removed: str = ""
    content: str = ""


ORIGINS: Final = {
    "arrow": Origin(),
    "boltons": Origin(remote="https://github.com/mahmoud/boltons.git", removed="boltons/py2shims.py", content=_SHIMS),
    "cachetools": Origin(),
    "click": Origin(),
    "flask_cors": Origin(removed="attic/old_signer.py", content=_SIGNER),
    "humanize": Origin(),
    "itsdangerous": Origin(removed="attic/old_signer.py", content=_SIGNER),
    "marshmallow": Origin(ignored="docs/_build/\ndist/\n__pycache__/\n"),
    "python-dotenv": Origin(removed="src/dotenv/compat.py", content=_COMPAT),
    "requests": Origin(
        remote="https://github.com/psf/requests.git",
        removed="src/requests/pyopenssl_shim.py",
        content=_SHIM,
    ),
    "schedule": Origin(),
    "simplejson": Origin(ignored="build/\n*.so\n__pycache__/\n"),
    "structlog": Origin(ignored="docs/_build/\n*.egg-info/\n__pycache__/\n"),
    "tabulate": Origin(remote="https://github.com/astanin/python-tabulate.git"),
    "tenacity": Origin(),
    "waitress": Origin(
        remote="https://github.com/Pylons/waitress.git",
        ignored="*.egg-info/\n.coverage\ncoverage.xml\nhtmlcov/\n__pycache__/\n",
        removed="src/waitress/py2compat.py",
        content="import sys\n\n\ndef text_(s):\n    return s\n",
    ),
    "watchdog": Origin(
        remote="git@github.com:gorakhargosh/watchdog.git",
        ignored="build/\n*.so\n__pycache__/\nhtmlcov/\n.coverage\n",
        removed="src/watchdog/utils/unicode_paths.py",
        content=_PATHS,
    ),
}


@dataclass(frozen=True, kw_only=True)
class Written:
    """A text of the written half; `disputed` says why it is not counted."""

    kind: str
    world: str
    name: str
    text: str
    disputed: str = ""


def read_written(kinds: tuple[str, ...]) -> Iterator[Written]:
    """All texts of these classes."""
    for kind in kinds:
        whole = (FOLDER / f"{kind}.txt").read_text("utf-8")
        heads = list(_RECORD.finditer(whole))
        ends = [*(head.start() for head in heads[1:]), len(whole)]
        for head, end in zip(heads, ends, strict=True):
            yield Written(
                kind=kind, world=head["world"], name=head["name"], text=whole[head.end() : end],
                disputed=head["why"] or "",
            )  # fmt: skip


def build_origin(name: str, root: Path) -> dict[str, str]:
    """Unpack a release, give it its history, and say what the marks in texts stand for."""
    origin = ORIGINS[name]
    unpack(fetch(RELEASES[name]), root)
    if origin.ignored:
        (root / ".gitignore").write_text(origin.ignored, "utf-8")
    gone = root / origin.removed
    if origin.removed:
        gone.parent.mkdir(parents=True, exist_ok=True)
        gone.write_text(origin.content, "utf-8")
    start_repository(root, origin.remote)
    commit_all(root, "the release")
    first = _head(root)
    if origin.removed:
        gone.unlink()
        commit_all(root, "remove a module")
    return {"<<root>>": str(root), "<<first>>": first, "<<last>>": _head(root)}


def fill_in(text: str, marks: dict[str, str]) -> str:
    """A text with what its marks stand for."""
    for mark, meant in marks.items():
        text = text.replace(mark, meant)
    return text


def is_right(kind: str, references: list[dict[str, Any]], false: frozenset[str]) -> bool:
    """Whether what was said of the places of a text fits its class."""
    return any(each["state"] in false for each in references) == (kind == "false")


def _head(root: Path) -> str:
    asked = ["git", "rev-parse", "--short=7", "HEAD"]
    return subprocess.run(asked, cwd=root, check=True, capture_output=True, text=True).stdout.strip()
