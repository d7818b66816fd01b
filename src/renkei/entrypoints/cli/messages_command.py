"""Messages: `renkei send`, `message`, `inbox` and `chat`."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from renkei.app import queries
from renkei.board.pages import Page
from renkei.entrypoints.cli.command import Context, input_name, open_input, read_input
from renkei.entrypoints.cli.rendering import add_limit, local_time, require_limit, show_message, tell_more
from renkei.errors import BadInput, RenkeiError
from renkei.kit.words import Say
from renkei.lazy import lazy
from renkei.protocol.actors import Actor, normal_name
from renkei.protocol.terms import MAX_BYTES
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.app import messages
    from renkei.app.messages import ChatPost
    from renkei.protocol.messages import Message
else:
    messages = lazy("renkei.app.messages")


def add_send_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    help_text = say("JSON or YAML: type, to, priority, payload, ... (renkei schema draft)")
    parser.add_argument("file", metavar="FILE|-", help=help_text)
    parser.add_argument("--as", dest="as_name", metavar="AGENT", help=say("who sends it (default: the person)"))
    parser.add_argument("--key", help=say("idempotency key: the same message under the same key is posted once"))
    parser.add_argument("--lines", action="store_true", help=say("one JSON message per line, each its own post"))


def handle_send(context: Context, args: argparse.Namespace) -> int:
    actor = context.project.actor(args.as_name)
    if args.lines:
        if args.key:
            raise BadInput("--key is for one message, --lines for many.")
        return _send_lines(context, actor, args.file)
    data, name = read_input(args.file)
    _send_message(context, actor, data, name, args.key)
    return 0


def _send_lines(context: Context, actor: Actor, path: str) -> int:
    for number, line in enumerate(_read_lines(path), start=1):
        if line.strip():
            name = Sentence("{path} line {number}", path=input_name(path), number=number)
            try:
                _send_message(context, actor, line, name)
            except RenkeiError as error:
                context.out.note("Stopped at line {number}; the lines before it are posted.", number=number)
                raise error
    return 0


def _read_lines(path: str) -> Iterator[bytes]:
    with open_input(path) as file:
        while line := file.readline(MAX_BYTES + 1):
            yield line


def _send_message(context: Context, actor: Actor, data: bytes, name: str, key: str | None = None) -> None:
    draft = messages.read_draft(data, name, actor=actor)
    done = messages.send(context.project, draft, actor=actor, key=key)
    if context.out.as_json:
        context.out.print_json({"id": done.id, "seq": done.seq, "warnings": list(done.warnings)})
    else:
        context.out.print_line(done.id or "")


# `renkei message`: one message whole.


def add_message_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("id", metavar="ID")


def handle_message(context: Context, args: argparse.Namespace) -> int:
    message = queries.get_message(context.project, args.id)
    if context.out.as_json:
        context.out.print_json(message.model_dump(by_alias=True))
    else:
        show_message(context.out, message, whole=True)
    return 0


# `renkei inbox`: what an agent has not handled yet.


def add_inbox_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("agent", metavar="AGENT")
    add_limit(parser, say)
    parser.add_argument("--after", type=int, default=0, metavar="SEQ", help=say("only what came after SEQ"))
    parser.add_argument(
        "--handled", nargs="*", metavar="ID", help=say("mark these as handled; without an ID, all that wait")
    )


def handle_inbox(context: Context, args: argparse.Namespace) -> int:
    project, reader, limit = context.project, normal_name(args.agent), require_limit(args)
    waiting = queries.inbox(project, reader, after=args.after, limit=limit)
    if args.handled is not None:
        messages.handle_messages(project, reader, args.handled)
        waiting = queries.inbox(project, reader, after=args.after, limit=limit)
    _show_inbox(context, reader, waiting)
    return 0


def _show_inbox(context: Context, reader: str, waiting: "Page[Message]") -> None:
    if context.out.as_json:
        context.out.print_json([message.model_dump(by_alias=True) for message in waiting.items])
    elif waiting.items:
        for message in waiting.items:
            show_message(context.out, message)
    else:
        context.out.tell("Nothing waits for {name}.", name=reader)
    tell_more(context.out, waiting.more, f"renkei inbox {reader} --after {waiting.last}")
    if waiting.urgent_more:
        context.out.tell(
            "{count} of them mention {name}, block, or ask for a decision.", count=waiting.urgent_more, name=reader
        )


# `renkei chat`: reads or posts group chat.


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
    names = messages.list_channels(context.project, limit=limit)
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
    project, channel = context.project, messages.channel_name(args.channel)
    reader = project.actor(args.as_name) if args.mark else project.onlooker(args.as_name)
    posts = messages.read_chat(project, channel, reader=reader, after=args.after, limit=args.limit, mark=args.mark)
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


def _show_post(context: Context, post: "ChatPost") -> None:
    message = post.message
    said = message.payload.get("body") or message.context_summary
    kind = "" if message.type == "FREEFORM" else f" {message.type}"
    context.out.print_styled(
        ("• " if post.is_unread else "  ", "bold yellow"),
        (local_time(message.timestamp), "dim"),
        (f"  {message.sender}{kind}", "bold"),
        f"  {said}",
    )
