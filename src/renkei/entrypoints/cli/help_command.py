"""`renkei help`: the same as `--help`, for those who type it so."""

import argparse

from renkei.entrypoints.cli import print_help
from renkei.entrypoints.cli.command import Context, command_parser
from renkei.kit.words import Say


def add_help_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("command", nargs="?", metavar="COMMAND", help=say("without it all of them"))


def handle_help(context: Context, args: argparse.Namespace) -> int:
    if args.command:
        command_parser(args.command, context.out.lang).print_help()
    else:
        print_help(context.settings.lang)
    return 0
