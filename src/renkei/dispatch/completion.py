"""A task is completed (EVT-1): those who wait for it are told, and go on."""

from collections.abc import Iterable, Sequence

from renkei.board.posts import Post, post
from renkei.board.tables import ArtifactRow, ChangeRow, ContractRow, FieldRow
from renkei.dispatch.base import Cause, Effect, field_of
from renkei.dispatch.notices import notice
from renkei.dispatch.release import released, somebody_waits, waiting_for
from renkei.dispatch.waiting import owed_tasks
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import ContractClosed, FieldSet
from renkei.protocol.messages import StateRef, StatusUpdate


def completion_frees_waiting_agents(cause: Cause) -> Iterable[Effect]:
    """By an agent's status, whoever set it and however, or by a contract that is closed as completed."""
    match cause.event:
        case FieldSet(field="status", status="completed", agent=str(agent)) if somebody_waits(cause.view):
            message = _message(cause)
            ended = [*_tasks(cause, agent, message), Awaited("agent", agent)]
            artifacts = _artifacts(cause, agent, message)
        case ContractClosed(outcome="completed", contract=name) if somebody_waits(cause.view):
            contract = cause.view.get(ContractRow, name)
            if contract is None:
                return
            ended = [Awaited("contract", name), *(Awaited("task", task) for task in contract.handoffs)]
            artifacts = _artifacts(cause, contract.assignee, _result_of(cause, contract))
        case _:
            return
    if agents := waiting_for(cause, ended):
        yield from told_of_completion(cause, agents, ended[0], artifacts)
    yield from released(cause, ended)


def told_of_completion(cause: Cause, agents: Sequence[str], what: Awaited, artifacts: list[str]) -> Iterable[Effect]:
    text = cause.say(
        "The task that you were waiting for is completed.\n"
        "Completed task: {completed_task}\n"
        "Artifacts: {artifact_refs}\n"
        "→ Look at the Shared State Board and take up your work again.",
        completed_task=what.id,
        artifact_refs=", ".join(artifacts) or "-",
    )
    update = StatusUpdate(task_ref=what.id, new_status="completed", progress_summary=text)
    refs = [StateRef(type="artifact", id=ref) for ref in artifacts]
    return notice(cause.view, "STATUS_UPDATE", update, agents, "blocking", summary=text, refs=refs)


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
    named = message.payload.get("output_artifacts") if message else None
    return named or [row.ref for row in cause.view.select(ArtifactRow, order="seq", owner=agent)]
