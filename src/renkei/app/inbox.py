"""What a reader has read: handling messages, reading group chat. Who waits for what: `app.queries`."""

from renkei.app.project import Done, Project
from renkei.board import read
from renkei.board.pages import PAGE, Page
from renkei.commands.inbox import HandleMessages, ReadChannel
from renkei.errors import NotFound
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.messages import Message
from renkei.protocol.names import normal_name
from renkei.values import value


@value
class ChatPost:
    """A post of a channel, as one reader sees it."""

    message: Message
    is_unread: bool


def handle_messages(project: Project, reader: str, messages: list[str], *, actor: Actor | None = None) -> Done:
    """Marks messages as handled; with none named, all that wait."""
    reader = normal_name(reader)
    actor = actor or project.actor()
    return project.do(validate_model(HandleMessages, {"reader": reader, "messages": messages}), actor=actor)


def list_channels(project: Project, *, limit: int = PAGE) -> Page[str]:
    with project.reader.read() as view:
        return read.list_channels(view, limit=limit)


def read_chat(
    project: Project,
    channel: str,
    *,
    reader: Actor | None = None,
    after: int | None = None,
    limit: int = PAGE,
    mark: bool = False,
) -> Page[ChatPost]:
    """A channel's newest posts, or with `after` those that come next; with `mark` they are read by then.

    Raises:
        NotFound: there is no such channel.
    """
    channel = channel_name(channel)
    with project.reader.read() as view:
        if not read.is_channel(view, channel):
            raise NotFound("There is no channel {channel}. It begins with its first post.", channel=channel)
        posts = read.channel_posts(view, channel, after=after, limit=limit)
        seen = read.read_mark(view, reader.name, channel) if reader else 0
    if mark and reader:
        project.do(ReadChannel(reader=reader.name, channel=channel), actor=reader)
    items = [ChatPost(message=message, is_unread=seq > seen) for seq, message in posts.items]
    return Page(items=items, more=posts.more, last=posts.last)


def channel_name(given: str) -> str:
    return normal_name(given.removeprefix("#"))
