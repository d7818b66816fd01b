"""Programs that a repository's settings name for its files: filters (Git LFS, git-crypt) and merge drivers.

Settings files can be written by agents, so that what stands in them now is not what a person agreed to. What stood
there when a person started a run is recorded and pinned, word for word; every other name is switched off. To know the
names, all settings files are read whenever one of them has changed, also those that are included under a condition.
"""

import os
import re
import shlex
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from renkei.git import running
from renkei.git.pins import build_environment
from renkei.git.places import Place

Recorded = Mapping[str, str]
"""Settings by their key: `filter.lfs.clean`, `merge.ours.driver`, and those of `_CONTENT`."""

NO_PROGRAMS: Final[Recorded] = {}

_Stat = tuple[int, int, int, int, int]

_INCLUDE: Final = re.compile(r"include(if\..*)?\.path", re.DOTALL)
_CONTENT: Final = {
    "core.autocrlf": "false",
    "core.eol": "native",
    "core.filemode": "true",
    "core.symlinks": "true",
    "core.ignorecase": "false",
    "core.precomposeunicode": "false",
}
"""How files become what is committed, with git's own defaults; recorded with the programs."""

_WITHOUT_FILES: Final = frozenset(
    {
        "branch", "cat-file", "check-attr", "check-ref-format", "commit-tree", "config", "for-each-ref", "hash-object",
        "init", "log", "ls-files", "ls-tree", "merge-base", "rev-list", "rev-parse", "show", "symbolic-ref",
        "update-ref", "var",
    }
)  # fmt: skip
"""Commands that, as we call them, never look into a file. Whatever writes an index does, for files that have just
changed: `write-tree`, too."""


_USES_PROGRAMS: Final = frozenset({"add", "checkout", "cherry-pick", "merge", "read-tree", "reset", "revert"})
"""Commands that take files in or check them out. All others only read, and run nothing."""


def has_filters(recorded: Recorded) -> bool:
    """Whether what is in a file may be something else than what is committed of it."""
    return bool(_program_names(recorded, "filter"))


def pins_for(command: str, place: Place | None, recorded: Recorded) -> dict[str, str]:
    """The settings that keep one command to the recorded programs, or to none."""
    if place is None or command in _WITHOUT_FILES:
        return {}
    pins = {key: recorded.get(key, default) for key, default in _CONTENT.items()} if recorded else {}
    keys = {*_keys_in(place), *recorded}
    used = recorded if command in _USES_PROGRAMS else NO_PROGRAMS
    return pins | _pin_programs(keys, used)


def _pin_programs(keys: set[str], recorded: Recorded) -> dict[str, str]:
    pins: dict[str, str] = {}
    for name in _program_names(keys, "filter"):
        pins |= _pin_filter(name, keys, recorded)
    for name in _program_names(keys, "merge"):
        # Without its own driver a file would be merged as text: it is a conflict instead.
        pins[f"merge.{name}.driver"] = recorded.get(f"merge.{name}.driver", "false")
        pins[f"merge.{name}.recursive"] = recorded.get(f"merge.{name}.recursive", name)
    return pins


def _pin_filter(name: str, keys: set[str], recorded: Recorded) -> dict[str, str]:
    words = (f"filter.{name}.{word}" for word in ("clean", "smudge", "process"))
    pins = {key: recorded.get(key, "") for key in words if key in keys}
    # Git prefers `process` to the others, even one that is empty: then a recorded filter fails, instead of being left
    # out and its files stored as they are.
    process, required = f"filter.{name}.process", f"filter.{name}.required"
    is_turned = name in _program_names(recorded, "filter") and process in keys and process not in recorded
    return {**pins, required: "true" if is_turned else recorded.get(required, "false")}


def check_no_pipe(place: Place) -> None:
    """Git opens what it reads without a look at what it is. Asked on every call: it costs some `stat`.

    Raises:
        GitFailed: there is a named pipe, for which git would wait for ever.
    """
    for path in _list_opened_files(place):
        _stat_file(path)
    if any(_may_include(path) for path in (place.common / "config", place.git_dir / "config.worktree")):
        _keys_in(place)


def _list_opened_files(place: Place) -> Iterator[Path]:
    yield from (place.git_dir / name for name in ("HEAD", "index", "config.worktree", "info/sparse-checkout"))
    shared = ("config", "packed-refs", "shallow", "info/exclude", "info/attributes", "objects/info/alternates")
    yield from (place.common / name for name in shared)
    if place.work_tree:
        yield from (place.work_tree / name for name in (".gitattributes", ".gitignore", ".gitmodules"))


_include_cache: dict[Path, tuple[_Stat, bool]] = {}


def _may_include(path: Path) -> bool:
    now, before = _stat_file(path), _include_cache.get(path)
    if now is None:
        return False
    if before is None or before[0] != now:
        try:
            before = _include_cache[path] = (now, b"include" in path.read_bytes().lower())
        except OSError:
            return False
    return before[1]


def variables_for(command: str) -> dict[str, str]:
    """A file of settings for the whole machine that was not there has no say when it appears."""
    return {} if command in _WITHOUT_FILES or _find_system_file() else {"GIT_CONFIG_NOSYSTEM": "1"}


