"""One line of the log, and the hash chain that covers all of them.

The chain covers a body only through its salted digest: forgetting body and salt leaves the chain whole, and the digest
alone does not let anybody guess what was said.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from renkei.lazy import lazy
from renkei.sentence import Sentence
from renkei.values import value

if TYPE_CHECKING:
    from pydantic_core import to_json
else:
    to_json = lazy("pydantic_core:to_json")  # who only reads needs none of it

GENESIS: Final = "0" * 64
"""What the first record's hash is chained to."""


_CANONICAL: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_json(value: object) -> str:
    """The one JSON text of a value; loading and dumping it again gives the same text."""
    return _CANONICAL.encode(value)


@value
class Draft:
    """An event about to be appended."""

    type: str
    actor: str
    via: str
    data: Mapping[str, Any]
    body: Mapping[str, Any] | None = None
    run: str | None = None
    cause: int | None = None
    """The seq of the first event of the same command; None for that first event itself."""
    key: str | None = None
    command: str | None = None
    """What was asked for under the key; the record keeps a digest of it."""


@value
class Head:
    """Where the log ends."""

    seq: int = 0
    hash: str = GENESIS
    at: str = ""

    @property
    def as_text(self) -> str:
        """As it is written down elsewhere, to tell later whether the log still holds it."""
        return f"{self.seq}:{self.hash}"


@value
class Record:
    """An event in the log. `data` and `body` are JSON texts, kept as they were hashed."""

    seq: int
    id: str
    at: str
    type: str
    actor: str
    via: str
    run: str | None
    cause: int | None
    key: str | None
    key_digest: str | None
    data: str
    body: str | None
    salt: str | None
    body_digest: str | None
    hash: str

    @property
    def is_redacted(self) -> bool:
        return self.body_digest is not None and self.body is None

    def without_body(self) -> "Record":
        """The record without what it said."""
        return replace(self, body=None, salt=None)

    def document(self) -> dict[str, Any]:
        """The event with its body, as `renkei log --json` shows it under `data`."""
        document = json.loads(self.data)
        if self.body is not None:
            document |= json.loads(self.body)
        elif self.is_redacted:
            document["redacted"] = True
        return document


Clock = Callable[[], str]


def utc_now() -> str:
    """The time as the log writes it."""
    second, rest = divmod(time.time_ns(), 1_000_000_000)
    return f"{_format_second(second)}.{rest // 1000:06d}Z"


@lru_cache(maxsize=1)
def _format_second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def seal_draft(draft: Draft, *, head: Head, now: str) -> Record:
    """The draft as the next record after `head`. Times never run backwards, whatever the clock does."""
    seq, at, data = head.seq + 1, max(now, head.at), to_json(draft.data).decode()
    body = to_json(draft.body).decode() if draft.body is not None else None
    salt = os.urandom(16).hex() if body is not None else None
    key_digest, body_digest = _digest_with_salt(draft.command, salt), _digest_with_salt(body, salt)
    covered = [
        seq, f"E-{seq}", at, draft.type, draft.actor, draft.via, draft.run, draft.cause,
        draft.key, key_digest, data, body_digest,
    ]  # fmt: skip
    return Record(
        seq=seq,
        id=f"E-{seq}",
        at=at,
        type=draft.type,
        actor=draft.actor,
        via=draft.via,
        run=draft.run,
        cause=draft.cause,
        key=draft.key,
        key_digest=key_digest,
        data=data,
        body=body,
        salt=salt,
        body_digest=body_digest,
        hash=_chain_hash(head.hash, covered),
    )


def link_hash(record: Record, previous_hash: str) -> str:
    """The hash that ties a record to the one before it."""
    covered = [
        record.seq, record.id, record.at, record.type, record.actor, record.via, record.run, record.cause,
        record.key, record.key_digest, record.data, record.body_digest,
    ]  # fmt: skip
    return _chain_hash(previous_hash, covered)


def _chain_hash(previous_hash: str, covered: list[Any]) -> str:
    return sha256(b"%b\n%b" % (previous_hash.encode(), to_json(covered))).hexdigest()


def record_flaw(record: Record, previous: Head) -> Sentence | None:
    """What is wrong with a record that should follow `previous`, if anything is."""
    if record.seq != previous.seq + 1:
        return Sentence("seq {seq} follows seq {previous}", seq=record.seq, previous=previous.seq)
    if record.hash != link_hash(record, previous.hash):
        return Sentence("the record does not match its hash")
    if record.body is not None and record.body_digest != _digest_with_salt(record.body, record.salt):
        return Sentence("the body does not match its digest")
    if record.body is None and record.salt is not None:
        return Sentence("it has a salt, but no body")
    if record.cause is not None and not 0 < record.cause < record.seq:
        return Sentence("its cause {cause} does not stand before it", cause=record.cause)
    if record.at < previous.at:
        return Sentence("its time {time} is before {previous}", time=record.at, previous=previous.at)
    return None


def is_of_command(record: Record, command: str) -> bool:
    """Whether a record under a key is of this command. Once it is redacted, nobody can tell any more: then it is."""
    return record.is_redacted or record.key_digest == _digest_with_salt(command, record.salt)


def _digest_with_salt(text: str | None, salt: str | None) -> str | None:
    return None if text is None else sha256(f"{salt}\n{text}".encode()).hexdigest()
