"""Holds for all tests: a `req` mark names known requirements, and the Hypothesis profile of `make test`."""

import signal
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.opened import OPENED
from tests.support.unclosed import warn_of_unclosed_databases

warn_of_unclosed_databases()
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # as a shell's background job; those we interrupt would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("ci", derandomize=True, deadline=None)

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


@pytest.fixture(autouse=True)
def _what_was_opened_is_closed() -> Iterator[None]:
    yield
    OPENED.close()
