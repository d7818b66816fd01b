"""Which file system holds a folder, from what the system prints of its mounts."""

import threading
from pathlib import Path

import pytest

from renkei.eventlog.sqlite.file import (
    filesystem_of,
    is_writable,
    parse_mount,
    parse_mountinfo,
    read_mounts,
    unsafe_filesystem,
)

MOUNTINFO = r"""22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,errors=remount-ro
23 22 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw
61 22 0:52 / /mnt/team\040share rw,relatime shared:30 master:2 - nfs4 10.0.0.5:/export/team rw,vers=4.2
62 22 0:53 / /mnt/back\134slash\011tab\012line rw - cifs //server/share rw
63 22 0:54 / /mnt/odd\134040name rw - fuse.sshfs me@host:/ rw
64 22 0:55 / /mnt/twice rw - nfs4 10.0.0.5:/export rw
65 64 0:56 / /mnt/twice rw - tmpfs tmpfs rw
"""

MOUNT = """/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//ada@nas._smb._tcp.local/Team%20Share on /Volumes/Team Share (old) (smbfs, nodev, nosuid, mounted by ada)
"""


def test_mountinfo_is_read_with_its_escapes():
    assert parse_mountinfo(MOUNTINFO) == {
        "/": "ext4",
        "/proc": "proc",
        "/mnt/team share": "nfs4",
        "/mnt/back\\slash\ttab\nline": "cifs",
        "/mnt/odd\\040name": "fuse.sshfs",
        "/mnt/twice": "tmpfs",
    }


def test_mount_of_macos_is_read_with_blanks_and_brackets():
    assert parse_mount(MOUNT) == {
        "/": "apfs",
        "/dev": "devfs",
        "/System/Volumes/Data/home": "autofs",
        "/Volumes/Team Share (old)": "smbfs",
    }


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/srv/project", "ext4"), ("/mnt/team share/a/b", "nfs4"), ("/mnt/team share", "nfs4"), ("/mnt/team", "ext4")],
)
def test_nearest_mount_above_a_folder_counts(folder: str, kind: str):
    assert filesystem_of(Path(folder), parse_mountinfo(MOUNTINFO)) == kind


def test_folder_behind_a_link_is_where_the_link_points(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert filesystem_of(tmp_path / "link", {"/": "ext4", str(tmp_path.resolve() / "real"): "nfs"}) == "nfs"


def test_system_that_tells_nothing_is_taken_as_safe(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.platform", "plan9")
    assert read_mounts() == {}
    assert filesystem_of(Path("/"), {}) is None
    assert unsafe_filesystem(Path("/")) is None


def test_this_system_tells_what_holds_its_root():
    assert "/" in read_mounts()


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smbfs", "9p", "fuse.sshfs", "fuse.glusterfs", "ceph"])
def test_file_systems_over_a_network_are_unsafe(kind: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("renkei.eventlog.sqlite.file.read_mounts", lambda: {"/": kind})
    assert unsafe_filesystem(Path("/srv")) == kind


def test_a_write_ahead_log_that_goes_away_while_one_looks_makes_no_store_read_only(tmp_path: Path):
    store, log = tmp_path / "renkei.db", tmp_path / "renkei.db-wal"
    store.touch()
    is_over = threading.Event()

    def come_and_go() -> None:
        while not is_over.is_set():
            log.touch()
            log.unlink()

    other = threading.Thread(target=come_and_go)
    other.start()
    try:
        assert all(is_writable(store) for _ in range(3000))
    finally:
        is_over.set()
        other.join()
