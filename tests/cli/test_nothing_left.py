"""What a command has opened it closes itself: no file, database or process is left to the garbage collector."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.board.tables import SCHEMA
from renkei.eventlog.base import subscribe
from renkei.eventlog.sqlite import SqliteLog
from tests.support.cli_run import REHEARSE
from tests.support.run_project import made_repository, writes

ROOT = Path(__file__).parent.parent.parent
STRICT = """
import gc, json, sys
from tests.support.unclosed import warn_of_unclosed_databases
warn_of_unclosed_databases()
from renkei.entrypoints.cli import main
for words in json.loads(sys.argv[1]):
    print("$", *words, file=sys.stderr)
    assert main(words) in range(6)
    gc.collect()
"""
RESULT = """# reviewer result
- STATUS: SUCCESS
- CONFIDENCE: 0.9

## ISSUES
- [important] src/a.py:1 `x = 1` is too short
- [minor] src/b.py:1 is not there
"""


def strict(*commands: list[str], folder: Path, stdin: str = "", program: str = STRICT) -> str:
    """Commands under an interpreter that tells of everything that was not closed: what it told."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "always::ResourceWarning", "-c", program, json.dumps(commands)],
        cwd=folder,
        input=stdin,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    playbook: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [writes("a")]}
    (tmp_path / "p.yaml").write_text(yaml.safe_dump(playbook), "utf-8")
    return made_repository(tmp_path / "project", {"src/a.py": "x = 1\n", "result.md": RESULT})


COMMANDS = [
    ["--version"],
    ["--no-such-flag"],
    ["--store", "sqlite:////dev/null/renkei.db", "agent", "add", "bob", "--role", "builder"],
    ["board"],
    ["agent", "add", "alice", "--role", "builder"],
    ["board", "set", "--as", "alice", "current_focus=tea"],
    ["check", "result.md"],
    ["check", "result.md", "--rev", "HEAD"],
    ["check", "result.md", "--rev", "HEAD", "--record", "--as", "alice"],
    ["aggregate", "result.md", "--rev", "HEAD"],
    ["convert", "result.md", "--to", "cpf"],
    ["claims"],
    ["run", "../p.yaml", *REHEARSE, "--yes"],
    ["runs", "show"],
    ["gc"],
    ["context", "alice"],
    ["log"],
    ["export"],
    ["verify-store"],
    ["doctor"],
    ["review", "--no-exec"],
]


def test_commands_close_what_they_opened(project: Path):
    told = strict(*COMMANDS, folder=project)
    assert "ResourceWarning" not in told, told


def test_a_store_that_cannot_be_used_is_closed(project: Path):
    strict(["agent", "add", "alice", "--role", "builder"], folder=project)
    with closing(sqlite3.connect(project / ".renkei" / "renkei.db", isolation_level=None)) as connection:
        connection.execute("UPDATE events SET type = 'FromTheFuture'")
        connection.execute("UPDATE head SET fingerprint = 'other'")
    told = strict(["board"], ["agent", "add", "bob", "--role", "builder"], folder=project)
    assert told.count("FromTheFuture") == 2
    assert "ResourceWarning" not in told, told


def test_a_hook_closes_what_it_opened(project: Path):
    said = {"session_id": "s", "cwd": str(project), "hook_event_name": "UserPromptSubmit", "prompt": "hello"}
    told = strict(["agent", "add", "lead", "--role", "lead"], ["hook"], folder=project, stdin=json.dumps(said))
    assert "ResourceWarning" not in told, told


def test_who_detaches_a_run_keeps_no_process(project: Path):
    told = strict(["run", "../p.yaml", *REHEARSE, "--yes", "--detach"], folder=project)
    with closing(SqliteLog(project / ".renkei" / "renkei.db", SCHEMA)) as log:
        assert any(record.type == "RunEnded" for record in subscribe(log))
    assert "ResourceWarning" not in told, told


@pytest.mark.parametrize(
    "leak",
    ["open(sys.executable)", "import sqlite3; sqlite3.connect(':memory:')", "subprocess.Popen(['sleep', '1'])"],
    ids=["file", "database", "process"],
)
def test_what_is_not_closed_would_be_seen(project: Path, leak: str):
    assert "ResourceWarning" in strict(["--version"], folder=project, program=f"import subprocess\n{STRICT}{leak}")
