"""A process that carries a run out and kills itself, by the signal that nobody can catch, at an event of it."""

import os
import signal
import sys
from pathlib import Path

from renkei.board.tables import SCHEMA
from renkei.eventlog.records import Record
from renkei.eventlog.sqlite import SqliteLog
from tests.support.run_project import Project


def main(store: str, folder: str, run: str, at: str) -> None:
    """`at`: how many events of the run to see before the end, or which sign of a task at work."""
    left = int(at) if at.lstrip("-").isdigit() else -1

    def watch(record: Record) -> None:
        nonlocal left
        left -= 1
        if left == 0 or record.document().get("sign") == at:
            os.kill(os.getpid(), signal.SIGKILL)

    Project(SqliteLog(Path(store), SCHEMA), Path(folder)).carry_out(run, watch=watch)


if __name__ == "__main__":
    main(*sys.argv[1:])
