"""tasks.yaml: what the TaskGenerator made of a design. Two levels of tasks, and who builds what in which wave (SDD-27).

Read strictly; what has to fit together is checked with the line of each mistake.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from renkei.errors import BadInput, Problem
from renkei.playbooks.paths import leaves_the_tree, normalize_path, patterns_overlap
from renkei.protocol.base import FilledText, Model, Text
from renkei.protocol.documents import MOST_PROBLEMS, decode_text, parse_document, validate
from renkei.protocol.yaml import Lines, write_yaml
from renkei.sentence import Sentence

Status = Literal["pending", "done"]
TaskId = Annotated[str, Field(pattern=r"^[0-9]{1,4}$")]
SubtaskId = Annotated[str, Field(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$")]
Mistake = tuple[tuple[str | int, ...], Sentence]


class Subtask(Model):
    id: SubtaskId
    summary: FilledText
    p: bool = False
    """Whether it may be done beside others."""
    details: list[FilledText] = []
    specs: Annotated[list[int], Field(min_length=1)]
    """The numbers of the specs in design.md that it serves."""
    acs: list[FilledText] = []
    status: Status = "pending"
    depends: list[FilledText] = []
    optional: bool = False


class Task(Model):
    id: TaskId
    summary: FilledText
    status: Status = "pending"
    subtasks: Annotated[list[Subtask], Field(min_length=1)]


class Group(Model):
    """What one builder does."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    tasks: Annotated[list[FilledText], Field(min_length=1)]
    files: Annotated[list[FilledText], Field(min_length=1)]
    depends: list[FilledText] | None = None
    """Groups that come before; without it, all those of the waves before."""


class Wave(Model):
    wave: Annotated[int, Field(ge=1)]
    groups: Annotated[list[Group], Field(min_length=1)]


class Tasks(Model):
    feature: Text = ""
    tasks: Annotated[list[Task], Field(min_length=1)]
    execution: Annotated[list[Wave], Field(min_length=1)]

    @property
    def subtasks(self) -> dict[str, Subtask]:
        return {sub.id: sub for task in self.tasks for sub in task.subtasks}

    @property
    def groups(self) -> list[tuple[int, Group]]:
        """Every group with its wave."""
        return [(wave.wave, group) for wave in self.execution for group in wave.groups]


NOT_BUILT: Final = (
    "specs/**", "steering/**", ".renkei/**", "CLAUDE.md", ".claude/agents/sdd-*.md", ".claude/settings*.json",
)  # fmt: skip
"""What has another writer than builders, whatever tasks.yaml says."""
_TASKS: Final[TypeAdapter[Tasks]] = TypeAdapter(Tasks)


def read_tasks(data: bytes, name: str, *, specs: Iterable[int] | None = None, is_new: bool = False) -> Tasks:
    """What is to be built.

    Args:
        specs: the numbers of the specs in the design; each of them has to be covered.
        is_new: as the TaskGenerator handed it over: nothing is done, for no builder was there.

    Raises:
        BadInput: with the line of every mistake.
    """
    text = decode_text(data, name)
    tasks = validate(_TASKS, parse_document(text, name), name, text=text)
    lines = Lines.of(text)
    problems = [
        Problem(path=_format_path(path), expected=expected, params={}, line=lines.at(path))
        for path, expected in (
            *_find_mistakes(tasks, None if specs is None else set(specs)),
            *(_find_done(tasks) if is_new else ()),
        )
    ]
    if problems:
        raise BadInput("{name} is not valid.", problems=problems[:MOST_PROBLEMS], name=name)
    return tasks


def write_tasks(tasks: Tasks) -> bytes:
    return write_yaml(tasks.model_dump(exclude_none=True)).encode()


def mark_done(tasks: Tasks, done: Iterable[str]) -> Tasks:
    """The only change that the lead makes: these subtasks are done, and each task of which all are."""
    ids = set(done)

    def marked(task: Task) -> Task:
        subs = [
            sub.model_copy(update={"status": "done"}) if sub.id in ids or task.id in ids else sub
            for sub in task.subtasks
        ]
        is_done = all(sub.status == "done" or sub.optional for sub in subs)
        return task.model_copy(update={"subtasks": subs, "status": "done" if is_done else "pending"})

    return tasks.model_copy(update={"tasks": [marked(task) for task in tasks.tasks]})


def reopen(tasks: Tasks, ids: Iterable[str] | None = None) -> Tasks:
    """These tasks, or all of them, are to be done again."""
    wanted = None if ids is None else set(ids)

    def opened(task: Task) -> Task:
        subs = [
            sub.model_copy(update={"status": "pending"})
            if wanted is None or sub.id in wanted or task.id in wanted
            else sub
            for sub in task.subtasks
        ]
        is_done = all(sub.status == "done" for sub in subs)
        return task.model_copy(update={"subtasks": subs, "status": "done" if is_done else "pending"})

    return tasks.model_copy(update={"tasks": [opened(task) for task in tasks.tasks]})


def differs_in_structure(before: Tasks, after: Tasks) -> bool:
    """Whether anything but a status was changed: that is the TaskGenerator's alone (SDD-4)."""
    return reopen(before) != reopen(after)


def subtasks_of(tasks: Tasks, group: Group) -> list[Subtask]:
    """What a group builds: it names subtasks, or whole tasks."""
    wanted = set(group.tasks)
    return [sub for task in tasks.tasks for sub in task.subtasks if sub.id in wanted or task.id in wanted]


def pending_groups(tasks: Tasks) -> list[tuple[int, Group]]:
    return [
        (wave, group)
        for wave, group in tasks.groups
        if any(sub.status == "pending" for sub in subtasks_of(tasks, group))
    ]


