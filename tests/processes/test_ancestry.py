"""Which processes a process comes from, each with when it started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from renkei.processes import ancestry
from renkei.processes.ancestry import MARK, Process, ancestors, is_marked, is_running, start_time


def test_ancestors_begin_with_the_parent_and_go_up():
    found = ancestors()
    assert found[0].pid == os.getppid()
    assert found[1:] == ancestors(found[0].pid)


def test_each_stands_there_with_its_own_start():
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert ancestors(child.pid)[0] == Process(os.getpid(), start_time(os.getpid()) or "")
        assert is_running(Process(child.pid, start_time(child.pid) or ""))
        assert not is_running(Process(child.pid, "another start"))
    finally:
        child.communicate()


def test_process_that_is_gone_has_no_start_and_no_ancestors():
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert start_time(child.pid) is None
    assert ancestors(child.pid) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells it on Linux only")
def test_a_mark_stays_known_when_a_process_has_taken_it_out():
    code = f"import os; os.environ.pop({MARK!r}); print(flush=True); input()"
    env = {**os.environ, MARK: ".outer"}
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
    try:
        assert child.stdout
        child.stdout.readline()
        assert is_marked(child.pid)
        assert not is_marked(os.getpid())
    finally:
        child.communicate()


LIKE_PS = """
import contextlib, os
for pid in filter(str.isdigit, os.listdir("/proc")):
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
        print(pid, fields[1], fields[19])
"""
"""For a Linux that has no `ps`: what it prints of the columns that are asked for."""


def test_elsewhere_ps_tells_the_same_chain(monkeypatch: pytest.MonkeyPatch):
    if not Path(ancestry.PS[0]).exists():
        monkeypatch.setattr(ancestry, "PS", (sys.executable, "-c", LIKE_PS))
    expected = [each.pid for each in ancestors()]
    monkeypatch.setattr(ancestry.sys, "platform", "darwin")
    assert [each.pid for each in ancestors()] == expected
    assert is_running(ancestors()[0])
