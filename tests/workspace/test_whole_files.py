"""A view file is there whole or not at all: whoever reads it meanwhile, and whenever its writer is killed."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from renkei.files import whole_file, write_whole

KILLED = """
import os, signal, sys
from pathlib import Path
from renkei.files import whole_file
with whole_file(Path(sys.argv[1])) as draft:
    draft.write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.req("VIEW-1")
def test_whoever_reads_meanwhile_sees_one_version_whole(tmp_path: Path):
    path = tmp_path / "view.json"
    versions = {bytes([letter]) * 200_000 for letter in b"abcd"}
    write_whole(path, b"a" * 200_000)
    is_over = threading.Event()
    seen = list[bytes]()

    def read() -> None:
        while not is_over.is_set():
            seen.append(path.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(10):
        for version in versions:
            write_whole(path, version, is_durable=False)
    is_over.set()
    reader.join()
    assert set(seen) <= versions
    assert [each.name for each in tmp_path.iterdir()] == ["view.json"]


@pytest.mark.req("VIEW-1", refused=True)
def test_a_writer_that_is_killed_or_fails_leaves_what_was_there(tmp_path: Path):
    path = tmp_path / "view.json"
    write_whole(path, b"whole")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert killed.returncode == -9
    assert path.read_bytes() == b"whole"
    with pytest.raises(ZeroDivisionError):
        _fail_halfway(path)
    assert path.read_bytes() == b"whole"


def _fail_halfway(path: Path) -> None:
    with whole_file(path) as draft:
        draft.write_bytes(b"half")
        raise ZeroDivisionError
