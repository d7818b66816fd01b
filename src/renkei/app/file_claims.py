"""Whose a file is while agents write (TEAM-9): what those of every session at work have claimed. Standard library only.

A claim is kept by the whole path of its file: work trees of one project have files of the same name.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from renkei.agent_trees import list_live_sessions
from renkei.app.guard_state import GuardState

Claims = dict[str, tuple[str, str]]
"""Path, from the tree on if it is in it, to id and name of the agent that writes it."""


def find_claims(project: Path, env: Mapping[str, str], tree: Path, session: str) -> Claims:
    """What is claimed in a tree; of two sessions that came at the same moment, one's own counts first."""
    root, found = f"{os.path.realpath(tree)}/", Claims()
    others = [each for each in list_live_sessions(project, env) if each != session]
    for each in (*others, session):
        found.update(GuardState(project, each).owners())
    return {path.removeprefix(root): owner for path, owner in found.items()}


def claim_files(state: GuardState, tree: Path, agent_id: str, agent: str, places: Iterable[str]) -> None:
    """Claims what nobody of this session has claimed. Raises: OSError."""
    root = os.path.realpath(tree)
    state.claim(agent_id, agent, [each if each.startswith("/") else f"{root}/{each}" for each in places])
