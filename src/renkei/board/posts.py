"""Messages as the log has them: the id of one says where it stands there, so that no table repeats what was said."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from renkei.board.folds.base import REDACTED
from renkei.errors import StoreError
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.lazy import lazy
from renkei.memo import remember_short
from renkei.protocol.terms import MessageType, Priority

if TYPE_CHECKING:
    from renkei.protocol.messages import Message, StateRef
else:
    Message, StateRef = lazy("renkei.protocol.messages:Message"), lazy("renkei.protocol.messages:StateRef")

_PREFIX: Final = "MSG-"
_LONGEST_NUMBER: Final = 18
"""Digits: what every store can hold."""


@dataclass(kw_only=True, slots=True)
class Post:
    """A message, where it stands, and when it was posted."""

    id: str
    seq: int
    type: MessageType
    sender: str
    to: str | list[str]
    priority: Priority
    timestamp: str
    channel: str | None
    in_reply_to: str | None
    expects: list[MessageType]
    context_summary: str
    related_state_refs: list[dict[str, str]]
    payload: dict[str, Any]
    redacted: bool

    def to_message(self) -> "Message":
        """As everybody reads it."""
        return Message.make_trusted(
            id=self.id,
            type=self.type,
            sender=self.sender,
            to=self.to,
            priority=self.priority,
            timestamp=self.timestamp,
            context_summary=self.context_summary,
            related_state_refs=[StateRef.make_trusted(**ref) for ref in self.related_state_refs],
            in_reply_to=self.in_reply_to,
            expected_response_type=self.expects,
            payload=self.payload,
            channel=self.channel,
            redacted=self.redacted,
        )


def message_id(seq: int) -> str:
    """What the message at this place of the log is called."""
    return f"{_PREFIX}{seq}"


def find_post(view: View, name: str) -> Post | None:
    """A message by its id."""
    seq = seq_of_message(name)
    record = view.event(seq) if seq is not None else None
    return _post_of_record(record) if record and record.type == "MessagePosted" else None


def find_messages(view: View, seqs: Iterable[int]) -> "dict[int, Message]":
    """The messages at these places, as everybody reads them, in one question."""
    records = view.events_at([*seqs])
    return {each.seq: _message_of_record(each) for each in records if each.type == "MessagePosted"}


def seq_of_message(name: str) -> int | None:
    """Where in the log a message stands, by its id; None for what is no message's id: anybody may write anything."""
    number = name.removeprefix(_PREFIX)
    is_short = len(number) <= _LONGEST_NUMBER and number.isdecimal()
    return int(number) if is_short and name == message_id(int(number)) else None


def _message_of_record(record: Record) -> "Message":
    return _message_of_texts(record.seq, record.at, record.data, record.body)


@remember_short(4096)
def _message_of_texts(seq: int, at: str, data: str, body: str | None) -> "Message":
    """Many read the same message; what it is made of says what it is, whatever store it stands in."""
    return _post_of_texts(seq, at, data, body).to_message()


def _post_of_record(record: Record) -> Post:
    return _post_of_texts(record.seq, record.at, record.data, record.body)


def _post_of_texts(seq: int, at: str, data: str, said: str | None) -> Post:
    """As it was written: it was validated at the door, and once more by `verify_store`.

    Raises:
        StoreError: it is no message.
    """
    try:
        event: dict[str, Any] = json.loads(data)
        body: dict[str, Any] | None = None if said is None else json.loads(said)
        return Post(
            id=event["id"],
            seq=seq,
            type=event["type"],
            sender=event["from"],
            to=event["to"],
            priority=event["priority"],
            timestamp=at,
            channel=event.get("channel"),
            in_reply_to=event.get("in_reply_to"),
            expects=event.get("expects", []),
            context_summary=body["context_summary"] if body else REDACTED,
            related_state_refs=body["related_state_refs"] if body else [],
            payload=body["payload"] if body else {},
            redacted=body is None,
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StoreError("Event {seq} is no {type}: {error}", seq=seq, type="MessagePosted", error=error) from None
