"""The objects of a repository: many names looked up by one process, contents read by another that is left running."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from subprocess import Popen
from typing import Final
from weakref import finalize

from renkei.reports.tree.content import MAX_BYTES, Content, content, too_large
from renkei.reports.tree.git import Git

LINKS: Final = (b"symlink", b"dangling", b"loop", b"notdir")
"""What git says instead of an object: a link out of the tree, to nothing, in a circle, through a file."""


def looked_up(git: Git, names: Sequence[str]) -> Iterator[list[bytes]]:
    """For each name such as `HEAD:src/a.py` the words of git's answer; links inside of a tree are followed."""
    asked = "".join(f"{name}\n" for name in names).encode()
    output = git.output("cat-file", "--batch-check", "--follow-symlinks", input=asked)
    position = 0
    for _ in names:
        end = output.index(b"\n", position)
        words = output[position:end].split(b" ")
        position = end + 1
        if words[0] in LINKS:
            position += int(words[1]) + 1  # the target of the link follows
        yield words


class Asked:
    """Which names stand for a file, asked one after the other; git is left running until nobody can ask any more."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: Popen[bytes] | None = None
        self.is_file = lru_cache(maxsize=100_000)(self._is_file)

    def _is_file(self, name: str) -> bool:
        if self._process is None:
            self._process = self._git.process("cat-file", "--batch-check=%(objecttype)")
            finalize(self, _end, self._process)
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(f"{name}\n".encode(errors="surrogateescape"))
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer:  # in a partial clone git gives up at a file that it knows of and does not have
            self._process = None
        return answer in (b"blob\n", b"")


def _end(process: Popen[bytes]) -> None:
    process.communicate()


class Blobs:
    """Contents by their id, read when they are asked for; git is left running until `close`, or nobody can ask."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: Popen[bytes] | None = None
        self.read = lru_cache(maxsize=8)(self._read)

    def close(self) -> None:
        if self._process:
            self._process.communicate()
            self._process = None

    def _read(self, blob: str) -> Content | None:
        """None when it is not in this repository."""
        if self._process is None:
            self._process = self._git.process("cat-file", "--batch")
            finalize(self, _end, self._process)
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(f"{blob}\n".encode())
            process.stdin.flush()
        except BrokenPipeError:
            return self._ended()
        words = process.stdout.readline().split()
        if not words:
            return self._ended()
        if len(words) != 3:
            return None
        return self._content(process, words[1], int(words[2]))

    def _content(self, process: Popen[bytes], kind: bytes, size: int) -> Content | None:
        assert process.stdout
        if size > MAX_BYTES:
            left = size + 1
            while left:
                left -= len(process.stdout.read(min(left, 1024 * 1024)))
            return too_large(size)
        data = process.stdout.read(size + 1)[:-1]
        return content(data) if kind == b"blob" else None

    def _ended(self) -> None:
        """In a partial clone git gives up at what was not fetched; the next question starts it anew."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.communicate()
