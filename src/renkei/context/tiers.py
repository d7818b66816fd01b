"""Which messages matter to a reader: (message, reader) -> tier, by the seed's five rules in order (section 3).

Rules 1 and 2 need the reader's own id in `to`; what goes to a group is placed by rules 3 to 5 (BUD-5). A mention makes
a message critical for the one mentioned, wherever it stands (MSG-8).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from renkei.context.keywords import extract_keywords
from renkei.protocol.artifacts import merge_artifacts
from renkei.protocol.messages import Message

Tier = Literal["critical", "relevant", "background", "irrelevant"]
"""From the one that is read whole to the one that is left out."""

EVERYBODY: Final = frozenset({"all", "*"})


@dataclass(frozen=True, kw_only=True, slots=True)
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


def tier_of(message: Message, reader: Reader, *, mentioned: bool = False, by_keywords: bool = True) -> Tier:
    """The tier of a message for a reader. Without `by_keywords` only addresses count (TURN-3, the fifth stage)."""
    to_reader = reader.id in list_addresses(message)
    if mentioned:
        return "critical"
    if to_reader and message.priority == "blocking":
        return "critical"
    if to_reader:
        return "critical" if _holds_the_reader_up(message, reader) else "relevant"
    if is_to_a_group(message):
        return "relevant" if by_keywords and common_keywords(message, reader) else "background"
    return "irrelevant"


def list_addresses(message: Message) -> list[str]:
    return [message.to] if isinstance(message.to, str) else list(message.to)


def is_to_a_group(message: Message) -> bool:
    """Whether it went to everybody or to a channel."""
    return any(name in EVERYBODY or name.removeprefix("#") == message.channel for name in list_addresses(message))


def common_keywords(message: Message, reader: Reader) -> list[str]:
    """What a message has in common with the reader's task, sorted."""
    if not reader.topic:
        return []
    refs = (ref.id for ref in message.related_state_refs)
    said = "\n".join((message.context_summary, *_collect_texts(message.payload), *refs))
    return sorted(extract_keywords(said) & reader.topic)


def _holds_the_reader_up(message: Message, reader: Reader) -> bool:
    """BUD-5: the completion it waits for, a decision asked of it, a review of its artifact."""
    match message.type:
        case "DECISION_REQUEST":
            return True
        case "REVIEW_RESULT":
            artifact = message.payload.get("artifact_ref")
            return artifact in reader.artifacts or _is_waited_for([artifact], reader)
        case "TASK_RESULT":
            task = message.payload.get("original_task_ref")
            artifacts = merge_artifacts(message.payload.get("output_artifacts", []))
            named = [message.sender, task, *(artifact.ref for artifact in artifacts)]
            return task in reader.handed_over or _is_waited_for(named, reader)
        case "STATUS_UPDATE":
            named = [message.sender, message.payload.get("task_ref")]
            return message.payload.get("new_status") == "completed" and _is_waited_for(named, reader)
        case _:
            return False


def _is_waited_for(names: Iterable[str | None], reader: Reader) -> bool:
    """`blocked_by` is written by hand: it refers to a name when it holds it as a whole word."""
    return any(refers_to(text, name) for text in reader.waits_for for name in names if name)


def refers_to(text: str, name: str) -> bool:
    """Whether a text holds a name as a whole word."""
    return re.search(rf"(?<![A-Za-z0-9_.-]){re.escape(name)}(?![A-Za-z0-9_]|[.-][A-Za-z0-9_])", text) is not None


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
