"""What the files of a project say now of what binds, and what they say in a person's commit."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from renkei.binding.commits import find_committed
from renkei.binding.marks import marked_agents
from renkei.bootstrap import RULES_FILE
from renkei.files import read_regular
from renkei.policy.layers import ALL
from renkei.settings import CONFIG, Settings, mask_store_url, named_store
from renkei.setup.hook_settings import OFF, read_settings

POLICY_FILE: Final = "renkei/policy.yaml"
"""Where a team keeps its own policy."""
PYPROJECT: Final = "pyproject.toml"
TEXTS: Final = ("rules", "policy", "layers", "verify", "workspace")
"""What binds by its text."""
_FILES: Final = {"rules": RULES_FILE, "policy": POLICY_FILE}
_LAYERS: Final = ("layers", "contracts", "turns")
_SECONDS: Final = 600
"""What a command may take where nothing is set."""


class Held(NamedTuple):
    """What the files say."""

    mode: str
    """Empty where there is no file of settings for the hooks."""
    off: bool
    store: str
    named: str
    marks: tuple[str, ...]
    texts: dict[str, str]


def read_held(settings: Settings) -> Held:
    project = settings.project
    hooks = read_settings(project) or {"mode": "", "store": ""}
    return Held(
        mode=hooks["mode"],
        off=(project / OFF).exists(),
        store=hooks["store"],
        named=store_named(project),
        marks=marked_agents(project),
        texts={what: text_of(settings, what) for what in TEXTS},
    )


def store_named(project: Path) -> str:
    """The store that the project's files name, as it may be shown."""
    return mask_store_url(named_store(project))


def text_of(settings: Settings, what: str) -> str:
    """One of `TEXTS`, as it is now; empty where nothing is set."""
    if what in _FILES:
        return _file_text(settings.project / _FILES[what])
    return _SETTING_TEXTS[what](settings)


def where_it_stands(what: str) -> str:
    """The file or table that a text comes from."""
    return _FILES.get(what) or ("layers, contracts, turns" if what == "layers" else f"[{what}]")


def committed_store(project: Path) -> str | None:
    """The store that files name as a person committed them."""
    store = _committed_tables(project).get("store")
    if not isinstance(store, str):
        return None
    path = store.removeprefix("sqlite:///")
    return mask_store_url(store) if path == store else f"sqlite:///{project / path}"


def committed_text(project: Path, what: str) -> str | None:
    """The same in the newest commit that no run made; None where no such commit holds it."""
    if what in _FILES:
        found = find_committed(project, _FILES[what])
        return None if found is None else _decode(found.data or b"")
    tables = _committed_tables(project)
    if what == "layers":
        return _table_text({name: tables[name] for name in _LAYERS if name in tables}) or None
    table = tables.get(what)
    if not isinstance(table, dict):
        return None
    return _TABLE_TEXTS[what](cast(dict[str, Any], table))


def _committed_tables(project: Path) -> dict[str, Any]:
    return {**_committed_table(project, PYPROJECT, "tool", "renkei"), **_committed_table(project, CONFIG)}


def _committed_table(project: Path, path: str, *keys: str) -> dict[str, Any]:
    found = find_committed(project, path)
    try:
        table: Any = tomllib.loads(_decode(found.data)) if found and found.data else {}
    except tomllib.TOMLDecodeError:
        return {}
    for key in keys:
        table = cast(dict[str, Any], table).get(key, {}) if isinstance(table, dict) else {}
    return cast(dict[str, Any], table) if isinstance(table, dict) else {}


def _layers_text(settings: Settings) -> str:
    """Which rules of Renkei's own are switched on; nothing for all of them, and no more than those."""
    said: dict[str, Any] = {} if settings.layers == ALL else {"layers": settings.layers}
    said |= {"contracts": "required"} if settings.contracts_required else {}
    said |= {"turns": "required"} if settings.turns_required else {}
    return _table_text(said)


def _verify_text(settings: Settings) -> str:
    return _table_text({"commands": list(settings.verify_commands), "timeout": settings.verify_timeout})


def _workspace_text(settings: Settings) -> str:
    return _table_text(
        {
            "setup": list(settings.workspace_setup),
            "link": list(settings.workspace_links),
            "check": settings.workspace_check,
            "timeout": settings.workspace_timeout,
        }
    )


_SETTING_TEXTS: Final = {"layers": _layers_text, "verify": _verify_text, "workspace": _workspace_text}
_TABLE_TEXTS: Final = {
    "verify": lambda table: _table_text(
        {"commands": table.get("commands", []), "timeout": table.get("timeout", _SECONDS)}
    ),
    "workspace": lambda table: _table_text(
        {
            "setup": table.get("setup", []),
            "link": table.get("link", []),
            "check": table.get("check"),
            "timeout": table.get("timeout", _SECONDS),
        }
    ),
}


def _table_text(table: Mapping[str, Any]) -> str:
    """A line for each thing that is set, so that a difference shows as lines; empty where nothing is set."""
    lines: list[str] = []
    for name, value in table.items():
        if isinstance(value, list):
            lines += [f"{name}: {json.dumps(each, ensure_ascii=False)}" for each in cast(list[Any], value)]
        elif name == "timeout":
            lines += [] if value == _SECONDS else [f"timeout: {value:g}"]
        elif value is not None:
            lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    return "".join(f"{line}\n" for line in lines)


def _file_text(path: Path) -> str:
    """What is in a file; nothing, if there is none."""
    try:
        return _decode(read_regular(path))
    except OSError:
        return ""


def _decode(data: bytes | None) -> str:
    return (data or b"").decode(errors="backslashreplace")
