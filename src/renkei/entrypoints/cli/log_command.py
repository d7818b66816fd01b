"""`renkei log`: the event log, and what it says of how the types are used."""

import argparse
import time
from collections.abc import Iterable

from renkei.board import read
from renkei.board.told import each_told
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.shown import local_time
from renkei.eventlog.base import records_in_batches, subscribe
from renkei.eventlog.records import Record
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--since", type=int, default=0, metavar="SEQ", help=say("only what came after SEQ"))
    parser.add_argument("--follow", action="store_true", help=say("go on showing what comes"))
    parser.add_argument("--stats", action="store_true", help=say("messages by type, and FREEFORM's share and intents"))


def run(context: Context, args: argparse.Namespace) -> int:
    if args.stats:
        return _stats(context)
    since = max(0, args.since)
    if args.follow:
        _follow(context, since)
    with context.reader.read() as view:
        for batch in records_in_batches(view, after=since):
            for record in batch:
                _show(context, record)
        if view.head.seq == 0:
            context.out.note("The log is empty.")
    return 0


def _follow(context: Context, since: int) -> None:
    while not context.has_store:  # looking makes no store; it waits for somebody else to
        time.sleep(0.1)
    for record in subscribe(context.reader.log, after=since):
        _show(context, record)


def _show(context: Context, several: Record) -> None:
    for record in each_told(several):
        _show_one(context, record)


def _show_one(context: Context, record: Record) -> None:
    if context.out.as_json:
        context.out.document(event_document(record))
    else:
        context.out.styled(
            (f"{record.seq:>6}  {local_time(record.at)}", "dim"),
            f"  {record.actor}  ",
            (record.type, "bold"),
            f"  {_gist(record.document().items())}",
        )


def event_document(record: Record) -> dict[str, object]:
    """An event as scripts read it."""
    return {
        "seq": record.seq,
        "id": record.id,
        "at": record.at,
        "type": record.type,
        "actor": record.actor,
        "run": record.run,
        "data": record.document(),
    }


def _gist(items: Iterable[tuple[str, object]]) -> str:
    """What a person wants to see of an event at a glance."""
    shown = [f"{name}={value}" for name, value in items if isinstance(value, str | int) and value not in ("", False)]
    text = "  ".join(shown).replace("\n", " ")
    return text if len(text) <= 160 else f"{text[:159]}…"


def _stats(context: Context) -> int:
    with context.reader.read() as view:
        usage = read.usage(view)
    if context.out.as_json:
        context.out.document(usage)
        return 0
    context.out.table(["Type", "Messages"], [[kind, str(count)] for kind, count in usage["types"].items()])
    context.out.tell(
        "FREEFORM is {share:.0%} of {total} messages.", share=usage["freeform_share"], total=usage["messages"]
    )
    for intent, count in usage["freeform_intents"].items():
        context.out.line(f"  {count:>5}  {intent or '-'}")
    return 0
