"""The address of a store in PostgreSQL: what is wrong with it is said, and a password never is."""

import subprocess
import sys
from pathlib import Path

import pytest

from renkei.board.tables import SCHEMA
from renkei.errors import BadInput, RenkeiError, StoreError
from renkei.eventlog.postgres import PostgresLog
from renkei.eventlog.postgres.database import Database
from renkei.settings import mask_store_url
from tests.support.postgres_server import Server

SECRET = "s3cr3t"


def failure(url: str) -> str:
    """Everything that could be shown of the error, and of those it came from."""
    with pytest.raises(RenkeiError) as caught:
        PostgresLog(url, SCHEMA)
    assert caught.value.exit_code in (2, 5)
    return f"{caught.value} {caught.value.params}"


def with_password(server: Server, database: str, password: str) -> str:
    return f"postgresql://locked:{password}@/{database}?host={server.folder}"


def test_wrong_password_is_said_without_it(postgres: Server, database: str):
    postgres.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    said = failure(with_password(postgres, database, SECRET))
    assert "does not let us in (" in said
    assert 'password authentication failed for user "locked"' in said
    assert "Check that the server runs, and host, port, database, user and password" in said
    assert SECRET not in said
    assert Database(with_password(postgres, database, "right")).has_store() is False
    postgres.execute("DROP ROLE locked")


@pytest.mark.parametrize(
    ("url", "part"),
    [
        (f"postgresql://ada:{SECRET}@127.0.0.1:1/db", "postgresql://ada@127.0.0.1:1/db cannot be reached"),
        (f"postgresql://ada:{SECRET}@nowhere.invalid/db", "postgresql://ada@nowhere.invalid/db cannot be reached"),
        (f"postgres://127.0.0.1:1/db?user=ada&password={SECRET}", "postgresql://ada@127.0.0.1:1/db cannot be reached"),
    ],
)
def test_server_that_is_not_there_is_named_without_the_password(url: str, part: str):
    said = failure(url)
    assert part in said
    assert "--store sqlite:///PATH" in said
    assert SECRET not in said


def test_database_that_is_not_there_is_named(postgres: Server):
    assert 'database "nowhere" does not exist' in failure(postgres.url("nowhere"))


@pytest.mark.parametrize(
    "password", [f"{SECRET}@{SECRET}", f"{SECRET}/{SECRET}", f"%zz{SECRET}", f"{SECRET}/{SECRET}@x", f"a:{SECRET}/@"]
)
def test_password_that_is_written_wrongly_is_not_repeated(password: str):
    said = failure(f"postgresql://ada:{password}@127.0.0.1:1/db")
    assert "with %40 for @, %2F for / and %25 for %" in said
    assert SECRET not in said


@pytest.mark.parametrize(
    ("store", "shown"),
    [
        ("sqlite:///a/b.db", "sqlite:///a/b.db"),
        ("sqlite:////home/me@work/b.db", "sqlite:////home/me@work/b.db"),
        ("postgresql://host:5432/db", "postgresql://host:5432/db"),
        ("postgresql://ada@host/db", "postgresql://ada@host/db"),
        (f"postgresql://ada:{SECRET}@host/db", "postgresql://ada@host/db"),
        (f"postgresql://ada:{SECRET}@{SECRET}/{SECRET}@host/db", "postgresql://ada@host/db"),
        (f"postgresql://ada:{SECRET}?{SECRET}@host/db", "postgresql://ada@host/db"),
        (f"postgresql://host/db?password={SECRET}&user=ada", "postgresql://host/db?password=…&user=ada"),
        (f"ada:{SECRET}@host/db", "@host/db"),
        (f"postgress//ada:{SECRET}@host/db", "postgress//ada@host/db"),
    ],
)
def test_address_is_shown_without_a_password(store: str, shown: str):
    assert mask_store_url(store) == shown


def test_missing_extra_is_named_with_the_line_to_type(tmp_path: Path):
    script = "import sys; sys.modules['psycopg'] = None; from renkei.entrypoints.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "board", "--store", f"postgresql://ada:{SECRET}@host/db"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 5
    assert "pip install 'renkei[postgres]'" in done.stderr
    assert SECRET not in done.stdout + done.stderr


def test_store_error_is_what_the_hub_knows(postgres: Server):
    with pytest.raises(StoreError):
        PostgresLog(postgres.url("nowhere"), SCHEMA)
    with pytest.raises(BadInput):
        PostgresLog("postgresql://host:port/db", SCHEMA)
