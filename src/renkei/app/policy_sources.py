"""What the team has written of its policy, as far as a person stands behind it (DEC-52): what the files say, else what
was compiled and still counts, else what a person committed, else what a person accepted.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from renkei.binding.record import Record, digest_text, read_record
from renkei.binding.texts import CONFIG, FILES, PYPROJECT, ReadFile, current_texts, read_bytes, read_own, read_shared
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.binding.commits import find_committed
    from renkei.binding.files import find_committed_text, where_it_stands
    from renkei.errors import BadInput
    from renkei.policy import policy_files
    from renkei.policy.policy_files import TeamPart
else:  # a hook looks here whether something is to be compiled, and mostly nothing is
    find_committed = lazy("renkei.binding.commits:find_committed")
    find_committed_text = lazy("renkei.binding.files:find_committed_text")
    where_it_stands = lazy("renkei.binding.files:where_it_stands")
    BadInput = lazy("renkei.errors:BadInput")
    policy_files = lazy("renkei.policy.policy_files")

_POLICY: Final = "policy"
_SETTINGS: Final = "policy_settings"
TEXTS: Final = (_POLICY, _SETTINGS)


class Counting(NamedTuple):
    """The parts that count, in the order in which they are laid over what ships."""

    parts: "list[TeamPart]"
    sources: dict[str, str]
    """The digests of their texts."""
    left_out: list[str]
    """The files and tables that say other than what counts."""


def is_current(project: Path, env: Mapping[str, str], sources: Mapping[str, str]) -> bool:
    """Whether what was compiled from these is what holds: the files say the same, or say what does not count."""
    record, texts = read_record(project, env), current_texts(project)
    return all(
        _counts(project, record, name, sources.get(name, ""))
        if _is_changed(project, record, name, texts[name])
        else digest_text(texts[name]) == sources.get(name)
        for name in TEXTS
    )


def still_count(project: Path, env: Mapping[str, str], sources: Mapping[str, str]) -> bool:
    """Whether a person stands behind all of them."""
    record = read_record(project, env)
    return all(_counts(project, record, name, sources.get(name, "")) for name in TEXTS)


def _counts(project: Path, record: Record | None, name: str, digest: str) -> bool:
    """By the record, or by a commit; without a record the files count."""
    if record is None or getattr(record.bound, name) in ("", digest):
        return True
    committed = find_committed_text(project, name)
    return committed is not None and digest_text(committed) == digest


def _is_changed(project: Path, record: Record | None, name: str, text: str) -> bool:
    return not _counts(project, record, name, digest_text(text))


def compile_counting(project: Path, env: Mapping[str, str]) -> tuple[dict[str, str], bytes]:
    """The digests of the texts, and what they come to; empty where there are none.

    Raises:
        BadInput: what counts is not right.
    """
    found = find_counting(project, env)
    return found.sources, policy_files.compile_policy(found.parts) if found.parts else b""


def find_counting(project: Path, env: Mapping[str, str]) -> Counting:
    """Raises: BadInput."""
    record, texts = read_record(project, env), current_texts(project)
    changed = [name for name in TEXTS if _is_changed(project, record, name, texts[name])]
    parts, sources = list["TeamPart"](), dict[str, str]()
    for name, take in ((_SETTINGS, _take_settings), (_POLICY, _take_file)):
        text, found = take(project, env, texts[name], is_changed=name in changed)
        parts += found
        sources[name] = digest_text(text)
    return Counting(parts, sources, [where_it_stands(name) for name in changed])


def _take_file(project: Path, env: Mapping[str, str], text: str, *, is_changed: bool) -> "tuple[str, list[TeamPart]]":
    if is_changed:
        text = find_committed_text(project, _POLICY) or _recorded_text(project, env, _POLICY)
        return text, [policy_files.read_team_part(text.encode(), FILES[_POLICY])] if text else []
    path = project / FILES[_POLICY]
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return text, []
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None
    return text, [policy_files.read_team_part(data, FILES[_POLICY])]


def _take_settings(
    project: Path, env: Mapping[str, str], text: str, *, is_changed: bool
) -> "tuple[str, list[TeamPart]]":
    if not is_changed:
        return text, _parts_in(lambda path: read_bytes(project / path))
    if committed := find_committed_text(project, _SETTINGS):
        return committed, _parts_in(lambda path: found.data if (found := find_committed(project, path)) else None)
    text = _recorded_text(project, env, _SETTINGS)
    table = _table_in(text)
    return text, [policy_files.TeamPart(f"{PYPROJECT} [policy]", table)] if table else []


def _parts_in(read: ReadFile) -> "list[TeamPart]":
    tables = {PYPROJECT: read_shared(read), CONFIG: read_own(read)}
    return [
        policy_files.TeamPart(f"{name} [policy]", cast("dict[str, Any]", found))
        for name, table in tables.items()
        if isinstance(found := table.get("policy"), dict)
    ]


def _recorded_text(project: Path, env: Mapping[str, str], name: str) -> str:
    record = read_record(project, env)
    return record.texts.get(name, "") if record else ""


def _table_in(text: str) -> dict[str, Any]:
    """A table from the lines that it was recorded as, one for each value of a list."""
    shipped, found = policy_files.read_shipped(), dict[str, Any]()
    for line in text.splitlines():
        name, _, value = line.partition(": ")
        if isinstance(shipped.get(name), list):
            found.setdefault(name, []).append(json.loads(value))
        else:
            found[name] = json.loads(value)
    return found
