"""What a wave's agents are given to read in their prompt: its sources, made shorter by its strategy, within its tokens.

Mechanical, so that it is the same each time: whole lines are kept or left out, and what is left out is said.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from renkei.context.tokens import estimate_tokens
from renkei.protocol.playbooks import Compression, ContextPlan

_ID: Final = re.compile(r"\b[A-Z]{2,6}-[\w-]+")
_LISTED: Final = re.compile(r"\s*(#|[-*+] |\d+[.)] |\||[\w.-]+:)")
_MOST_BYTES: Final = 512 * 1024

MOST_FILES: Final = 3
MOST_LINES: Final = 200
"""Of each file, in a fall-back read."""


def embed_sources(plan: ContextPlan, folder: Path) -> str:
    """The text of the sources as the prompt holds it."""
    parts: list[str] = []
    left: list[str] = []
    room = plan.tokens
    for path in _list_files(plan, folder):
        text = f"### {path.relative_to(folder).as_posix()}\n{condense_text(_read_text(path), plan.strategy)}"
        cost = estimate_tokens(text)
        if room is not None and cost > room:
            left.append(path.relative_to(folder).as_posix())
            continue
        parts.append(text)
        room = None if room is None else room - cost
    if left:
        parts.append(f"Not shown, for there was no room; read them yourself: {', '.join(left)}")
    return "\n\n".join(parts)


def read_directly(sources: Sequence[str], folder: Path) -> str:
    """The fall-back when the agent that was to read has failed: few files, and the beginning of each (LEAD-5)."""
    parts: list[str] = []
    for path in islice(_list_files(ContextPlan(sources=list(sources)), folder), MOST_FILES):
        lines = _read_text(path).splitlines()
        cut = [f"({len(lines) - MOST_LINES} more lines)"] if len(lines) > MOST_LINES else []
        parts.append("\n".join([f"### {path.relative_to(folder).as_posix()}", *lines[:MOST_LINES], *cut]))
    return "\n\n".join(parts)


def condense_text(text: str, strategy: Compression) -> str:
    """The lines that a strategy keeps; every line that names an id is kept by all of them."""
    keeps = _KEEPS[strategy]
    lines = text.splitlines()
    kept = [line for number, line in enumerate(lines) if keeps(line, lines[number - 1] if number else "")]
    return "\n".join(kept)


def _is_listed(line: str, before: str) -> bool:
    return bool(_LISTED.match(line) or _ID.search(line))


def _is_named(line: str, before: str) -> bool:
    return line.startswith("#") or bool(_ID.search(line))


def _is_dense(line: str, before: str) -> bool:
    """Also the line that a paragraph begins with."""
    return _is_listed(line, before) or (bool(line.strip()) and not before.strip())


_KEEPS: Final[dict[Compression, Callable[[str, str], bool]]] = {
    "none": lambda line, before: True,
    "chain-of-density": _is_dense,
    "entity-signature": _is_named,
    "decision-summary": _is_listed,
}


def _list_files(plan: ContextPlan, folder: Path) -> Iterator[Path]:
    """Each file once, in the order of the sources."""
    seen: set[Path] = set()
    for source in plan.sources:
        found = [folder / source] if (folder / source).exists() else sorted(folder.glob(source))
        inside = (path for each in found for path in (sorted(each.rglob("*")) if each.is_dir() else [each]))
        for path in inside:
            if path.is_file() and path not in seen and path.resolve().is_relative_to(folder.resolve()):
                seen.add(path)
                yield path


def _read_text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_MOST_BYTES).decode("utf-8", errors="replace")
