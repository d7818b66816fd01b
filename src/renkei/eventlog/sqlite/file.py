"""The SQLite file itself: made whole or not at all, checked before use, and every fault said plainly."""

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from renkei.errors import StoreError
from renkei.eventlog import sql_store
from renkei.eventlog.private_files import FILE_MODE, make_folder, restrict_access
from renkei.files import whole_file
from renkei.lazy import lazy
from renkei.sentence import Translatable

if TYPE_CHECKING:
    import subprocess
    from tempfile import TemporaryDirectory
else:
    subprocess, TemporaryDirectory = lazy("subprocess"), lazy("tempfile:TemporaryDirectory")

APPLICATION_ID: Final = 0x524E4B45
"""Marks a SQLite file as a Renkei store ("RNKE")."""

FileId = tuple[int, int]
"""Device and number of a file."""


def load_migrations() -> tuple[str, ...]:
    """The SQL of each schema version, in order."""
    return sql_store.load_migrations("sqlite")


def own_tables() -> set[str]:
    """The tables that migrations make: all others are folded."""
    return sql_store.own_tables(load_migrations())


def connect(path: Path, busy_seconds: float, mode: Literal["rw", "ro"] = "rw") -> sqlite3.Connection:
    """A connection to a store that exists."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000)}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def identify(path: Path) -> FileId | None:
    """What tells this file from any other one of its name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_is_there(path: Path, file: FileId | None) -> None:
    """A file that was removed is written to as before, and nobody ever sees it.

    Raises:
        StoreError: another file, or none, is where the open one was.
    """
    if identify(path) != file:
        raise StoreError(
            "The store {path} was removed or replaced while it was in use. Nothing was changed. Bring back the file "
            "or a copy of it, then do this again.",
            path=str(path),
        )


def ensure_store(path: Path, busy_seconds: float) -> None:
    """Makes the store if there is none, and brings an older one up to date."""
    if reason := unsafe_filesystem(path.parent):
        raise StoreError(
            "{path} is on {filesystem}, where SQLite's write-ahead log is not safe. Put the store on a local disk "
            "with --store sqlite:////path/renkei.db, or use PostgreSQL with --store postgresql://...",
            path=str(path),
            filesystem=reason,
        )
    try:
        with translate_errors(path):
            _prepare_store(path, busy_seconds)
    except OSError as error:
        raise _explain_error(path, "SQLITE_CANTOPEN", error.strerror or str(error)) from error
    except UnicodeDecodeError as error:  # Python's sqlite3 stumbles over SQLite's message about a damaged schema
        raise _explain_error(path, "SQLITE_CORRUPT", str(error)) from error


def _prepare_store(path: Path, busy_seconds: float) -> None:
    if not path.exists():
        _create_store(path)
    elif not is_writable(path):
        raise _explain_error(path, "SQLITE_READONLY", "read-only")
    _check_size(path)
    for file in files_of(path):
        restrict_access(file)
    with contextlib.closing(connect(path, busy_seconds)) as connection:
        _check_is_ours(connection, path)
        _migrate_schema(connection, path)


@contextmanager
def translate_errors(path: Path) -> Generator[None]:
    """Says what is wrong with the store, and what to do, whatever SQLite calls it."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        raise _explain_error(path, name, str(error)) from error


def _explain_error(path: Path, name: str, detail: str) -> StoreError:
    for prefixes, text in _EXPLANATIONS:
        if name.startswith(prefixes):
            return StoreError(text, path=str(path), detail=detail)
    return StoreError("The store {path} failed: {detail}. Nothing was changed.", path=str(path), detail=detail)


_LOOKS: Final = 5

_EXPLANATIONS: Final[tuple[tuple[tuple[str, ...], Translatable], ...]] = (
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        "The store {path} is locked by another process ({detail}). Nothing was changed; try again when it is done.",
    ),
    (
        ("SQLITE_CORRUPT", "SQLITE_NOTADB"),
        "The store {path} is damaged or is no SQLite file ({detail}). It was left as it is. Move it aside and bring "
        "back a copy, or rebuild it with `renkei import` from an export.",
    ),
    (
        ("SQLITE_FULL", "SQLITE_IOERR"),
        "The disk under {path} is full or failing ({detail}). What was acknowledged is safe; the last change may have "
        "been taken or not. Make room, then look, or repeat it with the same --key.",
    ),
    (
        ("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_CANTOPEN"),
        "The store {path} cannot be opened for writing ({detail}). Nothing was changed. Check the permissions of the "
        "file and its folder, or choose another place with --store.",
    ),
)


def _create_store(path: Path) -> None:
    """Makes the whole file beside its place and moves it there in one step, so that no half store is ever seen.

    When two processes start at once, the first to arrive wins and the other uses that store.
    """
    make_folder(path.parent)
    with contextlib.suppress(FileExistsError), whole_file(path, replace=False, mode=FILE_MODE) as draft:
        _fill_store(draft, path)


def _fill_store(draft: Path, path: Path) -> None:
    with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA journal_mode = WAL")
        _migrate_schema(connection, path)


def files_of(path: Path) -> tuple[Path, Path, Path]:
    """The file of a store, its write-ahead log and the index of that; SQLite gives these the rights of the first."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def is_writable(path: Path) -> bool:
    """Whether the store can be written: its files, and the folder that they come and go in, also while this looks."""
    return not any(_is_unwritable(place) for place in (path.parent, *files_of(path)))


