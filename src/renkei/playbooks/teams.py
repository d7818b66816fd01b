"""Who of a playbook works as a team (ORCH-1, ORCH-7). Pure."""

from collections.abc import Iterator
from typing import Final

from renkei.protocol.playbooks import Playbook

NO_AGENT: Final = frozenset({"reduce", "approve", "aggregate"})
"""Kinds of tasks that Renkei does itself."""


def list_teammates(playbook: Playbook) -> list[str]:
    """The agents that discuss with each other; of a playbook that names none, all."""
    team = playbook.agent_team
    if team and team.teammates:
        return list(team.teammates)
    return list(dict.fromkeys(task.agent for task in playbook.tasks if task.kind not in NO_AGENT))


def is_teammate(playbook: Playbook, task: str) -> bool:
    """Whether a task is done by one of them."""
    members = list_teammates(playbook)
    return any(each.id == task and each.agent in members for each in playbook.tasks)


def find_strangers(playbook: Playbook) -> Iterator[str]:
    """Teammates that do no task."""
    agents = {task.agent for task in playbook.tasks}
    yield from (name for name in (playbook.agent_team.teammates if playbook.agent_team else ()) if name not in agents)
