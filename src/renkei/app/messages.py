"""Messages: sending them, posting in group chat, forgetting what one said."""

from collections.abc import Mapping
from typing import Any, cast

from renkei.app.project import Done, Project
from renkei.commands.messages import PostMessage, RedactBody
from renkei.errors import BadInput
from renkei.protocol.actors import Actor
from renkei.protocol.documents import decode_text, parse_document, validate, validate_model
from renkei.protocol.messages import DRAFT, Draft
from renkei.protocol.names import NAME_PATTERN, normal_name


def send(
    project: Project, message: Draft | Mapping[str, Any], *, actor: Actor | None = None, key: str | None = None
) -> Done:
    """Posts a message; its id, and what it refers to that nobody knows of.

    Raises:
        BadInput: it breaks the form of its type, or goes to somebody who is not there.
        Refused: not for this actor.
    """
    actor = actor or project.actor()
    draft = _read_fields(message, "message", actor) if isinstance(message, Mapping) else message
    return project.do(PostMessage(message=draft), actor=actor, key=key)


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
