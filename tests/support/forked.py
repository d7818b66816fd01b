"""`renkei` in a process of its own that need not be loaded: it is forked from one that has loaded everything.

A test sees a process: streams, environment, folder and exit code of its own. What it does not see is how an interpreter
starts, nor who started it: its parent is the server here. Tests of that, of signals and of what is loaded start the
installed command (`COMMAND`).
"""

import atexit
import contextlib
import gc
import json
import os
import selectors
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from renkei.entrypoints.cli import main
from renkei.reports.check import check_report
from renkei.reports.tree.base import MemoryTree

MODULES = (
    "renkei.entrypoints.hooks", "renkei.entrypoints.guards", "renkei.entrypoints.stops",
    "renkei.entrypoints.cli.output", "renkei.entrypoints.cli.command",
    "renkei.entrypoints.cli.messages_command", "renkei.entrypoints.mcp.server",
    "renkei.app.stops", "renkei.execution", "renkei.board.fold", "renkei.dispatch.actions", "renkei.protocol.events",
    "renkei.commands", "renkei.spooled", "renkei.entrypoints.cli.init_command", "renkei.entrypoints.cli.log_command",
    "renkei.policy.shell_calls", "rich.console", "rich.table", "traceback",
)  # fmt: skip
"""What many commands load; the rest is loaded by those that want it."""

_RESULT = """\
## code-explorer Result
### Status: SUCCESS
### Summary: The login function checks the user.
### Findings:
- Login is defined at `src/app.py:1`
  - Code match: `def login(user):`
- It was seen in `src/ghost.py:45`
### Confidence: 70 - I read the file
"""
"""Checked once before the first fork: patterns are compiled when they are first used, and each child would do it."""

CLIENT = "--as-a-client"
"""Given to the command: it runs what it is told, as a coding client does for its agents."""

_LAUNCHER = """\
#!{python} -IS
import json, os, signal, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    given = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(given).to_bytes(8, "big")], [0, 1, 2])
    server.sendall(given)
    pid = int.from_bytes(server.recv(8), "big")
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, frame: os.kill(pid, number))
    for stream in (0, 1):
        os.close(stream)
    code = int.from_bytes(server.recv(8), "big", signed=True)
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
os._exit(code)
"""


@cache
def forked_command() -> Path:
    """What to start in the place of the installed command: it hands its streams over to a process that is forked.

    Where coverage of processes is measured it is the installed command.
    """
    if any(name.startswith("COVERAGE_PROCESS") for name in os.environ):
        return Path(sys.executable).with_name("renkei")
    folder = Path(tempfile.mkdtemp(prefix="renkei-forked-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    address = str(folder / "server")
    program = [sys.executable, "-c", "import sys; from tests.support.forked import serve; serve(sys.argv[1])", address]
    env = {**os.environ, "LANG": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])}
    server = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=env)
    atexit.register(server.terminate)
    assert server.stdout
    assert server.stdout.readline() == b"ready\n"
    command = folder / "renkei"
    command.write_text(_LAUNCHER.format(python=sys.executable, address=address), "utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return command


def run_in_fork(
    words: Sequence[str], *, folder: str, env: Mapping[str, str], stdin: bytes, session: bool = False
) -> tuple[int, bytes, bytes]:
    """`renkei` in a child of this process: how it ended and what it printed. Only where no other thread runs."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        if (pid := os.fork()) == 0:
            if session:
                os.setsid()
            _become(words, folder, env, [given.fileno(), out.fileno(), err.fileno()])
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return code, _whole(out), _whole(err)


def _be_a_client(command: str) -> int:
    """Runs what it is told, a line of JSON each; the installed command in a fork of this process."""
    print(os.getpid(), flush=True)
    for line in sys.stdin:
        given = json.loads(line)
        words, env = given["words"], dict(os.environ) if given["env"] is None else given["env"]
        if words[0] == command:
            ran = run_in_fork(
                words[1:], folder=given["folder"], env=env, stdin=given["stdin"].encode(), session=given["session"]
            )
        else:
            done = subprocess.run(
                words,
                cwd=given["folder"],
                env=env,
                input=given["stdin"].encode(),
                capture_output=True,
                start_new_session=given["session"],
            )
            ran = done.returncode, done.stdout, done.stderr
        print(json.dumps([ran[0], ran[1].decode(), ran[2].decode()]), flush=True)
    return 0


def _whole(file: Any) -> bytes:
    file.seek(0)
    return file.read()


def load_modules() -> None:
    for each in MODULES:
        __import__(each)
    check_report(_RESULT, MemoryTree({"src/app.py": b"def login(user):\n    return user.ok\n"}))
    gc.collect()
    gc.freeze()


def serve(address: str) -> None:
    """Fork a process for each that asks, and tell it how that ended; as long as who started this is there."""
    load_modules()
    parent = os.getppid()
    waiting: dict[int, socket.socket] = {}
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    with socket.socket(socket.AF_UNIX) as door, selectors.DefaultSelector() as selector:
        door.bind(address)
        door.listen(64)
        print("ready", flush=True)
        selector.register(door, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        while os.getppid() == parent:
            for key, _ in selector.select(timeout=5):
                if key.fileobj is door:
                    _accept(door, waiting)
                else:
                    os.read(woken, 512)
                    _tell_ends(waiting)


def _accept(door: socket.socket, waiting: dict[int, socket.socket]) -> None:
    asking, _ = door.accept()
    size, streams, *_ = socket.recv_fds(asking, 8, 3)
    given = b""
    while len(given) < int.from_bytes(size, "big"):
        given += asking.recv(65536)
    words, folder, env = json.loads(given)
    if (pid := os.fork()) == 0:
        for each in (door, asking, *waiting.values()):
            each.close()
        _become(words, folder, env, streams)
    for each in streams:
        os.close(each)
    waiting[pid] = asking
    asking.sendall(pid.to_bytes(8, "big"))


def _tell_ends(waiting: dict[int, socket.socket]) -> None:
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            with waiting.pop(ended[0]) as asking, contextlib.suppress(OSError):
                asking.sendall(os.waitstatus_to_exitcode(ended[1]).to_bytes(8, "big", signed=True))


def _become(words: Sequence[str], folder: str, env: Mapping[str, str], streams: Sequence[int]) -> NoReturn:
    """In the child: it has what a started command has, and ends as one does."""
    code: Any = 70
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, each in enumerate(streams):
            os.dup2(each, number)
        for each in streams:
            os.close(each)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = ["renkei", *words]
        sys.stdin = os.fdopen(0, closefd=False, encoding="utf-8", errors="surrogateescape")
        sys.stdout = os.fdopen(1, "w", closefd=False, encoding="utf-8", errors="surrogateescape")
        sys.stderr = os.fdopen(2, "w", closefd=False, encoding="utf-8", errors="backslashreplace", buffering=1)
        code = _be_a_client(words[1]) if words[:1] == [CLIENT] else _exit_code()
        vars(threading)["_shutdown"]()  # what an interpreter does at its end
        vars(atexit)["_run_exitfuncs"]()
        sys.stdout.flush()
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)


def _exit_code() -> int:
    try:
        return main()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
