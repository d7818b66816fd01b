"""A command hook for real clients, written by a test: it notes its input and may refuse a first stop."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PROGRAM = """\
import json, sys

notes, reason = sys.argv[1:]
event = json.load(sys.stdin)
with open(notes, "a", encoding="utf-8") as file:
    file.write(json.dumps(event) + "\\n")
if reason and event["hook_event_name"] == "SubagentStop" and not event["stop_hook_active"]:
    print(json.dumps({"decision": "block", "reason": reason}))
"""


class Hook:
    """The hook in a folder of its own: settings that install it, and what it has seen."""

    def __init__(self, folder: Path, *, refuses: str = "") -> None:
        self.program = folder / "hook.py"
        self.notes = folder / "notes.jsonl"
        self.refuses = refuses
        self.program.write_text(_PROGRAM, "utf-8")
        self.notes.touch()

    def settings(self, *events: str) -> Mapping[str, object]:
        """Claude Code's settings with this hook at these events."""
        handler = {
            "type": "command",
            "command": sys.executable,
            "args": ["-S", str(self.program), str(self.notes), self.refuses],
        }
        return {"hooks": {event: [{"hooks": [handler]}] for event in events}}

    def seen(self, event: str) -> list[dict[str, Any]]:
        """The inputs of one event, in their order."""
        inputs = [json.loads(line) for line in self.notes.read_text("utf-8").splitlines()]
        return [given for given in inputs if given["hook_event_name"] == event]
