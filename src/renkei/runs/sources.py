"""What a wave's agents are given to read in their prompt: its sources, compressed to its tokens (TEAM-13)."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from renkei.context.compression import Compressed, Source, compress
from renkei.kit.words import Say, english
from renkei.protocol.playbooks import ContextPlan
from renkei.reports.tree.content import Lines, Opaque, parse_content

_MOST_BYTES: Final = 4 * 1024 * 1024
"""Of one file."""

MOST_FILES: Final = 3
MOST_LINES: Final = 200
"""Of each file, in a fall-back read."""


def compress_sources(plan: ContextPlan, folder: Path, say: Say = english) -> Compressed | None:
    """The sources as the prompt holds them, by rules; None where there are none."""
    found = read_sources(plan, folder, say)
    if not found:
        return None
    return compress(found, plan.strategy, plan.tokens, shortened=say("(in short: the file has the rest)"))


def read_sources(plan: ContextPlan, folder: Path, say: Say = english) -> list[Source]:
    return [
        Source(path=path.relative_to(folder).as_posix(), text=_read_text(path, say))
        for path in _list_files(plan, folder)
    ]


def read_directly(sources: Sequence[str], folder: Path, say: Say = english) -> str:
    """The fall-back when the agent that was to read has failed: few files, and the beginning of each (LEAD-5)."""
    parts: list[str] = []
    for path in islice(_list_files(ContextPlan(sources=list(sources)), folder), MOST_FILES):
        lines = _read_text(path, say).splitlines()
        cut = [f"({len(lines) - MOST_LINES} more lines)"] if len(lines) > MOST_LINES else []
        parts.append("\n".join([f"### {path.relative_to(folder).as_posix()}", *lines[:MOST_LINES], *cut]))
    return "\n\n".join(parts)


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


def _read_text(path: Path, say: Say) -> str:
    """Its text; of a file that has none, why it has none: an image in a folder of documents is nothing to read."""
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    is_cut = len(data) > _MOST_BYTES
    found = parse_content(_cut(data) if is_cut else data)
    if isinstance(found, Opaque):
        return f"({say(found.reason)})"
    text = _decode(found)
    if not is_cut:
        return text
    return f"{text}\n({say('what follows is not here: the file is larger than {size} MB', size=_MOST_BYTES >> 20)})"


def _cut(data: bytes) -> bytes:
    """The lines that are whole, so that no character is in two. Those of UTF-16 are not told by bytes."""
    kept = data[:_MOST_BYTES]
    return kept if b"\0" in kept else kept[: kept.rfind(b"\n") + 1] or kept


def _decode(lines: Lines) -> str:
    """As UTF-8, where most of what is no ASCII is that; else in the encoding that fits best."""
    text = lines.data.decode("utf-8", errors="replace")
    if not lines.guesses or ("\x1b$" not in text and _is_mostly_read(text)):
        return text
    return min((each.data.decode() for each in lines.guesses), key=_count_odd)


def _count_odd(text: str) -> int:
    """What a text in another encoding is full of, as EUC-JP is that is read as Shift-JIS: half-width katakana, signs of
    nobody, control characters."""
    return sum(1 for _ in _ODD.finditer(text))


_ODD: Final = re.compile("[\x80-\x9f\uff61-\uff9f\ue000-\uf8ff]")


def _is_mostly_read(text: str) -> bool:
    unread = text.count("\ufffd")
    return sum(not each.isascii() for each in text) > 2 * unread
