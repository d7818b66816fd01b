"""Lock files, which say the version of the project itself beside those of what it depends on: only its own line is
changed, as npm, cargo and uv would do it. Pure, and none of these tools has to be there."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from renkei import lazy_re as re
from renkei.sdd.release import Ecosystem, find_member

LOCKS: Final[Mapping[Ecosystem, tuple[str, ...]]] = {
    "typescript": ("package-lock.json", "npm-shrinkwrap.json"),
    "rust": ("Cargo.lock",),
    "python": ("uv.lock",),
}
_MEMBERS: Final[Sequence[tuple[str, ...]]] = (("version",), ("packages", "", "version"))
_BLOCK: Final = re.compile(r"(?m)^\[\[package\]\][ \t]*\r?\n(?:(?!\[).*(?:\n|\Z))*")


def write_lock(file: str, text: str, project: str, version: str) -> str:
    """The lock with the version of `project`; unchanged where it does not say one, or cannot be read."""
    if file.endswith(".json"):
        return _write_json(text, version)
    return _BLOCK.sub(lambda found: _write_block(found[0], project, version), text)


def says_version(file: str, text: str, project: str, version: str) -> bool:
    """Whether a lock says this version of the project itself, wherever it says one; no dependency counts."""
    said = _json_versions(text) if file.endswith(".json") else _toml_versions(text, project)
    return bool(said) and all(each == version for each in said or ())


def _write_json(text: str, version: str) -> str:
    if _json_versions(text) is None:
        return text
    for path in _MEMBERS:
        if (span := find_member(text, path)) is not None:
            text = f"{text[: span[0]]}{json.dumps(version)}{text[span[1] :]}"
    return text


def _json_versions(text: str) -> list[object] | None:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    spans = [span for path in _MEMBERS if (span := find_member(text, path))]
    return [json.loads(text[start:end]) for start, end in spans]


def _write_block(block: str, project: str, version: str) -> str:
    try:
        [package] = tomllib.loads(block)["package"]
    except (ValueError, KeyError):
        return block
    if not _is_own(package, project):
        return block
    return re.sub(r"(?m)^(version\s*=\s*)\"[^\"]*\"", rf'\g<1>"{version}"', block, count=1)


def _toml_versions(text: str, project: str) -> list[object] | None:
    try:
        packages: list[Any] = tomllib.loads(text).get("package", [])
    except (tomllib.TOMLDecodeError, AttributeError):
        return None
    blocks = [cast(dict[str, Any], each) for each in packages if isinstance(each, dict)]
    return [each.get("version") for each in blocks if _is_own(each, project)]


def _is_own(package: Mapping[str, Any], project: str) -> bool:
    """The project itself comes from nowhere else: cargo names no source of it, uv the folder."""
    source = package.get("source")
    is_here = source is None or (isinstance(source, dict) and "." in cast(dict[str, Any], source).values())
    return is_here and _plain(package.get("name")) == _plain(project)


def _plain(name: object) -> str:
    return re.sub(r"[-_.]+", "-", str(name)).lower()
