"""What a test leaves open is not overlooked, whatever version of Python runs it."""

import gc
import sqlite3
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def leave_a_database() -> None:
    sqlite3.connect(":memory:").execute("SELECT 1")


def leave_a_file() -> None:
    Path(__file__).open()  # noqa: SIM115


def leave_a_process() -> None:
    subprocess.Popen(["sleep", "1"])


def collect_after(leave: Callable[[], None]) -> None:
    leave()
    gc.collect()


@pytest.mark.parametrize("leave", [leave_a_database, leave_a_file, leave_a_process])
def test_what_is_left_to_the_collector_is_warned_of(leave: Callable[[], None]):
    with pytest.warns(ResourceWarning):
        collect_after(leave)


def test_no_warning_is_let_through():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert options["filterwarnings"] == ["error"]
