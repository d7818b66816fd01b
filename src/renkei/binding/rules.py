"""The rules that hooks go by where the file of them is not as a person set it: a result is checked all the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.binding.record import digest_text, read_record
from renkei.binding.texts import FILES, decode, read_bytes
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.binding.commits import is_committed
else:
    is_committed = lazy("renkei.binding.commits:is_committed")


def rules_instead(project: Path, env: Mapping[str, str]) -> str | None:
    """The rules that a person set, where the file says others and no person committed it; None: the file holds."""
    record = read_record(project, env)
    if record is None or not record.bound.rules:
        return None
    found = decode(read_bytes(project / FILES["rules"]))
    if digest_text(found) == record.bound.rules or is_committed(project, FILES["rules"]):
        return None
    return record.texts.get("rules", "")
