"""`renkei inbox`: what an agent has not handled yet."""

import argparse

from renkei.board import read
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.shown import show_message
from renkei.errors import NotFound
from renkei.kit.words import Say
from renkei.protocol.base import normal_name
from renkei.protocol.commands import HandleMessages
from renkei.protocol.documents import validate_model


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("agent", metavar="AGENT")
    parser.add_argument(
        "--handled", nargs="*", metavar="ID", help=say("mark these as handled; without an ID, all that wait")
    )


def run(context: Context, args: argparse.Namespace) -> int:
    reader = normal_name(args.agent)
    with context.reader.read() as view:
        if not read.is_reader(view, reader):
            raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=reader)
        waiting = read.inbox(view, reader)
    if args.handled is not None:
        command = validate_model(HandleMessages, {"reader": reader, "messages": args.handled})
        context.do(command, actor=context.actor())
        with context.hub.read() as view:
            waiting = read.inbox(view, reader)
    if context.out.as_json:
        context.out.document([message.model_dump(by_alias=True) for message in waiting])
    elif waiting:
        for message in waiting:
            show_message(context.out, message)
    else:
        context.out.tell("Nothing waits for {name}.", name=reader)
    return 0