def _is_unwritable(place: Path) -> bool:
    """Whether something stands there that cannot be written; what comes and goes cannot be seen in one look."""
    return all(place.exists() and not os.access(place, os.W_OK) and place.exists() for _ in range(_LOOKS))


def is_in_use(path: Path) -> bool:
    """Whether a store that cannot be written can be read where it is: others keep its write-ahead log and index there.

    SQLite would have to make them, even to read.
    """
    return all(file.exists() for file in files_of(path)) and unsafe_filesystem(path.parent) is None


def is_up_to_date(path: Path, busy_seconds: float) -> bool:
    """Whether a store can be read as it is; one of a later schema cannot be at all."""
    with translate_errors(path), contextlib.closing(connect(path, busy_seconds, "ro")) as connection:
        _check_is_ours(connection, path)
        sql_store.check_version(str(path), found=_schema_version(connection), known=len(load_migrations()))
        return _schema_version(connection) == len(load_migrations())


def copy_store(path: Path) -> "tuple[TemporaryDirectory[str], Path]":
    """A copy of a store that cannot be written, with what only its write-ahead log holds; nobody writes to it now.

    `immutable=1` would read the file in place, without that log, and without noticing that somebody writes after all.
    """
    folder = TemporaryDirectory(prefix="renkei-")
    copy = Path(folder.name, path.name)
    try:
        for _ in range(_TRIES):
            before = _file_marks(path)
            for file, its_copy in zip(files_of(path)[:2], files_of(copy)[:2], strict=True):
                if file.exists():
                    shutil.copyfile(file, its_copy)
            if _file_marks(path) == before:
                return folder, copy
    except OSError as error:
        folder.cleanup()
        raise StoreError("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None
    folder.cleanup()
    raise StoreError("The store {path} cannot be locked, and is written to all the time. Try again.", path=str(path))


_TRIES: Final = 5


def _file_marks(path: Path) -> list[tuple[int, int] | None]:
    found = [file.stat() if file.exists() else None for file in files_of(path)[:2]]
    return [(each.st_mtime_ns, each.st_size) if each else None for each in found]


def _check_size(path: Path) -> None:
    if path.stat().st_size == 0:
        raise StoreError(
            "The store {path} is empty: it was cut off, or something else made it. It was left as it is. Remove it "
            "to start anew, or bring back a copy.",
            path=str(path),
        )


def _check_is_ours(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("{path} is a SQLite file, but no Renkei store. Choose another with --store.", path=str(path))


def _migrate_schema(connection: sqlite3.Connection, path: Path) -> None:
    scripts = load_migrations()
    if _schema_version(connection) < len(scripts):
        connection.execute("BEGIN IMMEDIATE")
        for number in range(_schema_version(connection), len(scripts)):  # none, if another process has just done it
            for statement in scripts[number].split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")
    sql_store.check_version(str(path), found=_schema_version(connection), known=len(scripts))


def _schema_version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]


# Where SQLite's write-ahead log is not safe: file systems without shared memory between all who write.

_UNSAFE: Final = frozenset(
    {
        "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "drvfs", "fuse.ceph-fuse", "fuse.gcsfuse",
        "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "fuse.vmhgfs-fuse", "glusterfs", "gpfs", "lustre",
        "ncpfs", "nfs", "nfs4", "prl_fs", "smb3", "smbfs", "v9fs", "vboxsf", "vmhgfs", "webdav",
    }
)  # fmt: skip


def unsafe_filesystem(folder: Path) -> str | None:
    """The name of the file system under `folder` if the write-ahead log is not safe there."""
    kind = filesystem_of(folder, read_mounts())
    return kind if kind in _UNSAFE else None


def read_mounts() -> dict[str, str]:
    """Mount point to kind of file system, as far as this system tells."""
    with contextlib.suppress(OSError):
        if sys.platform == "linux":
            return parse_mountinfo(Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace"))
        if sys.platform == "darwin":
            return parse_mount(subprocess.run(["/sbin/mount"], capture_output=True, text=True, check=False).stdout)
    return {}


def filesystem_of(folder: Path, mounted: dict[str, str]) -> str | None:
    """The kind of the file system that holds `folder`: that of the nearest mount point above it."""
    resolved = folder.resolve()
    return next((mounted[str(place)] for place in (resolved, *resolved.parents) if str(place) in mounted), None)


def parse_mountinfo(text: str) -> dict[str, str]:
    """Linux: field 5 is the mount point (with octal escapes), the first field after ` - ` the kind."""
    lines = [line.split(" - ", 1) for line in text.splitlines() if " - " in line]
    return {_unescape_path(left.split()[4]): right.split()[0] for left, right in lines}


def parse_mount(text: str) -> dict[str, str]:
    """macOS: `//server/share on /Volumes/share (smbfs, nodev)`."""
    lines = [line.partition(" on ")[2].rpartition(" (") for line in text.splitlines() if " on " in line]
    return {place: kind.split(",")[0].rstrip(")") for place, _, kind in lines}


def _unescape_path(place: str) -> str:
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        place = place.replace(code, character)
    return place
