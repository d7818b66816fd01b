"""Marks that a reader leaves: messages handled, channels read."""

from renkei.board.read import is_channel
from renkei.board.tables import InboxRow, PostRow, ReadMarkRow
from renkei.errors import NotFound
from renkei.handlers.base import Asked, Decision, Note
from renkei.policy.authority import Dismiss, may, require
from renkei.protocol.commands import HandleMessages, ReadChannel
from renkei.protocol.events import ChannelRead, MessagesHandled


def handle_messages(asked: Asked, command: HandleMessages) -> Decision:
    waiting = [row.message for row in asked.view.select(InboxRow, order="seq", reader=command.reader, handled=False)]
    for message in command.messages:
        if asked.view.get(InboxRow, command.reader, message) is None:
            raise NotFound("{reader} has no message {message}.", reader=command.reader, message=message)
    for message in command.messages:
        require(asked.view, asked.actor.name, Dismiss(reader=command.reader, message=message))
    done = [message for message in waiting if may(asked.view, asked.actor.name, _dismissal(command, message))]
    chosen = [message for message in done if message in command.messages] if command.messages else done
    unanswered = [message for message in waiting if message not in done]
    notes = () if command.messages or not unanswered else (_unanswered_note(unanswered),)
    events = (MessagesHandled(reader=command.reader, messages=chosen),) if chosen else ()
    return Decision(events=events, notes=notes)


def _dismissal(command: HandleMessages, message: str) -> Dismiss:
    return Dismiss(reader=command.reader, message=message)


def _unanswered_note(messages: list[str]) -> Note:
    return Note(
        text="Blocking requests stay until they are answered: {messages}.", params={"messages": ", ".join(messages)}
    )


def read_channel(asked: Asked, command: ReadChannel) -> Decision:
    if not is_channel(asked.view, command.channel):
        raise NotFound("There is no channel {channel}. It begins with its first post.", channel=command.channel)
    last = asked.view.select(PostRow, order="seq", channel=command.channel, descending=True, limit=1)
    mark = asked.view.get(ReadMarkRow, command.reader, command.channel)
    up_to = last[0].seq if last else 0
    if up_to == (mark.up_to if mark else 0):
        return Decision()
    return Decision(events=(ChannelRead(reader=command.reader, channel=command.channel, up_to=up_to),))
