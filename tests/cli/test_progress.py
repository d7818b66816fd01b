"""What takes long shows how far it is: at a terminal, beside the result, and only then."""

import io
import time

import pytest

from renkei.entrypoints.cli.output import Output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is an hour later."""
    clock = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))


def test_a_long_task_at_a_terminal_has_a_bar_on_standard_error(monkeypatch: pytest.MonkeyPatch):
    hours(monkeypatch)
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    out = Output(lang="ja", as_json=True)
    assert list(out.progress(range(5), "Checking", total=5)) == [0, 1, 2, 3, 4]
    assert "検査中" in screen.getvalue()


def test_a_short_task_has_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    assert list(Output(lang="en", as_json=False).progress("abc", "Checking")) == ["a", "b", "c"]
    assert screen.getvalue() == ""


def test_a_pipe_has_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    hours(monkeypatch)
    assert list(Output(lang="en", as_json=False).progress("abc", "Checking")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
