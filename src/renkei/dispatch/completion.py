"""A task is completed (EVT-1): those who wait for it are told, and go on."""

from collections.abc import Iterable, Sequence

from renkei.board.posts import Post, post
from renkei.board.tables import ArtifactRow, ContractRow
from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.ends import ended_by_contract, ended_by_person, ended_by_status, message_behind
from renkei.dispatch.notices import notice
from renkei.dispatch.release import released, somebody_waits, waiting_for
from renkei.protocol.artifacts import artifact_refs
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import ContractClosed, FieldSet, MessagePosted
from renkei.protocol.messages import StateRef, StatusUpdate


def completion_frees_waiting_agents(cause: Cause) -> Iterable[Effect]:
    """By its owner's status or result, by a person's word, or by a contract that is closed as completed."""
    match cause.event:
        case FieldSet(field="status", status="completed", agent=str(agent)) if somebody_waits(cause.view):
            ended = ended_by_status(cause, agent)
            artifacts = _artifacts(cause, agent, message_behind(cause))
        case MessagePosted() if somebody_waits(cause.view):
            ended = ended_by_person(cause)
            artifacts = _artifacts(cause, cause.actor, post(cause.view, cause.event.id)) if ended else []
        case ContractClosed(outcome="completed", contract=name) if somebody_waits(cause.view):
            contract = cause.view.get(ContractRow, name)
            if contract is None:
                return
            ended = ended_by_contract(cause, contract)
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


def _result_of(cause: Cause, contract: ContractRow) -> Post | None:
    return post(cause.view, contract.result) if contract.result else None


def _artifacts(cause: Cause, agent: str, message: Post | None) -> list[str]:
    named = message.payload.get("output_artifacts") if message else None
    if named:
        return artifact_refs(named)
    return [row.ref for row in cause.view.select(ArtifactRow, order="seq", owner=agent)]
