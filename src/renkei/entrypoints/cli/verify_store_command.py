"""`renkei verify-store`: is the store what its log says?"""

import argparse

from renkei.app.store import verify_store
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_verify_store_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--repair", action="store_true", help=say("fold every table anew from the log first"))
    parser.add_argument(
        "--head", metavar="SEQ:HASH", help=say("whether the log still holds this head, which was noted earlier")
    )


def handle_verify_store(context: Context, args: argparse.Namespace) -> int:
    found = verify_store(context.project, repair=args.repair, noted=args.head)
    flaws, events = found.flaws, found.events
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.print_json({"ok": not flaws, "events": events, "head": found.head, "problems": problems})
    elif flaws:
        for flaw in flaws:
            context.out.print_line(f"{flaw.place}: {context.out.say(flaw.message)}")
        context.out.tell("The store does not hold: {count} flaws in {events} events.", count=len(flaws), events=events)
    else:
        context.out.tell("The store holds: {events} events, chain and tables agree.", events=events)
    if args.head is not None and not flaws:
        context.out.tell("The head that was noted is in it: {head}", head=args.head.strip())
    if not context.out.as_json:
        context.out.tell("Head: {head}", head=found.head)
    return 1 if flaws else 0
