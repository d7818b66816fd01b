"""What a guard asks the store, before a write above all; one without an answer is no reason to wait.

Standard library only: hooks load it."""

import json
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple, cast

_BUSY_SECONDS = 0.05

_CONTRACTS = """
SELECT id, assignee, contract, consults FROM contracts WHERE state IN ('accepted', 'working', 'held', 'delivered')
ORDER BY seq
"""
_OPEN = "SELECT id FROM decisions WHERE status = 'open' AND id IN ({})"
_ROLE = "SELECT role FROM agents WHERE id = ? AND member = 1"
_LEAD = "SELECT id FROM agents WHERE role = 'lead' AND member = 1 ORDER BY seq LIMIT 1"
_OVERRIDES = """
SELECT data FROM events WHERE seq > (SELECT max(seq) FROM events) - 5000 AND type = 'RuleOverridden' AND
actor IN (?, 'person') AND at >= ? ORDER BY seq
"""


class OwnedWork(NamedTuple):
    """What contracts that are at work give to whom, and which decisions they wait for."""

    owners: dict[str, str]
    """Path or pattern to the assignee."""
    held: tuple[str, ...]
    """Open decisions that this agent has to consult first."""


def find_role(store: Path, agent: str) -> str:
    """The role of a member of the team; empty for whoever is none."""
    rows = _ask(store, _ROLE, agent)
    return str(rows[0][0]) if rows else ""


def find_lead(store: Path) -> str:
    rows = _ask(store, _LEAD)
    return str(rows[0][0]) if rows else ""


def find_overrides(store: Path, agent: str, since: str) -> dict[str, str]:
    """Rules that an agent, or the person, went on against, with the reason."""
    found = [_object_in(data) for (data,) in _ask(store, _OVERRIDES, agent, since)]
    return {str(each.get("rule")): str(each.get("reason")) for each in found}


def find_owned_work(store: Path, agent: str) -> OwnedWork:
    owners: dict[str, str] = {}
    consults: list[str] = []
    for _, assignee, contract, asked in _ask(store, _CONTRACTS):
        for path in _deliverables(contract):
            owners.setdefault(path, str(assignee))
        if assignee == agent:
            consults += [each for each in _list_in(asked) if isinstance(each, str)]
    if not consults:
        return OwnedWork(owners, ())
    found = _ask(store, _OPEN.format(", ".join("?" * len(consults))), *consults)
    return OwnedWork(owners, tuple(str(row[0]) for row in found))


def _deliverables(contract: Any) -> list[str]:
    """Those that are paths: what is described in words owns no file."""
    output = _object_in(_object_in(contract).get("expected_output"))
    named = _list_in(output.get("deliverables"))
    return [each.removeprefix("./") for each in named if isinstance(each, str) and _is_path(each)]


def _is_path(text: str) -> bool:
    return bool(text) and not any(letter.isspace() for letter in text) and ("/" in text or "." in text)


def _list_in(found: Any) -> list[Any]:
    found = _read_json(found)
    return cast("list[Any]", found) if isinstance(found, list) else []


def _object_in(found: Any) -> dict[str, Any]:
    found = _read_json(found)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _read_json(found: Any) -> Any:
    if not isinstance(found, str | bytes):
        return found
    try:
        return json.loads(found)
    except (ValueError, RecursionError):
        return None


def _ask(store: Path, question: str, *values: str) -> list[Any]:
    try:
        connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
    except sqlite3.Error:
        return []
    try:
        return connection.execute(question, values).fetchall()
    except sqlite3.Error:
        return []
    finally:
        connection.close()
