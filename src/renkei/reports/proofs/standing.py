"""Whether what was claimed still stands: at its place, elsewhere in the file, or not at all. Pure."""

import hashlib
from collections.abc import Callable
from typing import Final, Literal

from renkei.protocol.claims import CodeProof, RunProof
from renkei.reports.references.quote import Span, find_quote, is_significant
from renkei.reports.tree import Content, Lines, Missing
from renkei.sentence import Sentence
from renkei.values import value

# The text that a claim is about, told by its digest: read alike whatever blanks and empty lines stand in it.


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


State = Literal["holds", "moved", "false", "unknown"]
STATES: Final[tuple[State, ...]] = ("false", "moved", "unknown", "holds")
"""What wants a reader's eye stands first."""


@value
class Standing:
    """What became of a claim."""

    state: State
    path: str | None = None
    """The file it has moved to, if that is another one."""
    line: int | None = None
    """Where it stands now, when it has moved."""
    since: str | None = None
    """The commit that made it false."""
    reason: Sentence | None = None


Before = Callable[[], Content | None]
"""Reads the file as it was when the claim was accepted; None where that is not known."""

HOLDS: Final = Standing(state="holds")
_NOT_COMMITTED: Final = Standing(state="unknown", reason=Sentence("it was run on files that were not committed"))
_TOO_LONG: Final = Standing(
    state="unknown", reason=Sentence("the file has changed, is long, and its earlier content is not in git")
)
_TOO_SHORT: Final = Standing(
    state="unknown", reason=Sentence("another text stands there now, and what was claimed is too short to look for")
)


def code_standing(proof: CodeProof, found: Content, before: Before) -> Standing:
    """What became of a claim in a file that has changed."""
    if isinstance(found, Missing):
        return Standing(state="false", reason=found.reason)
    if not isinstance(found, Lines):
        return Standing(state="unknown", reason=found.reason)
    if is_there(proof, found):
        return HOLDS
    text = _claim_text(proof, before())
    return _find_by_digest(proof, found) if text is None else _find_by_text(proof, text, found)


def run_standing(proof: RunProof, tree: str | None) -> Standing:
    """The same code gives the same outcome; about other code nothing is known until the command is run again."""
    if proof.tree is None or proof.tree.endswith("+"):
        return _NOT_COMMITTED
    if proof.tree == tree:
        return HOLDS
    reason = Sentence("the code has changed since; run {command!r} again", command=proof.command)
    return Standing(state="unknown", reason=reason)


def _claim_text(proof: CodeProof, before: Content | None) -> str | None:
    """The text that was claimed, from the file as it was; None if that is not the file that was meant."""
    if not isinstance(before, Lines):
        return None
    text = text_at(before, proof.line, proof.end_line, proof.columns)
    is_text = not any("\udc80" <= character <= "\udcff" for character in text)
    return text if is_text and digest(text) == proof.snippet else None


def _find_by_text(proof: CodeProof, text: str, lines: Lines) -> Standing:
    if not is_significant(text):
        return _place_standing(proof, text, lines)
    found = find_quote(text, lines, Span(first=proof.line, last=proof.line))
    return _line_standing(proof, found.first if found else None)


def _place_standing(proof: CodeProof, text: str, lines: Lines) -> Standing:
    if proof.line > len(lines.raw):
        return _file_too_short(proof, lines)
    return HOLDS if text in plain_line(lines.raw[proof.line - 1]) else _TOO_SHORT


def _find_by_digest(proof: CodeProof, lines: Lines) -> Standing:
    places = lines_with(proof, lines)
    if places is None:
        return _TOO_LONG
    return _line_standing(proof, min(places, key=lambda line: (abs(line - proof.line), line), default=None))


def _line_standing(proof: CodeProof, line: int | None) -> Standing:
    if line is None:
        return Standing(state="false", reason=Sentence("what was claimed stands nowhere in {path!r}", path=proof.path))
    return HOLDS if line == proof.line else Standing(state="moved", line=line)


def _file_too_short(proof: CodeProof, lines: Lines) -> Standing:
    reason = Sentence("{path!r} has {count} lines", path=proof.path, count=len(lines.raw))
    return Standing(state="false", reason=reason)
