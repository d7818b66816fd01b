"""Rules as data: on an occasion, an event or a status, when its fields match, do this.

The rules that ship (`kit/rules`) and a team's own (`renkei/rules.yaml`) are the same words. A rule can be evaluated or
it is refused when it is loaded: every field that it names is one that its trigger has.
"""

from collections.abc import Iterable
from string import Formatter
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)

from renkei.protocol.base import FilledText, Model, Name, Text, validation_error
from renkei.protocol.events import EVENTS, current_name
from renkei.protocol.messages import PAYLOADS
from renkei.protocol.terms import AGENT_STATUSES, Priority, StateRefType, UpdateStatus

OccasionName = Literal["task_completed", "task_blocked", "decision_resolved", "conflict_detected", "artifact_updated"]
OCCASIONS: Final[tuple[OccasionName, ...]] = get_args(OccasionName)

FIELDS_OF_OCCASIONS: Final[dict[str, tuple[str, ...]]] = {
    "task_completed": ("agent", "completed_task", "artifact_refs", "waiting_agents"),
    "task_blocked": (
        "blocked_agent", "dependency", "cause", "description", "blocking_source", "outside", "has_blocker",
    ),
    "decision_resolved": (
        "decision_id", "question", "resolution", "additional_constraints", "affected_agents", "impact_assessment",
    ),
    "conflict_detected": (
        "conflict_id", "from", "severity", "conflict_description", "conflicting_artifacts", "conflicting_decisions",
        "owners",
    ),
    "artifact_updated": ("artifact_ref", "owner", "old_version", "new_version", "change_summary", "dependents"),
}  # fmt: skip
"""What each occasion tells. `dispatch` finds it out."""

FIELDS_BY_READER: Final = frozenset({"impact_assessment"})
"""What is another for each reader of a message: it can be told, and not be asked about."""

_ABOUT_RULES: Final = ("RuleSetAdopted", "RuleStopped", "RuleRefused", "RuleOverridden")
"""What the rules themselves leave in the log sets nothing off."""

_OF_MANY: Final = ("TasksStarted", "TasksCompleted")
"""A rule looks at each of the tasks: `TaskStarted`, `TaskCompleted`."""

TRIGGERS: Final = (
    *OCCASIONS,
    *AGENT_STATUSES,
    *(name for name in EVENTS if name not in (*_ABOUT_RULES, *_OF_MANY)),
)
"""A status stands for an agent's status that becomes it; a word with a capital is the name of an event."""

_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "forward": ("conflict_detected",),
    "release": ("task_completed", "decision_resolved"),
}
"""What an action can be done on, where that is not everything: a message other than the report of a conflict would act
on the board once more, and a wait is over where something has ended."""

Scalar = Text | bool | int | None
Conditions = dict[str, Scalar | list[Scalar]]
"""Field and the value it has to have, or a list of which it has to have one."""


def trigger_fields(trigger: str) -> frozenset[str]:
    """What a rule may ask about, and put into its text: the trigger's own fields, and a message's `payload.FIELD`."""
    if trigger in FIELDS_OF_OCCASIONS:
        return frozenset({*FIELDS_OF_OCCASIONS[trigger], "actor", "seq"})
    name = "FieldSet" if trigger in AGENT_STATUSES else trigger
    fields = {info.serialization_alias or each for each, info in EVENTS[name].model_fields.items() if each != "body"}
    if name == "MessagePosted":
        payloads = {f"payload.{field}" for payload in PAYLOADS.values() for field in payload.model_fields}
        fields |= {"context_summary", *payloads}
    if name == "FieldSet":
        fields.add("value")
    return frozenset({*fields, "actor", "seq"})


