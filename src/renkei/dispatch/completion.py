"""A task is completed (EVT-1): who waits for it, and what it has yielded."""

from collections.abc import Callable, Iterable, Sequence

from renkei.board.contracts import contract_of_task
from renkei.board.fold import event_of
from renkei.board.posts import Post, find_post
from renkei.board.tables import ArtifactRow, ChangeRow, ContractRow, FieldRow, TaskRow
from renkei.board.tasks import find_task, has_open_contract, open_tasks, tasks_named
from renkei.board.team import PERSON
from renkei.dispatch.base import Cause, field_of, payload_of, status_of
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import agents_waiting_for, is_anybody_waiting
from renkei.policy.authority import Complete, has_authority
from renkei.protocol.artifacts import merge_artifacts
from renkei.protocol.board import Awaited
from renkei.protocol.events import ContractClosed, FieldSet, MessagePosted
from renkei.protocol.messages import StatusUpdate, TaskResult

# What a word of completion ends (DEC-24): the tasks whose completion its author may say, and no other.


def ends_by_status(cause: Cause, agent: str) -> list[Awaited]:
    """An agent is completed: its tasks are, as far as no contract holds them; the agent itself once none does."""
    tasks = [name for name in _tasks_done(cause, agent) if _is_completed_by(cause, agent, name)]
    return [*_as_awaited(tasks), *_agent_ended(cause, agent)]


def ends_by_person(cause: Cause) -> list[Awaited]:
    """A person says that a task is done; no status of an entry says it once more."""
    tasks = _tasks_called_done(cause) if cause.actor == PERSON else []
    return _as_awaited([name for name in tasks if has_authority(cause.view, PERSON, Complete(task=name))])


def ends_by_contract(cause: Cause, contract: ContractRow) -> list[Awaited]:
    """A contract is verified: so are the hand-offs that it holds, and its assignee is done if it says so."""
    agent = contract.assignee
    is_done = status_of(cause.view, agent) == "completed" and not has_open_contract(cause.view, agent)
    tasks = [name for name in (contract.id, *contract.handoffs) if _is_held_by(cause, name, contract)]
    own = [name for name in _tasks_held_back(cause, agent) if _is_completed_by(cause, agent, name)] if is_done else []
    return [
        Awaited("contract", contract.id),
        *_as_awaited([*tasks, *own]),
        *([Awaited("agent", agent)] if is_done else []),
    ]


def message_behind(cause: Cause) -> Post | None:
    """The message that set the status."""
    name = cause.event.message if isinstance(cause.event, FieldSet) else None
    return find_post(cause.view, name) if name else None


def _tasks_done(cause: Cause, agent: str) -> list[str]:
    """What is done: what the message names, and nothing else; where it names nothing, the current task.

    By the agent's own write, all of its.
    """
    message = message_behind(cause)
    if message and (named := _tasks_named(cause, message)):
        return named
    names = [field_of(cause.view, agent, "current_task"), _task_laid_down(cause, agent)]
    if message is None and cause.actor == agent:
        names.extend(open_tasks(cause.view, agent))
    return [name for name in dict.fromkeys(names) if name]


def _tasks_named(cause: Cause, message: Post) -> list[str]:
    if message.type != "TASK_RESULT":
        return tasks_named(cause.view, message.payload.get("task_ref"))
    return tasks_named(cause.view, message.payload.get("original_task_ref"), message.in_reply_to)


def _tasks_called_done(cause: Cause) -> list[str]:
    """The tasks that a message calls completed."""
    result, update = payload_of(cause, TaskResult), payload_of(cause, StatusUpdate)
    is_done = (result and result.status == "completed") or (update and update.new_status == "completed")
    message = find_post(cause.view, cause.event.id) if is_done and isinstance(cause.event, MessagePosted) else None
    return _tasks_named(cause, message) if message else []


def _tasks_held_back(cause: Cause, agent: str) -> list[str]:
    """What an agent said on the board to be done, by its own names, while a contract was open that may hold it."""
    said = cause.view.get(FieldRow, f"agents.{agent}.status")
    record = cause.view.event(said.seq) if said else None
    event = event_of(record) if record else None
    if record is None or not isinstance(event, FieldSet) or event.message or record.actor != agent:
        return []
    rows = cause.view.select(TaskRow, order="seq", before=record.seq, owner=agent, state="open")
    return [row.id for row in rows if row.delegator is None]


def _is_held_by(cause: Cause, name: str, contract: ContractRow) -> bool:
    held = contract_of_task(cause.view, name)
    return held is not None and held.id == contract.id


def _as_awaited(tasks: list[str]) -> list[Awaited]:
    return [Awaited("task", name) for name in tasks]


def _is_completed_by(cause: Cause, agent: str, name: str) -> bool:
    """Whether the agent may say so. What it calls its work by a name alone may be what a contract holds."""
    task = find_task(cause.view, name)
    if task is None or task.owner != agent or (task.delegator is None and has_open_contract(cause.view, agent)):
        return False
    return has_authority(cause.view, agent, Complete(task=name))


def _agent_ended(cause: Cause, agent: str) -> list[Awaited]:
    return [] if has_open_contract(cause.view, agent) else [Awaited("agent", agent)]


def _task_laid_down(cause: Cause, agent: str) -> str | None:
    """The current task that the same command cleared."""
    path = f"agents.{agent}.current_task"
    field = cause.view.get(FieldRow, path)
    if field is None or field.seq < cause.root:
        return None
    rows = cause.view.select(ChangeRow, order="seq", after=cause.root - 1, path=path)
    return rows[0].old if rows else None


def task_completed(cause: Cause) -> Iterable[Occasion]:
    """By its owner's status or result, by a person's word, or by a contract that is closed as completed."""
    match cause.event:
        case FieldSet(field="status", status="completed", agent=str(agent)):
            ended, message = ends_by_status(cause, agent), message_behind(cause)
        case MessagePosted(id=name):
            ended, agent, message = ends_by_person(cause), cause.actor, find_post(cause.view, name)
        case ContractClosed(outcome="completed", contract=name):
            contract = cause.view.get(ContractRow, name)
            if contract is None:
                return
            agent, message = contract.assignee, _result_of(cause, contract)
            ended = ends_by_contract(cause, contract)
        case _:
            return
    if not ended:
        return
    if not is_anybody_waiting(cause.view):
        yield completion_occasion(cause, agent, ended[0], lambda: _artifact_refs(cause, agent, message))
        return
    agents = agents_waiting_for(cause, ended)
    yield completion_occasion(
        cause, agent, ended[0], lambda: _artifact_refs(cause, agent, message), waiting=agents, ended=ended
    )


def completion_occasion(
    cause: Cause,
    agent: str | None,
    what: Awaited,
    artifacts: Callable[[], list[str]],
    *,
    waiting: Sequence[str] = (),
    ended: Sequence[Awaited] = (),
) -> Occasion:
    return Occasion(
        names=("task_completed",),
        cause=cause,
        groups={"waiting_agents": list(waiting)},
        tell=lambda: {"agent": agent, "completed_task": what.id, "artifact_refs": artifacts()},
        ended=ended,
    )


def _result_of(cause: Cause, contract: ContractRow) -> Post | None:
    return find_post(cause.view, contract.result) if contract.result else None


def _artifact_refs(cause: Cause, agent: str, message: Post | None) -> list[str]:
    named = merge_artifacts(message.payload.get("output_artifacts") or []) if message else []
    return [artifact.ref for artifact in named] or [
        row.ref for row in cause.view.select(ArtifactRow, order="seq", owner=agent)
    ]
