"""How a scripted agent speaks to its team: by Renkei's own commands, under its own token."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

_RENKEI: Final = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"
_POLL: Final = 0.2


def call_renkei(words: Sequence[str], document: Mapping[str, Any] | None = None) -> str:
    """What a command prints; one that fails is the end of the agent, with the reason on its standard error."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-P", "-c", _RENKEI, *words],
        input="" if document is None else json.dumps(document),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"renkei {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.strip()


def await_decision(asked: Mapping[str, Any]) -> str:
    """The answer to a DECISION_REQUEST, which an attempt before may have posted; in time, or what was recommended."""
    if _find_decision(asked["id"]) is None:
        payload = {
            "decision_id": asked["id"],
            "question": asked["question"],
            "options": asked["options"],
            "recommended": asked["recommended"],
        }
        call_renkei(["send", "-"], {"type": "DECISION_REQUEST", "to": asked["to"], "payload": payload})
    until = time.monotonic() + asked["within"]
    while time.monotonic() < until:
        found = _find_decision(asked["id"])
        if found and found["status"] == "resolved":
            return found["resolution"]
        time.sleep(_POLL)
    return asked["recommended"]


def _find_decision(name: str) -> dict[str, Any] | None:
    board = json.loads(call_renkei(["--json", "board"]))
    return next((each for each in board["project_state"]["pending_decisions"] if each["id"] == name), None)
