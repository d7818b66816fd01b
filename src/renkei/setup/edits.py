"""Edits to a project's files: planned first, made atomically, remembered, and taken back byte by byte."""

import base64
import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from renkei.errors import BadInput, Unreachable
from renkei.files import whole_file
from renkei.tracked import is_tracked
from renkei.values import value

RECORD: Final = Path(".renkei/init.json")


@value
class Edit:
    """One file as it is (None: not there) and as it should be."""

    path: Path
    before: bytes | None
    after: bytes

    @property
    def changes(self) -> bool:
        return self.before != self.after


@value
class RecordedEdit:
    """An edit that was made: what stood there before the first one, and the digest of what we left."""

    path: Path
    original: bytes | None
    digest: str


Withdraw = Callable[[Path, bytes], bytes | None]
"""What is left of a file that somebody edited, without our part; None to leave it as it is."""


@value
class Record:
    """The edits of a project that are in force, and the folders that were made for them, outermost first."""

    edits: dict[Path, RecordedEdit]
    folders: tuple[Path, ...] = ()


def read_file(root: Path, path: Path) -> bytes | None:
    full = root / path
    try:
        return full.read_bytes() if full.is_file() else None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(full), error=error.strerror) from None


def check_edits(root: Path, edits: Sequence[Edit], *, dry_run: bool = False) -> None:
    """Refuses edits that cannot be made, or not so that what stands there stays, before anything is made.

    Raises: BadInput, Unreachable.
    """
    for edit in edits:
        _check_kind(root, edit)
        if not dry_run:
            _check_writable(root / edit.path)


def make_edits(root: Path, edits: Sequence[Edit], withdraw: Withdraw) -> None:
    """Makes all the edits or none. They are recorded first, so that a crash leaves nothing that cannot be taken back.

    Raises: BadInput, Unreachable.
    """
    if not edits:
        return
    check_edits(root, edits)
    before, is_recorded = read_record(root), (root / RECORD).exists()
    made = {edit.path: _record_edit(edit, before.edits.get(edit.path), withdraw) for edit in edits}
    new_folders = _absent_folders(root, edits)
    _save_record(root, Record(edits=before.edits | made, folders=before.folders + new_folders))
    done: list[Edit] = []
    try:
        for edit in edits:
            write_atomic(root / edit.path, edit.after)
            done.append(edit)
    except Unreachable:
        for edit in done:
            _put_back(root, edit.path, edit.before)
        if is_recorded:
            _save_record(root, before)
        else:
            (root / RECORD).unlink(missing_ok=True)
        _remove_folders(root, new_folders)
        raise


def take_back(root: Path, withdraw: Withdraw, unrecorded: Sequence[Path] = ()) -> dict[Path, str]:
    """Undoes every edit that was made, and takes our part out of other files; for each what became of it."""
    record = read_record(root)
    undone = {path: _plan_removal(path, read_file(root, path) or b"", withdraw) for path in unrecorded}
    undone |= {path: _plan_undo(made, read_file(root, path), withdraw) for path, made in record.edits.items()}
    for path, (_, left) in undone.items():
        if left != read_file(root, path):
            _put_back(root, path, left)
    _remove_folders(root, record.folders)
    (root / RECORD).unlink(missing_ok=True)
    return {path: word for path, (word, _) in undone.items()}


def read_record(root: Path) -> Record:
    """What was done to this project."""
    data = read_file(root, RECORD)
    if data is None:
        return Record(edits={})
    try:
        document = json.loads(data)
        made = [_parse_recorded(entry) for entry in document["edits"]]
        return Record(
            edits={each.path: each for each in made}, folders=tuple(Path(each) for each in document["folders"])
        )
    except (ValueError, KeyError, TypeError):
        raise BadInput(
            "{path}, which says what init has changed, is damaged. Move it away and try again.", path=str(root / RECORD)
        ) from None


