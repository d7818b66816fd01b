"""What is around a tree and no part of it: its history, what git ignores, its remotes, the libraries it uses."""

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from renkei import lazy_re as re
from renkei.git import call_git
from renkei.lazy import lazy
from renkei.reports.tree.content import MAX_BYTES
from renkei.values import value

if TYPE_CHECKING:
    import sysconfig
else:
    sysconfig = lazy("sysconfig")


MOST_ASKED: Final = 200
"""Paths whose history is looked at for one result."""
MOST_VERSIONS: Final = 4
"""Commits that wrote a file which is gone, and are looked at for what it held."""

_LIBRARY: Final = re.compile(
    r"(?:^|/)(?:site-packages|dist-packages|node_modules)/|(?:^|/)[Ll]ib(?:64)?/python\d\.\d+/|(?:^|/)Python\d+/Lib/"
    r"|^/usr/(?:local/)?(?:lib|lib64|include|share|go)/|(?:^|/)rustlib/|(?:^|/)library/(?:core|alloc|std)/src/|\.cargo/registry/|(?:^|/)go/pkg/mod/|^/nix/store/"
)
_INSIDE: Final = re.compile(r".*(?:site-packages|dist-packages|[Ll]ib(?:64)?/python\d\.\d+|Python\d+/Lib)/")
_SOURCES: Final = "Lib/"
"""Where the standard library stands in the sources of CPython."""
_ENVIRONMENTS: Final = (".venv", "venv", "env")
_REMOTE: Final = re.compile(r"(?:\w+://)?(?:[^@/\s]+@)?(?P<host>[\w.-]+)(?::\d+/|[:/])(?P<path>[^\s]+?)(?:\.git)?/?")
_WROTE: Final = re.compile(r"\0([0-9a-f]{40,64})\0\n([^\0]+)")
_GENERATED_WORDS: Final = """
    dist build _build target out coverage htmlcov node_modules __pycache__ generated gen .next .nuxt .cache .tox tmp
"""
_GENERATED: Final = frozenset(_GENERATED_WORDS.split())
"""Folders that tools write."""


class Around(Protocol):
    """What the checker asks about a path that is no file of the tree."""

    @property
    def remotes(self) -> Collection[str]:
        """The addresses of its remotes: `github.com/owner/name`, in small letters."""
        ...

    @property
    def called(self) -> Collection[str]:
        """What the folder of the tree is called: a path may begin with it."""
        ...

    @property
    def knows_past(self) -> bool:
        """Whether there is a history that could tell of a file that is gone: no single commit, and none is left out."""
        ...

    def past_versions(self, path: str, revision: str = "", /) -> Sequence[bytes]:
        """What such a file, or one whose tail it is, held: at a revision, or in the history of this branch."""
        ...

    def find_generated(self, paths: Iterable[str], /) -> Collection[str]:
        """Those that are ignored or generated, so that they need not be there."""
        ...

    def is_library(self, path: str, /) -> bool:
        """Whether it is written like a file of the standard library or of an installed package."""
        ...

    def library_lines(self, path: str, /) -> int | None:
        """How many lines such a file has, if it is there."""
        ...


@value
class FixedSurroundings:
    """Surroundings that are given, for tests."""

    remotes: Collection[str] = ()
    history: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    ignored: Collection[str] = ()
    libraries: Mapping[str, int] = field(default_factory=dict[str, int])
    knows_past: bool = True
    called: Collection[str] = ()

    def past_versions(self, path: str, revision: str = "", /) -> Sequence[bytes]:
        return [data for each, data in self.history.items() if f"/{each}".endswith(f"/{path}")]

    def find_generated(self, paths: Iterable[str], /) -> Collection[str]:
        return {path for path in paths if path in self.ignored or is_generated(path)}

    def is_library(self, path: str, /) -> bool:
        return _LIBRARY.search(path) is not None

    def library_lines(self, path: str, /) -> int | None:
        return self.libraries.get(path)


