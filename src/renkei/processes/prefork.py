"""Processes that are forked before they are asked: who asks waits for no start, and for nothing to be loaded.

A process that stays would have to forget all that it was asked; one that is forked for each question has heard nothing.
"""

import gc
import marshal
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final

_SPARE: Final = 2
"""How many processes wait to be asked: who asks does not wait for a fork."""

_SIZE: Final = 8


class Prefork:
    """The process that others are forked from, as the one who asks sees it.

    Args:
        module: is run with the number of a file as its argument, for `keep_forks`.
    """

    def __init__(self, module: str) -> None:
        own, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        with theirs:
            words = [sys.executable, "-P", "-m", module, str(theirs.fileno())]
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
            )
        self._control = own

    @contextmanager
    def ask(self, asked: Any) -> Generator[int]:
        """The file on which a process that works on this alone answers. Called from any thread.

        Raises:
            OSError: nobody is there to answer.
        """
        own, theirs = socket.socketpair()
        with own, theirs:
            socket.send_fds(self._control, [b"?"], [theirs.fileno()])
            theirs.close()
            data = marshal.dumps(asked)
            own.sendall(len(data).to_bytes(_SIZE, "big") + data)
            yield own.fileno()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """It ends when nobody can ask it any more."""
        self._control.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)


def keep_forks(file: int, work: Callable[[Any, int], object]) -> None:
    """Keeps processes ready, as long as somebody can ask them. What is loaded by now is loaded in all of them.

    Args:
        file: the argument that the module was given.
        work: is called in a process of its own with what was asked, and the file on which to answer.
    """
    control = socket.socket(fileno=file)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which lets us go
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    taken, told = os.pipe()
    waiting = select.poll()
    waiting.register(taken, select.POLLIN)
    waiting.register(control, 0)  # its end alone
    for _ in range(_SPARE):
        _fork(control, told, work)
    while dict(waiting.poll()).keys() == {taken}:
        for _ in os.read(taken, _SPARE):
            _fork(control, told, work)


def _fork(control: socket.socket, told: int, work: Callable[[Any, int], object]) -> None:
    if os.fork() != 0:
        return
    code = 1
    try:
        _, files, *_ = socket.recv_fds(control, 1, 1)
        if files:  # else nobody can ask any more
            os.write(told, b".")
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            line = socket.socket(fileno=files[0])
            size = int.from_bytes(_receive(line, _SIZE), "big")
            work(marshal.loads(_receive(line, size)), line.fileno())  # noqa: S302 - from our parent
        code = 0
    except BaseException as error:
        with suppress(BaseException):
            sys.stderr.write(f"renkei: {type(error).__name__}: {error}\n")
            sys.stderr.flush()
    finally:  # nothing of it may return to what the parent was at
        os._exit(code)


def _receive(line: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        if not (part := line.recv(size - len(data))):
            raise ConnectionError("who asked has gone")
        data += part
    return bytes(data)
