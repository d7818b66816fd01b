"""Receipts of tool calls are sealed with a key of the user's state folder, and counted there (DEC-52).

A row that somebody writes into the store has no seal, and one that is taken out is missed. Standard library only: hooks
seal one after every tool call.
"""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from renkei.binding.record import make_folder, sha256, state_file, state_folder
from renkei.eventlog.receipts import Receipt, seal_receipt
from renkei.files import read_regular, whole_file

_KEY_BYTES = 32


class Sealed(NamedTuple):
    """What is left of receipts after a look at their seals."""

    receipts: list[Receipt]
    forged: int = 0
    """How many bear no seal of ours."""
    removed: int = 0
    """How many were sealed and are not there any more."""


def ensure_key(project: Path, env: Mapping[str, str]) -> bytes | None:
    """The key of a project, made where there is none; None where the user has no place for one."""
    key = read_key(project, env)
    return key if key is not None else _make_key(project, env)


def read_key(project: Path, env: Mapping[str, str]) -> bytes | None:
    try:
        key = read_regular(state_file(project, env, ".key"), _KEY_BYTES)
    except OSError:
        return None
    return key if len(key) == _KEY_BYTES else None


def count_receipt(project: Path, env: Mapping[str, str], session: str, agent_id: str) -> None:
    """One more of this agent's is kept. Raises: OSError."""
    path = _count_file(project, env, session, agent_id)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    try:
        handle = os.open(path, flags, 0o600)
    except FileNotFoundError:
        make_folder(path.parent)
        handle = os.open(path, flags, 0o600)
    try:
        os.write(handle, b".")
    finally:
        os.close(handle)


def look_at_seals(
    project: Path, env: Mapping[str, str], found: Sequence[Receipt], session: str, agent_id: str
) -> Sealed | None:
    """Which receipts of an agent a hook of this project wrote, in the order of their own times, for rows can be put in
    another one; None where there is no key to tell it by.

    Of receipts that are not all there any more none counts: the one that is missing may have said that it failed.
    """
    key = ensure_key(project, env)
    if key is None:
        return None
    ours = [each for each in found if each.seal is not None and each.seal == seal_receipt(key, each).seal]
    removed = max(0, _count(_count_file(project, env, session, agent_id)) - len(ours))
    return Sealed([] if removed else sorted(ours, key=_sealed_at), len(found) - len(ours), removed)


def _sealed_at(receipt: Receipt) -> str:
    return receipt.at


def forget_old_counts(project: Path, env: Mapping[str, str], days: int) -> None:
    """Of sessions that nobody goes on with."""
    oldest = time.time() - days * 86400
    with suppress(OSError):
        for path in state_file(project, env, ".receipts").iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink()


def _make_key(project: Path, env: Mapping[str, str]) -> bytes | None:
    """Of two hooks that make one at once, the first one's is taken."""
    if state_folder(env) is None:
        return None
    path = state_file(project, env, ".key")
    try:
        make_folder(path.parent)
        with suppress(FileExistsError), whole_file(path, replace=False, mode=0o600, is_durable=False) as draft:
            draft.write_bytes(os.urandom(_KEY_BYTES))
    except OSError:
        return None
    return read_key(project, env)


def _count_file(project: Path, env: Mapping[str, str], session: str, agent_id: str) -> Path:
    """One byte for each receipt: what is appended by many at once is not mixed up."""
    name = sha256(f"{session}\0{agent_id}".encode(errors="surrogateescape")).hexdigest()[:32]
    return state_file(project, env, ".receipts") / str(name)


def _count(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
