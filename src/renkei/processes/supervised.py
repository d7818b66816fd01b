"""The one way in which Renkei starts a process that may start others: in a session of its own, within limits, and with
an end that ends all that it started. Who does that, and what it cannot do: docs/why/processes.md.

Not here: programs that are Renkei's own tools and start nothing that stays, such as git.
"""

import atexit
import errno
import hashlib
import marshal
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Final

from renkei.processes import forkserver
from renkei.processes.ancestry import MARK

Output = Callable[[bytes], None]
"""Takes what a process writes, as it comes, in a thread of its own."""

PIPE: Final = subprocess.PIPE

_GRACE: Final = 5.0
"""How long an end may take before a harder one is tried, in seconds."""

_LOOK: Final = 0.1
"""How often to look whether anybody still waits for a command, in seconds."""

_START: Final = 60.0
"""How long a start may take on a machine that is busy, in seconds."""

_MOMENT: Final = 2.0
"""How long the word that it runs may stay away. That it does not would be said at once; so it has stopped whoever says
that it does."""

_NOT_EXECUTABLE: Final = (
    *(errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG),
    *(errno.EACCES, errno.EPERM, errno.ENOEXEC, errno.E2BIG, errno.EINVAL),
)
"""What the kernel says of a program or folder; all else is about the machine."""


class NotExecutable(OSError):
    """There is no such program or folder, or it is none that can be run: it will be the same the next time."""


class NotCarriedOut(OSError):
    """How it would have ended is not known, and that is not the program's fault: it may be tried again."""


class StartRefused(NotCarriedOut):
    """The operating system did not start it: no room for a process, a file or its memory."""


class SupervisorLost(NotCarriedOut):
    """Somebody killed its supervisor, and it was ended with that."""


