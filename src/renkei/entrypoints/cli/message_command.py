"""`renkei message`: one message whole."""

import argparse

from renkei.app import queries
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.shown import show_message
from renkei.kit.words import Say


def add_message_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("id", metavar="ID")


def handle_message(context: Context, args: argparse.Namespace) -> int:
    message = queries.get_message(context.project, args.id)
    if context.out.as_json:
        context.out.print_json(message.model_dump(by_alias=True))
    else:
        show_message(context.out, message, whole=True)
    return 0
