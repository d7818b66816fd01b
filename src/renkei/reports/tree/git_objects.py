"""The objects of a repository: many names looked up by one process, contents read by another that is left running.

Who opens a reader closes it: until then git may run.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from subprocess import Popen
from typing import Final

from renkei.git import Git
from renkei.reports.tree.content import MAX_BYTES, Content, parse_content, too_large

LINKS: Final = (b"symlink", b"dangling", b"loop", b"notdir")
"""What git says instead of an object: a link out of the tree, to nothing, in a circle, through a file."""


def look_up_objects(git: Git, names: Sequence[str]) -> Iterator[list[bytes]]:
    """For each name such as `HEAD:src/a.py` the words of git's answer; links inside of a tree are followed."""
    asked = "".join(f"{name}\n" for name in names).encode()
    output = git.read_output("cat-file", "--batch-check", "--follow-symlinks", input=asked)
    position = 0
    for _ in names:
        end = output.index(b"\n", position)
        words = output[position:end].split(b" ")
        position = end + 1
        if words[0] in LINKS:
            position += int(words[1]) + 1  # the target of the link follows
        yield words


class CatFile:
    """A `git cat-file` that is asked one thing after the other: started by a question, ended by `close`."""

    def __init__(self, git: Git, mode: str) -> None:
        self._git = git
        self._mode = mode
        self._process: Popen[bytes] | None = None

    def ask(self, name: str) -> bytes:
        """The line that git answers; nothing if it gave up, as it does in a partial clone at what was not fetched."""
        process = self._process = self._process or self._git.start_process("cat-file", self._mode)
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(f"{name}\n".encode(errors="surrogateescape"))
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer:
            self.close()
        return answer

    def read(self, size: int) -> bytes:
        """What follows the answer; less of it if git gave up."""
        assert self._process
        assert self._process.stdout
        return self._process.stdout.read(size)

    def close(self) -> None:
        """End git; a later question would start it anew."""
        process, self._process = self._process, None
        if process:
            process.communicate()


class FileNames:
    """Which names stand for a file, asked one after the other."""

    def __init__(self, git: Git) -> None:
        cat_file = CatFile(git, "--batch-check=%(objecttype)")
        self.is_file = lru_cache(maxsize=100_000)(partial(_is_file, cat_file))
        self.close = cat_file.close


def _is_file(cat_file: CatFile, name: str) -> bool:
    """Also one that git knows of and does not have, at which it gives up."""
    return cat_file.ask(name) in (b"blob\n", b"")


class Blobs:
    """Contents by their id, read when they are asked for."""

    def __init__(self, git: Git) -> None:
        cat_file = CatFile(git, "--batch")
        self.read = lru_cache(maxsize=8)(partial(_read_blob, cat_file))
        self.close = cat_file.close


def _read_blob(cat_file: CatFile, blob: str) -> Content | None:
    """None when it is not in this repository."""
    words = cat_file.ask(blob).split()
    if len(words) != 3:
        return None
    size = int(words[2])
    if size > MAX_BYTES:
        _skip(cat_file, size + 1)
        return too_large(size)
    data = cat_file.read(size + 1)
    return parse_content(data[:-1]) if words[1] == b"blob" and len(data) == size + 1 else None


def _skip(cat_file: CatFile, size: int) -> None:
    while size and (data := cat_file.read(min(size, 1024 * 1024))):
        size -= len(data)
