"""`renkei gc`: what runs have left behind and nobody needs any more."""

import argparse

from renkei.app.runs import authorize_cleaning, find_leftovers
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_gc_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--dry-run", action="store_true", help=say("show it, and remove nothing"))


def handle_gc(context: Context, args: argparse.Namespace) -> int:
    if not args.dry_run:
        authorize_cleaning(context.project)
    named = find_leftovers(context.project, remove=not args.dry_run)
    if context.out.as_json:
        context.out.print_json({**named, "removed": not args.dry_run})
    elif not any(named.values()):
        context.out.tell("There is nothing to remove.")
    else:
        for names in named.values():
            for name in names:
                context.out.print_line(name)
    return 0
