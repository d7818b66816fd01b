"""The texts that are gone by where a file is not as a person set it: rules for the hooks, so that a result is checked
all the same, and prices, so that a limit of money counts on.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.binding.record import digest_text, read_record
from renkei.binding.texts import FILES, decode, read_bytes
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.binding.commits import find_committed, is_committed
else:
    find_committed = lazy("renkei.binding.commits:find_committed")
    is_committed = lazy("renkei.binding.commits:is_committed")


def text_instead(project: Path, env: Mapping[str, str], what: str) -> str | None:
    """One of `FILES` as a person set it, where the file says other and no person committed that; None: the file holds.
    What was recorded before there was such a file gives way to what a person committed."""
    record = read_record(project, env)
    recorded = getattr(record.bound, what) if record else ""
    if record is None or not recorded:
        return None
    found = decode(read_bytes(project / FILES[what]))
    if digest_text(found) == recorded or is_committed(project, FILES[what]):
        return None
    return record.texts.get(what) or _committed_text(project, what)


def _committed_text(project: Path, what: str) -> str:
    committed = find_committed(project, FILES[what])
    return decode(committed.data) if committed else ""
