"""The blocks of the pages: what a reader would type, and what the page says that it shows.

A comment above a block says what it is: `<!-- file: NAME -->` is a file that the commands of the page work on,
`<!-- shown by: ... -->`, `<!-- installs: ... -->` and `<!-- told at: ... -->` are looked at by tests of their own, and
`<!-- not run: WHY -->` is an exception.
"""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.cli_run import COMMAND
from tests.support.forked import forked_command

ROOT = Path(__file__).parent.parent.parent
GENERATED = {f"docs/{name}.md" for name in ("reference", "conformance", "places", "evidence")}
"""Written by scripts, which `make test` runs to compare."""

_BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]+?) -->\n)?^ *```(?P<language>\w*)[^\n]*\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    page: str
    line: int
    language: str
    note: str
    body: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Typed:
    """A command, and the lines that the page shows below it."""

    command: str
    shown: tuple[str, ...]


def pages() -> list[str]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    names = {path.relative_to(ROOT).as_posix() for path in found}
    return sorted(names - GENERATED)


def blocks(page: str, text: str | None = None) -> list[Block]:
    text = text if text is not None else (ROOT / page).read_text("utf-8")
    return [
        Block(
            page=page,
            line=text.count("\n", 0, found.start()) + 1,
            language=found["language"],
            note=found["note"] or "",
            body=found["body"],
        )
        for found in _BLOCK.finditer(text)
    ]


def typed(body: str) -> list[Typed]:
    """The commands of a console block; lines before the first belong to none."""
    parts = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    lines = [part.rstrip("\n").split("\n") for part in parts]
    return [Typed(command=first, shown=tuple(rest)) for first, *rest in lines]


def differs(each: Typed, folder: Path) -> str | None:
    """What is not as the page says; None if it is. A command of which nothing is shown has to end with 0, or 1 for a
    verdict."""
    if each.command.startswith("make "):
        return None  # that the target exists is checked by scripts/docs.py
    code, printed = _run(each.command, folder)
    if not each.shown:
        return None if code <= 1 else f"$ {each.command}\nended with {code}:\n{printed}"
    pattern = "\n".join(map(re.escape, each.shown)).replace(re.escape("..."), ".*")
    if re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL):
        return None
    return f"$ {each.command}\nthe page shows:\n{chr(10).join(each.shown)}\nit prints:\n{printed}"


def _run(command: str, folder: Path) -> tuple[int, str]:
    """As a reader would, in a shell, with nothing of the developer's own settings."""
    own = ("RENKEI_", "GIT_", "LC_", "CLAUDE", "CI")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    home = folder.parent / "home"
    env = kept | {"PATH": f"{COMMAND.parent}:{kept['PATH']}", "LANG": "C.UTF-8", "HOME": str(home)}
    done = subprocess.run(
        ["sh", "-c", f"renkei() {{ '{forked_command()}' \"$@\"; }}\n{command}"],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
    )
    return done.returncode, done.stdout.decode()
