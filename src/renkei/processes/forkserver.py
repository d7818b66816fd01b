"""Starts commands for Renkei and ends all that they started: a fork server, and a supervisor beside each command.

Run as a script, by itself. It imports nothing of Renkei and nothing that takes long, so that it starts in a moment. The
one argument is the socket on which Renkei sends `S` with four files (the line of the new process; its standard input,
output and error) or `K` with the id of a supervisor to kill. For each command it forks a supervisor, which starts the
command in a session of its own and stays beside it. The line is the supervisor's connection to Renkei: the order comes
in, a word about each step goes out, and when Renkei lets go of it, by will or by death, all that the command started is
killed.

On Linux server and supervisors are child subreapers: what loses its parent becomes the child of the supervisor, and
when that is killed, of the server. So to end everything is to kill one's own children until there are none left. They
keep their process ids until they are waited for, so that no other process can be hit.
"""

import errno
import marshal
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress

LINUX = sys.platform == "linux"

Order = tuple[bytes, list[bytes], dict[bytes, bytes], int | None, bytes]
"""The folder, the words, the environment, the limit of memory in bytes, and the mark."""

_PR_SET_CHILD_SUBREAPER = 36
_SEARCH_SECONDS = 5.0


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    _become_subreaper()
    ended = _open_wakeup_pipe()
    lines: dict[int, int] = {}
    for ready in _poll_files(control.fileno(), ended):
        if ended in ready:
            _drain_pipe(ended)
            _reap_supervisors(lines)
        if control.fileno() in ready:
            word, files, _, _ = socket.recv_fds(control, 1, 4)
            if not word:
                break
            if word == b"S":
                for file in files:
                    os.set_inheritable(file, False)
                _fork_supervisor(files, lines, control)
            else:
                _kill_supervisor(int.from_bytes(_read_exactly(control, 8), "little"), lines)
    _kill_children()
    os._exit(0)


def _fork_supervisor(files: list[int], lines: dict[int, int], control: socket.socket) -> None:
    """Forks a supervisor. Our copy of its line is closed when nothing is left of what it watched over."""
    if len(files) < 4:  # no room for them: Renkei sees that its line is closed
        _close_files(files)
        return
    line, *stdio = files
    try:
        pid = os.fork()
    except OSError as error:
        with suppress(OSError):
            os.write(line, b"refused %d start\n" % (error.errno or 0))
        _close_files(files)
        return
    if pid == 0:
        try:
            control.close()
            _close_files(lines.values())
            _run_supervisor(socket.socket(fileno=line), stdio)
        finally:
            os._exit(1)
    lines[pid] = line
    _close_files(stdio)


def _kill_supervisor(pid: int, lines: dict[int, int]) -> None:
    if pid in lines:
        os.kill(pid, signal.SIGKILL)


def _reap_supervisors(lines: dict[int, int]) -> None:
    """A supervisor that did not come to its end left us what it watched over."""
    for pid, status in _reap_children():
        if pid in lines:
            line = lines.pop(pid)
            if status:
                _kill_children(spare=lines)
            os.close(line)


# The supervisor