def read_recorded(place: Place) -> dict[str, str]:
    """What is in force now, to be recorded."""
    return _CONTENT | {
        key: value for key, value in _list_settings(place, "--list") if key in _CONTENT or _split_program_key(key)
    }


def find_changed_programs(place: Place, recorded: Recorded) -> list[str]:
    """Filters and merge drivers that are not what was recorded, such as `filter.lfs`."""
    now = read_recorded(place)
    keys = {key for key in {*now, *recorded} if now.get(key) != recorded.get(key)}
    return sorted({key.rpartition(".")[0] for key in keys if _split_program_key(key)})


def _split_program_key(key: str) -> tuple[str, str] | None:
    """The section and the name that a setting of a program has."""
    section, _, rest = key.partition(".")
    name, dot, _ = rest.rpartition(".")
    return (section, name) if section in ("filter", "merge") and dot else None


def _program_names(keys: Iterable[str], section: str) -> set[str]:
    return {found[1] for key in keys if (found := _split_program_key(key)) and found[0] == section}


_keys_cache: dict[Path, tuple[_Stat, frozenset[str], tuple[Path, ...]]] = {}


def _keys_in(place: Place) -> set[str]:
    """All settings of programs. Asked on every call: while no settings file has changed, that costs some `stat`."""
    waiting, seen, keys = list(_standard_files(place)), set[Path](), set[str]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            own, included = _keys_of(path)
            keys |= own
            waiting += included
    return keys


def _keys_of(path: Path) -> tuple[frozenset[str], tuple[Path, ...]]:
    """Of one file its settings of programs, and the files that it includes, now or under some condition."""
    now, before = _stat_file(path), _keys_cache.get(path)
    if now is None:
        return frozenset(), ()
    if before is None or before[0] != now:
        pairs = _list_settings(None, "--file", str(path), "--no-includes", "--list")
        included = tuple(_resolve_include(path, value) for key, value in pairs if _INCLUDE.fullmatch(key))
        before = _keys_cache[path] = (now, frozenset(key for key, _ in pairs if _split_program_key(key)), included)
    return before[1:]


def _standard_files(place: Place) -> Iterator[Path]:
    if system := _find_system_file():
        yield system
    home = Path(os.environ.get("HOME") or "/")
    if named := os.environ.get("GIT_CONFIG_GLOBAL"):
        yield Path(named)
    else:
        yield Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git" / "config"
        yield home / ".gitconfig"
    yield place.common / "config"
    yield place.git_dir / "config.worktree"


def _find_system_file() -> Path | None:
    return _system_file(os.environ.get("GIT_CONFIG_SYSTEM"), os.environ.get("GIT_CONFIG_NOSYSTEM", ""))


@cache
def _system_file(named: str | None, without: str) -> Path | None:
    """That of the machine, if it says anything; which file that is was settled when git was built."""
    if without.lower() in ("1", "true", "yes", "on"):
        return None
    if named is not None:
        return Path(named)
    origin = _read_config(None, "config", "--system", "--show-origin", "-z", "--list").partition(b"\0")[0]
    return Path(os.fsdecode(origin.removeprefix(b"file:"))) if origin.startswith(b"file:") else None


def _resolve_include(by: Path, value: str) -> Path:
    path = Path(value).expanduser() if value.startswith("~") else by.parent / value
    return Path(os.path.normpath(path))


def _list_settings(place: Place | None, *words: str) -> list[tuple[str, str]]:
    """Settings in the order of the files, so that the last of a key counts."""
    entries = _read_config(place, "config", "-z", *words).decode(errors="surrogateescape").split("\0")
    pairs = (entry.partition("\n") for entry in entries if entry)
    return [(key, value if newline else "true") for key, newline, value in pairs]


def _read_config(place: Place | None, *words: str) -> bytes:
    variables = place.to_variables() if place else {}
    # Our own pins are left out: what the files say is what is asked for.
    settings = {
        name: value for name, value in build_environment({}, variables).items() if "GIT_CONFIG_COUNT" not in name
    }
    try:
        return running.run(["git", *words], words[0], settings).stdout
    except OSError:
        return b""


def _stat_file(path: Path) -> _Stat | None:
    try:
        found = path.stat()
    except OSError:
        return None
    if stat.S_ISFIFO(found.st_mode):
        raise running.GitFailed(
            "{path} is a named pipe: git would wait for it for ever. Put back the file that belongs there, or remove "
            "it",
            path=str(path),
        )
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


# The filter of Git LFS: what git calls for files that are kept elsewhere, and whether that is installed.


_FILTER: Final = "filter.lfs."
NO_DOWNLOADS: Final = {"GIT_LFS_SKIP_SMUDGE": "1"}


def has_lfs(recorded: Recorded) -> bool:
    """Whether the program that git is configured to call is installed."""
    commands = [recorded.get(f"{_FILTER}{word}", "") for word in ("process", "clean")]
    return any(shutil.which(_first_word(command)) for command in commands if command.strip())


def without_lfs(recorded: Recorded) -> Recorded:
    """A filter that is configured and not installed would keep git from checking anything out."""
    return {key: value for key, value in recorded.items() if not key.startswith(_FILTER)}


def _first_word(command: str) -> str:
    """The first word, as a shell would have it."""
    try:
        return next(iter(shlex.split(command)), "")
    except ValueError:
        return ""
