"""The texts that bind: files of rules and policy, and tables of settings, a line for each thing that is set.

Standard library only: hooks look whether they are as a person set them.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from renkei.files import read_regular
from renkei.lazy import lazy

if TYPE_CHECKING:
    import tomllib
else:
    tomllib = lazy("tomllib")

FILES = {
    "rules": "renkei/rules.yaml",
    "policy": "renkei/policy.yaml",
    "prices": "renkei/prices.yaml",
    "review": "renkei/review.toml",
}
TABLES = ("layers", "verify", "workspace", "policy_settings", "review_settings")
TEXTS = (*FILES, *TABLES)
HELD = ("prices",)
"""Of these, what a person set is gone by on and on; a difference in the others is refused."""
PYPROJECT = "pyproject.toml"
CONFIG = ".renkei/config.toml"

_SECONDS = 600
"""What a command may take where nothing is set."""

Tables = Mapping[str, Any]
ReadFile = Callable[[str], bytes | None]
"""What is in a file of the project, None where there is none."""


def current_texts(project: Path) -> dict[str, str]:
    """All of them, as they are now; empty where nothing is set."""

    def read(path: str) -> bytes | None:
        return read_bytes(project / path)

    tables = read_tables(read)
    files = {name: decode(read(path)) for name, path in FILES.items()}
    return {**files, **{name: table_text(tables, name) for name in TABLES}}


def read_tables(read: ReadFile) -> dict[str, Any]:
    """The settings of a project: its own file beats what the team shares. One that is no TOML sets nothing."""
    shared, own = read_shared(read), read_own(read)
    tables = {**shared, **own}
    if isinstance(shared.get("review"), dict) and isinstance(own.get("review"), dict):  # setting by setting
        tables["review"] = {**cast("dict[str, Any]", shared["review"]), **cast("dict[str, Any]", own["review"])}
    if isinstance(shared.get("policy"), dict) and isinstance(own.get("policy"), dict):  # both say something of it
        tables["policy"] = {**cast("dict[str, Any]", own["policy"]), PYPROJECT: shared["policy"]}
    return tables


def read_shared(read: ReadFile) -> dict[str, Any]:
    """What the team shares."""
    found = _parse(read(PYPROJECT))
    for key in ("tool", "renkei"):
        inner = found.get(key)
        found = cast("dict[str, Any]", inner) if isinstance(inner, dict) else {}
    return found


def read_own(read: ReadFile) -> dict[str, Any]:
    return _parse(read(CONFIG))


def binding_part(path: str, data: bytes | None) -> object:
    """What of a file binds: of the one that a team shares for many programs its own table alone. That one is there may
    be all that it says."""
    if path != PYPROJECT:
        return data
    return read_tables(lambda each: data if each == PYPROJECT else None)


def table_text(tables: Tables, what: str) -> str:
    """One of `TABLES`, so that a difference shows as lines; what is set to what it is anyway says nothing."""
    if what == "layers":
        named = {name: tables.get(name, usual) for name, usual in _USUAL.items()}
        return _lines({name: value for name, value in named.items() if value != _USUAL[name]})
    found = tables.get(what.removesuffix("_settings"))
    if not isinstance(found, dict):
        return ""
    said = cast("dict[str, Any]", found)
    if what == "verify" and said.get("timeout") == _SECONDS:  # as it is anyway
        said = {name: value for name, value in said.items() if name != "timeout"}
    return _lines(said)


_USUAL = {"layers": "all", "contracts": "optional", "turns": "optional"}


def _lines(table: Tables) -> str:
    lines: list[str] = []
    for name, value in sorted(table.items()):
        values: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        lines += [f"{name}: {json.dumps(each, ensure_ascii=False, default=str)}" for each in values]
    return "".join(f"{line}\n" for line in lines)


def _parse(data: bytes | None) -> dict[str, Any]:
    try:
        return tomllib.loads(decode(data))
    except ValueError:  # tomllib's own error is one
        return {}


def read_bytes(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except (OSError, ValueError):
        return None


def decode(data: bytes | None) -> str:
    return (data or b"").decode(errors="backslashreplace")
