"""`renkei log`: the event log, and what it says of how the types are used."""

import argparse
import time
from collections.abc import Iterable, Iterator

from renkei.board import read
from renkei.board.pages import PAGE
from renkei.board.told import each_told
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import checked_limit
from renkei.entrypoints.cli.shown import local_time, show_line
from renkei.eventlog.base import View, records_in_batches, subscribe
from renkei.eventlog.records import Record
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--since", type=int, metavar="SEQ", help=say("only what came after SEQ"))
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=say("the newest N events, with --since the first N after SEQ (default: the newest 50; with --json: all)"),
    )
    parser.add_argument("--follow", action="store_true", help=say("go on showing what comes"))
    parser.add_argument("--stats", action="store_true", help=say("messages by type, and FREEFORM's share and intents"))


def run(context: Context, args: argparse.Namespace) -> int:
    if args.stats:
        return _stats(context)
    if args.limit is not None:
        checked_limit(args)
    if args.follow:
        _follow(context, args)
    with context.reader.read() as view:
        first, last = _span(args, view.head.seq, as_json=context.out.as_json)
        for record in _between(view, first, last):
            _show(context, record)
        if view.head.seq == 0:
            context.out.note("The log is empty.")
    _note_older(context, args, first)
    if view.head.seq > last:
        context.out.note("{count} later events. See: {command}", count=view.head.seq - last, command=_page(last, args))
    return 0


def _span(args: argparse.Namespace, head: int, *, as_json: bool) -> tuple[int, int]:
    """After which seq to begin, and with which to end: `seq` has no gaps, so nothing has to be read for that."""
    since = min(max(0, args.since or 0), head)
    if args.limit is None:
        return (since, head) if as_json else (max(since, head - PAGE), head)
    if args.since is None:
        return max(0, head - args.limit), head
    return since, min(head, since + args.limit)


def _between(view: View, first: int, last: int) -> Iterator[Record]:
    for batch in records_in_batches(view, after=first, size=min(1000, max(1, last - first))):
        yield from (record for record in batch if record.seq <= last)
        if batch[-1].seq >= last:
            return


def _note_older(context: Context, args: argparse.Namespace, first: int) -> None:
    """Beside the events, for standard output is theirs alone."""
    since = max(0, args.since or 0)
    if first > since:
        context.out.note("{count} older events. See: {command}", count=first - since, command=_page(since, args))


def _page(since: int, args: argparse.Namespace) -> str:
    return f"renkei log --since {since} --limit {args.limit or PAGE}"


def _follow(context: Context, args: argparse.Namespace) -> None:
    while not context.has_store:  # looking makes no store; it waits for somebody else to
        time.sleep(0.1)
    with context.reader.read() as view:
        first, _ = _span(args, view.head.seq, as_json=context.out.as_json)
    _note_older(context, args, first)
    for record in subscribe(context.reader.log, after=first):
        _show(context, record)


def _show(context: Context, several: Record) -> None:
    for record in each_told(several):
        _show_one(context, record)


def _show_one(context: Context, record: Record) -> None:
    if context.out.as_json:
        context.out.document(event_document(record))
    else:
        show_line(
            context.out,
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
        show_line(context.out, f"  {count:>5}  {intent or '-'}")
    return 0
