"""What stands in one file, as lines: bytes of UTF-8 where the encoding is known, and as they are where it is not.

Lines are counted as git, grep and editors do: by line feed, or by carriage return in a file that has no line feed.
"""

import codecs
import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, zip_longest
from typing import Any, Final

from renkei.sentence import Sentence
from renkei.values import value

MAX_BYTES: Final = 16 * 1024 * 1024
"""A larger file is not read: no one cites it by line, and it would fill the memory."""

MAX_SHOWN: Final = 400
"""Bytes of a line that are shown; minified files have lines of megabytes."""

_LFS_POINTER: Final = b"version https://git-lfs.github.com/spec/v1"
_WIDE_BOMS: Final = {  # UTF-32 first: the mark of little-endian UTF-16 is its beginning
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_BOMS: Final = (*_WIDE_BOMS, codecs.BOM_UTF8)
_BLANKS_AND_COMMAS: Final = b" \t\n\r\v\f\x1c\x1d\x1e\x1f,"
_GUESSES: Final = ("cp932", "euc_jp", "gb18030", "cp1252", "latin-1")


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a text file without their ends, and the same as one piece with line feeds between them."""

    raw: tuple[bytes, ...]
    data: bytes
    file: bytes | None = None
    """The file itself, where that is not the same: it has a mark of its encoding, or other line ends."""

    @cached_property
    def blob(self) -> str:
        """The id that git gives this content."""
        return blob_id(self.data if self.file is None else self.file)

    def line_text(self, line: int) -> str:
        """The line to show, counted from 1, without what is blank behind it."""
        try:
            return self.raw[line - 1][:MAX_SHOWN].decode().rstrip()
        except UnicodeDecodeError:
            lines = self.guesses[0] if self.guesses else self
            return lines.raw[line - 1][:MAX_SHOWN].decode(errors="replace").rstrip()

    def first_with(self, text: bytes) -> int:
        """The first line with this in it, counted from 1; the first of all if none has."""
        return self.data.count(b"\n", 0, max(0, self.data.find(text))) + 1

    @cached_property
    def plain(self) -> "Plain":
        """The lines as a quote is compared with them."""
        return Plain(self.data)

    @cached_property
    def squeezed(self) -> "Plain":
        """The same without any blank."""
        return Plain(self.data, "")

    @cached_property
    def joined(self) -> "Joined":
        """The same as one line."""
        return Joined(self.squeezed)

    def may_hold(self, squeezed: str) -> bool:
        """Whether this, without blanks, may stand here in any blanks and on any lines: most that is false does not."""
        return self._bare is None or squeezed.replace(",", "").encode(errors="surrogatepass") in self._bare

    @cached_property
    def _bare(self) -> bytes | None:
        """All of it without blanks, line ends and commas, which lines that are joined may lose; None if not ASCII."""
        return self.data.translate(None, _BLANKS_AND_COMMAS) if self.data.isascii() else None

    @cached_property
    def search_cache(self) -> dict[Any, Any]:
        """What was already looked for, and where it was found."""
        return {}

    @cached_property
    def guesses(self) -> "tuple[Lines, ...]":
        """The same lines in UTF-8, once for each encoding that fits, if the file is not UTF-8 itself."""
        if b"\x1b$" in self.data:
            return tuple(_transcode_lines(self.data, ("iso2022_jp",)))
        try:
            self.data.decode()
        except UnicodeDecodeError:
            return tuple(_transcode_lines(self.data, _GUESSES))
        return ()


_STRAIGHT: Final = str.maketrans("“”„‟«»‘’‚‛", '""""""\'\'\'\'')


def plain_text(text: str) -> str:
    """A line without what makes no difference in a quote: single blanks, straight quotation marks."""
    return " ".join(text.split()).translate(_STRAIGHT)


def squeeze(text: str) -> str:
    """A line without blanks, with straight quotation marks."""
    return "".join(text.split()).translate(_STRAIGHT)


_CLOSERS: Final = (")", "]", "}")


def join_lines(lines: Iterable[str]) -> str:
    """Lines without blanks as one, without a comma before a bracket that closes on a line of its own."""
    return "".join(_join_parts(list(lines)))


def _join_parts(lines: Sequence[str]) -> Iterator[str]:
    for line, behind in zip_longest(lines, lines[1:], fillvalue=""):
        yield line[:-1] if line.endswith(",") and behind.startswith(_CLOSERS) else line


class Joined:
    """The lines of a file as one text, and where each begins in it."""

    def __init__(self, squeezed: "Plain") -> None:
        parts = list(_join_parts(squeezed.lines))
        self._numbers: Final = squeezed.numbers
        self._starts: Final = list(accumulate(map(len, parts), initial=0))
        self._text: Final = "".join(parts)

    def find(self, wanted: str, *, from_line: int = 0) -> tuple[int, int] | None:
        """The first and the last line of the first place that ends at this line or behind it."""
        first = min(bisect_left(self._numbers, from_line), len(self._numbers))
        at = self._text.find(wanted, max(0, self._starts[first] - len(wanted) + 1))
        return (self._line_at(at), self._line_at(at + len(wanted) - 1)) if at >= 0 else None

    def _line_at(self, offset: int) -> int:
        return self._numbers[bisect_right(self._starts, offset) - 1]


class Plain:
    """The lines that are not empty, plain, and the same as one text; `numbers` are theirs in the file."""

    def __init__(self, data: bytes, blank: str = " ") -> None:
        text = data.decode(errors="surrogateescape")
        every = [
            blank.join(line.split()) for line in (text if data.isascii() else text.translate(_STRAIGHT)).split("\n")
        ]
        self.numbers: Final = [number for number, line in enumerate(every, 1) if line]
        self.lines: Final = [line for line in every if line]
        self.text: Final = "\n".join(self.lines)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins in the text."""
        return list(accumulate((len(line) + 1 for line in self.lines), initial=0))

    @cached_property
    def whole(self) -> frozenset[str]:
        return frozenset(self.lines)

    def line_index(self, offset: int) -> int:
        """Which of the lines an offset in the text lies in."""
        return bisect_right(self.starts, offset) - 1

    def holds(self, part: str) -> bool:
        """Whether some line has this in it."""
        return part in self.text

    def begins_line(self, part: str) -> bool:
        """Whether some line begins with this."""
        return self.text.startswith(part) or f"\n{part}" in self.text


@value
class Missing:
    """There is no such file in the tree."""

    reason: Sentence


@value
class Opaque:
    """There is such a file, and its lines cannot be read."""

    reason: Sentence


Content = Lines | Missing | Opaque


def blob_id(data: bytes) -> str:
    """The id that git gives a file of this content."""
    return hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()


def parse_content(data: bytes) -> Lines | Opaque:
    """The lines of a file, or why it has none."""
    if data.startswith(_BOMS):
        found = _decode_marked(data)
        return replace(found, file=data) if isinstance(found, Lines) else found
    if b"\0" in data:
        return BINARY
    if data.startswith(_LFS_POINTER) and len(data) < 1024:
        return LFS
    return _split_lines(data)


def _decode_marked(data: bytes) -> Lines | Opaque:
    if data.startswith(codecs.BOM_UTF8):
        return parse_content(data.removeprefix(codecs.BOM_UTF8))
    encoding = next(name for mark, name in _WIDE_BOMS.items() if data.startswith(mark))
    try:
        return _split_lines(data.decode(encoding).encode())
    except UnicodeError:
        return BINARY


def _split_lines(data: bytes) -> Lines:
    lines = data.split(b"\n")
    if len(lines) == 1 and b"\r" in data:
        return replace(_split_lines(data.replace(b"\r", b"\n")), file=data)
    if not lines[-1]:
        lines.pop()
    return Lines(tuple(lines), data)  # a tuple of bytes, unlike a list, is soon left out by the garbage collector


def _transcode_lines(data: bytes, encodings: tuple[str, ...]) -> Iterator[Lines]:
    for encoding in encodings:
        try:
            yield _split_lines(data.decode(encoding).encode())
        except UnicodeError:
            continue


NO_FILE: Final = Missing(reason=Sentence("there is no such file"))
NOT_A_FILE: Final = Missing(reason=Sentence("it is not a regular file"))
DIRECTORY: Final = Missing(reason=Sentence("it is a directory; name a file in it"))
LEAVES: Final = Missing(reason=Sentence("it leaves the tree; name a file inside of it"))
INTERNAL: Final = Missing(reason=Sentence("the inside of .git is no part of the tree"))
BAD_NAME: Final = Missing(reason=Sentence("the name holds characters that no file name should have"))
BINARY: Final = Opaque(reason=Sentence("it is a binary file, which has no lines"))
LFS: Final = Opaque(reason=Sentence("it is only a Git LFS pointer here; run `git lfs pull` and check the folder"))
UNREADABLE: Final = Opaque(reason=Sentence("it may not be read; check its permissions"))


def too_large(size: int) -> Opaque:
    """A file beyond the limit."""
    text = "it has {size} MB and is not read; the limit is {limit} MB"
    return Opaque(reason=Sentence(text, size=size // 1024 // 1024, limit=MAX_BYTES // 1024 // 1024))


def inside_submodule(name: str) -> Opaque:
    """A file in a repository that this one only names."""
    text = "it is inside the submodule {name!r}, which is not here; check that repository instead"
    return Opaque(reason=Sentence(text, name=name))