def group_dependencies(tasks: Tasks) -> dict[str, list[str]]:
    """By group, those that have to be done before it: as it says, and as its subtasks' `depends` say; who says nothing
    in a later wave waits for all the waves before."""
    owner = {sub.id: group.id for _, group in tasks.groups for sub in subtasks_of(tasks, group)}
    tops = {task.id: [sub.id for sub in task.subtasks] for task in tasks.tasks}
    found: dict[str, list[str]] = {}
    for wave, group in tasks.groups:
        named = [needed for sub in subtasks_of(tasks, group) for needed in sub.depends]
        subs = [each for needed in named for each in tops.get(needed, [needed])]
        by_task = [owner[sub] for sub in subs if sub in owner]
        if group.depends is None and not by_task:
            by_task = [other.id for at, other in tasks.groups if at < wave]
        wanted = [*(group.depends or ()), *by_task]
        found[group.id] = [each for each in dict.fromkeys(wanted) if each != group.id]
    return found


def _find_mistakes(tasks: Tasks, specs: set[int] | None) -> Iterator[Mistake]:
    yield from _find_order_mistakes(tasks)
    yield from _find_unknown_names(tasks)
    yield from _find_shared_files(tasks)
    yield from _find_foreign_files(tasks)
    yield from _find_unassigned(tasks)
    if specs is None:
        return
    covered = {number for sub in tasks.subtasks.values() for number in sub.specs}
    for number in sorted(specs - covered):
        yield ("tasks",), Sentence("expected a task for Spec {number} of the design", number=number)
    for number in sorted(covered - specs):
        yield ("tasks",), Sentence("expected specs of the design; it has no Spec {number}", number=number)


def _find_order_mistakes(tasks: Tasks) -> Iterator[Mistake]:
    last = 0
    for at, task in enumerate(tasks.tasks):
        if int(task.id) <= last:
            yield ("tasks", at, "id"), Sentence("expected ids that rise; {id} does not", id=task.id)
        last, below = int(task.id), 0
        for number, sub in enumerate(task.subtasks):
            top, _, own = sub.id.partition(".")
            if top != task.id or int(own) <= below:
                expected = Sentence("expected an id of task {task} above the one before", task=task.id)
                yield ("tasks", at, "subtasks", number, "id"), expected
            below = int(own)


def _find_unknown_names(tasks: Tasks) -> Iterator[Mistake]:
    known = tasks.subtasks.keys() | {task.id for task in tasks.tasks}
    for at, task in enumerate(tasks.tasks):
        for number, sub in enumerate(task.subtasks):
            for each in sub.depends:
                if each not in known:
                    yield (
                        ("tasks", at, "subtasks", number, "depends"),
                        Sentence("expected ids of tasks; there is no {id}", id=each),
                    )
    names: dict[str, int] = {}
    for at, wave in enumerate(tasks.execution):
        for number, group in enumerate(wave.groups):
            path = ("execution", at, "groups", number)
            if group.id in names:
                yield (*path, "id"), Sentence("expected each group once; {id} stands here again", id=group.id)
            for each in group.tasks:
                if each not in known:
                    yield (*path, "tasks"), Sentence("expected ids of tasks; there is no {id}", id=each)
            for each in group.depends or ():
                if names.get(each, wave.wave + 1) > wave.wave and each not in {g.id for g in wave.groups}:
                    yield (*path, "depends"), Sentence("expected groups of this wave or one before, not {id}", id=each)
            names[group.id] = wave.wave


def _find_shared_files(tasks: Tasks) -> Iterator[Mistake]:
    for at, wave in enumerate(tasks.execution):
        before: list[tuple[str, str]] = []
        for number, group in enumerate(wave.groups):
            files = [normalize_path(file) for file in group.files]
            for path in files:
                owner = next((name for name, other in before if patterns_overlap(other, path)), None)
                if owner:
                    yield (
                        ("execution", at, "groups", number, "files"),
                        Sentence(
                            "expected each file in one group of a wave; {path} is {owner}'s", path=path, owner=owner
                        ),
                    )
            before += [(group.id, path) for path in files]


def _find_foreign_files(tasks: Tasks) -> Iterator[Mistake]:
    """Builders write code and tests: not specs, nor what tells agents what to do (SDD-4)."""
    for at, wave in enumerate(tasks.execution):
        for number, group in enumerate(wave.groups):
            for file in group.files:
                if leaves_the_tree(file) or any(patterns_overlap(each, normalize_path(file)) for each in NOT_BUILT):
                    yield (
                        ("execution", at, "groups", number, "files"),
                        Sentence("expected files that builders may write; {path} is none", path=file),
                    )


def _find_done(tasks: Tasks) -> Iterator[Mistake]:
    for at, task in enumerate(tasks.tasks):
        for number, sub in enumerate(task.subtasks):
            if sub.status == "done":
                yield (
                    ("tasks", at, "subtasks", number, "status"),
                    Sentence("expected pending: what is done only builders show ({id})", id=sub.id),
                )


def _find_unassigned(tasks: Tasks) -> Iterator[Mistake]:
    assigned = [sub.id for _, group in tasks.groups for sub in subtasks_of(tasks, group)]
    for at, task in enumerate(tasks.tasks):
        for number, sub in enumerate(task.subtasks):
            if sub.id not in assigned and not sub.optional:
                yield (
                    ("tasks", at, "subtasks", number),
                    Sentence("expected a group in execution that builds {id}", id=sub.id),
                )


def _format_path(path: tuple[str | int, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
