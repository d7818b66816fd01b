"""What a rule that is data does on an occasion: the effects of its actions, in their order."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from string import Formatter
from typing import Any

from renkei.board.read import GENERAL
from renkei.board.team import PERSON, SYSTEM, is_lead, member, members
from renkei.dispatch.base import Cause, Effect, status_of, status_set, systems
from renkei.dispatch.blocks import block_agents, new_blocker
from renkei.dispatch.notices import notice, share
from renkei.dispatch.occasions import Fields, Occasion
from renkei.dispatch.release import released
from renkei.dispatch.waiting import waits_for
from renkei.policy.authority import ImposeStatus, may
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
    places_in,
    wordings,
)


def matches(rule: EventRule, occasion: Occasion) -> bool:
    return rule.on in occasion.names and _hold(rule.when, occasion.fields)


def follow(rule: EventRule, occasion: Occasion) -> list[Effect]:
    """What the rule does; nothing for an action that reaches nobody."""
    setting = _Setting(rule, occasion)
    return [effect for action in setting.actions for effect in _carry_out(action, setting)]


def misses_everybody(rule: EventRule, occasion: Occasion) -> bool:
    """Whether the rule names somebody, and nobody of those is there."""
    setting = _Setting(rule, occasion)
    named = [name for action in setting.actions for name in setting.names(_audience(action))]
    return bool(named) and not any(name == PERSON or member(occasion.cause.view, name) for name in named)


def is_refused(rule: EventRule, occasion: Occasion) -> bool:
    """Whether the rule would set a status that no rule may."""
    setting, view = _Setting(rule, occasion), occasion.cause.view
    wanted = [
        ImposeStatus(agent=agent, status=action.set_status.status)
        for action in setting.actions
        if action.set_status
        for agent in setting.names([action.set_status.agent])
    ]
    return any(member(view, act.agent) and not may(view, SYSTEM, act) for act in wanted)


class _Setting:
    """What an action is carried out with: the rule, the occasion and its fields, which are looked up once."""

    def __init__(self, rule: EventRule, occasion: Occasion) -> None:
        self.rule = rule
        self.occasion = occasion
        self.cause: Cause = occasion.cause

    @cached_property
    def fields(self) -> Fields:
        return self.occasion.fields()

    @property
    def actions(self) -> list[Action]:
        return [action for action in self.rule.do if _hold(action.when, lambda: self.fields)]

    def fill(self, wording: str | Translated, more: Fields | None = None) -> str:
        """The text, in the language of the command that caused it all."""
        template = wording if isinstance(wording, str) else getattr(wording, self.cause.lang)
        return _filled(template, self.fields | (more or {}))

    def names(self, audience: Sequence[str]) -> list[str]:
        """Those whom the words of an audience stand for, each once."""
        return list(dict.fromkeys(name for word in audience for name in self._named(word)))

    def _named(self, word: str) -> Sequence[str]:
        group = self.occasion.groups.get(word[1:-1])
        return _names(self.fill(word), self.cause) if group is None else group

    def state_refs(self, action: MessageAction) -> list[StateRef]:
        """What the message is about; text that is too long to be a reference is none."""
        return [
            StateRef(type=kind, id=name)
            for kind, word in action.about.items()
            for name in self._entries(word)
            if len(name) <= LONGEST_REF
        ]

    def _entries(self, word: str) -> list[str]:
        found: Any = self.fields.get(word[1:-1])
        return found if isinstance(found, list) else [self.fill(word)]  # pyright: ignore[reportUnknownVariableType]


def _carry_out(action: Action, setting: _Setting) -> Iterable[Effect]:
    if action.message:
        return _post(action.message, setting)
    if action.forward:
        return _forward(action.forward, setting)
    if action.set_status:
        return _set_status(action.set_status, setting)
    if action.add_blocker:
        return _add_blocker(action.add_blocker, setting)
    if action.block:
        return _block(action.block, setting)
    return released(setting.cause, setting.occasion.ended)


def _audience(action: Action) -> list[str]:
    if action.set_status:
        return [action.set_status.agent]
    if addressed := action.message or action.forward:
        return addressed.to
    affected = action.add_blocker or action.block
    return affected.agents if affected else []


def _post(action: MessageAction, setting: _Setting) -> Iterable[Effect]:
    """One message to all; where it tells each reader something else, one to each."""
    readers = setting.names(action.to)
    if not _differs_by_reader(action):
        return _post_to(readers, action, setting, {})
    return [
        effect
        for reader in readers
        for effect in _post_to([reader], action, setting, setting.occasion.by_reader.get(reader, {}))
    ]


def _post_to(readers: list[str], action: MessageAction, setting: _Setting, own: Fields) -> Iterable[Effect]:
    if not readers:
        return []
    cause, content, refs = setting.cause, setting.fill(action.template, own), setting.state_refs(action)
    if action.type == "KNOWLEDGE_SHARE":
        relevance = cause.say("Your team's rule {rule} says so.", rule=setting.rule.name)
        return share(
            cause,
            readers,
            action.priority,
            topic=setting.fill(action.topic, own) if action.topic else setting.rule.name,
            content=content,
            relevance=setting.fill(action.relevance, own) if action.relevance else relevance,
            action=setting.fill(action.action, own) if action.action else None,
            refs=refs,
        )
    if action.type == "FREEFORM":
        said = Freeform(body=content, urgency=action.priority)
        return notice(
            cause.view, "FREEFORM", said, readers, action.priority, summary=content, refs=refs, channel=GENERAL
        )
    assert action.status is not None, "a STATUS_UPDATE without a status is refused when it is loaded"
    task = setting.fill(action.task, own) if action.task else None
    named = task if task and len(task) <= LONGEST_REF else None
    update = StatusUpdate(task_ref=named, new_status=action.status, progress_summary=content)
    return notice(cause.view, "STATUS_UPDATE", update, readers, action.priority, summary=content, refs=refs)


def _differs_by_reader(action: MessageAction) -> bool:
    worded = [text for text in (action.template, action.topic, action.relevance, action.action) if text is not None]
    return any(FIELDS_BY_READER.intersection(places_in(each)) for text in worded for each in wordings(text))


def _forward(action: ForwardAction, setting: _Setting) -> Iterable[Effect]:
    event = setting.cause.event
    if not isinstance(event, MessagePosted):
        return
    have_it = event.readers if event.priority in ("blocking", action.priority) else []
    view = setting.cause.view
    readers = [name for name in setting.names(action.to) if name not in (event.sender, *have_it)]
    if present := [name for name in readers if name == PERSON or member(view, name)]:
        yield systems(
            event.model_copy(
                update={
                    "id": "", "sender": SYSTEM, "to": present[0] if len(present) == 1 else present, "readers": present,
                    "priority": action.priority, "channel": None, "in_reply_to": event.id, "debtors": [],
                    "settles": [], "mentioned": [],
                }
            )
        )  # fmt: skip


def _set_status(action: StatusAction, setting: _Setting) -> Iterable[Effect]:
    view = setting.cause.view
    for agent in setting.names([action.agent]):
        is_new = member(view, agent) and status_of(view, agent) != action.status
        if is_new and may(view, SYSTEM, ImposeStatus(agent=agent, status=action.status)):
            yield systems(status_set(setting.cause, agent, action.status))


def _add_blocker(action: BlockerAction, setting: _Setting) -> Iterable[Effect]:
    if agents := _members(setting, action.agents):
        what = waits_for(setting.cause.view, setting.fill(action.cause))
        is_own = "task_blocked" in setting.occasion.names and agents == [setting.cause.actor]
        by = setting.cause.actor if is_own else SYSTEM
        yield systems(new_blocker(setting.cause, agents, setting.fill(action.description), what, by=by))


def _block(action: BlockAction, setting: _Setting) -> Iterable[Effect]:
    if agents := _members(setting, action.agents):
        until = setting.fill(action.until)
        what = waits_for(setting.cause.view, until)
        yield from block_agents(setting.cause, agents, what or until, setting.fill(action.description))


def _members(setting: _Setting, audience: Sequence[str]) -> list[str]:
    return [name for name in setting.names(audience) if member(setting.cause.view, name)]


def _names(word: str, cause: Cause) -> list[str]:
    if word == "all":
        return [row.id for row in members(cause.view)]
    if word == "lead" and member(cause.view, word) is None:
        return [row.id for row in members(cause.view) if is_lead(cause.view, row.id)]
    return [part.strip() for part in word.split(",")]


def _filled(template: str, fields: Fields) -> str:
    """Not by `format`: it would take the dots in the names of fields for attributes."""
    parts = Formatter().parse(template)
    return "".join(text + (_shown(fields.get(field)) if field is not None else "") for text, field, _, _ in parts)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "-"  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return "-" if value is None or not str(value).strip() else str(value)


def _hold(conditions: Conditions, fields: Callable[[], Fields]) -> bool:
    if not conditions:
        return True
    found = fields()
    return all(_is_one_of(found.get(field), wanted) for field, wanted in conditions.items())


def _is_one_of(found: Any, wanted: Any) -> bool:
    """A list that the occasion holds matches when one of its entries does."""
    return any(
        type(value) is type(choice) and value == choice for value in _listed(found) for choice in _listed(wanted)
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
