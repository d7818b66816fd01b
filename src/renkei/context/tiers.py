"""Which messages matter to a reader: (message, reader) -> tier, by the specification's five rules in order (section 3).

Rules 1 and 2 need the reader's own id in `to`; what goes to a group is placed by rules 3 to 5 (BUD-5). A mention makes
a message critical for the one mentioned, wherever it stands (MSG-8).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal, cast

from renkei.context.keywords import extract_keywords
from renkei.protocol.artifacts import merge_artifacts
from renkei.protocol.messages import Message
from renkei.sentence import Sentence
from renkei.values import value

Tier = Literal["critical", "relevant", "background", "irrelevant"]
"""From the one that is read whole to the one that is left out."""

EVERYBODY: Final = frozenset({"all", "*"})


@value
class Reader:
    """What is known of the agent that reads."""

    id: str
    topic: frozenset[str] = frozenset()
    """Keywords of its current task and its contracts."""
    waits_for: tuple[str, ...] = ()
    """What its `blocked_by` says, or said since its last turn: a completion may have freed it already."""
    handed_over: frozenset[str] = frozenset()
    """Ids of tasks that it gave to others."""
    artifacts: frozenset[str] = frozenset()
    """References of its own artifacts, and of those it asked a review for."""
    names: frozenset[str] = frozenset()
    """References and paths of its artifacts, and of what its contracts take in and are to deliver."""


@value
class Placement:
    """The tier of a message for a reader, and why."""

    tier: Tier
    reason: Sentence
    shared: tuple[str, ...] = ()
    """The keywords that it has in common with the reader's task."""
    named: tuple[str, ...] = ()
    """What it names of the reader's artifacts and files, and of those it depends on."""


def place_message(message: Message, reader: Reader, *, mentioned: bool = False, by_keywords: bool = True) -> Placement:
    """The tier of a message for a reader. Without `by_keywords` only addresses count (TURN-3, the fifth stage)."""
    to_reader = reader.id in list_addresses(message)
    if mentioned:
        return Placement(tier="critical", reason=_MENTIONED)
    if to_reader and message.priority == "blocking":
        return Placement(tier="critical", reason=_BLOCKING)
    if to_reader and (reason := _find_hold_up(message, reader)):
        return Placement(tier="critical", reason=reason)
    if not to_reader and not is_to_a_group(message):
        return Placement(tier="irrelevant", reason=_BETWEEN_OTHERS)
    shared = tuple(common_keywords(message, reader)) if by_keywords else ()
    named = tuple(find_names(message, reader)) if by_keywords else ()
    if to_reader:
        return Placement(tier="relevant", reason=_ADDRESSED, shared=shared, named=named)
    if named:
        reason = Sentence("to a group, and it names {names}", names=", ".join(named))
        return Placement(tier="relevant", reason=reason, shared=shared, named=named)
    if shared:
        reason = Sentence("to a group, and about your task: {words}", words=", ".join(shared))
        return Placement(tier="relevant", reason=reason, shared=shared)
    return Placement(tier="background", reason=_NOTHING_IN_COMMON)


_MENTIONED: Final = Sentence("it mentions you")
_BLOCKING: Final = Sentence("blocking, and addressed to you")
_BETWEEN_OTHERS: Final = Sentence("between others")
_ADDRESSED: Final = Sentence("addressed to you")
_NOTHING_IN_COMMON: Final = Sentence("to a group, with nothing in common with your task")


def list_addresses(message: Message) -> list[str]:
    return [message.to] if isinstance(message.to, str) else list(message.to)


def is_to_a_group(message: Message) -> bool:
    """Whether it went to everybody or to a channel."""
    return any(name in EVERYBODY or name.removeprefix("#") == message.channel for name in list_addresses(message))


def common_keywords(message: Message, reader: Reader) -> list[str]:
    """What a message has in common with the reader's task, sorted."""
    if not reader.topic:
        return []
    return sorted(extract_keywords(_said_by(message)) & reader.topic)


def find_names(message: Message, reader: Reader) -> list[str]:
    """Which of the artifacts and files that are the reader's, or that its work depends on, a message names; sorted."""
    if not reader.names:
        return []
    said = _said_by(message)
    return sorted(name for name in reader.names if refers_to(said, name))


def _said_by(message: Message) -> str:
    refs = (ref.id for ref in message.related_state_refs)
    return "\n".join((message.context_summary, *_collect_texts(message.payload), *refs))


def _find_hold_up(message: Message, reader: Reader) -> Sentence | None:
    """BUD-5: the completion it waits for, a decision asked of it, a review of its artifact."""
    match message.type:
        case "DECISION_REQUEST":
            return Sentence("it asks you for a decision")
        case "REVIEW_RESULT":
            artifact = message.payload.get("artifact_ref")
            if artifact in reader.artifacts or _is_waited_for([artifact], reader):
                return Sentence("a review of your artifact")
        case "TASK_RESULT":
            task = message.payload.get("original_task_ref")
            artifacts = merge_artifacts(message.payload.get("output_artifacts", []))
            named = [message.sender, task, *(artifact.ref for artifact in artifacts)]
            if task in reader.handed_over or _is_waited_for(named, reader):
                return Sentence("the result that you wait for")
        case "STATUS_UPDATE":
            named = [message.sender, message.payload.get("task_ref")]
            if message.payload.get("new_status") == "completed" and _is_waited_for(named, reader):
                return Sentence("the completion that you wait for")
        case _:
            pass
    return None


def _is_waited_for(names: Iterable[str | None], reader: Reader) -> bool:
    """`blocked_by` is written by hand: it refers to a name when it holds it as a whole word."""
    return any(refers_to(text, name) for text in reader.waits_for for name in names if name)


def refers_to(text: str, name: str) -> bool:
    """Whether a text holds a name as a whole word."""
    return name in text and _name_pattern(name).search(text) is not None


@lru_cache(maxsize=4096)
def _name_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_.-]){re.escape(name)}(?![A-Za-z0-9_]|[.-][A-Za-z0-9_])")


_FIXED_WORDS: Final = frozenset({"status", "new_status", "severity", "verdict", "urgency"})
"""Fields that hold one of a few words, not what somebody wrote."""


def _collect_texts(value: Any) -> Iterable[str]:
    """Every text in a payload."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in cast(dict[str, Any], value).items():
            if name not in _FIXED_WORDS:
                yield from _collect_texts(part)
    elif isinstance(value, list):
        for part in cast(list[Any], value):
            yield from _collect_texts(part)
