"""Edits to a project's files: planned first, made atomically, remembered, and taken back byte by byte."""

import base64
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from renkei.errors import BadInput, Unreachable

RECORD: Final = Path(".renkei/init.json")


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """One file as it is (None: not there) and as it should be."""

    path: Path
    before: bytes | None
    after: bytes

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """An edit that was made: what stood there before the first one, and the digest of what we left."""

    path: Path
    original: bytes | None
    digest: str


Withdraw = Callable[[Path, bytes], bytes | None]
"""What is left of a file that somebody edited after us, without our part; None to leave it as it is."""


def read(root: Path, path: Path) -> bytes | None:
    full = root / path
    try:
        return full.read_bytes() if full.is_file() else None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(full), error=error.strerror) from None


def make(root: Path, edits: Iterable[Edit]) -> None:
    """Makes the edits and remembers them, so that they can be taken back."""
    made = recorded(root)
    for edit in edits:
        known = made.get(edit.path)
        original = known.original if known else edit.before
        made[edit.path] = Made(path=edit.path, original=original, digest=_digest(edit.after))
        _save(root, made)
        if edit.changes:
            write(root / edit.path, edit.after)


def take_back(root: Path, withdraw: Withdraw) -> dict[Path, str]:
    """Undoes every edit that was made; for each file what became of it: restored, removed, mended or kept."""
    outcome: dict[Path, str] = {}
    for made in recorded(root).values():
        outcome[made.path] = _undo(root, made, withdraw)
        _remove_empty_folders(root, made.path.parent)
    (root / RECORD).unlink(missing_ok=True)
    return outcome


def recorded(root: Path) -> dict[Path, Made]:
    """The edits of this project that are in force."""
    data = read(root, RECORD)
    entries: list[dict[str, Any]] = json.loads(data)["edits"] if data else []
    return {
        Path(entry["path"]): Made(
            path=Path(entry["path"]),
            original=None if entry["original"] is None else base64.b64decode(entry["original"]),
            digest=entry["digest"],
        )
        for entry in entries
    }


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
        if path.exists():
            draft.chmod(path.stat().st_mode)
        draft.replace(path)
    except OSError as error:
        raise Unreachable("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None
    finally:
        draft.unlink(missing_ok=True)


def _undo(root: Path, made: Made, withdraw: Withdraw) -> str:
    full = root / made.path
    now = read(root, made.path)
    if now is None:
        return "gone"
    if _digest(now) == made.digest:
        if made.original is None:
            full.unlink()
            return "removed"
        write(full, made.original)
        return "restored"
    left = withdraw(made.path, now)
    if left is None:
        return "kept"
    write(full, left)
    return "mended"


def _remove_empty_folders(root: Path, folder: Path) -> None:
    while folder != Path() and (root / folder).is_dir() and not any((root / folder).iterdir()):
        (root / folder).rmdir()
        folder = folder.parent


def _save(root: Path, made: dict[Path, Made]) -> None:
    entries = [
        {
            "path": entry.path.as_posix(),
            "original": None if entry.original is None else base64.b64encode(entry.original).decode(),
            "digest": entry.digest,
        }
        for entry in made.values()
    ]
    write(root / RECORD, json.dumps({"edits": entries}, indent=1).encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
