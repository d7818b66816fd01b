"""A mark that a process cannot take off: a limit that the kernel keeps for it, that all inherit who are started from it
whatever they clear, fork or leave behind, and that nobody can raise again but who may administer the machine.

The limit is that of file locks (`RLIMIT_LOCKS`), which no Linux since 2.4.25 heeds: it changes nothing else. Linux
only. Why: docs/why/identity.md. It imports next to nothing, for hooks load it.
"""

import sys
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy

if TYPE_CHECKING:
    import resource
else:
    resource = lazy("resource")

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
