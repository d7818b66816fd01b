"""Marks that a reader leaves: messages handled, channels read, interrupts seen."""

from typing import Annotated

from pydantic import Field

from renkei.board.read import is_channel, is_reader
from renkei.board.tables import InboxRow, InterruptMarkRow, PostRow, ReadMarkRow
from renkei.commands.base import Command, CommandContext, Note, Outcome
from renkei.errors import NotFound
from renkei.policy.access import INBOX_IS_ITS_READERS
from renkei.policy.authority import Dismiss, has_authority, require_authority
from renkei.protocol.base import Ref, Text
from renkei.protocol.events import ChannelRead, InterruptsShown, MessagesHandled


class HandleMessages(Command):
    """The reader is done with these messages (all that wait, when none is named)."""

    tag = "HandleMessages"
    who = INBOX_IS_ITS_READERS

    reader: Text
    messages: list[Ref] = []

    def decide(self, context: CommandContext) -> Outcome:
        waiting = [row.message for row in context.view.select(InboxRow, order="seq", reader=self.reader, handled=False)]
        for message in self.messages:
            if context.view.get(InboxRow, self.reader, message) is None:
                raise NotFound("{reader} has no message {message}.", reader=self.reader, message=message)
        for message in self.messages:
            require_authority(context.view, context.actor.name, Dismiss(reader=self.reader, message=message))
        done = [
            message
            for message in waiting
            if has_authority(context.view, context.actor.name, _dismiss_act(self, message))
        ]
        chosen = [message for message in done if message in self.messages] if self.messages else done
        unanswered = [message for message in waiting if message not in done]
        notes = () if self.messages or not unanswered else (_note_on_unanswered(unanswered),)
        events = (MessagesHandled(reader=self.reader, messages=chosen),) if chosen else ()
        return Outcome(events=events, notes=notes)


class ReadChannel(Command):
    """The reader has read a channel to its end."""

    tag = "ReadChannel"
    who = INBOX_IS_ITS_READERS

    reader: Text
    channel: Text

    def decide(self, context: CommandContext) -> Outcome:
        if not is_channel(context.view, self.channel):
            raise NotFound("There is no channel {channel}. It begins with its first post.", channel=self.channel)
        last = context.view.select(PostRow, order="seq", channel=self.channel, descending=True, limit=1)
        mark = context.view.get(ReadMarkRow, self.reader, self.channel)
        up_to = last[0].seq if last else 0
        if up_to == (mark.up_to if mark else 0):
            return Outcome()
        return Outcome(events=(ChannelRead(reader=self.reader, channel=self.channel, up_to=up_to),))


class ShowInterrupts(Command):
    """The reader, in the middle of its work, has seen what may not wait for its next turn, up to this seq."""

    tag = "ShowInterrupts"
    who = INBOX_IS_ITS_READERS

    reader: Text
    up_to: Annotated[int, Field(ge=1)]

    def decide(self, context: CommandContext) -> Outcome:
        if not is_reader(context.view, self.reader):
            raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=self.reader)
        mark = context.view.get(InterruptMarkRow, self.reader)
        up_to = min(self.up_to, context.view.head.seq)
        if up_to <= (mark.up_to if mark else 0):
            return Outcome()
        return Outcome(events=(InterruptsShown(reader=self.reader, up_to=up_to),))


def _dismiss_act(command: HandleMessages, message: str) -> Dismiss:
    return Dismiss(reader=command.reader, message=message)


def _note_on_unanswered(messages: list[str]) -> Note:
    return Note(
        text="Blocking requests stay until they are answered: {messages}.", params={"messages": ", ".join(messages)}
    )
