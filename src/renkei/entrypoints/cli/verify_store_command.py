"""`renkei verify-store`: is the store what its log says?"""

import argparse
import re

from renkei.board.fold import refold
from renkei.board.verify import flaws_of_noted_head, verify
from renkei.bootstrap import store_exists
from renkei.commands.acts import RebuildTables
from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput, NotFound
from renkei.eventlog.records import Head
from renkei.kit.words import Say
from renkei.settings import shown_store


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--repair", action="store_true", help=say("fold every table anew from the log first"))
    parser.add_argument(
        "--head", metavar="SEQ:HASH", help=say("whether the log still holds this head, which was noted earlier")
    )


def run(context: Context, args: argparse.Namespace) -> int:
    if not store_exists(context.settings, context.cwd):
        raise NotFound("There is no store at {store}.", store=shown_store(context.settings.store))
    noted = _noted(args.head) if args.head is not None else None
    if args.repair:
        context.authorize_act(RebuildTables())
        with context.hub.log.write() as tx:
            refold(tx)
    with context.reader.read() as view:
        events, head = view.head.seq, view.head.noted
        flaws = list(verify(view, lambda records: context.out.progress(records, "Checking", total=events)))
        flaws += flaws_of_noted_head(view, noted) if noted else ()
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.document({"ok": not flaws, "events": events, "head": head, "problems": problems})
    elif flaws:
        for flaw in flaws:
            context.out.line(f"{flaw.place}: {context.out.say(flaw.message)}")
        context.out.tell("The store does not hold: {count} flaws in {events} events.", count=len(flaws), events=events)
    else:
        context.out.tell("The store holds: {events} events, chain and tables agree.", events=events)
    if noted and not flaws:
        context.out.tell("The head that was noted is in it: {head}", head=noted.noted)
    if not context.out.as_json:
        context.out.tell("Head: {head}", head=head)
    return 1 if flaws else 0


def _noted(text: str) -> Head:
    """A head as this command prints it."""
    found = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", text.strip())
    if found is None:
        raise BadInput("--head: expected SEQ:HASH as renkei verify-store prints it, not {head!r}.", head=text)
    return Head(seq=int(found[1]), hash=found[2])
