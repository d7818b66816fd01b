"""`renkei inbox`: what an agent has not handled yet."""

import argparse
from typing import TYPE_CHECKING

from renkei.app import queries
from renkei.board.pages import Page
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import add_limit, require_limit, tell_more
from renkei.entrypoints.cli.shown import show_message
from renkei.kit.words import Say
from renkei.lazy import lazy
from renkei.protocol.names import normal_name

if TYPE_CHECKING:
    from renkei.app import inbox
    from renkei.protocol.messages import Message
else:
    inbox = lazy("renkei.app.inbox")


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
        inbox.handle_messages(project, reader, args.handled)
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