class SupervisedProcess:
    """A command at work. Whoever starts one ends it, also when it has ended by itself."""

    def __init__(
        self,
        command: Sequence[str | Path],
        folder: Path,
        *,
        env: Mapping[str, str],
        stdin: int | IO[bytes] | None = None,
        stdout: Output | None = None,
        stderr: Output | None = None,
        megabytes: int | None = None,
    ) -> None:
        """
        Args:
            stdin: a file that it reads, `PIPE` to write to `self.stdin`, None for nothing to read.
            stdout: where its output goes; None to read that from `self.stdout`.
            stderr: where its standard error goes; None for where its output goes.
            megabytes: how much memory each of its processes may write to.

        Raises:
            NotExecutable: there is no such program or folder, or it cannot be run.
            StartRefused: the operating system has no room for it.
        """
        self.stdin: IO[bytes] | None = None
        self.stdout: IO[bytes] | None = None
        self._outputs: dict[int, Output] = {}
        self._mark = os.urandom(16).hex()
        self._code: int | None = None
        self.is_lost = False
        """Whether it was ended because its supervisor is gone."""
        self._ended = threading.Event()
        self._ending = threading.Lock()
        order = _encode_order(command, folder, env, megabytes, self._mark)
        with ExitStack() as undo:
            try:
                with ExitStack() as theirs:
                    given = self._open_input(stdin, undo, theirs)
                    out = self._open_output(stdout, undo, theirs)
                    err = self._open_output(stderr, undo, theirs) if stderr else out
                    self._line, line = socket.socketpair()
                    undo.enter_context(self._line)
                    theirs.enter_context(line)
                    self._server = _start_on_server([line.fileno(), given, out, err])
                with suppress(ConnectionError):  # who does not listen has said why
                    self._line.sendall(len(order).to_bytes(8, "little") + order)
                self.pid, self._supervisor, self._said = self._wait_for_start(command, folder)
                self._pump = threading.Thread(target=self._run_pump, daemon=True)
                self._pump.start()
            except (NotExecutable, StartRefused):
                raise
            except (OSError, RuntimeError) as error:  # no file, no process, no thread to be had
                code = error.errno if isinstance(error, OSError) else None
                raise StartRefused(code or errno.EAGAIN, str(error), str(command[0])) from error
            undo.pop_all()

    @property
    def root_pid(self) -> int:
        """The process that all of its own come from: on Linux its supervisor, to which those that lose their parent
        return."""
        return self._supervisor if forkserver.LINUX else self.pid

    def wait(self, seconds: float) -> int | None:
        """Its exit code, or minus the signal that ended it; None when it has not ended by then.

        When it has, nothing is left of what it started, and all that they wrote has been taken.
        """
        return self._code if self._ended.wait(seconds) else None

    def terminate(self) -> None:
        """Asks the process itself, and nothing that it started, to end."""
        with self._ending, suppress(ProcessLookupError):
            if not self._ended.is_set():
                os.kill(self.pid, signal.SIGTERM)

    def end(self) -> None:
        """Ends it with all that it started, at once."""
        with self._ending:
            if self._line.fileno() < 0:
                return
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_WR)
            if not self._ended.is_set():  # so its supervisor is there; somebody may have stopped that
                with suppress(ProcessLookupError):
                    os.kill(self._supervisor, signal.SIGCONT)
            if not self._ended.wait(_GRACE):
                self._server.kill_supervisor(self._supervisor)
            if not self._ended.wait(_GRACE):
                self._end_leftovers()
            self._pump.join(_GRACE)
            self._line.close()
            for pipe in filter(None, (self.stdin, self.stdout)):
                with suppress(OSError, ValueError):
                    pipe.close()

    def _open_input(self, stdin: int | IO[bytes] | None, undo: ExitStack, theirs: ExitStack) -> int:
        if stdin is None:
            return theirs.enter_context(open(os.devnull, "rb", buffering=0)).fileno()  # noqa: PTH123
        if not isinstance(stdin, int):
            return stdin.fileno()
        if stdin != PIPE:
            return stdin
        read, write = os.pipe()
        theirs.callback(os.close, read)
        self.stdin = undo.enter_context(open(write, "wb"))  # noqa: PTH123, SIM115
        return read

    def _open_output(self, output: Output | None, undo: ExitStack, theirs: ExitStack) -> int:
        read, write = os.pipe()
        theirs.callback(os.close, write)
        if output is None:
            self.stdout = undo.enter_context(open(read, "rb"))  # noqa: PTH123, SIM115
        else:
            undo.callback(os.close, read)
            self._outputs[read] = output
        return write

    def _wait_for_start(self, command: Sequence[str | Path], folder: Path) -> tuple[int, int, bytes]:
        """Its process id, that of its supervisor, and what the supervisor has said since."""
        said = b""
        try:
            for word, seconds in ((1, _START), (2, _MOMENT)):
                self._line.settimeout(seconds)
                while said.count(b"\n") < word and b"refused" not in said and (part := self._line.recv(4096)):
                    said += part
        except TimeoutError:
            if not said:
                self._server.give_up()
        self._line.settimeout(None)
        match said.split():
            case [b"started", _, _, b"refused", code, *_] | [b"refused", code, b"start", *_]:
                raise _start_error(int(code), command[0])
            case [b"refused", code, *_]:
                raise _start_error(int(code), folder)
            case [b"started", pid, supervisor, *_]:  # also if it has killed its supervisor since
                return int(pid), int(supervisor), said.partition(b"\n")[2]
            case _:
                raise StartRefused(errno.EAGAIN, "its supervisor did not start", str(command[0]))

    def _run_pump(self) -> None:
        """Takes what it writes, until nobody is left to write."""
        try:
            self._pump_outputs()
        finally:
            for file in self._outputs:
                os.close(file)
            self._ended.set()

    def _pump_outputs(self) -> None:
        line, deadline = self._line.fileno(), float("inf")
        waiting = select.poll()
        for file in (line, *self._outputs):
            waiting.register(file, select.POLLIN)
        left = {line, *self._outputs}
        while left and (seconds := deadline - time.monotonic()) > 0:
            for file, _ in waiting.poll(None if line in left else seconds * 1000):
                if not self._read_chunk(file, is_line=file == line):
                    waiting.unregister(file)
                    left.remove(file)
            if line not in left and self._code is None:
                self._code = self._read_exit_code()
                deadline = time.monotonic() + _GRACE  # somebody whom we may not end may hold a pipe

    def _read_exit_code(self) -> int:
        match self._said.split():
            case [b"running", b"ended", code]:
                return int(code)
            case _:  # its supervisor was killed
                self.is_lost = True
                self._end_leftovers()
                return -signal.SIGKILL

    def _read_chunk(self, file: int, *, is_line: bool) -> bool:
        """Whether there may be more."""
        try:
            data = os.read(file, 65536)
        except OSError:
            return False
        if is_line:
            self._said += data
        elif data:
            self._outputs[file](data)
        return bool(data)

    def _end_leftovers(self) -> None:
        """What is left when its supervisor is gone and the server could not see to it either."""
        if not forkserver.LINUX:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        forkserver.end_marked(self._mark.encode())


