"""`renkei export`: the log as lines of JSON."""

import argparse
import sys

from renkei.app.store import export_log, export_to_file
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_export_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", help=say("write here instead of standard output"))
    parser.add_argument("--force", action="store_true", help=say("replace a file that is there"))


def handle_export(context: Context, args: argparse.Namespace) -> int:
    if args.output is None:
        sys.stdout.buffer.writelines(f"{line}\n".encode() for line in export_log(context.project))
        return 0
    events = export_to_file(context.project, args.output, force=args.force)
    context.out.note("{count} events are in {path}.", count=events, path=args.output)
    if context.out.as_json:
        context.out.print_json({"events": events, "file": args.output})
    return 0
