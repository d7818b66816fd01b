"""`renkei chat`: reads or posts group chat."""

import argparse

from renkei.board import read
from renkei.commands.inbox import ReadChannel
from renkei.commands.messages import PostMessage
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import add_limit, checked_limit, tell_more
from renkei.entrypoints.cli.shown import local_time
from renkei.errors import BadInput, NotFound
from renkei.kit.words import Say
from renkei.protocol.base import NAME_PATTERN, normal_name
from renkei.protocol.documents import validate
from renkei.protocol.messages import DRAFT, Message


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("channel", nargs="?", metavar="CHANNEL", help=say("without it: the channels there are"))
    parser.add_argument("text", nargs="?", metavar="TEXT", help=say("post this; without it: read"))
    parser.add_argument("--as", dest="as_name", metavar="NAME", help=say("who posts or reads (default: the person)"))
    parser.add_argument("--mark", action="store_true", help=say("mark the channel as read"))
    add_limit(parser, say)
    parser.add_argument("--after", type=int, metavar="SEQ", help=say("from there on, not the newest ones"))


def run(context: Context, args: argparse.Namespace) -> int:
    checked_limit(args)
    if args.channel is None:
        return _list(context, args.limit)
    channel = normal_name(args.channel.removeprefix("#"))
    if args.text is not None:
        return _post(context, channel, args)
    return _read(context, channel, args)


def _list(context: Context, limit: int) -> int:
    with context.reader.read() as view:
        names = read.channels(view, limit=limit)
    if context.out.as_json:
        context.out.document(names.items)
    else:
        for name in names.items:
            context.out.line(f"#{name}")
    tell_more(context.out, names.more, f"renkei chat --limit {len(names.items) + names.more}")
    return 0


def _post(context: Context, channel: str, args: argparse.Namespace) -> int:
    actor = context.actor(args.as_name)
    if not NAME_PATTERN.fullmatch(channel):
        raise BadInput("{channel!r} cannot be the name of a channel.", channel=channel)
    value = {"type": "FREEFORM", "to": f"#{channel}", "payload": {"body": args.text}}
    outcome = context.do(PostMessage(message=validate(DRAFT, value, "TEXT")), actor=actor)
    if context.out.as_json:
        context.out.document({"id": outcome.id, "seq": outcome.seq})
    else:
        context.out.line(outcome.id or "")
    return 0


def _read(context: Context, channel: str, args: argparse.Namespace) -> int:
    actor = context.actor(args.as_name) if args.mark else context.onlooker(args.as_name)
    with context.reader.read() as view:
        if not read.is_channel(view, channel):
            raise NotFound("There is no channel {channel}. It begins with its first post.", channel=channel)
        posts = read.chat(view, channel, after=args.after, limit=args.limit)
        mark = read.read_mark(view, actor.name, channel) if actor else 0
    if args.mark and actor:
        context.do(ReadChannel(reader=actor.name, channel=channel), actor=actor)
    if context.out.as_json:
        context.out.document(
            [{**message.model_dump(by_alias=True), "unread": seq > mark} for seq, message in posts.items]
        )
    elif posts.items:
        for seq, message in posts.items:
            _show(context, message, unread=seq > mark)
    else:
        context.out.tell("Nobody has said anything in #{channel} yet.", channel=channel)
    tell_more(context.out, posts.more, f"renkei chat {channel} --after {0 if args.after is None else posts.last}")
    return 0


def _show(context: Context, message: Message, *, unread: bool) -> None:
    said = message.payload.get("body") or message.context_summary
    kind = "" if message.type == "FREEFORM" else f" {message.type}"
    context.out.styled(
        ("• " if unread else "  ", "bold yellow"),
        (local_time(message.timestamp), "dim"),
        (f"  {message.sender}{kind}", "bold"),
        f"  {said}",
    )
