"""`renkei verify-store`: is the store what its log says?"""

import argparse

from renkei.board.fold import refold
from renkei.board.verify import verify
from renkei.bootstrap import store_exists
from renkei.entrypoints.cli.command import Context
from renkei.errors import NotFound
from renkei.kit.words import Say
from renkei.settings import shown_store


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--repair", action="store_true", help=say("fold every table anew from the log first"))


def run(context: Context, args: argparse.Namespace) -> int:
    if not store_exists(context.settings, context.cwd):
        raise NotFound("There is no store at {store}.", store=shown_store(context.settings.store))
    if args.repair:
        context.authorize_act("RebuildTables")
        with context.hub.log.write() as tx:
            refold(tx)
    with context.reader.read() as view:
        events = view.head.seq
        flaws = list(verify(view, lambda records: context.out.progress(records, "Checking", total=events)))
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.document({"ok": not flaws, "events": events, "problems": problems})
    elif flaws:
        for flaw in flaws:
            context.out.line(f"{flaw.place}: {context.out.say(flaw.message)}")
        context.out.tell("The store does not hold: {count} flaws in {events} events.", count=len(flaws), events=events)
    else:
        context.out.tell("The store holds: {events} events, chain and tables agree.", events=events)
    return 1 if flaws else 0
