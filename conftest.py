"""Holds for all tests: what one leaves open fails, and what it opened with a helper is closed after it."""

import gc
import signal
from collections.abc import Generator, Iterator

import pytest

from tests.support.opened import OPENED
from tests.support.unclosed import warn_of_unclosed_databases

warn_of_unclosed_databases()
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a shell's background; what we interrupt would ignore it too
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: the garbage collector need not look at it again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def _what_was_opened_is_closed() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    yield
    OPENED.close()