def template_fields(template: str) -> list[str]:
    """The fields that a template names.

    Raises:
        ValueError: it is no template.
    """
    found = [(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(template) if name is not None]
    if any(spec or conversion or not name for name, spec, conversion in found):
        raise ValueError(template)
    return [name for name, _, _ in found]


def _check_trigger(text: str) -> str:
    trigger = current_name(text)
    if trigger not in TRIGGERS:
        raise validation_error("unknown_trigger", triggers=", ".join(TRIGGERS))
    return trigger


def _check_template(text: str) -> str:
    try:
        template_fields(text)
    except ValueError:
        raise validation_error("no_template") from None
    return text


Trigger = Annotated[str, AfterValidator(_check_trigger), WithJsonSchema({"enum": list(TRIGGERS)})]
Template = Annotated[FilledText, AfterValidator(_check_template)]
"""Text with `{field}` where a field of the trigger goes."""
Audience = Annotated[list[Template], Field(min_length=1)]
"""Agents, `lead`, `person`, `all`, or a field that names them, such as `{from}` or `{waiting_agents}`."""


class Translated(Model):
    """A template for each language that Renkei speaks."""

    en: Template
    ja: Template


def _form_of_wording(value: Any) -> Literal["plain", "translated"]:
    return "translated" if isinstance(value, dict | Translated) else "plain"


Wording = Annotated[
    Annotated[Template, Tag("plain")] | Annotated[Translated, Tag("translated")],
    Discriminator(_form_of_wording),
]


def list_wordings(wording: "str | Translated") -> list[str]:
    """Each form that it can take."""
    return [wording] if isinstance(wording, str) else [wording.en, wording.ja]


class MessageAction(Model):
    """Posts a message from `system`."""

    type: Literal["KNOWLEDGE_SHARE", "FREEFORM", "STATUS_UPDATE"] = "KNOWLEDGE_SHARE"
    to: Audience
    priority: Priority = "normal"
    template: Wording
    topic: Wording | None = None
    """This and the next two are those of a KNOWLEDGE_SHARE; the topic is the rule's name unless it is given."""
    relevance: Wording | None = None
    action: Wording | None = None
    status: UpdateStatus | None = Field(default=None, validate_default=True)
    """This and the next are those of a STATUS_UPDATE, which has to have a status."""
    task: Template | None = None
    about: dict[StateRefType, Template] = {}
    """Entries of the board that the message refers to, by their kind."""

    @field_validator("status")
    @classmethod
    def _only_a_status_update_has_one(cls, status: UpdateStatus | None, info: ValidationInfo) -> UpdateStatus | None:
        kind = info.data.get("type")
        if kind is not None and (kind == "STATUS_UPDATE") != (status is not None):
            raise validation_error("status_of_update")
        return status

    @field_validator("topic", "relevance", "action")
    @classmethod
    def _only_knowledge_has_these(cls, wording: Any, info: ValidationInfo) -> Any:
        if wording is not None and info.data.get("type") not in (None, "KNOWLEDGE_SHARE"):
            raise validation_error("part_of_knowledge")
        return wording


class ForwardAction(Model):
    """Posts the message once more, unchanged, from `system`; not to its sender, and to nobody who has it so already."""

    to: Audience
    priority: Priority


class StatusAction(Model):
    """Sets the status of an agent, or of the one that a field names (`{agent}`). What is done only itself says."""

    agent: Template
    status: Literal["idle", "working", "blocked", "error"]


class BlockerAction(Model):
    """Adds an entry to the blockers of the board."""

    agents: Audience
    cause: Template
    """What is waited for, as in `blocked_by`; text that names nothing of the team's is a cause outside it."""
    description: Wording


class BlockAction(Model):
    """Sets agents to blocked until what is named is answered or done."""

    agents: Audience
    until: Template
    description: Wording


class Action(Model):
    when: Conditions = {}
    message: MessageAction | None = None
    forward: ForwardAction | None = None
    set_status: StatusAction | None = None
    add_blocker: BlockerAction | None = None
    block: BlockAction | None = None
    release: Literal[True] | None = None
    """Whoever waited for what has ended: blocker resolved, blocked_by cleared, status idle unless something is left."""

    @property
    def kinds(self) -> list[str]:
        return [name for name in ACTIONS if getattr(self, name) is not None]

    @property
    def templates(self) -> Iterable[tuple[str, str]]:
        """Each template with the place it stands at."""
        for kind in self.kinds:
            if kind != "release":
                for name, found in _find_templates(getattr(self, kind)):
                    yield f"{kind}.{name}", found


ACTIONS: Final = tuple(name for name in Action.model_fields if name != "when")


def _find_templates(given: Model) -> Iterable[tuple[str, str]]:
    for name in type(given).model_fields:
        value: Any = getattr(given, name)
        match value:
            case list():
                yield from ((f"{name}[{number}]", text) for number, text in enumerate(value))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            case dict():
                yield from ((f"{name}.{key}", text) for key, text in value.items())  # pyright: ignore[reportUnknownVariableType]
            case str() | Translated() if name not in _CHOSEN:
                yield from ((name, text) for text in list_wordings(value))
            case _:
                pass


_CHOSEN: Final = ("type", "priority", "status")
"""Fields of actions that hold one of some words; every other text is a template."""


class EventRule(Model):
    name: Name
    on: Trigger
    when: Conditions = {}
    do: Annotated[list[Action], Field(min_length=1)]

    @field_validator("when")
    @classmethod
    def _fields_are_there(cls, when: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        _check_conditions(info, when)
        return when

    @field_validator("do")
    @classmethod
    def _actions_can_be_carried_out(cls, do: list[Action], info: ValidationInfo) -> list[Action]:
        for number, action in enumerate(do):
            _check_kind(info, action, number)
            _check_conditions(info, action.when, f" (do[{number}].when)")
            for place, template in action.templates:
                for field in template_fields(template):
                    _check_field(info, field, f" (do[{number}].{place})")
        return do


def _check_kind(info: ValidationInfo, action: Action, number: int) -> None:
    if len(action.kinds) != 1:
        raise validation_error("one_action", number=number, actions=", ".join(ACTIONS))
    kind, trigger = action.kinds[0], info.data.get("on")
    if trigger is not None and trigger not in _NEEDS.get(kind, (trigger,)):
        raise validation_error(
            "action_without_its_trigger", number=number, action=kind, triggers=", ".join(_NEEDS[kind])
        )


def _check_conditions(info: ValidationInfo, when: Conditions, place: str = "") -> None:
    for field in when:
        _check_field(info, field, place)
        if field in FIELDS_BY_READER:
            raise validation_error("field_by_reader", field=field, place=place)


def _check_field(info: ValidationInfo, field: str, place: str = "") -> None:
    trigger = info.data.get("on")
    if trigger is not None and field not in trigger_fields(trigger):
        known = ", ".join(sorted(trigger_fields(trigger)))
        raise validation_error("unknown_event_field", trigger=trigger, field=field, place=place, known=known)


class RuleDocument(Model):
    rules: list[EventRule]

    @field_validator("rules")
    @classmethod
    def _names_differ(cls, rules: list[EventRule]) -> list[EventRule]:
        if len({rule.name for rule in rules}) != len(rules):
            raise validation_error("repeated_name")
        return rules


RULES: Final[TypeAdapter[RuleDocument]] = TypeAdapter(RuleDocument)
