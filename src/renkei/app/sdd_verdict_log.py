"""The logs of reviews (verdicts.md), and which of their entries count: those that Renkei wrote here, and those that are
committed. One that an agent, or anybody, wrote beside them is no review (SDD-7).
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from renkei.eventlog.private_files import keep_out_of_git, make_folder
from renkei.files import remove_drafts, write_whole
from renkei.reports.cpf.batches import Batch, append_batch, parse_batches, read_batches
from renkei.workspace.repository import Repository
from renkei.workspace.snapshot import read_file_at

_RECORD: Final = "verdicts.json"


class VerdictLog:
    """Of one work tree; what was written is kept beside the store, for all work trees of a project."""

    def __init__(self, records: Path, root: Path) -> None:
        self._records = records
        self._root = root

    def read(self, path: str) -> tuple[Batch, ...]:
        """What counts, the oldest first."""
        there = read_batches(self._root / path)
        counts = self._judge(path, there)
        return tuple(each for each in there if counts[_digest(each)])

    def settle(self, path: str) -> None:
        """Before agents are at work: what stands there counts, if nothing of this log was written down yet."""
        if path not in self._read():
            self._keep(path, dict.fromkeys(map(_digest, read_batches(self._root / path)), True))

    def refuse_foreign(self, path: str) -> list[Batch]:
        """What counts for nothing, and does not come to count by being committed later; those that are new."""
        there = read_batches(self._root / path)
        known, counts = self._read().get(path, {}), self._judge(path, there)
        foreign = [each for each in there if not counts[_digest(each)] and _digest(each) not in known]
        if foreign:
            self._keep(path, dict.fromkeys(map(_digest, foreign), False))
        return foreign

    def append(self, path: str, batch: Batch) -> Batch:
        """Once: an entry that stands there because its process was killed before it was written down is that one."""
        self.settle(path)
        remove_drafts(self._root / path)
        there = (each for each in read_batches(self._root / path) if _content(each) == _content(batch))
        written = next(there, None)
        if written is None:
            (self._root / path).parent.mkdir(parents=True, exist_ok=True)
            written = append_batch(self._root / path, batch)
        self._keep(path, {_digest(written): True})
        return written

    def _judge(self, path: str, there: Sequence[Batch]) -> dict[str, bool]:
        """By digest whether it counts."""
        known, digests = self._read().get(path), [_digest(each) for each in there]
        if known is None:
            return dict.fromkeys(digests, True)
        committed = set[str]()
        if not known.keys() >= {*digests}:
            text = (read_file_at(Repository(self._root), "HEAD", path) or b"").decode(errors="replace")
            committed = {_digest(each) for each in parse_batches(text, path)}
        return {digest: known.get(digest, digest in committed) for digest in digests}

    def _keep(self, path: str, judged: dict[str, bool]) -> None:
        record = self._read()
        record[path] = record.get(path, {}) | judged
        make_folder(self._records)
        keep_out_of_git(self._records)
        write_whole(self._records / _RECORD, json.dumps(record, indent=1).encode())

    def _read(self) -> dict[str, dict[str, bool]]:
        """By log and digest whether it counts. A record that cannot be read, or an entry of another form, says
        nothing."""
        try:
            found: Any = json.loads((self._records / _RECORD).read_bytes())
        except (OSError, ValueError):
            return {}
        entries = cast(dict[str, Any], found) if isinstance(found, dict) else {}
        marked = {name: cast(dict[str, Any], each) for name, each in entries.items() if isinstance(each, dict)}
        return {name: {digest: mark is True for digest, mark in each.items()} for name, each in marked.items()}


def _content(batch: Batch) -> tuple[object, ...]:
    return batch.kind, batch.place, batch.at, batch.version, batch.disposition, batch.raw


def _digest(batch: Batch) -> str:
    return hashlib.sha256(repr((batch.seq, *_content(batch))).encode(errors="surrogatepass")).hexdigest()
