"""What other processes do to a store, one function per deed: `python -m tests.support.store_child DEED ...`.

A deed prints what it has done line by line, so that the parent knows what was acknowledged.
"""

import os
import resource
import sqlite3
import sys
from itertools import count
from pathlib import Path

from renkei.commands.team import AddAgent
from renkei.errors import RenkeiError
from tests.support.store_team import do, open_hub, report_status, say


def tell(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def post_many(path: Path, name: str, number: str) -> None:
    """Opens the store at the word of the parent, joins the team and posts."""
    tell("ready")
    sys.stdin.readline()
    hub = open_hub(path)
    do(hub, AddAgent(name=name, role="builder"))
    for each in range(int(number)):
        tell(say(hub, f"{name} {each}", as_name=name).id)


def post_without_end(path: Path, name: str) -> None:
    hub = open_hub(path)
    for each in count():
        tell(report_status(hub, name, f"step {each}").id)


def open_the_store(path: Path) -> None:
    tell("opening")
    open_hub(path)


def hold(path: Path, mode: str) -> None:
    """Keeps the store locked until the parent lets go."""
    connection = sqlite3.connect(path, isolation_level=None)
    if mode == "alone":
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    tell("held")
    sys.stdin.readline()


def fill_the_disk(path: Path, room: str) -> None:
    """Posts until a file may not grow any more."""
    hub = open_hub(path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(room), int(room)))
    try:
        for _ in count():
            tell(report_status(hub, "bob", "x" * 5000).id)
    except RenkeiError as error:
        tell(f"{type(error).__name__}: {error}")


def open_without_rights(path: Path) -> None:
    """Opens the store as somebody who may not write there."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    try:
        say(open_hub(path), "hello")
    except RenkeiError as error:
        tell(f"{type(error).__name__}: {error}")


DEEDS = {
    deed.__name__: deed
    for deed in (post_many, post_without_end, open_the_store, hold, fill_the_disk, open_without_rights)
}

if __name__ == "__main__":
    DEEDS[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
