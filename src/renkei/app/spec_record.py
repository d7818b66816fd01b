"""Which states of each spec.yaml Renkei wrote itself, in any work tree of a project: what is none of them was written
behind the lead's back (DEC-17).

One record for all work trees, for a state that one of them wrote reaches the others by git. For each work tree the
state that was written there last is kept, too: an earlier one that stands there again was put back.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final, Literal, cast

from renkei.eventlog.private_files import keep_out_of_git, make_folder
from renkei.files import write_whole
from renkei.sdd.spec import Spec
from renkei.values import value

Origin = Literal["unknown", "ours", "put-back", "edited"]
"""`unknown`: nothing was ever written for that feature here, so that nothing can be said."""

_RECORD: Final = "sdd.json"
_MOST: Final = 500
"""States of a feature that are kept, the newest ones."""


@value
class Written:
    """One feature: its states by digest with the phase of each, oldest first; by work tree the digest that counts."""

    phases: dict[str, str]
    last: dict[str, str]


class SpecRecord:
    """Kept beside the store, for one work tree of the project."""

    def __init__(self, folder: Path, tree: Path) -> None:
        self._folder = folder
        self._tree = str(tree)

    def find_origin(self, feature: str, data: bytes) -> Origin:
        """Where the spec.yaml that is there comes from."""
        written = self._read().get(feature)
        if written is None:
            return "unknown"
        digest = _digest(data)
        if digest not in written.phases:
            return "edited"
        states, last = list(written.phases), written.last.get(self._tree)
        return "put-back" if last in states and states.index(digest) < states.index(last) else "ours"

    def last_phase(self, feature: str) -> str:
        """Of the state that was written last, here if one was."""
        written = self._read().get(feature)
        if written is None or not written.phases:
            return "-"
        return written.phases.get(written.last.get(self._tree, ""), list(written.phases.values())[-1])

    def announce(self, spec: Spec, data: bytes, *, before: bytes | None) -> None:
        """Before a state is written: a process that is killed in between leaves no edit by hand behind, be it the state
        before or this one that stands there then."""
        first = {_digest(before): "-"} if before and self.find_origin(spec.feature_name, before) == "unknown" else {}
        self._keep(spec.feature_name, first | {_digest(data): spec.phase})

    def settle(self, spec: Spec, data: bytes) -> None:
        """What stands in this work tree now counts."""
        self._keep(spec.feature_name, {_digest(data): spec.phase}, last=_digest(data))

    def _keep(self, feature: str, states: dict[str, str], last: str | None = None) -> None:
        record = self._read()
        written = record.get(feature) or Written(phases={}, last={})
        phases = {digest: phase for digest, phase in written.phases.items() if digest not in states} | states
        phases = dict(list(phases.items())[-_MOST:])
        trees = {tree: digest for tree, digest in written.last.items() if Path(tree).is_dir()}
        record[feature] = Written(phases=phases, last=trees | ({self._tree: last} if last else {}))
        document = {name: {"written": each.phases, "last": each.last} for name, each in record.items()}
        make_folder(self._folder)
        keep_out_of_git(self._folder)
        write_whole(self._folder / _RECORD, json.dumps(document, indent=1).encode())

    def _read(self) -> dict[str, Written]:
        """A record that cannot be read, or an entry of another form, says nothing."""
        try:
            found: Any = json.loads((self._folder / _RECORD).read_bytes())
        except (OSError, ValueError):
            return {}
        entries = cast(dict[str, Any], found) if isinstance(found, dict) else {}
        return {
            name: Written(phases=_texts(each["written"]), last=_texts(each["last"]))
            for name, each in entries.items()
            if isinstance(each, dict) and "written" in each and "last" in each
        }


def _texts(found: Any) -> dict[str, str]:
    return {str(key): str(each) for key, each in cast(dict[Any, Any], found).items()} if isinstance(found, dict) else {}


def _digest(data: bytes) -> str:
    """Whatever line ends git writes here."""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()
