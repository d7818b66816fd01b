"""Commits that came while clients were at work: what they say of what binds is nobody's before a person accepts it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from renkei.agent_trees import list_live_sessions
from renkei.app.guard_state import GuardState
from renkei.binding.agent_commits import ChangedFile, disown_commits, find_arrived, list_tips, read_head, stamp_refs
from renkei.binding.disowned import note_last_head, read_last_head


def watch_commits(project: Path, session: str) -> None:
    """What came to be checked out, or to be named by a branch, since a hook of this session last looked did not come by
    a person's hand alone: what it says of what binds is nobody's before a person accepts it (DEC-52).

    Raises: OSError, GitFailed.
    """
    state, now = GuardState(project, session), _look_at_repository(project)
    known = state.watched()
    if known is None:
        begin_watch(project, session)
    elif known[0] != now:
        disown_commits(project, known[1:])
        state.note_watched(now, known[1:])
        note_last_head(project, now.partition(" ")[0])


def watch_sessions(project: Path, env: Mapping[str, str], *more: str) -> None:
    """The same for all sessions of clients at work, and these, that have looked before. Raises: OSError, GitFailed."""
    for session in dict.fromkeys((*list_live_sessions(project, env), *more)):
        if GuardState(project, session).watched() is not None:
            watch_commits(project, session)


def begin_watch(project: Path, session: str, others: Sequence[str] = ()) -> list[ChangedFile]:
    """What is there when a session begins is a person's, unless other sessions are at work: then what was there when
    the first of them began. Raises: OSError, GitFailed.

    Returns:
        what commits changed of what binds since a session was last at work: it counts, and nobody but the person can
        tell whether a process that an agent left behind made them.
    """
    for other in others:
        watch_commits(project, other)
    state, now = GuardState(project, session), _look_at_repository(project)
    known = next((found for each in others if (found := GuardState(project, each).watched())), None)
    head = now.partition(" ")[0]
    here = [head, *list_tips(project)] if head and known is None else []
    state.note_watched(now, here if known is None else known[1:])
    last = read_last_head(project)
    if last != head:
        note_last_head(project, head)
    return find_arrived(project, last) if known is None and last and head and last != head else []


def _look_at_repository(project: Path) -> str:
    return f"{read_head(project)} {stamp_refs(project)}"
