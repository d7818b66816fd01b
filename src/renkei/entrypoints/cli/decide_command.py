"""`renkei decide`: what waits for a person, and a person's answer."""

import argparse
from dataclasses import asdict

from renkei.app import decisions
from renkei.app.decisions import OpenDecision, WaitingItems
from renkei.entrypoints.cli.board_view import show_overdue
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import add_limit, require_limit, show_line, tell_more
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.protocol.messages import Message


def add_decide_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help=say("the decision or question; without it: what waits"))
    parser.add_argument("option", nargs="?", metavar="OPTION", help=say("the label of an option, or the answer"))
    parser.add_argument("--why", metavar="TEXT", help=say("the reason; needed for what was not offered"))
    parser.add_argument(
        "--constraint",
        dest="constraints",
        action="append",
        default=[],
        metavar="TEXT",
        help=say("what has to be kept from now on; repeatable, told to everybody whom the decision affects"),
    )
    add_limit(parser, say)
    parser.add_argument("--key", help=say("idempotency key: the same change under the same key is made once"))


def handle_decide(context: Context, args: argparse.Namespace) -> int:
    if args.id is None:
        return _list_waiting(context, require_limit(args))
    if args.option is None:
        raise BadInput("Say what to answer: renkei decide {id} OPTION", id=args.id)
    return _answer_decision(context, args)


def _answer_decision(context: Context, args: argparse.Namespace) -> int:
    done = decisions.decide(
        context.project, args.id, args.option, why=args.why, constraints=args.constraints, key=args.key
    )
    if context.out.as_json:
        context.out.print_json({"id": args.id, "option": args.option, "message": done.id, "seq": done.seq})
    else:
        context.out.print_line(done.id or "-")
    return 0


def _list_waiting(context: Context, limit: int) -> int:
    waiting = decisions.list_waiting(context.project, limit=limit)
    if context.out.as_json:
        _print_document(context, waiting, limit)
    else:
        _show_waiting(context, waiting, limit)
    return 0


def _print_document(context: Context, waiting: WaitingItems, limit: int) -> None:
    context.out.print_json(
        {
            "decisions": [asdict(each) for each in waiting.decisions.items],
            "questions": [asdict(each) for each in waiting.questions.items],
            "reports": [each.model_dump(by_alias=True) for each in waiting.reports.items],
            "overdue": [asdict(each) for each in waiting.overdue.items],
        }
    )
    more = waiting.more + waiting.overdue.more
    tell_more(context.out, more, f"renkei decide --json --limit {limit + more}")


def _show_waiting(context: Context, waiting: WaitingItems, limit: int) -> None:
    if not (waiting.decisions.items or waiting.questions.items or waiting.reports.items):
        context.out.tell("Nothing waits for a person.")
    for decision in waiting.decisions.items:
        _show_decision(context, decision)
    for question in waiting.questions.items:
        said = f"  {question.creditor}  {question.type}  {question.summary}"
        show_line(context.out, (question.message, "bold cyan"), said)
    for report in waiting.reports.items:
        said = f"  {report.sender}  {report.type}  {report.context_summary}"
        show_line(context.out, (report.id, "bold cyan"), said)
        context.out.tell(
            "    {what}. Then: renkei inbox person --handled {id}", what=_resolution_text(report), id=report.id
        )
    tell_more(context.out, waiting.more, f"renkei decide --limit {limit + waiting.more}")
    show_overdue(context.out, waiting.overdue)


def _resolution_text(report: Message) -> str:
    return str(report.payload.get("suggested_resolution") or "-")


def _show_decision(context: Context, decision: OpenDecision) -> None:
    out = context.out
    owners = ", ".join(decision.owners) or "-"
    asked = (f"{decision.requester} → {owners}", "dim")
    show_line(out, (decision.id, "bold cyan"), f"  {decision.question}  ", asked)
    for option in decision.options:
        show_line(out, (f"    {option['label']}", "bold"), f"  {option['analysis']}")
