"""What a rule that is data does on an occasion: the effects of its actions, in their order."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from string import Formatter
from typing import Any

from renkei.board.read import GENERAL
from renkei.board.team import PERSON, SYSTEM, find_member, is_lead, list_members
from renkei.dispatch.base import Cause, Effect, set_status_event, status_of, system_effect
from renkei.dispatch.blocks import block_agents, new_blocker
from renkei.dispatch.notices import send_notice, share_knowledge
from renkei.dispatch.occasions import Fields, Occasion
from renkei.dispatch.release import release_waits
from renkei.dispatch.waiting import resolve_blocked_by
from renkei.policy.authority import ImposeStatus, has_authority
from renkei.protocol.base import LONGEST_REF
from renkei.protocol.events import MessagePosted
from renkei.protocol.messages import Freeform, StateRef, StatusUpdate
from renkei.protocol.rules import (
    FIELDS_BY_READER,
    Action,
    BlockAction,
    BlockerAction,
    Conditions,
    EventRule,
    ForwardAction,
    MessageAction,
    StatusAction,
    Translated,
    list_wordings,
    template_fields,
)


def matches(rule: EventRule, occasion: Occasion) -> bool:
    return rule.on in occasion.names and _conditions_hold(rule.when, occasion.all_fields)


def follow_rule(rule: EventRule, occasion: Occasion) -> list[Effect]:
    """What the rule does; nothing for an action that reaches nobody."""
    setting = _ActionContext(rule, occasion)
    return [effect for action in setting.actions for effect in _execute_action(action, setting)]


def misses_everybody(rule: EventRule, occasion: Occasion) -> bool:
    """Whether the rule names somebody, and nobody of those is there."""
    setting = _ActionContext(rule, occasion)
    named = [name for action in setting.actions for name in setting.resolve_names(_action_audience(action))]
    return bool(named) and not any(name == PERSON or find_member(occasion.cause.view, name) for name in named)


def is_rule_refused(rule: EventRule, occasion: Occasion) -> bool:
    """Whether the rule would set a status that no rule may."""
    setting, view = _ActionContext(rule, occasion), occasion.cause.view
    wanted = [
        ImposeStatus(agent=agent, status=action.set_status.status)
        for action in setting.actions
        if action.set_status
        for agent in setting.resolve_names([action.set_status.agent])
    ]
    return any(find_member(view, act.agent) and not has_authority(view, SYSTEM, act) for act in wanted)


class _ActionContext:
    """What an action is carried out with: the rule, the occasion and its fields, which are looked up once."""

    def __init__(self, rule: EventRule, occasion: Occasion) -> None:
        self.rule = rule
        self.occasion = occasion
        self.cause: Cause = occasion.cause

    @cached_property
    def fields(self) -> Fields:
        return self.occasion.all_fields()

    @property
    def actions(self) -> list[Action]:
        return [action for action in self.rule.do if _conditions_hold(action.when, lambda: self.fields)]

    def fill_text(self, wording: str | Translated, more: Fields | None = None) -> str:
        """The text, in the language of the command that caused it all."""
        template = wording if isinstance(wording, str) else getattr(wording, self.cause.lang)
        return _fill_template(template, self.fields | (more or {}))

    def resolve_names(self, audience: Sequence[str]) -> list[str]:
        """Those whom the words of an audience stand for, each once."""
        return list(dict.fromkeys(name for word in audience for name in self._resolve_word(word)))

    def _resolve_word(self, word: str) -> Sequence[str]:
        group = self.occasion.groups.get(word[1:-1])
        return _resolve_audience_word(self.fill_text(word), self.cause) if group is None else group

    def state_refs(self, action: MessageAction) -> list[StateRef]:
        """What the message is about; text that is too long to be a reference is none."""
        return [
            StateRef(type=kind, id=name)
            for kind, word in action.about.items()
            for name in self._word_entries(word)
            if len(name) <= LONGEST_REF
        ]

    def _word_entries(self, word: str) -> list[str]:
        found: Any = self.fields.get(word[1:-1])
        return found if isinstance(found, list) else [self.fill_text(word)]  # pyright: ignore[reportUnknownVariableType]


def _execute_action(action: Action, setting: _ActionContext) -> Iterable[Effect]:
    if action.message:
        return _post_message(action.message, setting)
    if action.forward:
        return _forward_message(action.forward, setting)
    if action.set_status:
        return _set_status(action.set_status, setting)
    if action.add_blocker:
        return _add_blocker(action.add_blocker, setting)
    if action.block:
        return _block_members(action.block, setting)
    return release_waits(setting.cause, setting.occasion.ended)


def _action_audience(action: Action) -> list[str]:
    if action.set_status:
        return [action.set_status.agent]
    if addressed := action.message or action.forward:
        return addressed.to
    affected = action.add_blocker or action.block
    return affected.agents if affected else []


def _post_message(action: MessageAction, setting: _ActionContext) -> Iterable[Effect]:
    """One message to all; where it tells each reader something else, one to each."""
    readers = setting.resolve_names(action.to)
    if not _differs_by_reader(action):
        return _post_to(readers, action, setting, {})
    return [
        effect
        for reader in readers
        for effect in _post_to([reader], action, setting, setting.occasion.by_reader.get(reader, {}))
    ]


def _post_to(readers: list[str], action: MessageAction, setting: _ActionContext, own: Fields) -> Iterable[Effect]:
    if not readers:
        return []
    cause, content, refs = setting.cause, setting.fill_text(action.template, own), setting.state_refs(action)
    if action.type == "KNOWLEDGE_SHARE":
        relevance = cause.say("Your team's rule {rule} says so.", rule=setting.rule.name)
        return share_knowledge(
            cause,
            readers,
            action.priority,
            topic=setting.fill_text(action.topic, own) if action.topic else setting.rule.name,
            content=content,
            relevance=setting.fill_text(action.relevance, own) if action.relevance else relevance,
            action=setting.fill_text(action.action, own) if action.action else None,
            refs=refs,
        )
    if action.type == "FREEFORM":
        said = Freeform(body=content, urgency=action.priority)
        return send_notice(
            cause.view, "FREEFORM", said, readers, action.priority, summary=content, refs=refs, channel=GENERAL
        )
    assert action.status is not None, "a STATUS_UPDATE without a status is refused when it is loaded"
    task = setting.fill_text(action.task, own) if action.task else None
    named = task if task and len(task) <= LONGEST_REF else None
    update = StatusUpdate(task_ref=named, new_status=action.status, progress_summary=content)
    return send_notice(cause.view, "STATUS_UPDATE", update, readers, action.priority, summary=content, refs=refs)


def _differs_by_reader(action: MessageAction) -> bool:
    worded = [text for text in (action.template, action.topic, action.relevance, action.action) if text is not None]
    return any(FIELDS_BY_READER.intersection(template_fields(each)) for text in worded for each in list_wordings(text))


def _forward_message(action: ForwardAction, setting: _ActionContext) -> Iterable[Effect]:
    event = setting.cause.event
    if not isinstance(event, MessagePosted):
        return
    have_it = event.readers if event.priority in ("blocking", action.priority) else []
    view = setting.cause.view
    readers = [name for name in setting.resolve_names(action.to) if name not in (event.sender, *have_it)]
    if present := [name for name in readers if name == PERSON or find_member(view, name)]:
        yield system_effect(
            event.model_copy(
                update={
                    "id": "", "sender": SYSTEM, "to": present[0] if len(present) == 1 else present, "readers": present,
                    "priority": action.priority, "channel": None, "in_reply_to": event.id, "debtors": [],
                    "settles": [], "mentioned": [],
                }
            )
        )  # fmt: skip


def _set_status(action: StatusAction, setting: _ActionContext) -> Iterable[Effect]:
    view = setting.cause.view
    for agent in setting.resolve_names([action.agent]):
        is_new = find_member(view, agent) and status_of(view, agent) != action.status
        if is_new and has_authority(view, SYSTEM, ImposeStatus(agent=agent, status=action.status)):
            yield system_effect(set_status_event(setting.cause, agent, action.status))


def _add_blocker(action: BlockerAction, setting: _ActionContext) -> Iterable[Effect]:
    if agents := _resolve_members(setting, action.agents):
        what = resolve_blocked_by(setting.cause.view, setting.fill_text(action.cause))
        is_own = "task_blocked" in setting.occasion.names and agents == [setting.cause.actor]
        by = setting.cause.actor if is_own else SYSTEM
        yield system_effect(new_blocker(setting.cause, agents, setting.fill_text(action.description), what, by=by))


def _block_members(action: BlockAction, setting: _ActionContext) -> Iterable[Effect]:
    if agents := _resolve_members(setting, action.agents):
        until = setting.fill_text(action.until)
        what = resolve_blocked_by(setting.cause.view, until)
        yield from block_agents(setting.cause, agents, what or until, setting.fill_text(action.description))


def _resolve_members(setting: _ActionContext, audience: Sequence[str]) -> list[str]:
    return [name for name in setting.resolve_names(audience) if find_member(setting.cause.view, name)]


def _resolve_audience_word(word: str, cause: Cause) -> list[str]:
    if word == "all":
        return [row.id for row in list_members(cause.view)]
    if word == "lead" and find_member(cause.view, word) is None:
        return [row.id for row in list_members(cause.view) if is_lead(cause.view, row.id)]
    return [part.strip() for part in word.split(",")]


def _fill_template(template: str, fields: Fields) -> str:
    """Not by `format`: it would take the dots in the names of fields for attributes."""
    parts = Formatter().parse(template)
    return "".join(
        text + (_format_value(fields.get(field)) if field is not None else "") for text, field, _, _ in parts
    )


def _format_value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "-"  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return "-" if value is None or not str(value).strip() else str(value)


def _conditions_hold(conditions: Conditions, fields: Callable[[], Fields]) -> bool:
    if not conditions:
        return True
    found = fields()
    return all(_is_one_of(found.get(field), wanted) for field, wanted in conditions.items())


def _is_one_of(found: Any, wanted: Any) -> bool:
    """A list that the occasion holds matches when one of its entries does."""
    return any(
        type(value) is type(choice) and value == choice for value in _as_list(found) for choice in _as_list(wanted)
    )


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
