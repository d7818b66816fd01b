"""A project in which every command has something to do, tokens of everybody who could give one, and its whole state."""

import contextlib
import hashlib
import io
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from renkei.entrypoints.cli import main
from tests.support.cli_messages import decision_request, freeform
from tests.support.cli_run import REHEARSE
from tests.support.results import result
from tests.support.run_project import made_repository, writes

ACTORS: Final = ("person", "lead", "owner", "stranger", "removed", "invalid", "empty")
"""The owner is alice: the contracts are hers to work on, and the inbox is hers. The last three are nobody."""

NAMES: Final = {"lead": "lead", "owner": "alice", "stranger": "bob", "removed": "carol"}

TERMS: Final[dict[str, Any]] = {
    "assignee": "alice",
    "inputs": {
        "description": "Build it",
        "constraints": [{"constraint": "It is quick: `touch ran`", "hard": True}],
    },
    "expected_output": {"format": "a file"},
    "acceptance_criteria": [{"criterion": "It reads well", "verification_method": "a reviewer reads it"}],
    "authority": {"must_consult": ["names"]},
}
DONE: Final = {"status": "completed", "summary": "done"}


@dataclass(kw_only=True)
class Whole:
    """Where it is, what it was, and what its things are called."""

    folder: Path
    kept: Path
    tokens: dict[str, str] = field(default_factory=dict[str, str])
    names: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def store(self) -> Path:
        return self.project / ".renkei" / "renkei.db"

    def env(self, actor: str) -> dict[str, str]:
        known = {"invalid": "rnk_guess", "empty": ""}
        if actor == "person":
            return {}
        return {"RENKEI_TOKEN": known[actor] if actor in known else self.tokens[actor]}

    def keep(self) -> None:
        shutil.copytree(self.folder, self.kept, symlinks=True)

    def restore(self) -> None:
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder, symlinks=True)

    def state(self) -> "State":
        """Everything: git with its index, settings and hooks, all files, the home folder, and the store."""
        return State(files=_files(self.folder), tables=_tables(self.store))


OF_A_REFUSAL: Final = ("head", "steps")
"""What the record of a refusal itself is folded into: where the chain ends, and that its actor has taken a step."""


@dataclass(frozen=True, kw_only=True)
class State:
    files: dict[str, str]
    tables: dict[str, list[tuple[Any, ...]]]

    def changed_to(self, after: "State") -> list[str]:
        """What differs, but for a refusal that the log tells of."""
        names = self.files.keys() | after.files.keys()
        files = sorted(name for name in names if self.files.get(name) != after.files.get(name))
        told = {"events", *OF_A_REFUSAL} if self._is_followed_by_a_refusal(after) else set[str]()
        tables = [name for name in after.tables if name not in told and self.tables.get(name) != after.tables[name]]
        return files + sorted(tables)

    def _is_followed_by_a_refusal(self, after: "State") -> bool:
        before, now = self.tables.get("events", []), after.tables.get("events", [])
        return len(now) == len(before) + 1 and now[:-1] == before and "RuleRefused" in now[-1]


def _files(folder: Path, above: str = "") -> dict[str, str]:
    """Each path with its mode and content, but for the store, which is compared table by table."""
    found: dict[str, str] = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            name, path = f"{above}{entry.name}", Path(entry)
            if "/.renkei/renkei.db" in f"/{name}":
                continue
            if entry.is_symlink():
                found[name] = f"link {path.readlink()}"
            elif entry.is_file():
                found[name] = f"{entry.stat().st_mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
            else:
                found[name] = "folder"
                found |= _files(path, f"{name}/") if entry.is_dir() else {}
    return found


def _tables(store: Path) -> dict[str, list[tuple[Any, ...]]]:
    if not store.exists():
        return {}
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: _rows(connection, name) for name in names if not name.startswith("sqlite_")}


