"""The text that a claim is about, told by its digest: read alike whatever blanks and empty lines stand in it."""

import hashlib
from typing import Final

from renkei.protocol.claims import CodeProof
from renkei.reports.tree import Lines

MAX_TRIED: Final = 2_000_000
"""Lines that are put together to find a text by its digest alone; beyond, it is not looked for."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def plain_line(line: bytes) -> str:
    """A line with its blanks made single. What is no UTF-8 is kept as it is."""
    return " ".join(line.decode(errors="surrogateescape").split())


def text_at(lines: Lines, first: int, last: int, columns: list[int] | None = None) -> str:
    """What stands in these lines, or in a part of the one line."""
    plain = [plain_line(line) for line in lines.raw[first - 1 : last]]
    if columns is not None:
        return plain[0][columns[0] : columns[1]] if plain else ""
    return "\n".join(line for line in plain if line)


def is_there(proof: CodeProof, lines: Lines) -> bool:
    """Whether the text stands at its very place."""
    return digest(text_at(lines, proof.line, proof.end_line, proof.columns)) == proof.snippet


def lines_with(proof: CodeProof, lines: Lines) -> list[int] | None:
    """Where the text stands, found by its digest alone; None when that would take too long."""
    count = proof.end_line - proof.line + 1
    width = proof.columns[1] - proof.columns[0] if proof.columns else 0
    plain = [plain_line(line) for line in lines.raw]
    if (sum(map(len, plain)) if width else len(plain) * count) > MAX_TRIED:
        return None
    if width:
        return [n for n, line in enumerate(plain, 1) if _holds_digest(line, width, proof.snippet)]
    starts = range(len(plain) - count + 1)
    return [n + 1 for n in starts if plain[n] and digest(_join_lines(plain[n : n + count])) == proof.snippet]


def _join_lines(plain: list[str]) -> str:
    return "\n".join(line for line in plain if line)


def _holds_digest(line: str, width: int, wanted: str) -> bool:
    return any(digest(line[at : at + width]) == wanted for at in range(len(line) - width + 1))
