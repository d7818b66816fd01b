"""What a word of completion ends (DEC-24): the tasks whose completion its author may say, and no other."""

from renkei.board.contracts import contract_of_task
from renkei.board.posts import Post, post
from renkei.board.tables import ChangeRow, ContractRow, FieldRow, TaskRow
from renkei.board.tasks import find_task, has_open_contract, open_tasks
from renkei.board.team import PERSON
from renkei.dispatch.base import Cause, field_of, payload_of, status_of
from renkei.policy.authority import Complete, may
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import FieldSet
from renkei.protocol.messages import StatusUpdate, TaskResult


def ended_by_status(cause: Cause, agent: str) -> list[Awaited]:
    """An agent is completed: its tasks are, as far as no contract holds them; the agent itself once none does."""
    tasks = [name for name in _tasks(cause, agent) if _is_completed_by(cause, agent, name)]
    return [*_awaited(tasks), *_agent_ended(cause, agent)]


def ended_by_person(cause: Cause) -> list[Awaited]:
    """A person says that a task is done; no status of an entry says it once more."""
    task = _task_called_done(cause)
    is_done = task is not None and cause.actor == PERSON and may(cause.view, cause.actor, Complete(task=task))
    return _awaited([task]) if task and is_done and not contract_of_task(cause.view, task) else []


def ended_by_contract(cause: Cause, contract: ContractRow) -> list[Awaited]:
    """A contract is verified: so are the hand-offs that carried it, and its assignee is done if it says so."""
    agent = contract.assignee
    is_done = status_of(cause.view, agent) == "completed" and not has_open_contract(cause.view, agent)
    current = field_of(cause.view, agent, "current_task") if is_done else None
    own = [current] if current and _is_completed_by(cause, agent, current) else []
    tasks = _awaited([contract.id, *contract.handoffs, *own])
    return [Awaited("contract", contract.id), *tasks, *([Awaited("agent", agent)] if is_done else [])]


def message_behind(cause: Cause) -> Post | None:
    """The message that set the status."""
    name = cause.event.message if isinstance(cause.event, FieldSet) else None
    return post(cause.view, name) if name else None


def _tasks(cause: Cause, agent: str) -> list[str]:
    """What is done: the task that the message names, and the current one; by the agent's own write, all of its."""
    message = message_behind(cause)
    named = _task_named(message) if message else None
    if named and contract_of_task(cause.view, named):
        return []  # it is delivered, and so is what the agent calls its work: verification says whether it is done
    names = [named, field_of(cause.view, agent, "current_task"), _task_laid_down(cause, agent)]
    if message is None and cause.actor == agent:
        names.extend(open_tasks(cause.view, agent))
    return [name for name in dict.fromkeys(names) if name]


def _task_named(message: Post) -> str | None:
    return message.payload.get("original_task_ref") or message.payload.get("task_ref")


def _task_called_done(cause: Cause) -> str | None:
    """The task that a message calls completed."""
    if result := payload_of(cause, TaskResult):
        return result.original_task_ref if result.status == "completed" else None
    update = payload_of(cause, StatusUpdate)
    return update.task_ref if update and update.new_status == "completed" else None


def _awaited(tasks: list[str]) -> list[Awaited]:
    return [Awaited("task", name) for name in tasks]


def _is_completed_by(cause: Cause, agent: str, name: str) -> bool:
    """Whether the agent may say so. What it calls its work by a name alone may be what a contract holds."""
    is_handed_over = cause.view.get(TaskRow, name) is not None
    if contract_of_task(cause.view, name) or (not is_handed_over and has_open_contract(cause.view, agent)):
        return False
    task = find_task(cause.view, name)
    if task is None:  # the agent laid it down with this very word
        return name == _task_laid_down(cause, agent)
    return task.owner == agent and may(cause.view, agent, Complete(task=name)) and task.state != "cancelled"


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
