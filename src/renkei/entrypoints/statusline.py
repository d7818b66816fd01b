"""`renkei statusline`: how the results of a client's session came out, in one line that stays on the screen.

Claude Code runs it as often as every second and gives it the session on standard input: standard library, no store.
"""

import os
import sys
from pathlib import Path

from renkei.app.session_ledger import Ledger
from renkei.app.verdicts import count_verdicts, worst_verdict
from renkei.entrypoints.hook_input import read_input
from renkei.entrypoints.hook_projects import find_settings, project_of
from renkei.entrypoints.telling import verdict_line
from renkei.hidden import escape_to_line
from renkei.kit.words import speaker
from renkei.setup.hook_settings import HOOK_SETTINGS


def main() -> int:
    """Prints the line. Whatever is wrong leaves it empty: a client hides a status line that fails."""
    try:
        line = _status_line(sys.stdin.buffer.read())
    except Exception as error:  # the boundary: as in a hook
        print(escape_to_line(f"renkei statusline: {error}"), file=sys.stderr)
        return 0
    if line:
        print(escape_to_line(line))
    return 0


def _status_line(data: bytes) -> str:
    given = read_input(data).event
    project = project_of(Path(os.environ.get("CLAUDE_PROJECT_DIR") or given.get("cwd") or "."))
    settings = find_settings(project)
    if settings is None:
        return ""
    say = speaker(settings["lang"])
    if settings["off"] or os.environ.get("RENKEI_HOOKS", "").lower() == "off":
        return say("Renkei: off")
    if settings["broken"]:
        fields = ", ".join(settings["broken"])
        return f"Renkei: {say('{path} is broken ({fields})', path=HOOK_SETTINGS, fields=fields)}"
    lines = Ledger(project, str(given.get("session_id") or "")).lines()
    head = say("Renkei: {mode} mode, results checked: {count}", mode=settings["mode"], count=count_verdicts(lines))
    worst = worst_verdict(lines)
    return f"{head}  ✗ {verdict_line(worst, say)}" if worst else head
