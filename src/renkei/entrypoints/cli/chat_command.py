"""`renkei chat`: reads or posts group chat."""

import argparse

from renkei.app import inbox, messages
from renkei.app.inbox import ChatPost
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import add_limit, require_limit, tell_more
from renkei.entrypoints.cli.shown import local_time
from renkei.kit.words import Say


def add_chat_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("channel", nargs="?", metavar="CHANNEL", help=say("without it: the channels there are"))
    parser.add_argument("text", nargs="?", metavar="TEXT", help=say("post this; without it: read"))
    parser.add_argument("--as", dest="as_name", metavar="NAME", help=say("who posts or reads (default: the person)"))
    parser.add_argument("--mark", action="store_true", help=say("mark the channel as read"))
    add_limit(parser, say)
    parser.add_argument("--after", type=int, metavar="SEQ", help=say("from there on, not the newest ones"))


def handle_chat(context: Context, args: argparse.Namespace) -> int:
    require_limit(args)
    if args.channel is None:
        return _list_channels(context, args.limit)
    if args.text is not None:
        return _post_chat(context, args)
    return _read_chat(context, args)


def _list_channels(context: Context, limit: int) -> int:
    names = inbox.list_channels(context.project, limit=limit)
    if context.out.as_json:
        context.out.print_json(names.items)
    else:
        for name in names.items:
            context.out.print_line(f"#{name}")
    tell_more(context.out, names.more, f"renkei chat --limit {len(names.items) + names.more}")
    return 0


def _post_chat(context: Context, args: argparse.Namespace) -> int:
    actor = context.project.actor(args.as_name)
    done = messages.post_chat(context.project, args.channel, args.text, actor=actor)
    if context.out.as_json:
        context.out.print_json({"id": done.id, "seq": done.seq})
    else:
        context.out.print_line(done.id or "")
    return 0


def _read_chat(context: Context, args: argparse.Namespace) -> int:
    project, channel = context.project, inbox.channel_name(args.channel)
    reader = project.actor(args.as_name) if args.mark else project.onlooker(args.as_name)
    posts = inbox.read_chat(project, channel, reader=reader, after=args.after, limit=args.limit, mark=args.mark)
    if context.out.as_json:
        context.out.print_json(
            [{**each.message.model_dump(by_alias=True), "unread": each.is_unread} for each in posts.items]
        )
    elif posts.items:
        for each in posts.items:
            _show_post(context, each)
    else:
        context.out.tell("Nobody has said anything in #{channel} yet.", channel=channel)
    tell_more(context.out, posts.more, f"renkei chat {channel} --after {0 if args.after is None else posts.last}")
    return 0


def _show_post(context: Context, post: ChatPost) -> None:
    message = post.message
    said = message.payload.get("body") or message.context_summary
    kind = "" if message.type == "FREEFORM" else f" {message.type}"
    context.out.print_styled(
        ("• " if post.is_unread else "  ", "bold yellow"),
        (local_time(message.timestamp), "dim"),
        (f"  {message.sender}{kind}", "bold"),
        f"  {said}",
    )
