"""Whose a task and its artifacts are, as it changes (DEC-24, DEC-25)."""

from collections.abc import Iterable

from renkei.board.contracts import contract_of_task
from renkei.board.tables import ArtifactRow, ContractRow, TaskRow
from renkei.board.tasks import Task, find_artifact, find_task, tasks_named, terms_of_task
from renkei.board.team import PERSON, SYSTEM, find_member, list_leads
from renkei.dispatch.base import Cause, Effect, payload_of, system_effect
from renkei.dispatch.completion import ends_by_contract, ends_by_person, ends_by_status
from renkei.dispatch.notices import share_knowledge
from renkei.dispatch.release import agents_waiting_for
from renkei.policy.authority import HandOver, HandTaskOver, TakeUp, has_authority
from renkei.protocol.artifacts import deliverable_refs
from renkei.protocol.base import LONGEST_REF
from renkei.protocol.board import Awaited
from renkei.protocol.events import (
    AgentRemoved,
    ArtifactExpected,
    ArtifactHandedOver,
    ContractClosed,
    ContractOffered,
    FieldSet,
    MessagePosted,
    TaskClosed,
    TaskTaken,
)
from renkei.protocol.messages import StatusUpdate, TaskBlocked, TaskHandoff, TaskResult


def a_task_belongs_to_the_first_who_starts_it(cause: Cause) -> Iterable[Effect]:
    """By saying that it works on it, by making it its current task, or by a result."""
    name = _task_started(cause)
    row = cause.view.get(TaskRow, name) if name else None
    if row is None or row.started or find_member(cause.view, cause.actor) is None:
        return
    if has_authority(cause.view, cause.actor, TakeUp(task=row.id)):
        yield system_effect(TaskTaken(task=row.id, owner=cause.actor))


def those_who_lose_a_task_to_another_are_told(cause: Cause) -> Iterable[Effect]:
    """Of those to whom it was handed: they owe nothing any more."""
    if not isinstance(cause.event, TaskTaken):
        return
    name, owner = cause.event.task, cause.event.owner
    row = cause.view.get(TaskRow, name)
    yield from share_knowledge(
        cause,
        [each for each in (row.addressees if row else []) if each != owner],
        "normal",
        topic=cause.say("{agent} has taken {task}", agent=owner, task=name),
        content=cause.say("{task} is {agent}'s now: nothing is expected of you any more.", agent=owner, task=name),
        relevance=cause.say("It was handed to you, too."),
    )


def a_task_that_is_called_done_is_closed(cause: Cause) -> Iterable[Effect]:
    match cause.event:
        case FieldSet(field="status", status="completed", agent=str(agent)):
            ended, message = ends_by_status(cause, agent), cause.event.message
        case MessagePosted():
            ended, message = ends_by_person(cause), cause.event.id
        case ContractClosed(outcome="completed", contract=name):
            contract = cause.view.get(ContractRow, name)
            ended, message = ends_by_contract(cause, contract) if contract else [], None
        case _:
            return
    for what in ended:
        row = cause.view.get(TaskRow, what.id) if what.kind == "task" else None
        if row and row.state == "open" and contract_of_task(cause.view, row.id) is None:
            yield system_effect(TaskClosed(task=row.event, outcome="completed", by=cause.actor, message=message))


def a_handed_over_artifact_belongs_to_the_one_who_takes_the_task(cause: Cause) -> Iterable[Effect]:
    """What the expected output of a hand-off names goes with it, if its sender may give it."""
    name = _task_owned(cause)
    task = find_task(cause.view, name) if name else None
    if task is None or task.owner is None or task.delegator is None:
        return
    refs = _refs_to_yield(cause, task)
    for artifact in filter(None, (find_artifact(cause.view, ref) for ref in refs)):
        is_given = has_authority(cause.view, task.delegator, HandOver(artifact=artifact.ref, task=task.id))
        if artifact.owner != task.owner and is_given:
            yield system_effect(_handover_event(cause, artifact, task.owner, task.id))


def a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so(cause: Cause) -> Iterable[Effect]:
    """If its owner hands it over, or a person does."""
    name = _task_owned(cause)
    task = find_task(cause.view, name) if name else None
    said = [each for each in terms_of_task(cause.view, task) if isinstance(each, TaskHandoff)] if task else []
    row = cause.view.get(TaskRow, said[0].task_description.strip()) if said else None
    if task is None or task.owner is None or task.delegator is None or row is None or row.state != "open":
        return
    if row.delegator is None and has_authority(cause.view, task.delegator, HandTaskOver(task=row.id)):
        yield system_effect(TaskTaken(task=row.event, owner=task.owner))


