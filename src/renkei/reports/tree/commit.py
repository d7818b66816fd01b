"""The files of one commit as a tree, read from the repository without checking anything out."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from renkei.errors import BadInput, NotFound, Unreachable
from renkei.git import Git
from renkei.reports.tree.around import Around, Surroundings
from renkei.reports.tree.content import (
    DIRECTORY,
    LEAVES,
    MAX_BYTES,
    NO_FILE,
    NOT_A_FILE,
    Content,
    Missing,
    Opaque,
    inside_submodule,
    parse_content,
    too_large,
)
from renkei.reports.tree.git_objects import LINKS, FileNames, look_up_objects
from renkei.reports.tree.paths import PathIndex, locate
from renkei.sentence import Sentence

_FOLDER: Final = "040000"
_GITLINK: Final = "160000"
MAX_PATH: Final = 4_096
MOST_PATHS: Final = 100
"""Paths in one command line, which no system lets grow without end."""
_NOT_FETCHED: Final = Opaque(reason=Sentence("its content is not in this repository; run `git fetch` and check again"))
_LINKS: Final = dict(zip(LINKS, (LEAVES, NO_FILE, NOT_A_FILE, NO_FILE), strict=True))


class CommitTree:
    """The files under `root` as they are in the commit `rev`; `root` is a repository, bare or not, or a folder in one.

    Who opens it closes it: a git is left running to be asked about names.

    Raises: NotFound, if there is no such repository, commit or folder; BadInput, if `rev` cannot name a commit;
    Unreachable, if git is missing or refuses to work.
    """

    def __init__(self, root: Path | str, rev: str) -> None:
        if not rev.isprintable() or not rev.strip() or rev.startswith("-"):
            raise BadInput("{rev!r} cannot name a commit; give a branch, a tag or a commit id", rev=rev)
        self._git = Git(root)
        self.commit: Final = self._resolve_commit(rev)
        self._tree = self._resolve_subtree()
        self._roots = tuple(dict.fromkeys((os.path.realpath(root), str(Path(root).absolute()))))
        self._files: dict[str, Content] = {}
        self._file_names = FileNames(self._git)
        self.around: Around = Surroundings(root, self.commit)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the git that was asked about names."""
        self._file_names.close()

    def load(self, paths: Iterable[str], /) -> None:
        places = {place for path in paths if isinstance(place := locate(path, self._roots), str)}
        wanted = sorted(places - self._files.keys())
        if wanted:
            self._files |= self._read_all(wanted)

    def read(self, path: str, /) -> Content:
        place = locate(path, self._roots)
        if isinstance(place, Missing):
            return place
        if place not in self._files:
            self.load((place,))
        return self._files[place]

    def has(self, path: str, /) -> bool:
        place = locate(path, self._roots)
        if not isinstance(place, str):
            return False
        return self._file_names.is_file(f"{self._tree}:{place}") or (self._is_partial and self._is_listed(place))

    def names(self) -> PathIndex:
        return self._names

    def _resolve_commit(self, rev: str) -> str:
        found = self._git.read_line("rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}")
        if found:
            return found
        if rev == "HEAD":
            raise NotFound(
                "the repository {path!r} has no commits yet; commit first, or check the folder", path=self._git.root
            )
        raise NotFound(
            "there is no commit {rev!r} in {path!r}; `git log --all` lists them", rev=rev, path=self._git.root
        )

    def _resolve_subtree(self) -> str:
        folder = self._git.read_line("rev-parse", "--show-prefix") or ""
        found = self._git.read_line("rev-parse", "--verify", "--quiet", f"{self.commit}:{folder}")
        if not found:
            raise NotFound(
                "the commit {rev!r} has no folder {path!r}; check from a folder it has", rev=self.commit, path=folder
            )
        return found

    def _read_all(self, places: list[str]) -> dict[str, Content]:
        """Together if git can; in a partial clone it gives up at the first file that was not fetched."""
        try:
            return self._read_contents(dict(zip(places, self._look_up_entries(places), strict=True)))
        except Unreachable:
            if len(places) == 1:
                return {places[0]: _NOT_FETCHED}
            return {place: found for each in places for place, found in self._read_all([each]).items()}

    def _look_up_entries(self, places: list[str]) -> Iterator[str | Content]:
        """For each place the id of its blob, or what is there instead."""
        names = [f"{self._tree}:{place}" for place in places]
        found = [_parse_entry(words) for words in look_up_objects(self._git, names)]
        modes = self._list_modes([place for place, entry in zip(places, found, strict=True) if entry is None])
        for place, entry in zip(places, found, strict=True):
            yield _why_absent(place, modes) if entry is None else entry

    def _list_modes(self, places: list[str]) -> dict[str, str]:
        """The modes of those of these files, and of the folders around them, that the commit lists."""
        paths = sorted({part for place in places if len(place) <= MAX_PATH for part in _with_folders(place)})
        found: dict[str, str] = {}
        for start in range(0, len(paths), MOST_PATHS):
            some = paths[start : start + MOST_PATHS]
            output = self._git.read_output(
                "--literal-pathspecs", "ls-tree", "-z", "--full-tree", self._tree, "--", *some
            )
            for entry in output.split(b"\0")[:-1]:
                found[os.fsdecode(entry.split(b"\t", 1)[1])] = entry[:6].decode()
        return found

    @cached_property
    def _is_partial(self) -> bool:
        """Whether contents may be absent: newer git answers for their names as for those of no file at all."""
        settings = r"^(extensions\.partialclone|remote\..*\.promisor)$"
        return self._git.read_line("config", "--get-regexp", settings) is not None

    def _is_listed(self, place: str) -> bool:
        return self._list_modes([place]).get(place, _FOLDER) not in (_FOLDER, _GITLINK)

    def _read_contents(self, entries: dict[str, str | Content]) -> dict[str, Content]:
        blobs = sorted({entry for entry in entries.values() if isinstance(entry, str)})
        read = dict(zip(blobs, self._read_blobs(blobs), strict=True))
        return {place: read[entry] if isinstance(entry, str) else entry for place, entry in entries.items()}

    def _read_blobs(self, blobs: list[str]) -> Iterator[Content]:
        if not blobs:
            return
        output = self._git.read_output("cat-file", "--batch", input="".join(f"{blob}\n" for blob in blobs).encode())
        position = 0
        for _ in blobs:
            start = output.index(b"\n", position) + 1
            end = start + int(output[position:start].split()[2])
            yield parse_content(output[start:end])
            position = end + 1

    @cached_property
    def _names(self) -> PathIndex:
        listing = self._git.read_entries("ls-tree", "-r", "-z", "--name-only", "--full-tree", self._tree)
        with closing(listing):  # not all of a large one is wanted
            return PathIndex(map(os.fsdecode, listing))


def _parse_entry(words: list[bytes]) -> str | Content | None:
    """From `<id> blob <size>`, `symlink <size>`, or (None) `<name> missing`, whose name may itself hold blanks."""
    if words[0] in _LINKS:
        return _LINKS[words[0]]
    if len(words) != 3 or words[1] not in (b"blob", b"tree") or not words[2].isdigit():
        return None
    if words[1] == b"tree":
        return DIRECTORY
    size = int(words[2])
    return words[0].decode() if size <= MAX_BYTES else too_large(size)


def _why_absent(place: str, modes: Mapping[str, str]) -> Content:
    if modes.get(place) not in (None, _GITLINK):
        return _NOT_FETCHED
    return next((inside_submodule(name) for name in _with_folders(place) if modes.get(name) == _GITLINK), NO_FILE)


def _with_folders(place: str) -> list[str]:
    """The place, and every folder that it would lie in."""
    parts = place.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