class Surroundings:
    """Those of a folder, asked of git and of the disk when they are wanted."""

    def __init__(self, root: Path | str, rev: str = "HEAD") -> None:
        self._root = Path(root)
        self._rev = rev
        self._history: dict[tuple[str, str], list[bytes]] = {}
        self._counts: dict[str, int | None] = {}

    @property
    def remotes(self) -> Collection[str]:
        return self._remotes

    @cached_property
    def _remotes(self) -> frozenset[str]:
        lines = self._run_git("config", "--get-regexp", r"^remote\..*\.url$").decode(errors="replace").splitlines()
        found = (_REMOTE.fullmatch(line.partition(" ")[2].strip()) for line in lines)
        return frozenset(f"{each['host']}/{each['path']}".casefold() for each in found if each)

    @property
    def called(self) -> Collection[str]:
        return self._called

    @cached_property
    def _called(self) -> frozenset[str]:
        return frozenset((self._root.resolve().name, *(remote.rpartition("/")[2] for remote in self._remotes)))

    @property
    def knows_past(self) -> bool:
        return self._knows_past

    @cached_property
    def _knows_past(self) -> bool:
        counted = self._run_git("rev-list", "--count", "--max-count=2", self._rev).strip()
        return counted == b"2" and self._run_git("rev-parse", "--is-shallow-repository").strip() == b"false"

    def past_versions(self, path: str, revision: str = "", /) -> Sequence[bytes]:
        key = (revision, path)
        if key not in self._history and len(self._history) < MOST_ASKED:
            self._history[key] = [] if path.startswith("/") or "\n" in path else self._read_versions(path, revision)
        return self._history.get(key, [])

    def _read_versions(self, path: str, revision: str) -> list[bytes]:
        names = [f"{revision}:./{path}"] if revision else self._commits_that_wrote(path)
        return [data for name in names if (data := self._read_blob(name))]

    def _commits_that_wrote(self, path: str) -> list[str]:
        """The last commits that wrote such a file, each with its name there, as git calls what it holds."""
        literal = re.sub(r"([\\*?\[\]])", r"\\\1", path)
        how = (f"-{MOST_VERSIONS}", "--format=%x00%H", "--name-only", "--no-renames", "--diff-filter=AMT", "-z")
        told = self._run_git("log", *how, self._rev, "--", f":(glob)**/{literal}").decode(errors="surrogateescape")
        return [f"{commit}:{name}" for commit, name in _WROTE.findall(told)]

    def _read_blob(self, name: str) -> bytes:
        size = self._run_git("cat-file", "-s", name).strip()
        return self._run_git("cat-file", "blob", name) if size.isdigit() and int(size) <= MAX_BYTES else b""

    def find_generated(self, paths: Iterable[str], /) -> Collection[str]:
        inside = [path for path in paths if not path.startswith("/") and "\0" not in path]
        asked = "".join(f"{path}\0" for path in inside).encode(errors="surrogateescape")
        answer = self._run_git("check-ignore", "--no-index", "-z", "--stdin", input=asked) if inside else b""
        ignored = {each.decode(errors="surrogateescape") for each in answer.split(b"\0") if each}
        return ignored | {path for path in inside if is_generated(path)}

    def is_library(self, path: str, /) -> bool:
        return _LIBRARY.search(path) is not None or self._is_standard_module(path)

    def _is_standard_module(self, name: str) -> bool:
        """`threading.py`, as frames and people call it."""
        is_name = "/" not in name and name.removesuffix(".py") in sys.stdlib_module_names
        return is_name and _count_lines(self._libraries[0] / name) is not None

    def library_lines(self, path: str, /) -> int | None:
        """Only in the standard library and in the project's own environment: nothing else outside is opened."""
        if path not in self._counts:
            self._counts[path] = self._count_library_lines(path)
        return self._counts[path]

    def _count_library_lines(self, path: str) -> int | None:
        inside = _INSIDE.sub("", path)
        if path.startswith(_SOURCES):
            return _count_lines(self._libraries[0] / path.removeprefix(_SOURCES)) if ".." not in path else None
        if path.startswith("/") == (inside == path) or "/" not in path or ".." in path.split("/"):
            return None
        return next((count for folder in self._libraries if (count := _count_lines(folder / inside)) is not None), None)

    @cached_property
    def _libraries(self) -> list[Path]:
        patterns = [f"{name}/lib/python3*/site-packages" for name in _ENVIRONMENTS]
        own = [folder for pattern in patterns for folder in islice(self._root.glob(pattern), 3)]
        return [Path(sysconfig.get_paths()["stdlib"]), *own]

    def _run_git(self, *words: str, input: bytes = b"") -> bytes:  # noqa: A002 - as subprocess calls it
        try:
            return call_git(self._root, *words, input=input).stdout
        except (OSError, ValueError):  # no git, no folder, or a name that no system takes
            return b""


def is_generated(path: str) -> bool:
    """Whether it lies in a folder that tools write."""
    return not _GENERATED.isdisjoint(path.split("/")[:-1])


def _count_lines(file: Path) -> int | None:
    try:
        if not file.is_file() or file.stat().st_size > MAX_BYTES:
            return None
        data = file.read_bytes()
    except (OSError, ValueError):
        return None
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)
