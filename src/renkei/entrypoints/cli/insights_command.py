"""`renkei insights`: what agents marked as worth keeping; a person accepts or rejects it."""

import argparse
from dataclasses import asdict

from renkei.app.insights import KeptInsight, get_insight, insights, review_insights
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import tell_more
from renkei.hidden import escape_to_line
from renkei.kit.words import Say
from renkei.protocol.insights import STATES


def add_insights_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="list|accept|reject")
    listed = verbs.add_parser("list", help=say("those that wait for a person, or were reviewed"))
    listed.add_argument("--state", choices=STATES, default="pending", help=say("which (default: pending)"))
    listed.add_argument("--after", type=int, default=0, metavar="SEQ", help=say("only what came later"))
    for verb, text in (
        ("accept", say("let it reach the context of agents")),
        ("reject", say("keep it from them; it stays on record")),
    ):
        review = verbs.add_parser(verb, help=text)
        review.add_argument("ids", nargs="+", metavar="ID")
        review.add_argument("--why", metavar="TEXT", help=say("the reason"))


def handle_insights(context: Context, args: argparse.Namespace) -> int:
    return _list(context, args) if args.verb == "list" else _review(context, args)


def _list(context: Context, args: argparse.Namespace) -> int:
    out, found = context.out, insights(context.project, args.state, after=args.after)
    if out.as_json:
        out.print_json({"insights": [asdict(each) for each in found.items], "more": found.more, "last": found.last})
        return 0
    if not found.items:
        out.tell("Nothing here. An agent marks an insight with a line such as `LEARNED: ...` in a message or result.")
    for each in found.items:
        _print_insight(context, each)
    tell_more(out, found.more, f"renkei insights list --state {args.state} --after {found.last}")
    return 0


def _print_insight(context: Context, insight: KeptInsight) -> None:
    out = context.out
    head = f"{insight.category.upper()}  {escape_to_line(insight.source)}  {insight.at}"
    out.print_styled((insight.id, "bold"), f"  {head}")
    out.print_line(f"  {escape_to_line(insight.content)}")
    if insight.reason:
        out.print_line(f"  {out.say('reason: {reason}', reason=escape_to_line(insight.reason))}")


def _review(context: Context, args: argparse.Namespace) -> int:
    state = "accepted" if args.verb == "accept" else "rejected"
    done = review_insights(context.project, args.ids, state, why=args.why)
    if context.out.as_json:
        found = [asdict(get_insight(context.project, name)) for name in args.ids]
        context.out.print_json({"insights": found, "seq": max(each.seq for each in done)})
        return 0
    for name in args.ids:
        if state == "accepted":
            context.out.tell("{id} is accepted: agents read it from now on.", id=name)
        else:
            context.out.tell("{id} is rejected.", id=name)
    return 0
