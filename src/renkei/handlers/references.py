"""What a message points to, and which of it nobody knows."""

from collections.abc import Callable
from typing import Final

from renkei.board.artifacts import find_artifact, task_that_yields
from renkei.board.posts import post
from renkei.board.tables import BlockerRow, DecisionRow
from renkei.board.tasks import find_task
from renkei.eventlog.base import View
from renkei.handlers.base import Note
from renkei.policy.answers import conflict_of
from renkei.protocol.messages import (
    ConflictReport,
    DecisionResult,
    Draft,
    Payload,
    ReviewRequest,
    ReviewResult,
    TaskBlocked,
    TaskHandoff,
    TaskResult,
)


def unknown_references(view: View, draft: Draft) -> list[Note]:
    """References to things nobody knows are taken, and named."""
    return [
        Note(text="{field}: nothing is known of {kind} {id}.", params={"field": field, "kind": kind, "id": ref})
        for field, kind, ref in _references(draft)
        if not _KNOWN[kind](view, ref)
    ]


def _is_task(view: View, ref: str) -> bool:
    return post(view, ref) is not None or find_task(view, ref) is not None


def _is_decision(view: View, ref: str) -> bool:
    """A conflict is decided by the id of its report, or by that of the block that it put on somebody (DEC-26)."""
    is_opened = view.get(DecisionRow, ref) or view.get(BlockerRow, ref)
    return is_opened is not None or conflict_of(view, ref) is not None


def _is_artifact(view: View, ref: str) -> bool:
    """One that is there, or that a task is to yield."""
    return find_artifact(view, ref) is not None or task_that_yields(view, ref) is not None


_KNOWN: Final[dict[str, Callable[[View, str], bool]]] = {
    "task": _is_task,
    "decision": _is_decision,
    "artifact": _is_artifact,
}


def _references(draft: Draft) -> list[tuple[str, str, str]]:
    """(field, kind, id) of what a message points to."""
    found = [("related_state_refs", ref.type, ref.id) for ref in draft.related_state_refs if ref.type in _KNOWN]
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
