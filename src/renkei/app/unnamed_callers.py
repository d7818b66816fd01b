"""Who calls a tool, where the client names no agent: Gemini CLI, and a client that was started as one."""

from pathlib import Path
from typing import NamedTuple

from renkei.app.guard_state import GuardState

_BY_CALLED = ("PreToolUse", "PostToolUse", "SubagentStop")


class NamedAgent(NamedTuple):
    id: str
    name: str
    """Empty where agents are at work that differ: nobody knows which of them it is."""


def find_caller(project: Path, *, client: str, session: str, event: str, started_as: str | None) -> NamedAgent | None:
    """A process that was started as an agent is that agent, and while agents are at work that the main thread called,
    the call is theirs; None: it is the main thread."""
    if started_as:
        return NamedAgent(started_as, started_as)
    if client != "gemini" or event not in _BY_CALLED:
        return None
    called = GuardState(project, session).agents_called()
    if not called:
        return None
    return NamedAgent("called", "") if len({name for _, name in called}) > 1 else NamedAgent(*called[0])


def note_return(project: Path, session: str, kind: str) -> None:
    """An agent has come back that a client called which names none: what it wrote is anybody's again."""
    state = GuardState(project, session)
    if mark := state.note_returned(kind):
        state.release(mark)
