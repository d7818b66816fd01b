"""What is told while a command takes its time, where nobody sits at a terminal."""

import io
import sys
import threading

import pytest

from renkei.entrypoints.cli.activity import Activity


class Written(io.StringIO):
    """Standard error in a pipe; `said` is set once a line with this word has come."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word = word
        self.said = threading.Event()

    def write(self, text: str, /) -> int:
        if self._word in text:
            self.said.set()
        return super().write(text)


def test_in_a_pipe_a_line_now_and_then_says_what_is_going_on(monkeypatch: pytest.MonkeyPatch):
    err = Written("1 of 2 analysers (vulture)")
    monkeypatch.setattr(sys, "stderr", err)
    with Activity("looking for files", every=0.01) as activity:
        activity.show("inspecting 3 files: 1 of 2 analysers (vulture)")
        assert err.said.wait(30)
    assert err.getvalue().splitlines()[-1].endswith("(vulture) (0 s)")


def test_what_is_quick_is_not_talked_about(monkeypatch: pytest.MonkeyPatch):
    err = Written("")
    monkeypatch.setattr(sys, "stderr", err)
    with Activity("looking for files"):
        pass
    assert err.getvalue() == ""