def _rows(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    rows = connection.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608
    return sorted(rows) if table == "events" else sorted(rows, key=repr)


def made_whole(folder: Path) -> Whole:
    """A run that is merged, one that waits, contracts in every state, a decision, messages, hooks."""
    whole = Whole(folder=folder / "now", kept=folder / "kept")
    whole.home.mkdir(parents=True)
    made_repository(whole.project, {"README.md": "# Project\n", "src/app.py": "x = 1\n", "src/db.py": "import sql\n"})
    (whole.project / ".renkei").mkdir()
    (whole.project / ".renkei" / ".gitignore").write_text("*\n", encoding="utf-8")
    _write_inputs(whole.project / ".renkei" / "inputs")
    command = _Command(whole)
    _gather_team(command)
    _make_contracts(command)
    _make_runs(command)
    command("chat", "general", "LEARNED: the cache is never cleared on logout", "--as", "alice")
    whole.names["INSIGHT"] = json.loads(command("--json", "insights", "list"))["insights"][0]["id"]
    whole.names["BLOCKER"] = json.loads(command("--json", "board"))["project_state"]["blockers"][0]["id"]
    command("init", "--claude", "--mode", "enforce")
    whole.keep()
    return whole


class _Command:
    """Gives commands to a project that is being made."""

    def __init__(self, whole: Whole) -> None:
        self.whole = whole

    def __call__(self, *words: str, stdin: object = None, code: int = 0) -> str:
        given = io.TextIOWrapper(io.BytesIO(json.dumps(stdin).encode()))
        settings = {
            "HOME": str(self.whole.home),
            "XDG_STATE_HOME": str(self.whole.home / ".local" / "state"),
            "RENKEI_PROJECT": str(self.whole.project),
        }
        said, wrong = io.StringIO(), io.StringIO()
        with (
            patch.object(sys, "stdin", given),
            patch.dict(os.environ, settings),
            contextlib.chdir(self.whole.project),
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(wrong),
        ):
            found = main(words)
        assert found == code, (words, wrong.getvalue())
        return said.getvalue().strip()


def _write_inputs(folder: Path) -> None:
    folder.mkdir()
    inputs: Mapping[str, object] = {
        "offer.json": TERMS | {"assignee": "dora"},
        "done.json": DONE,
        "message.json": freeform(to="lead"),
        "run.json": {"name": "p", "roles": {"writer": {}}, "tasks": [writes("next", check="touch ran")]},
    }
    for name, value in inputs.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    (folder / "result.md").write_text(result(findings=["- It begins in `src/app.py:1`"]), encoding="utf-8")
    (folder / "cpf").mkdir()
    (folder / "cpf" / "sdd-inspector-rulebase.cpf").write_text("VERDICT:GO\nSCOPE:a\n", encoding="utf-8")
    (folder.parent / "config.toml").write_text('[verify]\ncommands = ["touch ran"]\n', encoding="utf-8")


def _gather_team(command: _Command) -> None:
    for name, role in (
        ("lead", "lead"),
        ("alice", "writer"),
        ("bob", "writer"),
        ("carol", "writer"),
        ("dora", "writer"),
    ):
        command("agent", "add", name, "--role", role)
    command.whole.tokens = {actor: command("agent", "token", name) for actor, name in NAMES.items()}
    command("agent", "remove", "carol")
    command("person", "add", "kim", "--role", "viewer")
    command.whole.names["MESSAGE"] = command("send", "-", stdin=freeform(to="alice"))
    command("send", "-", "--as", "lead", stdin=decision_request(to="person"))


def _make_contracts(command: _Command) -> None:
    """One in each state that a step begins at."""
    names = command.whole.names
    for name in ("OFFERED", "WORKING", "DELIVERED", "HELD"):
        names[name] = command("contract", "offer", "-", "--as", "lead", stdin=TERMS)
    for name in ("WORKING", "DELIVERED", "HELD"):
        command("contract", "accept", names[name], "--as", "alice")
    command("contract", "deliver", names["DELIVERED"], "-", "--as", "alice", "--no-exec", stdin=DONE)
    command("contract", "report", names["HELD"], "--blocked", "no power", "--as", "alice")


def _make_runs(command: _Command) -> None:
    """One whose merge can be taken back, and one that waits for a person."""
    names = command.whole.names
    names["MERGED"] = json.loads(command("run", _playbook(command, "first"), *REHEARSE, "--yes", "--json"))["id"]
    names["WAITING"] = json.loads(command("run", _playbook(command, "second"), *REHEARSE, "--json", code=1))["id"]


def _playbook(command: _Command, task: str) -> str:
    path = command.whole.project / ".renkei" / "inputs" / f"{task}.json"
    path.write_text(json.dumps({"name": "p", "roles": {"writer": {}}, "tasks": [writes(task)]}), encoding="utf-8")
    return str(path)
