"""The team's own rules at work (EVT-6): data from a file, checked when loaded, followed like the built-in ones."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from renkei.board.read import GENERAL
from renkei.board.team import is_lead, member, members
from renkei.dispatch.base import Cause, Effect, status_of, status_set, systems
from renkei.dispatch.notices import notice, share
from renkei.protocol.board import AGENT_STATUSES
from renkei.protocol.documents import decode, parse, validate
from renkei.protocol.events import FieldSet, MessagePosted
from renkei.protocol.messages import Freeform
from renkei.protocol.rules import TEAM_RULES, MessageAction, StatusAction, TeamRule, places_in


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamRuleFile:
    """The rules of a file, and a digest that changes with it."""

    rules: tuple[TeamRule, ...]
    digest: str


def load(data: bytes, name: str) -> TeamRuleFile:
    """The rules of a file.

    Raises:
        BadInput: one of them cannot be evaluated; names file, rule and field.
    """
    text = decode(data, name)
    rules = validate(TEAM_RULES, parse(text, name), name, text=text)
    return TeamRuleFile(rules=tuple(rules.rules), digest=hashlib.sha256(data).hexdigest()[:16])


def matches(rule: TeamRule, cause: Cause) -> bool:
    event = cause.event
    if rule.on in AGENT_STATUSES:
        if not (isinstance(event, FieldSet) and event.agent and event.status == rule.on):
            return False
    elif type(event).__name__ != rule.on:
        return False
    fields = _fields(cause)
    return all(_is_one_of(fields.get(field), wanted) for field, wanted in rule.when.items())


def follow(rule: TeamRule, cause: Cause) -> Iterable[Effect]:
    """What the rule does; nothing for an action that reaches nobody."""
    for action in rule.do:
        if action.message:
            yield from _message(rule, action.message, cause)
        if action.set_status:
            yield from _status(action.set_status, cause)


def _message(rule: TeamRule, action: MessageAction, cause: Cause) -> Iterable[Effect]:
    content = _filled(action.template, cause)
    to = [name for each in action.to for name in _names(_filled(each, cause), cause)]
    if action.type == "FREEFORM":
        payload = Freeform(body=content, urgency=action.priority)
        return notice(cause.view, "FREEFORM", payload, to, action.priority, summary=content, channel=GENERAL)
    relevance = cause.say("Your team's rule {rule} says so.", rule=rule.name)
    return share(cause, to, action.priority, topic=rule.name, content=content, relevance=relevance)


def _status(action: StatusAction, cause: Cause) -> Iterable[Effect]:
    agent = _filled(action.agent, cause)
    if member(cause.view, agent) and status_of(cause.view, agent) != action.status:
        yield systems(status_set(cause, agent, action.status))


def _names(word: str, cause: Cause) -> list[str]:
    if word == "all":
        return [row.id for row in members(cause.view)]
    if word == "lead" and member(cause.view, word) is None:
        return [row.id for row in members(cause.view) if is_lead(cause.view, row.id)]
    return [part.strip() for part in word.split(",")]


def _filled(template: str, cause: Cause) -> str:
    """Fields have dots in their names, which `format` would take for attributes."""
    fields = _fields(cause)
    for field in places_in(template):
        template = template.replace(f"{{{field}}}", _shown(fields.get(field)).replace("{", "{{").replace("}", "}}"))
    return template.replace("{{", "{").replace("}}", "}")


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return "-" if value in (None, "") else str(value)


def _fields(cause: Cause) -> dict[str, Any]:
    event = cause.event
    fields: dict[str, Any] = {**event.model_dump(by_alias=True, exclude={"body"}), "actor": cause.actor}
    fields["seq"] = cause.seq
    if isinstance(event, FieldSet):
        fields["value"] = event.value
    if isinstance(event, MessagePosted) and event.body:
        fields["context_summary"] = event.body.context_summary
        fields |= {f"payload.{name}": value for name, value in event.body.payload.items()}
    return fields


def _is_one_of(found: Any, wanted: Any) -> bool:
    """A list that the event holds matches when one of its entries does."""
    return any(
        type(value) is type(choice) and value == choice for value in _listed(found) for choice in _listed(wanted)
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
