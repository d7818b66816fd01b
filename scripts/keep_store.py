"""Keeps a small store of an older version, made by that version itself: `python scripts/keep_store.py COMMIT...`

Each becomes `tests/eventlog/kept/<schema>-<commit>.sql`, a text that SQLite reads. Tests bring each up to date. Run it
for the commit before a change of the schema, of a fold, of a table or of an event. `--words` instead of a commit notes
what the log may say now, for a test that has `WRITER` raised when that changes.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = ROOT / "tests" / "eventlog" / "kept"

_CONTRACT: Final[dict[str, Any]] = {
    "id": "TC-1",
    "assignee": "bob",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "works", "verification_method": "look at it"}],
}
_QUESTION: Final[dict[str, Any]] = {
    "decision_id": "D-1",
    "question": "JWT?",
    "options": [{"label": "yes", "analysis": "simple"}],
}
_STATUS: Final[dict[str, Any]] = {"new_status": "blocked", "progress_summary": "waiting", "blockers": ["no access"]}
_TASK: Final[dict[str, Any]] = {
    "task_description": "build it",
    "input_artifacts": [],
    "constraints": [],
    "expected_output": {"format": "code", "success_criteria": ["it runs"]},
    "authority_scope": "",
    "fallback_on_failure": "",
}
PLAYBOOK: Final[dict[str, Any]] = {
    "name": "small",
    "roles": {"r": {}},
    "tasks": [{"id": "t", "role": "r"}, {"id": "gap", "role": "r", "critical": False, "script": [{"crash": "boom"}]}],
}


def _send(kind: str, payload: dict[str, Any], **header: str) -> str:
    return json.dumps({"type": kind, "to": "bob", **header, "payload": payload})


LIFE: Final[tuple[tuple[list[str], str], ...]] = (
    (["agent", "add", "lead", "--role", "lead"], ""),
    (["agent", "add", "bob", "--role", "builder"], ""),
    (["agent", "token", "bob"], ""),
    (["board", "set", "goal=ship"], ""),
    (["turn", "start", "bob"], ""),
    (["send", "-", "--as", "lead"], _send("TASK_HANDOFF", _TASK)),
    (["send", "-", "--as", "lead"], _send("DECISION_REQUEST", _QUESTION, priority="blocking")),
    (["send", "-", "--as", "bob"], _send("STATUS_UPDATE", _STATUS, to="lead")),
    (
        ["send", "-", "--as", "lead", "--key", "once"],
        _send("FREEFORM", {"body": "good morning @bob / おはよう"}, to="all"),
    ),
    (["chat", "general", "a secret"], ""),
    (["chat", "design", "a post", "--as", "bob"], ""),
    (["chat", "design", "--mark"], ""),
    (["inbox", "bob", "--handled", "MSG-8"], ""),
    (["contract", "offer", "-", "--as", "lead"], json.dumps(_CONTRACT)),
    (["contract", "accept", "TC-1", "--as", "bob"], ""),
    (["decide", "D-1", "yes", "--why", "simple"], ""),
    (["board", "set", "goal=mine", "--as", "bob"], ""),
    (["run", "playbook.json", "--agents", "scripted", "--yes"], ""),
)
"""Command lines with what they read. A version that lacks one of them refuses it, and its store is the shorter."""


def main(commits: list[str]) -> int:
    KEPT.mkdir(exist_ok=True)
    if commits == ["--words"]:
        return _note_words()
    for commit in commits:
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder, "tree")
            _git("worktree", "add", "--detach", "--quiet", str(tree), commit)
            try:
                store = _live(tree, Path(folder, "project"))
            finally:
                _git("worktree", "remove", "--force", str(tree))
            print(_keep(store, _git("rev-parse", "--short=7", commit)))
    return 0


def _note_words() -> int:
    sys.path.insert(0, str(ROOT))
    from renkei.eventlog.sql_store import WRITER
    from tests.support.words_of_the_log import words_of_the_log

    noted = json.dumps({"writer": WRITER, "words": words_of_the_log()}, indent=2)
    (KEPT / "words.json").write_text(f"{noted}\n", encoding="utf-8")
    return 0


def _live(tree: Path, project: Path) -> Path:
    """The store of a project in which that version was used."""
    project.mkdir()
    (project / "playbook.json").write_text(json.dumps(PLAYBOOK), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "RENKEI_LANG": "en"}
    started = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"
    for words, given in LIFE:
        command = [sys.executable, "-c", started, "--project", str(project), *words]
        done = subprocess.run(
            command, cwd=project, env=environment, input=given.encode(), capture_output=True, check=False
        )
        if done.returncode:
            print(f"  {words}: {done.returncode} {done.stderr.decode().strip()[:120]}", file=sys.stderr)
    _redact(environment, project, started)
    return project / ".renkei" / "renkei.db"


def _redact(environment: dict[str, str], project: Path, started: str) -> None:
    """Forgets the secret, wherever this version put it."""
    with closing(sqlite3.connect(project / ".renkei" / "renkei.db")) as connection:
        [seq] = connection.execute("SELECT seq FROM events WHERE body LIKE '%a secret%'").fetchone()
    command = [sys.executable, "-c", started, "--project", str(project), "redact", f"E-{seq}"]
    subprocess.run(command, cwd=project, env=environment, capture_output=True, check=True)


def _keep(store: Path, commit: str) -> str:
    with closing(sqlite3.connect(store)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        target = KEPT / f"{version}-{commit}.sql"
        target.write_text("\n".join(_dump(connection, version)) + "\n", encoding="utf-8")
    return str(target.relative_to(ROOT))


def _dump(connection: sqlite3.Connection, version: int) -> Iterator[str]:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    yield f"PRAGMA application_id = {application};"
    yield f"PRAGMA user_version = {version};"
    yield from connection.iterdump()


def _git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