def write_atomic(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all; where it is a link, the file that it leads to."""
    path = Path(os.path.realpath(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path, is_durable=False) as draft:
            draft.write_bytes(data)
            if path.exists():
                draft.chmod(path.stat().st_mode)
    except OSError as error:
        raise _unwritable_error(path, error.strerror) from None


def _record_edit(edit: Edit, known: RecordedEdit | None, withdraw: Withdraw) -> RecordedEdit:
    """What to go back to: what we found the first time, or what somebody has made of it since, without our part."""
    original = edit.before
    if known and original is not None and _digest_bytes(original) == known.digest:
        original = known.original
    elif original is not None and (left := withdraw(edit.path, original)) is not None:
        original = left
    return RecordedEdit(path=edit.path, original=original, digest=_digest_bytes(edit.after))


def _plan_undo(made: RecordedEdit, now: bytes | None, withdraw: Withdraw) -> tuple[str, bytes | None]:
    """What becomes of a file, and what is left of it."""
    if now is None:
        return "gone", None
    if now == made.original:
        return "restored", now
    if made.path.parts[0] == RECORD.parts[0]:
        return "removed", None  # what is in our own folder is ours, edited or not
    if _digest_bytes(now) == made.digest:
        return ("removed", None) if made.original is None else ("restored", made.original)
    left = withdraw(made.path, now)
    return ("kept", now) if left is None else ("mended", left)


def _plan_removal(path: Path, now: bytes, withdraw: Withdraw) -> tuple[str, bytes | None]:
    """The same where nobody remembers what was there before: a file that is all ours goes."""
    left = withdraw(path, now)
    return ("removed", None) if left is None else ("mended", left)


def _put_back(root: Path, path: Path, data: bytes | None) -> None:
    if data is not None:
        write_atomic(root / path, data)
        return
    full = Path(os.path.realpath(root / path))
    try:
        full.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable_error(full, error.strerror) from None


def _check_kind(root: Path, edit: Edit) -> None:
    """A pipe, a device or a folder in the place of a file is somebody's, and so is the encoding of what is there."""
    if (root / edit.path).exists() and edit.before is None:
        raise BadInput(
            "{path}: no regular file stands there. Move it away and try again; nothing was changed.",
            path=str(edit.path),
        )
    real = Path(os.path.realpath(root / edit.path))
    if not real.is_relative_to(os.path.realpath(root)) and is_tracked(root, edit.path.as_posix()):
        raise BadInput(
            "{path} is {real}, outside of the project, by a link that is committed: whoever made it chose what would "
            "be written there. Put a file or folder in its place and try again; nothing was changed.",
            path=str(edit.path),
            real=str(real),
        )
    if edit.before is not None and edit.path.parts[0] != RECORD.parts[0] and not _is_utf8(edit.before):
        raise BadInput(
            "{path}: it is not in UTF-8, and would not stay in its encoding. Save it as UTF-8 and try again; nothing "
            "was changed.",
            path=str(edit.path),
        )


def _is_utf8(data: bytes) -> bool:
    """UTF-16 without a mark of its encoding is full of zeros."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _check_writable(path: Path) -> None:
    """A file that somebody has locked against writing is not replaced, though its folder would allow it."""
    real = Path(os.path.realpath(path))
    if real.exists() and not os.access(real, os.W_OK):
        raise _unwritable_error(path, os.strerror(errno.EACCES))
    around = next(folder for folder in real.parents if os.path.lexists(folder))
    if not around.is_dir():
        raise _unwritable_error(path, os.strerror(errno.ENOTDIR))
    if not os.access(around, os.W_OK | os.X_OK):
        raise _unwritable_error(path, os.strerror(errno.EACCES))


def _unwritable_error(path: Path, why: str | None) -> Unreachable:
    return Unreachable("{path} cannot be written ({error}).", path=str(path), error=why)


def _absent_folders(root: Path, edits: Sequence[Edit]) -> tuple[Path, ...]:
    around = {folder for edit in edits for folder in edit.path.parents if folder != Path()}
    return tuple(sorted(folder for folder in around if not (root / folder).exists()))


def _remove_folders(root: Path, folders: Sequence[Path]) -> None:
    """Those that are empty, innermost first."""
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            (root / folder).rmdir()


def _save_record(root: Path, record: Record) -> None:
    entries = [
        {
            "path": made.path.as_posix(),
            "original": None if made.original is None else base64.b64encode(made.original).decode(),
            "digest": made.digest,
        }
        for made in record.edits.values()
    ]
    document = {"edits": entries, "folders": [folder.as_posix() for folder in record.folders]}
    write_atomic(root / RECORD, json.dumps(document, indent=1).encode())


def _parse_recorded(entry: dict[str, Any]) -> RecordedEdit:
    original = entry["original"]
    return RecordedEdit(
        path=Path(entry["path"]),
        original=None if original is None else base64.b64decode(original),
        digest=entry["digest"],
    )


def _digest_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
