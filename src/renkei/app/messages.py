"""Messages: sending, reading and handling them, posting in group chat, forgetting what one said."""

from collections.abc import Mapping
from typing import Any, cast

from renkei.app.artifacts import find_absent
from renkei.app.project import Done, Project
from renkei.board import read
from renkei.board.pages import PAGE, Page, require_limit
from renkei.commands.inbox import HandleMessages, ReadChannel
from renkei.commands.messages import PostMessage, RedactBody
from renkei.errors import BadInput, NotFound
from renkei.protocol.actors import NAME_PATTERN, Actor, normal_name
from renkei.protocol.documents import decode_text, parse_document, validate, validate_model
from renkei.protocol.messages import DRAFT, Draft, Message, TaskResult
from renkei.values import value


def send(
    project: Project, message: Draft | Mapping[str, Any], *, actor: Actor | None = None, key: str | None = None
) -> Done:
    """Posts a message; its id, and what it refers to that nobody knows of.

    Raises:
        BadInput: it breaks the form of its type, or goes to somebody who is not there.
        Refused: not for this actor.
    """
    actor = actor or project.actor()
    draft = _read_fields(message, "message", actor)
    absent = find_absent(project, draft.payload) if isinstance(draft.payload, TaskResult) else []
    return project.do(PostMessage(message=draft, absent=absent), actor=actor, key=key)


def read_draft(data: bytes, name: str, *, actor: Actor) -> Draft:
    """A message as somebody wrote it, JSON or YAML; `name` is what mistakes in it are told by."""
    text = decode_text(data, name)
    return _read_fields(parse_document(text, name), name, actor, text=text)


def _read_fields(value: object, name: str, actor: Actor, *, text: str | None = None) -> Draft:
    """A correct `from` may be left in: it says what is known anyway."""
    if isinstance(value, Mapping):
        fields = cast(Mapping[str, Any], value)
        value = {key: part for key, part in fields.items() if (key, part) != ("from", actor.name)}
    return validate(DRAFT, value, name, text=text)


def redact(project: Project, target: str, *, actor: Actor | None = None) -> Done:
    """Forgets what a message or an event said; `id` is None where there was nothing to forget."""
    actor = actor or project.actor()
    return project.do(validate_model(RedactBody, {"target": target}), actor=actor)


def post_chat(project: Project, channel: str, text: str, *, actor: Actor | None = None) -> Done:
    """Posts in a channel, which begins with its first post."""
    actor = actor or project.actor()
    channel = normal_name(channel.removeprefix("#"))
    if not NAME_PATTERN.fullmatch(channel):
        raise BadInput("{channel!r} cannot be the name of a channel.", channel=channel)
    fields = {"type": "FREEFORM", "to": f"#{channel}", "payload": {"body": text}}
    return project.do(PostMessage(message=validate(DRAFT, fields, "TEXT")), actor=actor)


# What a reader has read: handling messages, reading group chat. Who waits for what: `app.queries`.


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
    limit = require_limit(limit)
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
    channel, limit = channel_name(channel), require_limit(limit)
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
