"""Which processes a process comes from, and by which marks that is known. A number is used again once its process is
gone: each stands here with when it started. On Linux nothing is started to find that out; it imports next to nothing,
for hooks load it."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from renkei.lazy import lazy

if TYPE_CHECKING:
    import resource
    import subprocess
else:
    resource, subprocess = lazy("resource"), lazy("subprocess")

MARK: Final = "RENKEI_PROCESS_MARK"
"""In the environment of all that Renkei starts for an agent, unless that takes it out; each start adds a word."""

CLIENT_MARK: Final = "client"
"""The word in the shells of a client that joined. That one's own notes tell of it, too, and for its own project."""

_MOST: Final = 512
"""More generations than any machine has: a table that changes while it is read may go in a circle."""


class Process(NamedTuple):
    pid: int
    started: str
    """When, as the operating system writes it, and since which start of the machine: to be compared, not read."""


def ancestors(pid: int | None = None) -> list[Process]:
    """The parent of a process (default: of this one), its parent, and so on; nothing of what cannot be looked at."""
    parents = _read_stat if sys.platform == "linux" else _list_processes().get
    return list(_walk_up(os.getpid() if pid is None else pid, parents))


def start_time(pid: int) -> str | None:
    """When a process started; None if there is none of this number."""
    found = _read_stat(pid) if sys.platform == "linux" else _list_processes().get(pid)
    return found[1] if found else None


def is_running(process: Process) -> bool:
    """Whether it is this process that still has its number."""
    return start_time(process.pid) == process.started


def is_marked(pid: int) -> bool:
    """Whether it was started with the mark of something that Renkei started, whatever it has taken out since. Known on
    Linux only."""
    named = f"{MARK}=".encode()
    marks = next((each for each in _read_proc(pid, "environ").split(b"\0") if each.startswith(named)), b"")
    return any(each not in (b"", CLIENT_MARK.encode()) for each in marks.removeprefix(named).split(b"."))


def command_words(pid: int) -> list[str]:
    """What it was started with. Known on Linux only."""
    return [os.fsdecode(each) for each in _read_proc(pid, "cmdline").split(b"\0")][:-1]


def surroundings(pid: int) -> tuple[dict[str, str], str]:
    """The environment that it was started with, and the folder that it is in now. Linux only.

    Raises: OSError, if it is gone or not ours to look at.
    """
    with open(f"/proc/{pid}/environ", "rb") as file:  # noqa: PTH123 - pathlib takes long to load
        pairs = (each.partition(b"=") for each in file.read().split(b"\0") if b"=" in each)
        env = {os.fsdecode(name): os.fsdecode(value) for name, _, value in pairs}
    return env, os.readlink(f"/proc/{pid}/cwd")  # noqa: PTH115 - pathlib takes long to load


def program_name(pid: int) -> str:
    """What the system calls the program that it runs, cut to 15 characters. Known on Linux only."""
    return _read_proc(pid, "comm").decode(errors="replace").strip()


def answer_for(pid: int) -> None:
    """From now on this process answers in the place of one that `pid` would have called: its input is from that one."""
    _asking[:] = [Process(pid, start_time(pid) or "")]


def asking_process() -> Process | None:
    """The one that this process answers without having been called by it."""
    return _asking[0] if _asking else None


_asking: Final[list[Process]] = []


def input_sender() -> int | None:
    """The process that made the socket which is our standard input, as Node and Bun do for what they start: whoever is
    started by it has only the other end. None where that cannot be known, as of a pipe. Linux only."""
    if _asking:
        return _asking[0].pid
    if sys.platform != "linux" or not _is_socket(0):
        return None
    import _socket  # `socket` itself takes long to load

    try:
        given = _socket.socket(fileno=os.dup(0))
        peer = given.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 4)
        given.close()
    except OSError:
        return None
    return int.from_bytes(peer, sys.byteorder)


def _is_socket(file: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(file).st_mode)
    except OSError:
        return False


def namespace() -> str:
    """Where the numbers of processes hold that this one sees: in a sandbox or a container others do. Linux only."""
    with suppress(OSError):
        return os.readlink("/proc/self/ns/pid")  # noqa: PTH115 - pathlib takes long to load
    return ""


def _walk_up(pid: int, look: Callable[[int], tuple[int, str] | None]) -> Iterator[Process]:
    own = look(pid)
    for _ in range(_MOST):
        if own is None or own[0] <= 0:
            return
        parent = own[0]
        own = look(parent)
        if own is not None:
            yield Process(parent, own[1])


def _read_stat(pid: int) -> tuple[int, str] | None:
    """Its parent, and when it started; the name in the middle may hold anything."""
    fields = _read_proc(pid, "stat").rpartition(b")")[2].split()
    return (int(fields[1]), f"{_boot()}-{int(fields[19])}") if len(fields) > 19 else None


def _boot() -> str:
    """The times count from the start of the machine."""
    if not _booted:
        _booted.append(_read_proc("sys", "kernel/random/boot_id").decode(errors="replace").strip()[:8])
    return _booted[0]


_booted: Final[list[str]] = []


def _read_proc(pid: int | str, name: str) -> bytes:
    with suppress(OSError), open(f"/proc/{pid}/{name}", "rb") as file:  # noqa: PTH123 - pathlib takes long to load
        return file.read()
    return b""


PS: Final = ("/bin/ps", "-axo", "pid=,ppid=,lstart=")


def _list_processes() -> dict[int, tuple[int, str]]:
    """All of them as `ps` tells: the parent, and the time of the start to the second."""
    if os.name == "nt":
        return {}
    listed = subprocess.run(PS, capture_output=True, check=False, env={"LC_ALL": "C"}).stdout
    rows = (line.decode(errors="replace").split(None, 2) for line in listed.splitlines())
    return {int(row[0]): (int(row[1]), " ".join(row[2].split())) for row in rows if len(row) == 3}


# A mark that a process cannot take off: a limit that the kernel keeps for it, that all inherit who are started from it
# whatever they clear, fork or leave behind, and that nobody can raise again but who may administer the machine. It is
# that of file locks (`RLIMIT_LOCKS`), which no Linux since 2.4.25 heeds: it changes nothing else. Linux only. Why:
# docs/why/identity.md.


_LOCKS: Final = 10
"""`RLIMIT_LOCKS`: Python has no name for it."""

_LIMIT: Final = 2**62
"""Any that is not without limit. It can be lowered, and stays a mark."""


def mark_descendants(pid: int) -> bool:
    """Marks a process, and all that it starts from now on; whether that could be done."""
    if sys.platform != "linux":
        return False
    try:
        hard = resource.prlimit(pid, _LOCKS)[1]
        if hard == resource.RLIM_INFINITY:
            resource.prlimit(pid, _LOCKS, (_LIMIT, _LIMIT))
    except (OSError, ValueError):
        return False
    return True


def comes_from_marked() -> bool:
    """Whether this process was started from one that is marked."""
    return sys.platform == "linux" and resource.getrlimit(_LOCKS)[1] != resource.RLIM_INFINITY
