"""The command line on a store in PostgreSQL, from the first agent to the export and back."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import Cli, files_in, real
from tests.support.postgres_server import Server

MESSAGE = {
    "type": "FREEFORM",
    "to": ["bob"],
    "context_summary": "始めます",
    "payload": {"intent_hint": "greeting", "body": "hello"},
}


@pytest.fixture
def renkei(
    postgres: Server, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Cli:
    """Commands in an empty folder, on an empty database."""
    for name in ("RENKEI_TOKEN", "RENKEI_PROJECT", "RENKEI_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("RENKEI_STORE", postgres.url(database).replace("postgres@", "postgres:s3cr3t@"))
    folder = tmp_path / "project"
    folder.mkdir()
    return Cli(folder, monkeypatch, capsys)


@pytest.fixture
def team(renkei: Cli) -> Cli:
    for name in ("alice", "bob"):
        renkei.ok("agent", "add", name, "--role", "lead")
    return renkei


def hashes(export: str) -> list[Any]:
    return [json.loads(line).get("hash") for line in export.splitlines()]


def test_looking_at_an_empty_database_leaves_it_as_it_is(renkei: Cli, postgres: Server, database: str):
    assert renkei.json("board")["seq"] == 0
    ran = renkei("verify-store")
    assert (ran.code, "There is no store at postgresql://postgres@" in ran.err) == (3, True)
    assert renkei("send", "-", stdin=b"{}").code == 2
    assert postgres.execute("SELECT FROM pg_namespace WHERE nspname = 'renkei'", database=database) == []
    assert files_in(renkei.folder) == []


def test_team_works_on_it(team: Cli):
    first = team.send(MESSAGE, "--as", "alice", "--key", "k")
    assert team.send(MESSAGE, "--as", "alice", "--key", "k") == first
    team.ok("board", "set", "goal=ship")
    assert [message["id"] for message in team.json("inbox", "bob")] == [first]
    assert team.json("board")["project_state"]["goal"] == "ship"
    assert [event["seq"] for event in team.log()] == list(range(1, len(team.log()) + 1))
    assert team("board", "set", "status=done", "--as", "nobody").code != 0
    team.ok("redact", first)
    assert "hello" not in team.ok("export").out
    assert team.json("verify-store")["ok"] is True
    assert team.json("verify-store", "--repair")["ok"] is True
    assert files_in(team.folder) == []


def test_log_moves_to_a_file_and_back_with_equal_hashes(team: Cli, postgres: Server, tmp_path: Path):
    team.send(MESSAGE, "--as", "alice")
    export = team.ok("export").out
    file = f"sqlite:///{tmp_path}/copy.db"
    assert "are new" in team.ok("import", "-", "--store", file, stdin=export.encode()).out
    copy = team.ok("export", "--store", file).out
    with postgres.database() as other:
        url = postgres.url(other)
        team.ok("import", "-", "--store", url, stdin=copy.encode())
        back = team.ok("export", "--store", url).out
        assert team.json("verify-store", "--store", url)["ok"] is True
        assert team.json("board", "--store", url) == team.json("board")
    assert export == copy == back
    assert hashes(back)[-1] == hashes(export)[-1] is not None


def test_installed_command_posts(team: Cli):
    ran = real("send", "-", "--as", "alice", folder=team.folder, stdin=json.dumps(MESSAGE).encode())
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.strip() in team.ok("inbox", "bob", "--json").out


def test_doctor_shows_the_server_and_no_password(team: Cli):
    ran = team.ok("doctor", "--json")
    store = next(check for check in ran.document["checks"] if check["name"] == "store")
    assert store["state"] == "ok"
    assert "PostgreSQL 1" in store["detail"]
    assert "events" in store["detail"]
    assert "postgres" in ran.document["checks"][0]["detail"]
    assert "s3cr3t" not in ran.out + team("doctor").out


def test_server_that_is_not_there_ends_with_5_and_no_password(renkei: Cli):
    store = "postgresql://ada:s3cr3t@127.0.0.1:1/db"
    ran = renkei("board", "--store", store)
    assert (ran.code, "postgresql://ada@127.0.0.1:1/db cannot be reached" in ran.err) == (5, True)
    doctor = renkei("doctor", "--store", store)
    assert (doctor.code, "postgresql://ada@127.0.0.1:1/db" in doctor.out) == (1, True)
    assert "s3cr3t" not in ran.out + ran.err + doctor.out + doctor.err
    japanese = renkei("board", "--store", store, "--lang", "ja")
    assert (japanese.code, "接続できない" in japanese.err) == (5, True)


def test_hooks_have_a_file_of_their_own_beside_it(renkei: Cli):
    renkei.ok("init", "--claude")
    assert ".renkei/hooks.db" in files_in(renkei.folder)
    assert ".renkei/renkei.db" not in files_in(renkei.folder)
    assert "s3cr3t" not in (renkei.folder / ".renkei/hook.json").read_text("utf-8")
