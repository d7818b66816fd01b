"""A task is completed (EVT-1): who waits for it, and what it has yielded."""

from collections.abc import Callable, Iterable, Sequence

from renkei.board.posts import Post, find_post
from renkei.board.tables import ArtifactRow, ContractRow
from renkei.dispatch.base import Cause
from renkei.dispatch.ends import ends_by_contract, ends_by_person, ends_by_status, message_behind
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import is_anybody_waiting, agents_waiting_for
from renkei.protocol.artifacts import merge_artifacts
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import ContractClosed, FieldSet, MessagePosted


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
    yield completion_occasion(cause, agent, ended[0], lambda: _artifact_refs(cause, agent, message), waiting=agents, ended=ended)


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
