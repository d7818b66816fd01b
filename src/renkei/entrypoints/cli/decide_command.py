"""`renkei decide`: what waits for a person, and a person's answer."""

import argparse
from dataclasses import asdict
from typing import Any

from renkei.board.debts import Owed, overdue, owed
from renkei.board.pages import MOST_LOOKED_AT, Page
from renkei.board.read import inbox
from renkei.board.tables import DecisionRow
from renkei.board.team import PERSON, SYSTEM
from renkei.commands.decisions import Decide
from renkei.entrypoints.cli.board_view import show_overdue
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import add_limit, checked_limit, tell_more
from renkei.entrypoints.cli.shown import show_line
from renkei.errors import BadInput
from renkei.eventlog.base import View, utc_now
from renkei.kit.words import Say
from renkei.protocol.documents import validate_model
from renkei.protocol.messages import Message


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
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


def run(context: Context, args: argparse.Namespace) -> int:
    if args.id is None:
        return _show(context, checked_limit(args))
    if args.option is None:
        raise BadInput("Say what to answer: renkei decide {id} OPTION", id=args.id)
    return _answer(context, args)


def _answer(context: Context, args: argparse.Namespace) -> int:
    given = {"id": args.id, "option": args.option, "why": args.why, "constraints": args.constraints}
    command = validate_model(Decide, given)
    outcome = context.do(command, actor=context.actor(), key=args.key)
    if context.out.as_json:
        answer = {"id": command.id, "option": command.option, "message": outcome.id, "seq": outcome.seq}
        context.out.document(answer)
    else:
        context.out.line(outcome.id or "-")
    return 0


def _show(context: Context, limit: int) -> int:
    now, within = utc_now(), context.settings.answer_within
    with context.reader.read() as view:
        decisions = _decisions(view, limit)
        questions = _questions(owed(view, now=now, within=within, debtor=PERSON, limit=MOST_LOOKED_AT), limit)
        reports = _reports(view, limit)
        late = overdue(view, now=now, within=within, limit=limit)
    more = decisions.more + questions.more + reports.more
    if context.out.as_json:
        overdues = [asdict(each) for each in late.items]
        context.out.document(
            {
                "decisions": decisions.items,
                "questions": questions.items,
                "reports": [each.model_dump(by_alias=True) for each in reports.items],
                "overdue": overdues,
            }
        )
        tell_more(context.out, more + late.more, f"renkei decide --json --limit {limit + more + late.more}")
        return 0
    if not (decisions.items or questions.items or reports.items):
        context.out.tell("Nothing waits for a person.")
    for decision in decisions.items:
        _show_decision(context, decision)
    for question in questions.items:
        show_line(
            context.out,
            (question["message"], "bold cyan"),
            f"  {question['creditor']}  {question['type']}  {question['summary']}",
        )
    for report in reports.items:
        said = f"  {report.sender}  {report.type}  {report.context_summary}"
        show_line(context.out, (report.id, "bold cyan"), said)
        context.out.tell("    {what}. Then: renkei inbox person --handled {id}", what=_wanted(report), id=report.id)
    tell_more(context.out, more, f"renkei decide --limit {limit + more}")
    show_overdue(context.out, late)
    return 0


def _decisions(view: View, limit: int) -> Page[dict[str, Any]]:
    """Open decisions, for a person may make any; those that are a person's come first."""
    rows = view.select(DecisionRow, order="seq", status="open", limit=max(limit, MOST_LOOKED_AT))
    chosen = sorted(rows, key=lambda row: PERSON not in row.owners)[:limit]
    more = view.count(DecisionRow, order="seq", status="open") - len(chosen)
    return Page(items=[_document(row) for row in chosen], more=more)


def _document(row: DecisionRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "question": row.question,
        "options": row.options,
        "owners": row.owners,
        "requester": row.requester,
        "message": row.message,
        "deadline_steps": row.deadline_steps,
        "for_person": PERSON in row.owners,
    }


def _questions(debts: Page[Owed], limit: int) -> Page[dict[str, Any]]:
    """What else a person owes an answer to."""
    questions = [asdict(debt) for debt in debts.items if debt.type != "DECISION_REQUEST"]
    return Page(items=questions[:limit], more=len(questions[limit:]) + debts.more)


def _reports(view: View, limit: int) -> Page[Message]:
    """Conflicts that Renkei itself has put to a person: nobody is owed an answer, and somebody has to act."""
    waiting = inbox(view, PERSON, limit=max(limit, MOST_LOOKED_AT))
    found = [each for each in waiting.items if each.type == "CONFLICT_REPORT" and each.sender == SYSTEM]
    reports = [each for each in found if each.in_reply_to is None]
    return Page(items=reports[:limit], more=len(reports[limit:]))


def _wanted(report: Message) -> str:
    return str(report.payload.get("suggested_resolution") or "-")


def _show_decision(context: Context, decision: dict[str, Any]) -> None:
    out = context.out
    owners = ", ".join(decision["owners"]) or "-"
    show_line(
        out,
        (decision["id"], "bold cyan"),
        f"  {decision['question']}  ",
        (f"{decision['requester']} → {owners}", "dim"),
    )
    for option in decision["options"]:
        show_line(out, (f"    {option['label']}", "bold"), f"  {option['analysis']}")
