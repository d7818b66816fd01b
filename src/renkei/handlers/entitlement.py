"""What a message does to tasks, artifacts, answers and blocks, put to `policy.authority` before it is posted."""

from collections.abc import Iterable

from renkei.board.tasks import tasks_named
from renkei.handlers.base import Asked
from renkei.handlers.debts import answer_of
from renkei.policy.answers import conflicts_named, reviews_named
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
from renkei.protocol.artifacts import described_artifacts
from renkei.protocol.messages import (
    DecisionResult,
    Draft,
    ReviewRequest,
    ReviewResult,
    StatusUpdate,
    TaskBlocked,
    TaskHandoff,
    TaskResult,
)


def acts_of(asked: Asked, draft: Draft, *, delivers: bool) -> Iterable[Act]:
    """All that a message claims to do; `delivers`: the completion of a contract is not claimed, but put forward."""
    if _changes_the_board(draft):
        yield act_in_turn(asked)
    match draft.payload:
        case TaskResult() as result:
            tasks = tasks_named(asked.view, result.original_task_ref, draft.in_reply_to)
            yield from _acts_of_result(result, tasks, delivers=delivers)
        case TaskBlocked() as blocked:
            for task in tasks_named(asked.view, blocked.original_task_ref, draft.in_reply_to):
                yield ReportOn(task=task)
        case StatusUpdate() as update:
            yield from _acts_of_update(update)
        case DecisionResult() as decided:
            yield ResolveDecision(decision=decided.decision_id)
            yield from _ends_of_conflicts(asked, draft)
        case TaskHandoff():
            yield from _ends_of_conflicts(asked, draft)
        case ReviewResult():
            for request in reviews_named(asked.view, answer_of(asked.actor.name, draft)):
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


def act_in_turn(asked: Asked) -> ActInTurn:
    """Plain use of the command line by a person needs no turn."""
    return ActInTurn(required=asked.turns_required, by_itself=asked.actor.via in ("token", "hook"))


def _acts_of_result(result: TaskResult, tasks: list[str], *, delivers: bool) -> Iterable[Act]:
    is_completed = result.status == "completed"
    for task in tasks:
        yield Complete(task=task) if is_completed and not delivers else ReportOn(task=task)
    if is_completed:
        yield SetOwnStatus(status="completed", about_all=False)
    for artifact in described_artifacts(result.output_artifacts):
        yield Produce(artifact=artifact.ref, task=result.original_task_ref, path=artifact.path)


def _acts_of_update(update: StatusUpdate) -> Iterable[Act]:
    if update.task_ref:
        is_done = update.new_status == "completed"
        yield Complete(task=update.task_ref) if is_done else ReportOn(task=update.task_ref)
    yield SetOwnStatus(status=update.new_status, about_all=update.task_ref is None)


def _ends_of_conflicts(asked: Asked, draft: Draft) -> Iterable[Act]:
    """A message that names a conflict, of a kind that answers one, claims to end it."""
    for report in conflicts_named(asked.view, answer_of(asked.actor.name, draft)):
        yield AnswerConflict(report=report)