def run(
    command: Sequence[str | Path],
    folder: Path,
    *,
    seconds: float,
    env: Mapping[str, str],
    stdout: Output,
    stderr: Output | None = None,
    stdin: IO[bytes] | None = None,
    megabytes: int | None = None,
    stop: threading.Event | None = None,
) -> int | None:
    """Runs a command to its end; its exit code, or None when it was ended: its time was up, or `stop` was set.

    Raises:
        NotExecutable, StartRefused: as a `Process`.
        SupervisorLost: it was ended because its supervisor is gone.
    """
    process = SupervisedProcess(
        command, folder, env=env, stdin=stdin, stdout=stdout, stderr=stderr, megabytes=megabytes
    )
    try:
        code = process.wait(seconds) if stop is None else _wait_unless(stop, process, seconds)
    finally:
        process.end()
    if code is not None and process.is_lost:
        raise SupervisorLost(errno.ECHILD, "its supervisor was killed", str(command[-1]))
    return code


def _wait_unless(stop: threading.Event, process: SupervisedProcess, seconds: float) -> int | None:
    ends = time.monotonic() + seconds
    while not stop.is_set() and (left := ends - time.monotonic()) > 0:
        if (code := process.wait(min(left, _LOOK))) is not None:
            return code
    return None


class Tail:
    """The end of an output, and the digest of all of it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._digest = hashlib.sha256()
        self.data = b""

    def __call__(self, data: bytes) -> None:
        self._digest.update(data)
        self.data = (self.data + data)[-self._most :]

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()


class Head:
    """An output up to a limit; what comes after that is dropped."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._parts: list[bytes] = []

    def __call__(self, data: bytes) -> None:
        self._parts.append(data[: self._left])
        self._left -= len(self._parts[-1])

    @property
    def text(self) -> str:
        return b"".join(self._parts).decode(errors="replace")


# The server


class _Server:
    """The fork server of this process."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603
                    [sys.executable, "-I", "-S", forkserver.__file__, str(theirs.fileno())],
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    pass_fds=(theirs.fileno(),),
                    env={**os.environ, MARK: f"{os.environ.get(MARK, '')}.server"},  # what comes of it is no person's
                )
        except BaseException:
            self._control.close()
            raise
        self._owner = os.getpid()
        self._sending = threading.Lock()

    @property
    def is_ours(self) -> bool:
        """Not so in a process that was forked from the one that has it."""
        return self._owner == os.getpid()

    def start_supervisor(self, files: Sequence[int]) -> None:
        with self._sending:
            socket.send_fds(self._control, [b"S"], files)

    def kill_supervisor(self, supervisor: int) -> None:
        with self._sending, suppress(OSError):
            self._process.send_signal(signal.SIGCONT)
            self._control.sendall(b"K" + supervisor.to_bytes(8, "little"))

    def give_up(self) -> None:
        """It does not answer: whatever it does, it is not to be asked again."""
        self._process.kill()

    def close(self) -> None:
        """Ends it, with all that it has started."""
        self._control.close()
        if self.is_ours:
            try:
                self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


_starting: Final = threading.Lock()
_servers: Final[list[_Server]] = []
"""The one that is at work, if any."""


def _start_on_server(files: Sequence[int]) -> _Server:
    with _starting:
        if _servers and _servers[0].is_ours:
            with suppress(ConnectionError):  # somebody has killed it
                _servers[0].start_supervisor(files)
                return _servers[0]
        _close_server()
        _servers.append(_Server())
        _servers[0].start_supervisor(files)
        return _servers[0]


@atexit.register
def _close_server() -> None:
    while _servers:
        _servers.pop().close()


def _encode_order(
    command: Sequence[str | Path], folder: Path, env: Mapping[str, str], megabytes: int | None, mark: str
) -> bytes:
    # A process that is itself marked keeps its mark: whoever looks for that finds ours, too.
    marks = f"{os.environ.get(MARK, '')}.{mark}"
    order: forkserver.Order = (
        os.fsencode(folder),
        [os.fsencode(word) for word in command],
        {os.fsencode(name): os.fsencode(value) for name, value in {**env, MARK: marks}.items()},
        megabytes * 1024 * 1024 if megabytes else None,
        mark.encode(),
    )
    return marshal.dumps(order)


def _start_error(code: int, name: str | Path) -> OSError:
    kind = NotExecutable if code in _NOT_EXECUTABLE else StartRefused
    return kind(code, os.strerror(code), str(name))
