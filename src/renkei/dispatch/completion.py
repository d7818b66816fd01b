"""A task is completed (EVT-1): who waits for it, and what it has yielded."""

from collections.abc import Callable, Iterable, Sequence

from renkei.board.posts import Post, post
from renkei.board.tables import ArtifactRow, ChangeRow, ContractRow, FieldRow
from renkei.dispatch.base import Cause, field_of
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import somebody_waits, waiting_for
from renkei.dispatch.waiting import owed_tasks
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import ContractClosed, FieldSet
from renkei.protocol.messages import described_artifacts


def task_completed(cause: Cause) -> Iterable[Occasion]:
    """By an agent's status, whoever set it and however, or by a contract that is closed as completed."""
    match cause.event:
        case FieldSet(field="status", status="completed", agent=str(agent)):
            message = _message(cause)
            ended = [*_tasks(cause, agent, message), Awaited("agent", agent)]
        case ContractClosed(outcome="completed", contract=name):
            contract = cause.view.get(ContractRow, name)
            if contract is None:
                return
            agent, message = contract.assignee, _result_of(cause, contract)
            ended = [Awaited("contract", name), *(Awaited("task", task) for task in contract.handoffs)]
        case _:
            return
    if not somebody_waits(cause.view):
        yield completion(cause, agent, ended[0], lambda: _artifacts(cause, agent, message))
        return
    agents = waiting_for(cause, ended)
    yield completion(cause, agent, ended[0], lambda: _artifacts(cause, agent, message), waiting=agents, ended=ended)


def completion(
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


def _message(cause: Cause) -> Post | None:
    """The message that set the status."""
    name = cause.event.message if isinstance(cause.event, FieldSet) else None
    return post(cause.view, name) if name else None


def _result_of(cause: Cause, contract: ContractRow) -> Post | None:
    return post(cause.view, contract.result) if contract.result else None


def _tasks(cause: Cause, agent: str, message: Post | None) -> list[Awaited]:
    """What is done: the task that the message names, and the agent's current one; without a message, all of its."""
    names: list[str | None] = [field_of(cause.view, agent, "current_task"), _task_laid_down(cause, agent)]
    if message:
        names.insert(0, message.payload.get("original_task_ref") or message.payload.get("task_ref"))
    else:
        names.extend(owed_tasks(cause.view, agent))
    return [Awaited("task", name) for name in dict.fromkeys(names) if name]


def _task_laid_down(cause: Cause, agent: str) -> str | None:
    """The current task that the same command cleared."""
    path = f"agents.{agent}.current_task"
    field = cause.view.get(FieldRow, path)
    if field is None or field.seq < cause.root:
        return None
    rows = cause.view.select(ChangeRow, order="seq", after=cause.root - 1, path=path)
    return rows[0].old if rows else None


def _artifacts(cause: Cause, agent: str, message: Post | None) -> list[str]:
    named = described_artifacts(message.payload.get("output_artifacts") or []) if message else []
    return [artifact.ref for artifact in named] or [
        row.ref for row in cause.view.select(ArtifactRow, order="seq", owner=agent)
    ]
