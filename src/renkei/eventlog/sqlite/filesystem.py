"""Where SQLite's write-ahead log is not safe: file systems without shared memory between all who write."""

import contextlib
import subprocess
import sys
from pathlib import Path
from typing import Final

_UNSAFE: Final = frozenset(
    {
        "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "drvfs", "fuse.ceph-fuse", "fuse.gcsfuse",
        "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "fuse.vmhgfs-fuse", "glusterfs", "gpfs", "lustre",
        "ncpfs", "nfs", "nfs4", "prl_fs", "smb3", "smbfs", "v9fs", "vboxsf", "vmhgfs", "webdav",
    }
)  # fmt: skip


def unsafe_filesystem(folder: Path) -> str | None:
    """The name of the file system under `folder` if the write-ahead log is not safe there."""
    kind = filesystem_of(folder, read_mounts())
    return kind if kind in _UNSAFE else None


def read_mounts() -> dict[str, str]:
    """Mount point to kind of file system, as far as this system tells."""
    with contextlib.suppress(OSError):
        if sys.platform == "linux":
            return parse_mountinfo(Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace"))
        if sys.platform == "darwin":
            return parse_mount(subprocess.run(["/sbin/mount"], capture_output=True, text=True, check=False).stdout)
    return {}


def filesystem_of(folder: Path, mounted: dict[str, str]) -> str | None:
    """The kind of the file system that holds `folder`: that of the nearest mount point above it."""
    resolved = folder.resolve()
    return next((mounted[str(place)] for place in (resolved, *resolved.parents) if str(place) in mounted), None)


def parse_mountinfo(text: str) -> dict[str, str]:
    """Linux: field 5 is the mount point (with octal escapes), the first field after ` - ` the kind."""
    lines = [line.split(" - ", 1) for line in text.splitlines() if " - " in line]
    return {_unescape_path(left.split()[4]): right.split()[0] for left, right in lines}


def parse_mount(text: str) -> dict[str, str]:
    """macOS: `//server/share on /Volumes/share (smbfs, nodev)`."""
    lines = [line.partition(" on ")[2].rpartition(" (") for line in text.splitlines() if " on " in line]
    return {place: kind.split(",")[0].rstrip(")") for place, _, kind in lines}


def _unescape_path(place: str) -> str:
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        place = place.replace(code, character)
    return place
