"""`renkei backup`: a copy of the store that was checked, made while others write."""

import argparse
import sys

from renkei.app.store import back_up_store
from renkei.board.verify import Flaw
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_backup_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE", help=say("where the copy goes: a store of its own"))
    parser.add_argument("--force", action="store_true", help=say("replace a file that is there"))


def handle_backup(context: Context, args: argparse.Namespace) -> int:
    copy = back_up_store(context.project, args.file, force=args.force)
    if copy.flaws:
        return _tell_flaws(context, copy.flaws)
    if context.out.as_json:
        context.out.print_json({"file": str(copy.path), "events": copy.events, "head": copy.head})
    else:
        context.out.tell(
            "{count} events are in {path}, chain and tables agree.", count=copy.events, path=str(copy.path)
        )
        context.out.tell("Head: {head}", head=copy.head)
    return 0


def _tell_flaws(context: Context, flaws: list[Flaw]) -> int:
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.print_json({"file": None, "problems": problems})
    for flaw in flaws:
        print(f"{flaw.place}: {context.out.say(flaw.message)}", file=sys.stderr)
    context.out.note("The store does not hold, so that no copy was made. See: renkei verify-store")
    return 1
