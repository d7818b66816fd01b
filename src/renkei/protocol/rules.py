"""The team's own rules, as `renkei/rules.yaml` holds them: on an event or a status, when its fields match, do this.

A rule can be evaluated or it is refused when it is loaded: every field that it names is one the event has.
"""

from string import Formatter
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationInfo, WithJsonSchema, field_validator

from renkei.protocol.base import FilledText, Model, Name, Text, unexpected
from renkei.protocol.board import AGENT_STATUSES, AgentStatus
from renkei.protocol.events import EVENTS
from renkei.protocol.messages import PAYLOADS, Priority

_ABOUT_RULES: Final = ("RuleSetAdopted", "RuleStopped", "RuleRefused")
"""What the rules themselves leave in the log sets nothing off."""

_OF_MANY: Final = ("TasksStarted", "TasksCompleted")
"""A rule looks at each of the tasks: `TaskStarted`, `TaskCompleted`."""

TRIGGERS: Final = (*AGENT_STATUSES, *(name for name in EVENTS if name not in (*_ABOUT_RULES, *_OF_MANY)))
"""A status stands for an agent's status that becomes it; any other word is the name of an event."""

Scalar = Text | bool | int | None


def fields_of(trigger: str) -> frozenset[str]:
    """What a rule may ask about, and put into its text: the event's own fields, and a message's `payload.FIELD`."""
    name = "FieldSet" if trigger in AGENT_STATUSES else trigger
    fields = {info.serialization_alias or each for each, info in EVENTS[name].model_fields.items() if each != "body"}
    if name == "MessagePosted":
        payloads = {f"payload.{field}" for payload in PAYLOADS.values() for field in payload.model_fields}
        fields |= {"context_summary", *payloads}
    if name == "FieldSet":
        fields.add("value")
    return frozenset({*fields, "actor", "seq"})


def places_in(template: str) -> list[str]:
    """The fields that a template names.

    Raises:
        ValueError: it is no template.
    """
    found = [(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(template) if name is not None]
    if any(spec or conversion or not name for name, spec, conversion in found):
        raise ValueError(template)
    return [name for name, _, _ in found]


def _trigger(text: str) -> str:
    if text not in TRIGGERS:
        raise unexpected("unknown_trigger", triggers=", ".join(TRIGGERS))
    return text


def _template(text: str) -> str:
    try:
        places_in(text)
    except ValueError:
        raise unexpected("no_template") from None
    return text


Trigger = Annotated[str, AfterValidator(_trigger), WithJsonSchema({"enum": list(TRIGGERS)})]
Template = Annotated[FilledText, AfterValidator(_template)]
"""Text with `{field}` where a field of the event goes."""


class MessageAction(Model):
    """Posts a message from `system`. Its reader is an agent, `lead`, `person`, `all`, or a field such as `{from}`."""

    type: Literal["KNOWLEDGE_SHARE", "FREEFORM"] = "KNOWLEDGE_SHARE"
    to: Annotated[list[Template], Field(min_length=1)]
    priority: Priority = "normal"
    template: Template


class StatusAction(Model):
    """Sets the status of an agent, or of the one that a field names (`{agent}`)."""

    agent: Template
    status: AgentStatus


class Action(Model):
    message: MessageAction | None = None
    set_status: StatusAction | None = None

    @property
    def templates(self) -> list[tuple[str, str]]:
        """Each template with the place it stands at."""
        if self.message:
            return [
                *((f"message.to[{number}]", text) for number, text in enumerate(self.message.to)),
                ("message.template", self.message.template),
            ]
        return [("set_status.agent", self.set_status.agent)] if self.set_status else []


class TeamRule(Model):
    name: Name
    on: Trigger
    when: dict[str, Scalar | list[Scalar]] = {}
    """Field and the value it has to have, or a list of which it has to have one."""
    do: Annotated[list[Action], Field(min_length=1)]

    @field_validator("when")
    @classmethod
    def _fields_are_there(cls, when: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        for field in when:
            _check_field(info, field)
        return when

    @field_validator("do")
    @classmethod
    def _actions_can_be_carried_out(cls, do: list[Action], info: ValidationInfo) -> list[Action]:
        for number, action in enumerate(do):
            if (action.message is None) == (action.set_status is None):
                raise unexpected("one_action", number=number)
            for place, template in action.templates:
                for field in places_in(template):
                    _check_field(info, field, f" (do[{number}].{place})")
        return do


def _check_field(info: ValidationInfo, field: str, place: str = "") -> None:
    trigger = info.data.get("on")
    if trigger is not None and field not in fields_of(trigger):
        known = ", ".join(sorted(fields_of(trigger)))
        raise unexpected("unknown_event_field", trigger=trigger, field=field, place=place, known=known)


class TeamRules(Model):
    rules: list[TeamRule]

    @field_validator("rules")
    @classmethod
    def _names_differ(cls, rules: list[TeamRule]) -> list[TeamRule]:
        if len({rule.name for rule in rules}) != len(rules):
            raise unexpected("repeated_name")
        return rules


TEAM_RULES: Final[TypeAdapter[TeamRules]] = TypeAdapter(TeamRules)
