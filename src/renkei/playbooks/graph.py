"""The graph of a playbook's tasks: what waits for what, what follows from what, and circles in it."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import get_args

from renkei.protocol.playbooks import Playbook, PlaybookTask, TaskKind


class Graph:
    """The tasks of a right playbook by id, with what they wait for: `blockedBy`, and the waves before their own."""

    def __init__(self, playbook: Playbook) -> None:
        self.playbook = playbook
        self.tasks: dict[str, PlaybookTask] = {task.id: task for task in playbook.tasks}
        self.waits_for: dict[str, tuple[str, ...]] = _waits_with_waves(playbook)

    @cached_property
    def followers(self) -> Mapping[str, list[str]]:
        """By task, those that wait for it."""
        found: dict[str, list[str]] = {name: [] for name in self.tasks}
        for name, before in self.waits_for.items():
            for each in before:
                found[each].append(name)
        return found

    def find_reduces(self, name: str) -> list[str]:
        """The reduces that take what a task's agent hands back."""
        return [each for each in self.followers[name] if self.tasks[each].kind == "reduce"]

    @cached_property
    def by_kind(self) -> Mapping[TaskKind, list[str]]:
        """The tasks of each kind."""
        found: dict[TaskKind, list[str]] = {kind: [] for kind in get_args(TaskKind)}
        for task in self.tasks.values():
            found[task.kind].append(task.id)
        return found

    @cached_property
    def approvals(self) -> list[str]:
        """The tasks whose results a person approves."""
        return [task.id for task in self.tasks.values() if task.approval]

    def after(self, names: Iterable[str]) -> set[str]:
        """These tasks and all that follows from them."""
        return _find_reachable(names, self.followers)

    def before(self, name: str) -> set[str]:
        """All that a task waits for, directly or not."""
        return _find_reachable(self.waits_for[name], self.waits_for)

    def resolve_target(self, target: str) -> list[str]:
        """The tasks that a rollback target means: a task by its id, else all of one skill or wave."""
        if target in self.tasks:
            return [target]
        return [task.id for task in self.tasks.values() if target in (task.skill, task.wave)]

    @cached_property
    def depth(self) -> dict[str, int]:
        """How many tasks stand one behind the other before each."""
        found: dict[str, int] = {}
        for name in topological_order(self.waits_for):
            found[name] = max((found[each] + 1 for each in self.waits_for[name]), default=0)
        return found


def topological_order(waits_for: Mapping[str, Iterable[str]]) -> list[str]:
    """Every task after those that it waits for; there must be no circle."""
    return list(TopologicalSorter(waits_for).static_order())


def find_cycle(waits_for: Mapping[str, Iterable[str]]) -> list[str] | None:
    """A way from a task back to itself, if there is one, from the one that is listed first: `a, b, a`."""
    try:
        TopologicalSorter(waits_for).prepare()
    except CycleError as error:
        way: list[str] = error.args[1][:0:-1]  # from what is waited for to who waits; its first is its last
        first = way.index(min(way, key=list(waits_for).index))
        return [*way[first:], *way[: first + 1]]
    return None


def _waits_with_waves(playbook: Playbook) -> dict[str, tuple[str, ...]]:
    """A wave waits for the one before it; of that, for those that none of the same wave waits for."""
    last = _last_in_waves(playbook)
    waits: dict[str, tuple[str, ...]] = {}
    for task in playbook.tasks:
        earlier = _wave_before(playbook, task, last)
        waits[task.id] = tuple(dict.fromkeys((*task.blocked_by, *earlier)))
    return waits


def _last_in_waves(playbook: Playbook) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {wave: [] for wave in playbook.waves}
    waited = {each for task in playbook.tasks for each in task.blocked_by}
    wave_of = {task.id: task.wave for task in playbook.tasks}
    inner = {each for task in playbook.tasks for each in task.blocked_by if wave_of.get(each) == task.wave} & waited
    for task in playbook.tasks:
        if task.wave in found and task.id not in inner:
            found[task.wave].append(task.id)
    return found


def _wave_before(playbook: Playbook, task: PlaybookTask, last: dict[str, list[str]]) -> list[str]:
    if task.wave not in last:
        return []
    earlier = playbook.waves[: playbook.waves.index(task.wave)]
    found = [last[wave] for wave in earlier if last[wave]]
    return found[-1] if found else []


def _find_reachable(start: Iterable[str], ways: Mapping[str, Iterable[str]]) -> set[str]:
    found = set(start)
    waiting = list(found)
    while waiting:
        fresh = [each for each in ways[waiting.pop()] if each not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found
