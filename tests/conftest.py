"""Holds for all tests: a `req` mark names known requirements, and the Hypothesis profiles (`make test`: `quick`).

Coverage is measured in child processes too; what one left that was killed while it wrote is no data.
"""

import sqlite3
import tomllib
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings

UNHURRIED = settings(deadline=None)  # how long a thing takes is measured elsewhere: here the machine may be busy
settings.register_profile("default", UNHURRIED)
settings.register_profile("ci", UNHURRIED, derandomize=True)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=25)

REQUIREMENTS: dict[str, dict[str, object]] = tomllib.loads(
    (Path(__file__).parent / "spec" / "requirements.toml").read_text("utf-8")
)
KNOWN = {req for area in REQUIREMENTS.values() for req in area if req not in {"title", "must"}}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("req"):
            unknown = [str(req) for req in mark.args if req not in KNOWN]
            if unknown or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: unknown requirement {', '.join(unknown) or '(none named)'}")
            if mark.kwargs not in ({}, {"refused": True}):
                raise pytest.UsageError(f"{item.nodeid}: a req mark takes ids and `refused=True`, nothing else")


@pytest.fixture(scope="session", autouse=True)
def _state_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    """What people set in tests is recorded in no developer's own state folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Before what all processes left is combined: one broken file would undo what was read before it."""
    done = yield
    if session.config.pluginmanager.hasplugin("_cov") and not hasattr(session.config, "workerinput"):
        for path in session.config.rootpath.glob(".coverage.*"):
            if not _is_whole(path):
                path.unlink(missing_ok=True)
    return done


def _is_whole(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as data:
            return data.execute("PRAGMA integrity_check").fetchone() == ("ok",) and bool(
                data.execute("SELECT 1 FROM meta LIMIT 1").fetchone()
            )
    except sqlite3.Error:
        return False