def what_a_task_is_to_yield_belongs_to_its_owner(cause: Cause) -> Iterable[Effect]:
    """From when it is given, if nobody has it or its delegator may give it: no other hands it in first."""
    name = _task_given(cause)
    task = find_task(cause.view, name) if name else None
    if task is None or task.delegator is None:
        return
    for ref in _refs_to_yield(cause, task):
        is_given = has_authority(cause.view, task.delegator, HandOver(artifact=ref, task=task.id))
        if is_given and find_artifact(cause.view, ref) is None and len(ref) <= LONGEST_REF:
            yield system_effect(ArtifactExpected(ref=ref, task=task.id))


def _task_given(cause: Cause) -> str | None:
    """By a hand-off, or by a contract that none carries; a run's are its own."""
    match cause.event:
        case MessagePosted(kind="TASK_HANDOFF", id=name):
            return name
        case ContractOffered(id=name, handoff=None, delegator=delegator) if delegator != SYSTEM:
            return name
        case _:
            return None


def _refs_to_yield(cause: Cause, task: Task) -> list[str]:
    return [ref for said in terms_of_task(cause.view, task) for ref in deliverable_refs(said)]


def the_artifacts_of_one_who_leaves_go_to_its_delegator(cause: Cause) -> Iterable[Effect]:
    """Of whom the task came that yields them; where that one is gone too, to the lead, else to a person."""
    event = cause.event
    if not isinstance(event, AgentRemoved):
        return
    for row in cause.view.select(ArtifactRow, order="seq", owner=event.agent):
        task = find_task(cause.view, row.task) if row.task else None
        wanted = [task.delegator if task else None, *list_leads(cause.view)]
        heirs = [name for name in wanted if name and name != SYSTEM and find_member(cause.view, name)]
        yield system_effect(_handover_event(cause, row, heirs[0] if heirs else PERSON, row.task))


def a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait(cause: Cause) -> Iterable[Effect]:
    """They go on waiting until they, the lead or a person say otherwise: what they wait for does not come."""
    match cause.event:
        case TaskClosed(outcome="cancelled", task=name):
            names, why = [Awaited("task", name)], cause.event.body.why if cause.event.body else ""
        case ContractClosed(outcome="partial" | "failed", contract=name):
            names, why = [Awaited("contract", name), Awaited("task", name)], ""
            why = cause.event.body.note if cause.event.body else why
        case _:
            return
    task = find_task(cause.view, name)
    is_plain = isinstance(cause.event, TaskClosed) and contract_of_task(cause.view, name) is None
    concerned = [*(task.entitled if task and is_plain else ()), *agents_waiting_for(cause, names)]
    yield from share_knowledge(
        cause,
        [reader for reader in concerned if reader != cause.actor],
        "high",
        topic=cause.say("{task} is cancelled", task=name),
        content=cause.say("{task} does not come: {agent} has ended it. {why}", task=name, agent=cause.actor, why=why),
        relevance=cause.say("You work on it or wait for it."),
        action=cause.say("Take your wait back with a reason, or ask the lead what comes instead."),
    )


def _task_started(cause: Cause) -> str | None:
    if update := payload_of(cause, StatusUpdate):
        return update.task_ref
    if report := payload_of(cause, TaskResult) or payload_of(cause, TaskBlocked):
        reply = cause.event.in_reply_to if isinstance(cause.event, MessagePosted) else None
        return next(iter(tasks_named(cause.view, report.original_task_ref, reply)[-1:]), None)
    event = cause.event
    is_own = isinstance(event, FieldSet) and event.field == "current_task" and event.agent == cause.actor
    return event.value if isinstance(event, FieldSet) and is_own else None


def _task_owned(cause: Cause) -> str | None:
    """The task that has got its owner by this event."""
    if isinstance(cause.event, TaskTaken):
        return cause.event.task
    is_handoff = payload_of(cause, TaskHandoff) is not None
    return cause.event.id if isinstance(cause.event, MessagePosted) and is_handoff else None


def _handover_event(cause: Cause, artifact: ArtifactRow, owner: str, task: str | None) -> ArtifactHandedOver:
    return ArtifactHandedOver(ref=artifact.ref, owner=owner, task=task, action="artifact handed over")