def _run_supervisor(line: socket.socket, stdio: list[int]) -> None:
    _become_subreaper()
    ended = _open_wakeup_pipe()
    order: Order = marshal.loads(_read_exactly(line, int.from_bytes(_read_exactly(line, 8), "little")))  # noqa: S302 - from our parent
    try:
        command = _start_command(order, line, stdio)
    except OSError as error:
        line.sendall(b"refused %d start\n" % (error.errno or 0))
        os._exit(0)
    status = _watch_command(line, ended, command)
    _end_all(command, order[-1], has_ended=status is not None)
    with suppress(OSError):  # Renkei may be dead
        line.sendall(b"ended %d\n" % (-signal.SIGKILL if status is None else os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _start_command(order: Order, line: socket.socket, stdio: list[int]) -> int:
    """The command's process id, once it runs or has said why it cannot."""
    running, held = os.pipe()
    pid = os.fork()
    if pid == 0:
        _exec_command(order, line, stdio)
    os.close(held)
    _close_files(stdio)
    os.read(running, 1)  # until nobody holds the other end, which does not outlast the start of a program
    os.close(running)
    line.sendall(b"running\n")
    return pid


def _exec_command(order: Order, line: socket.socket, stdio: list[int]) -> None:
    """What it is, and why it is not, it says itself: the program may kill or stop its supervisor at once."""
    folder, words, environment, memory, _ = order
    where = b"folder"
    try:
        os.setsid()
        for number, file in enumerate(stdio):
            os.dup2(file, number)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python
            signal.signal(ignored, signal.SIG_DFL)
        if memory:
            with suppress(OSError, ValueError):  # where the system knows no such limit, that of time has to do
                resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        os.chdir(folder)
        where = b"program"
        line.sendall(b"started %d %d\n" % (os.getpid(), os.getppid()))
        os.execvpe(words[0], words, environment)  # noqa: S606
    except OSError as error:
        line.sendall(b"refused %d %s\n" % (error.errno or 0, where))
    except ValueError:  # words that no program can be given
        line.sendall(b"refused %d %s\n" % (errno.EINVAL, where))
    finally:
        os._exit(127)


def _watch_command(line: socket.socket, ended: int, command: int) -> int | None:
    """The command's status once it has ended; None when Renkei lets go before that."""
    for ready in _poll_files(line.fileno(), ended):
        if line.fileno() in ready:
            return None
        _drain_pipe(ended)
        for pid, status in _reap_children():
            if pid == command:
                return status
    return None


def _end_all(command: int, mark: bytes, *, has_ended: bool) -> None:
    if LINUX:
        if not has_ended:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(command, signal.SIGKILL)  # the whole group in one go, whoever is just forking
        _kill_children()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(command, signal.SIGKILL)
    if not has_ended:
        os.waitpid(command, 0)
    end_marked(mark)


# Children


def _become_subreaper() -> None:
    if LINUX:
        import ctypes  # it takes longer to load than all the rest, and the others do not need it

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _kill_children(spare: Collection[int] = ()) -> None:
    """Until there are none: who dies leaves its own children to us. Those of another user cannot be killed."""
    kept = set(spare)
    while pids := _list_children(kept):
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except PermissionError:
                kept.add(pid)
        for pid in set(pids) - kept:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _list_children(spare: Collection[int]) -> list[int]:
    """Our children but these. The kernel's list of them may be cut short while one ends, or not be there."""
    if not LINUX or not _has_children():
        return []
    own = os.getpid()
    with suppress(OSError):
        listed = _read_file(f"/proc/{own}/task/{own}/children").split()
        if found := [pid for pid in map(int, listed) if pid not in spare]:
            return found
    return [pid for pid in _list_processes() if pid not in spare and _parent_of(pid) == own]


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _reap_children() -> Iterator[tuple[int, int]]:
    """Each child that has ended, with its status."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended


def _parent_of(pid: int) -> int | None:
    try:
        return int(_read_file(f"/proc/{pid}/stat").rpartition(b")")[2].split()[1])
    except OSError:
        return None


def _list_processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208 - in a moment


# Marked processes


def end_marked(mark: bytes) -> None:
    """Kills what has a mark in its environment: the last means, when nobody is left who knows the children."""
    deadline = time.monotonic() + _SEARCH_SECONDS
    while _kill_marked(mark) and time.monotonic() < deadline:
        time.sleep(0.001)


def _kill_marked(mark: bytes) -> bool:
    """Whether there were any."""
    if LINUX:
        return sum(_kill_if_marked(pid, mark) for pid in _list_processes()) > 0
    return _kill_listed(mark)


def _kill_if_marked(pid: int, mark: bytes) -> bool:
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        if mark not in _read_file(f"/proc/{pid}/environ"):
            return False
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        next(_poll_files(handle, seconds=_SEARCH_SECONDS))
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _kill_listed(mark: bytes) -> bool:
    import subprocess

    listed = subprocess.run(["/bin/ps", "-axEww", "-o", "pid=,command="], capture_output=True, check=False).stdout
    found = [int(line.split()[0]) for line in listed.splitlines() if mark in line]
    for pid in found:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    return bool(found)


# Files


def _poll_files(*files: int, seconds: float | None = None) -> Iterator[set[int]]:
    """Those of the files that have something to read, or have been closed at the other end."""
    waiting = select.poll()
    for file in files:
        waiting.register(file, select.POLLIN)
    while True:
        yield {file for file, _ in waiting.poll(seconds and seconds * 1000)}


def _open_wakeup_pipe() -> int:
    """A file that has something to read when a child has ended."""
    waking, written = os.pipe()
    os.set_blocking(waking, False)
    os.set_blocking(written, False)
    signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _handle_sigchld)
    return waking


def _handle_sigchld(number: int, frame: object) -> None:
    """A signal that has a handler is written to the file."""


def _drain_pipe(file: int) -> None:
    with suppress(BlockingIOError):
        while os.read(file, 4096):
            pass


def _read_exactly(line: socket.socket, size: int) -> bytes:
    """So many bytes; who lets go before that is dead."""
    data = b""
    while len(data) < size:
        if not (part := line.recv(size - len(data))):
            os._exit(1)
        data += part
    return data


def _read_file(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib takes long to load
        return file.read()


def _close_files(files: Collection[int]) -> None:
    for file in files:
        os.close(file)


if __name__ == "__main__":
    main()
