"""`renkei turn`: read the board on entry, write it on exit."""

import argparse

from renkei.board import read
from renkei.board.tables import TurnRow
from renkei.commands.turns import EndTurn, StartTurn
from renkei.entrypoints.cli.board_view import show_board, show_changes
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import tell_more
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="start|end")
    verbs.add_parser("start", help=say("show the board and what changed since the last turn")).add_argument("agent")
    end = verbs.add_parser("end", help=say("refused until the agent has reported and updated its entry"))
    end.add_argument("agent")


def run(context: Context, args: argparse.Namespace) -> int:
    return _start(context, args.agent) if args.verb == "start" else _end(context, args.agent)


def _start(context: Context, agent: str) -> int:
    actor = context.actor(agent)
    context.do(StartTurn(), actor=actor)
    with context.hub.read() as view:
        turn = view.get(TurnRow, actor.name)
        seq, state = view.head.seq, read.board(view, changes=context.settings.changes)
        since = turn.previous if turn else 0
        missing = read.missing_updates(view)
        changes = read.changes_since(view, since, limit=max(1, context.settings.changes))
    if context.out.as_json:
        entries = [read.changelog_entry(change).model_dump() for change in changes.items]
        context.out.document({"project_state": state.model_dump(), "seq": seq, "since": since, "changes": entries})
    else:
        show_board(context.out, state, seq, missing)
        context.out.tell("\nSince the last turn of {agent}:", agent=agent)
        show_changes(context.out, changes.items, since)
    tell_more(context.out, changes.more, f"renkei board --since {changes.last}")
    return 0


def _end(context: Context, agent: str) -> int:
    actor = context.actor(agent)
    outcome = context.do(EndTurn(), actor=actor)
    if context.out.as_json:
        context.out.document({"agent": actor.name, "seq": outcome.seq})
    else:
        context.out.tell("{agent}'s turn has ended.", agent=actor.name)
    return 0
