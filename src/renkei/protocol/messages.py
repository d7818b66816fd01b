"""The eleven typed messages: one class per type, one union, one adapter.

A message is posted as a `Draft` (what the sender writes) and read back as a `Message` (the draft with the header that
Renkei fills in: id, sender, time).
"""

from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SerializerFunctionWrapHandler,
    Tag,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_serializer,
)

from renkei.protocol.actors import normal_name
from renkei.protocol.base import FilledText, Model, Ref, Text, validation_error
from renkei.protocol.contracts import CarriedContract
from renkei.protocol.terms import MessageType, Priority, StateRefType, UpdateStatus


class StateRef(Model):
    """An entry of the board that a message is about."""

    type: StateRefType
    id: Ref


class ExpectedOutput(Model):
    format: FilledText
    success_criteria: list[FilledText]
    deliverables: list[Ref] = []
    """The artifacts that the task is to yield: they belong to its owner (DEC-25)."""

    @model_serializer(mode="wrap")
    def _as_it_was_written(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The specification's form has no deliverables here: one without them reads back so."""
        fields: dict[str, Any] = written(self)
        return fields if self.deliverables else {k: v for k, v in fields.items() if k != "deliverables"}


class TaskHandoff(Model):
    """Hands a task over."""

    task_description: FilledText
    input_artifacts: list[Ref]
    expected_output: ExpectedOutput
    constraints: list[FilledText]
    authority_scope: Text
    fallback_on_failure: Text
    task_contract: CarriedContract | None = None

    @model_serializer(mode="wrap")
    def _without_what_it_does_not_carry(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The specification's form has no contract in it: a hand-off without one reads back as it was written."""
        fields: dict[str, Any] = written(self)
        return fields if self.task_contract is not None else {k: v for k, v in fields.items() if k != "task_contract"}


class OutputArtifact(Model):
    """An artifact that a task has yielded, with where it is and what it is."""

    ref: Ref
    path: Ref | None = None
    description: FilledText | None = None


def _artifact_form(value: Any) -> Literal["named", "described"]:
    return "described" if isinstance(value, dict | OutputArtifact) else "named"


NamedArtifact = Annotated[
    Annotated[Ref, Tag("named")] | Annotated[OutputArtifact, Tag("described")], Discriminator(_artifact_form)
]
"""A reference alone, or with what is known of it."""


def as_output_artifact(given: Any) -> OutputArtifact:
    """An artifact of a result, as it was written or as a message keeps it."""
    if isinstance(given, OutputArtifact):
        return given
    return OutputArtifact.model_validate({"ref": given} if isinstance(given, str) else given)


class TaskResult(Model):
    """Reports how a handed-over task ended."""

    original_task_ref: Ref
    status: Literal["completed", "partial", "failed"]
    output_artifacts: list[NamedArtifact]
    summary: FilledText
    deviations: list[FilledText] | None = None
    open_questions: list[FilledText] | None = None


class TaskBlocked(Model):
    """Says that a handed-over task cannot go on, and what would free it."""

    original_task_ref: Ref
    blocked_by: FilledText
    needed: FilledText
    can_continue_partially: bool


class RequestedOption(Model):
    label: FilledText
    analysis: Text
    pros: Text | None = None
    cons: Text | None = None
    recommendation_score: Annotated[float, Field(ge=0.0, le=1.0)] | None = None

    @model_serializer(mode="wrap")
    def _as_it_was_written(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """An option in the specification's form, without pros and cons, reads back so."""
        fields: dict[str, Any] = written(self)
        return {name: value for name, value in fields.items() if value is not None or name not in ("pros", "cons")}


class DecisionRequest(Model):
    """Asks somebody to decide."""

    decision_id: Ref
    question: FilledText
    options: list[RequestedOption]
    recommended: FilledText | None = None
    deadline_steps: Annotated[int, Field(ge=1)] | None = None

    @field_validator("options")
    @classmethod
    def _check_labels(cls, options: list[RequestedOption]) -> list[RequestedOption]:
        labels = [option.label for option in options]
        if len(set(labels)) != len(labels):
            raise validation_error("repeated_label", labels=labels)
        return options

    @field_validator("recommended")
    @classmethod
    def _check_recommended(cls, recommended: str | None, info: ValidationInfo) -> str | None:
        options: list[RequestedOption] | None = info.data.get("options")
        labels = [option.label for option in options or []]
        if options is not None and recommended is not None and recommended not in labels:
            raise validation_error("unknown_label", labels=labels)
        return recommended


class DecisionResult(Model):
    """Answers a decision request."""

    decision_id: Ref
    chosen_option: FilledText
    rationale: FilledText
    additional_constraints: list[FilledText] | None = None


class StatusUpdate(Model):
    """Reports progress."""

    task_ref: Ref | None = None
    new_status: UpdateStatus
    progress_summary: FilledText
    estimated_remaining: Text | None = None
    blockers: list[FilledText] | None = None


class ConflictReport(Model):
    """Reports things that contradict each other."""

    conflict_description: FilledText
    conflicting_artifacts: list[Ref]
    conflicting_decisions: list[Ref] | None = None
    suggested_resolution: Text | None = None
    severity: Literal["critical", "warning", "info"]


class KnowledgeShare(Model):
    """Shares what others should know."""

    topic: FilledText
    content: FilledText
    relevance_to_recipients: Text
    actionable: bool
    action_suggestion: Text | None = None


class ReviewRequest(Model):
    """Asks for a review."""

    artifact_ref: Ref
    review_focus: list[FilledText]
    blocking: bool


class ReviewFinding(Model):
    severity: Literal["critical", "major", "minor", "suggestion"]
    location: FilledText
    description: FilledText
    suggested_fix: Text | None = None


class ReviewResult(Model):
    """Answers a review request."""

    artifact_ref: Ref
    verdict: Literal["approved", "changes_requested", "rejected"]
    findings: list[ReviewFinding]
    summary: FilledText


class Freeform(Model):
    """Plain language, for what no other type fits; its share is measured."""

    intent_hint: Text = ""
    body: FilledText
    requires_response: bool = False
    urgency: Priority = "normal"


Payload = (
    TaskHandoff
    | TaskResult
    | TaskBlocked
    | DecisionRequest
    | DecisionResult
    | StatusUpdate
    | ConflictReport
    | KnowledgeShare
    | ReviewRequest
    | ReviewResult
    | Freeform
)

PAYLOADS: Final[dict[MessageType, type[Payload]]] = {
    "TASK_HANDOFF": TaskHandoff,
    "TASK_RESULT": TaskResult,
    "TASK_BLOCKED": TaskBlocked,
    "DECISION_REQUEST": DecisionRequest,
    "DECISION_RESULT": DecisionResult,
    "STATUS_UPDATE": StatusUpdate,
    "CONFLICT_REPORT": ConflictReport,
    "KNOWLEDGE_SHARE": KnowledgeShare,
    "REVIEW_REQUEST": ReviewRequest,
    "REVIEW_RESULT": ReviewResult,
    "FREEFORM": Freeform,
}


def _split_alternatives(value: Any) -> Any:
    """The specification writes alternatives as `TASK_RESULT | TASK_BLOCKED`; a list says the same."""
    return [part.strip() for part in value.split("|")] if isinstance(value, str) else value


def _check_distinct(values: list[Any]) -> list[Any]:
    if len(set(values)) != len(values):
        raise validation_error("repeated_name")
    return values


def _one_or_several(value: Any) -> Literal["one", "several"]:
    return "several" if isinstance(value, list) else "one"


Address = Annotated[FilledText, AfterValidator(normal_name)]

Addresses = Annotated[
    Annotated[Address, Tag("one")]
    | Annotated[list[Address], Field(min_length=1), AfterValidator(_check_distinct), Tag("several")],
    Discriminator(_one_or_several),
]
"""One name, or several: agents, channels (`#name`), or `all`."""

ResponseTypes = Annotated[
    list[MessageType],
    BeforeValidator(_split_alternatives, json_schema_input_type=list[MessageType] | str),
    AfterValidator(_check_distinct),
]


class _Draft(Model):
    to: Addresses
    priority: Priority = "normal"
    context_summary: FilledText | None = None
    related_state_refs: list[StateRef] = []
    in_reply_to: Ref | None = None
    expected_response_type: ResponseTypes | None = None

    @property
    def addresses(self) -> list[str]:
        return [self.to] if isinstance(self.to, str) else list(self.to)


class TaskHandoffDraft(_Draft):
    type: Literal["TASK_HANDOFF"]
    payload: TaskHandoff


class TaskResultDraft(_Draft):
    type: Literal["TASK_RESULT"]
    payload: TaskResult


class TaskBlockedDraft(_Draft):
    type: Literal["TASK_BLOCKED"]
    payload: TaskBlocked


class DecisionRequestDraft(_Draft):
    type: Literal["DECISION_REQUEST"]
    payload: DecisionRequest


class DecisionResultDraft(_Draft):
    type: Literal["DECISION_RESULT"]
    payload: DecisionResult


class StatusUpdateDraft(_Draft):
    type: Literal["STATUS_UPDATE"]
    payload: StatusUpdate


class ConflictReportDraft(_Draft):
    type: Literal["CONFLICT_REPORT"]
    payload: ConflictReport


class KnowledgeShareDraft(_Draft):
    type: Literal["KNOWLEDGE_SHARE"]
    payload: KnowledgeShare


class ReviewRequestDraft(_Draft):
    type: Literal["REVIEW_REQUEST"]
    payload: ReviewRequest


class ReviewResultDraft(_Draft):
    type: Literal["REVIEW_RESULT"]
    payload: ReviewResult


class FreeformDraft(_Draft):
    type: Literal["FREEFORM"]
    payload: Freeform


Draft = Annotated[
    TaskHandoffDraft
    | TaskResultDraft
    | TaskBlockedDraft
    | DecisionRequestDraft
    | DecisionResultDraft
    | StatusUpdateDraft
    | ConflictReportDraft
    | KnowledgeShareDraft
    | ReviewRequestDraft
    | ReviewResultDraft
    | FreeformDraft,
    Discriminator("type"),
]
"""A message as its sender writes it."""

DRAFT: Final[TypeAdapter[Draft]] = TypeAdapter(Draft, config=ConfigDict(defer_build=True))


class Message(Model):
    """A message as everybody reads it: the draft, with what Renkei filled in."""

    model_config = ConfigDict(populate_by_name=True)

    id: str
    type: MessageType
    sender: str = Field(validation_alias="from", serialization_alias="from")
    to: Addresses
    priority: Priority
    timestamp: str
    context_summary: str
    related_state_refs: list[StateRef]
    in_reply_to: str | None
    expected_response_type: list[MessageType]
    payload: dict[str, Any]
    channel: str | None = None
    redacted: bool = False
