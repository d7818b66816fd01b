"""What a command costs while a thousand blockers are open, beside the same on a store without any.

Each kind of command is given on both stores in turn, and the fastest of its times counts: what else the machine does
makes a command slower, never faster. The goal is a ratio, so that it holds on any machine.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from renkei.board.tables import SCHEMA
from renkei.commands.base import Request
from renkei.commands.board import SetFields
from renkei.commands.messages import PostMessage
from renkei.commands.team import AddAgent
from renkei.eventlog.sqlite import SqliteLog
from renkei.hub import Hub
from renkei.protocol.actors import PERSON, Actor
from renkei.protocol.messages import DRAFT

BLOCKERS: Final = 1000
AGENTS: Final = 100
ROUNDS: Final = 60
GOAL: Final = 2.0
"""How many times as long a command may take."""

Command = Callable[[Hub], object]


def measure(folder: Path) -> dict[str, tuple[float, float]]:
    """By kind of command, the seconds it takes without open blockers and with a thousand."""
    stores = [_store(folder / f"{count}.db", count) for count in (0, BLOCKERS)]
    try:
        times = {name: ([0.0] * ROUNDS, [0.0] * ROUNDS) for name in COMMANDS}
        for number in range(ROUNDS):
            for name, command in COMMANDS.items():
                for place, hub in enumerate(stores):
                    times[name][place][number] = _seconds(command, hub)
        return {name: (min(empty), min(full)) for name, (empty, full) in times.items()}
    finally:
        for hub in stores:
            hub.log.close()


def _seconds(command: Command, hub: Hub) -> float:
    started = time.perf_counter()
    command(hub)
    return time.perf_counter() - started


def _store(path: Path, blockers: int) -> Hub:
    """A team of which half waits for the other half, each for several."""
    hub = Hub(SqliteLog(path, SCHEMA))
    for number in range(AGENTS):
        hub.do(Request(command=AddAgent(name=f"a{number}", role="developer"), actor=PERSON))
    half = AGENTS // 2
    each = blockers // half
    for number in range(half if each else 0):
        causes = [f"agent:a{half + (number + more) % (half - 2)}" for more in range(each)]
        _update(hub, f"a{number}", "blocked", blockers=causes)
    return hub


def _update(hub: Hub, agent: str, status: str, **more: Any) -> None:
    _post(hub, agent, "STATUS_UPDATE", {"new_status": status, "progress_summary": "so it is", **more})


def _post(hub: Hub, agent: str, kind: str, payload: dict[str, Any]) -> None:
    draft = DRAFT.validate_python({"type": kind, "to": f"a{AGENTS - 1}", "payload": payload})
    hub.do(Request(command=PostMessage(message=draft), actor=Actor(name=agent, via="terminal")))


def _wait(hub: Hub) -> None:
    _write(hub, {"status": "blocked", "blocked_by": f"agent:a{AGENTS - 1}"})


def _write(hub: Hub, fields: dict[str, str | None]) -> None:
    agent = Actor(name=f"a{AGENTS - 2}", via="terminal")
    hub.do(Request(command=SetFields(fields=fields, why="it is over"), actor=agent))


COMMANDS: Final[dict[str, Command]] = {
    "a message": lambda hub: _post(hub, f"a{AGENTS - 2}", "FREEFORM", {"body": "hello"}),
    "a status": lambda hub: _update(hub, f"a{AGENTS - 3}", "working"),
    "a wait": _wait,
    "its end": lambda hub: _write(hub, {"status": "working"}),
}
"""In the order in which each round gives them."""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="renkei-bench-") as folder:
        found = measure(Path(folder))
    print(f"{'':<12} no blocker  {BLOCKERS} open   ratio (at most {GOAL:g})")
    for name, (empty, full) in found.items():
        print(f"{name:<12} {empty * 1000:>7.2f} ms  {full * 1000:>7.2f} ms  {full / empty:>5.2f}")
    return 0 if all(full <= GOAL * empty for empty, full in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
