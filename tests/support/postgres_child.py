"""What other processes do to a store in PostgreSQL: `python -m tests.support.postgres_child DEED URL ...`.

A deed prints what it has done line by line, so that the parent knows what was acknowledged.
"""

import subprocess
import sys
from itertools import count
from pathlib import Path

from renkei.board.tables import SCHEMA
from renkei.commands.team import AddAgent
from renkei.eventlog.postgres import PostgresLog
from renkei.hub import Hub
from tests.support.store_team import do, report_status, say

ROOT = Path(__file__).parents[2]


def start(deed: str, url: str, *args: object) -> subprocess.Popen[str]:
    """Starts a deed in a process of its own."""
    command = [sys.executable, "-m", "tests.support.postgres_child", deed, url, *map(str, args)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def open_hub(url: str) -> Hub:
    return Hub(PostgresLog(url, SCHEMA))


def tell(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def post_many(url: str, name: str, number: str) -> None:
    """Opens the store at the word of the parent, joins the team and posts."""
    tell("ready")
    sys.stdin.readline()
    hub = open_hub(url)
    do(hub, AddAgent(name=name, role="builder"))
    for each in range(int(number)):
        tell(say(hub, f"{name} {each}", as_name=name).id)
    hub.log.close()


def post_without_end(url: str, name: str) -> None:
    hub = open_hub(url)
    for each in count():
        tell(report_status(hub, name, f"step {each}").id)


def open_the_store(url: str) -> None:
    tell("opening")
    open_hub(url).log.close()


DEEDS = {deed.__name__: deed for deed in (post_many, post_without_end, open_the_store)}

if __name__ == "__main__":
    DEEDS[sys.argv[1]](*sys.argv[2:])
