"""The PostgreSQL database itself: reached, brought up to date, every fault said plainly and without the password."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from renkei.errors import BadInput, StoreError
from renkei.eventlog.sql_store import check_version, load_migrations, own_tables

Connection = psycopg.Connection[tuple[Any, ...]]

MIGRATIONS: Final = load_migrations("postgres")
OWN_TABLES: Final = own_tables(MIGRATIONS)

_MAKING: Final = 0x524E4B45
"""The advisory lock ("RNKE") of whoever makes or migrates the schema: there is no row yet that could be locked."""

_DEFAULTS: Final[dict[str, str | int]] = {
    "application_name": "renkei",
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""A server that is gone without a word is given up after half a minute. The address may say otherwise."""


class Database:
    """One database by its address."""

    def __init__(self, url: str) -> None:
        given = _parse_url(url)
        self._conninfo = make_conninfo(url, **{key: value for key, value in _DEFAULTS.items() if key not in given})
        self._secrets = [str(value) for key, value in given.items() if "pass" in key and value]
        self.name = _url_without_password(given)

    def connect(self) -> Connection:
        """A connection whose transactions are ours to begin and end."""
        try:
            return psycopg.connect(self._conninfo, autocommit=True, client_encoding="utf8")
        except psycopg.Error as error:
            raise StoreError(
                "PostgreSQL at {store} cannot be reached, or does not let us in ({detail}). Check that the server "
                "runs, and host, port, database, user and password; or keep the store in a file with "
                "--store sqlite:///PATH.",
                store=self.name,
                detail=self.error_detail(error),
            ) from error

    def describe_server(self) -> str:
        """What answers there, and its version."""
        with closing(self.connect()) as connection:
            return f"PostgreSQL {connection.info.parameter_status('server_version')}"

    def has_store(self) -> bool:
        with self.translate_errors(), closing(self.connect()) as connection:
            return _schema_version(connection) is not None

    def ensure_store(self, connection: Connection) -> None:
        """Makes the store if there is none, and brings an older one up to date."""
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreError(
                "The database {store} holds text as {encoding}; a store needs UTF8. Make one with: "
                "createdb --encoding UTF8 --template template0 NAME",
                store=self.name,
                encoding=encoding,
            )
        with self.translate_errors():
            if (_schema_version(connection) or 0) < len(MIGRATIONS):
                _migrate_schema(connection)
            check_version(self.name, found=_schema_version(connection) or 0, known=len(MIGRATIONS))

    @contextmanager
    def translate_errors(self) -> Generator[None]:
        """Says what is wrong with the store, and what to do, whatever PostgreSQL calls it."""
        try:
            yield
        except psycopg.Error as error:
            raise self._explain_error(error) from error

    def error_detail(self, error: psycopg.Error) -> str:
        """What the driver said, on one line. It does not tell a password; should it ever, that is taken out."""
        text = " ".join(str(error.diag.message_primary or error).split())
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text

    def _explain_error(self, error: psycopg.Error) -> StoreError:
        known = {"store": self.name, "detail": self.error_detail(error)}
        if is_connection_lost(error):
            return StoreError("The connection to {store} was lost ({detail}). Nothing was changed; try again.", **known)
        match error.sqlstate or "":
            case "55P03" | "40P01":
                text = (
                    "The store {store} is locked by somebody else ({detail}). Nothing was changed; try again when "
                    "they are done."
                )
            case "57014":
                text = "The store {store} took too long ({detail}). Nothing was changed; try again."
            case "25006":
                text = (
                    "{store} is a server that only reads ({detail}). Nothing was changed. Give the address of the one "
                    "that writes."
                )
            case "42501":
                text = (
                    "The role that {store} is opened with may not do that ({detail}). Nothing was changed. The owner "
                    "of the store has to open it once with this version of Renkei, and to grant what the role needs: "
                    "python -m renkei.eventlog.postgres.roles shows it."
                )
            case "3F000" | "42P01" | "42703":
                text = (
                    "The store {store} has lost a table ({detail}). Fold all of them anew with `renkei verify-store "
                    "--repair`, or bring back a copy of the database."
                )
            case state if state[:2] in ("53", "58", "XX"):
                text = (
                    "The server of {store} is full or failing ({detail}). Nothing was changed; make room or see its "
                    "log, and try again."
                )
            case _:
                text = "The store {store} failed: {detail}. Nothing was changed."
        return StoreError(text, **known)


def is_connection_lost(error: psycopg.Error) -> bool:
    """Whether an error has ended the connection, too: the server's last word is FATAL, or it said nothing more."""
    if error.diag.severity_nonlocalized in ("FATAL", "PANIC"):
        return True
    return isinstance(error, psycopg.OperationalError) and error.sqlstate is None


def _parse_url(url: str) -> dict[str, Any]:
    """The parts of an address. Whatever is wrong with it is not repeated: it may be a part of the password."""
    place, _, _ = url.partition("?")
    authority, _, rest = place.partition("://")[2].partition("/")
    try:
        given = conninfo_to_dict(url)
        if "@" in rest or authority.count("@") > 1 or not str(given.get("port", 0)).replace(",", "").isdigit():
            raise psycopg.ProgrammingError
    except psycopg.ProgrammingError:
        raise BadInput(
            "--store: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @, %2F for / and %25 for % "
            "in a password."
        ) from None
    return given


def _url_without_password(given: dict[str, Any]) -> str:
    """The address as it may be shown: who, where and which database."""
    user, host, port, database = (str(given.get(key) or "") for key in ("user", "host", "port", "dbname"))
    return f"postgresql://{user}{'@' if user else ''}{host}{':' if port else ''}{port}/{database.lstrip('/')}"


def _schema_version(connection: Connection) -> int | None:
    """The schema version of the store, if there is one."""
    (name,) = connection.execute("SELECT to_regclass('renkei.version')").fetchone() or (None,)
    if name is None:
        return None
    row = connection.execute("SELECT number FROM renkei.version").fetchone()
    return row[0] if row else None


def _migrate_schema(connection: Connection) -> None:
    """All scripts that are due, or none. Of two processes that start at once, one waits and finds it done."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE")
        connection.execute("SET LOCAL lock_timeout = '60s'")
        connection.execute("SET LOCAL synchronous_commit = on")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_MAKING])
        if connection.execute("SELECT FROM pg_namespace WHERE nspname = 'renkei'").fetchone() is None:
            connection.execute("CREATE SCHEMA renkei")
        for number in range(_schema_version(connection) or 0, len(MIGRATIONS)):
            connection.execute(MIGRATIONS[number].encode())
            connection.execute("UPDATE renkei.version SET number = %s", [number + 1])
