"""`renkei log`: the event log, and what it says of how the types are used."""

import argparse
from collections.abc import Iterable

from renkei.app import log
from renkei.app.log import LogEvent, LogSpan
from renkei.board.pages import PAGE
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import local_time, require_limit, show_line
from renkei.kit.words import Say


def add_log_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--since", type=int, metavar="SEQ", help=say("only what came after SEQ"))
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=say("the newest N events, with --since the first N after SEQ (default: the newest 50; with --json: all)"),
    )
    parser.add_argument("--follow", action="store_true", help=say("go on showing what comes"))
    parser.add_argument("--stats", action="store_true", help=say("messages by type, and FREEFORM's share and intents"))


def handle_log(context: Context, args: argparse.Namespace) -> int:
    if args.stats:
        return _show_stats(context)
    if args.limit is not None:
        require_limit(args)
    if args.follow:
        _follow_log(context, args)
    span = _span_from_args(context, args)
    for event in log.log_events(context.project, span):
        _show_event(context, event)
    if span.head == 0:
        context.out.note("The log is empty.")
    _note_older(context, args, span)
    if span.head > span.last:
        page = _page_command(span.last, args)
        context.out.note("{count} later events. See: {command}", count=span.head - span.last, command=page)
    return 0


def _span_from_args(context: Context, args: argparse.Namespace) -> LogSpan:
    newest = None if context.out.as_json else PAGE
    return log.log_span(context.project, since=args.since, limit=args.limit, newest=newest)


def _note_older(context: Context, args: argparse.Namespace, span: LogSpan) -> None:
    """Beside the events, for standard output is theirs alone."""
    since = max(0, args.since or 0)
    if span.first > since:
        context.out.note(
            "{count} older events. See: {command}", count=span.first - since, command=_page_command(since, args)
        )


def _page_command(since: int, args: argparse.Namespace) -> str:
    return f"renkei log --since {since} --limit {args.limit or PAGE}"


def _follow_log(context: Context, args: argparse.Namespace) -> None:
    log.wait_for_store(context.project)
    span = _span_from_args(context, args)
    _note_older(context, args, span)
    for event in log.follow_log(context.project, span.first):
        _show_event(context, event)


def _show_event(context: Context, event: LogEvent) -> None:
    if context.out.as_json:
        context.out.print_json(_event_document(event))
    else:
        show_line(
            context.out,
            (f"{event.seq:>6}  {local_time(event.at)}", "dim"),
            f"  {event.actor}{f' ({event.person})' if event.person else ''}  ",
            (event.type, "bold"),
            f"  {_event_gist(log.told_data(context.project, event).items())}",
        )


def _event_document(event: LogEvent) -> dict[str, object]:
    """An event as scripts read it."""
    return {
        "seq": event.seq,
        "id": event.id,
        "at": event.at,
        "type": event.type,
        "actor": event.actor,
        **({"person": event.person} if event.person else {}),
        "run": event.run,
        "data": event.data,
    }


def _event_gist(items: Iterable[tuple[str, object]]) -> str:
    """What a person wants to see of an event at a glance."""
    shown = [f"{name}={value}" for name, value in items if isinstance(value, str | int) and value not in ("", False)]
    text = "  ".join(shown).replace("\n", " ")
    return text if len(text) <= 160 else f"{text[:159]}…"


def _show_stats(context: Context) -> int:
    usage = log.message_usage(context.project)
    if context.out.as_json:
        context.out.print_json(usage)
        return 0
    context.out.print_table(["Type", "Messages"], [[kind, str(count)] for kind, count in usage["types"].items()])
    context.out.tell(
        "FREEFORM is {share:.0%} of {total} messages.", share=usage["freeform_share"], total=usage["messages"]
    )
    for intent, count in usage["freeform_intents"].items():
        show_line(context.out, f"  {count:>5}  {intent or '-'}")
    return 0
