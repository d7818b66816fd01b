"""What a message does and points to: put to `policy.authority` before it is posted, or remarked on."""

from collections.abc import Callable, Iterable
from typing import Final

from renkei.board.posts import find_post
from renkei.board.tables import BlockerRow, DecisionRow
from renkei.board.tasks import find_artifact, find_task, task_that_yields, tasks_named
from renkei.commands.base import CommandContext, Note
from renkei.eventlog.base import View
from renkei.policy.answers import Answer, conflict_of, conflicts_named, debts_paid, reviews_named
from renkei.policy.authority import (
    Act,
    ActInTurn,
    AnswerConflict,
    AnswerReview,
    Complete,
    Produce,
    ReportOn,
    ResolveDecision,
    SetOwnStatus,
)
from renkei.protocol.artifacts import merge_artifacts
from renkei.protocol.events import Debt
from renkei.protocol.messages import (
    ConflictReport,
    DecisionResult,
    Draft,
    Payload,
    ReviewRequest,
    ReviewResult,
    StatusUpdate,
    TaskBlocked,
    TaskHandoff,
    TaskResult,
)


def acts_of(context: CommandContext, draft: Draft, *, delivers: bool) -> Iterable[Act]:
    """All that a message claims to do; `delivers`: the completion of a contract is not claimed, but put forward."""
    if _changes_the_board(draft):
        yield act_in_turn(context)
    match draft.payload:
        case TaskResult() as result:
            tasks = tasks_named(context.view, result.original_task_ref, draft.in_reply_to)
            yield from _acts_of_result(result, tasks, delivers=delivers)
        case TaskBlocked() as blocked:
            for task in tasks_named(context.view, blocked.original_task_ref, draft.in_reply_to):
                yield ReportOn(task=task)
        case StatusUpdate() as update:
            yield from _acts_of_update(update)
        case DecisionResult() as decided:
            yield ResolveDecision(decision=decided.decision_id)
            yield from _ends_of_conflicts(context, draft)
        case TaskHandoff():
            yield from _ends_of_conflicts(context, draft)
        case ReviewResult():
            for request in reviews_named(context.view, answer_of(context.actor.name, draft)):
                yield AnswerReview(request=request)
        case _:
            pass


def _changes_the_board(draft: Draft) -> bool:
    match draft.payload:
        case TaskResult() | TaskBlocked() | StatusUpdate() | ReviewResult() | DecisionResult():
            return True
        case ReviewRequest() as request:
            return request.blocking
        case _:
            return False


def act_in_turn(context: CommandContext) -> ActInTurn:
    """Plain use of the command line by a person needs no turn."""
    return ActInTurn(required=context.turns_required, by_itself=context.actor.via in ("token", "hook"))


def _acts_of_result(result: TaskResult, tasks: list[str], *, delivers: bool) -> Iterable[Act]:
    is_completed = result.status == "completed"
    for task in tasks:
        yield Complete(task=task) if is_completed and not delivers else ReportOn(task=task)
    if is_completed:
        yield SetOwnStatus(status="completed", about_all=False)
    for artifact in merge_artifacts(result.output_artifacts):
        yield Produce(artifact=artifact.ref, task=result.original_task_ref, path=artifact.path)


def _acts_of_update(update: StatusUpdate) -> Iterable[Act]:
    if update.task_ref:
        is_done = update.new_status == "completed"
        yield Complete(task=update.task_ref) if is_done else ReportOn(task=update.task_ref)
    yield SetOwnStatus(status=update.new_status, about_all=update.task_ref is None)


def _ends_of_conflicts(context: CommandContext, draft: Draft) -> Iterable[Act]:
    """A message that names a conflict, of a kind that answers one, claims to end it."""
    for report in conflicts_named(context.view, answer_of(context.actor.name, draft)):
        yield AnswerConflict(report=report)


def unknown_references(view: View, draft: Draft) -> list[Note]:
    """References to things nobody knows are taken, and named."""
    return [
        Note(text="{field}: nothing is known of {kind} {id}.", params={"field": field, "kind": kind, "id": ref})
        for field, kind, ref in _list_references(draft)
        if not _KNOWN[kind](view, ref)
    ]


def _is_task(view: View, ref: str) -> bool:
    return find_post(view, ref) is not None or find_task(view, ref) is not None


def _is_decision(view: View, ref: str) -> bool:
    """A conflict is decided by the id of its report, or by that of the block that it put on somebody (DEC-26)."""
    is_opened = view.get(DecisionRow, ref) or view.get(BlockerRow, ref)
    return is_opened is not None or conflict_of(view, ref) is not None


def _is_artifact(view: View, ref: str) -> bool:
    """One that is there, or that a task is to yield."""
    return find_artifact(view, ref) is not None or task_that_yields(view, ref) is not None


def _is_answerable(view: View, ref: str) -> bool:
    """A message, or what one opened: an answer may name a task, a decision or a block."""
    return _is_task(view, ref) or _is_decision(view, ref)


_KNOWN: Final[dict[str, Callable[[View, str], bool]]] = {
    "message": _is_answerable,
    "task": _is_task,
    "decision": _is_decision,
    "artifact": _is_artifact,
}


def _list_references(draft: Draft) -> list[tuple[str, str, str]]:
    """(field, kind, id) of what a message points to."""
    found = [("related_state_refs", ref.type, ref.id) for ref in draft.related_state_refs if ref.type in _KNOWN]
    if draft.in_reply_to is not None:
        found.append(("in_reply_to", "message", draft.in_reply_to))
    for field, kind in _FIELDS.get(type(draft.payload), ()):
        named: str | list[str] | None = getattr(draft.payload, field)
        refs = [named] if isinstance(named, str) else named or []
        found.extend((f"payload.{field}", kind, ref) for ref in refs)
    return found


_FIELDS: Final[dict[type[Payload], tuple[tuple[str, str], ...]]] = {
    TaskResult: (("original_task_ref", "task"),),
    TaskBlocked: (("original_task_ref", "task"),),
    DecisionResult: (("decision_id", "decision"),),
    TaskHandoff: (("input_artifacts", "artifact"),),
    ConflictReport: (("conflicting_artifacts", "artifact"), ("conflicting_decisions", "decision")),
    ReviewRequest: (("artifact_ref", "artifact"),),
    ReviewResult: (("artifact_ref", "artifact"),),
}
"""Which fields of a payload point to what."""


def find_settled_debts(view: View, sender: str, draft: Draft, readers: list[str], addressed: list[str]) -> list[Debt]:
    """The debts that this message pays."""
    return debts_paid(view, answer_of(sender, draft, readers, addressed))


def answer_of(
    sender: str, draft: Draft, readers: list[str] | None = None, addressed: list[str] | None = None
) -> Answer:
    """A draft as an answer."""
    return Answer(
        sender=sender,
        type=draft.type,
        payload=draft.payload,
        in_reply_to=draft.in_reply_to,
        state_refs=[(ref.type, ref.id) for ref in draft.related_state_refs],
        readers=readers or [],
        addressed=addressed or [],
    )
