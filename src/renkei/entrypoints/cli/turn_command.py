"""An agent's turn: `renkei turn` and `renkei context`."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from renkei.app import turns
from renkei.entrypoints.cli.board_view import show_board, show_changes
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import tell_more
from renkei.kit.words import Say
from renkei.sentence import Translatable

if TYPE_CHECKING:
    from renkei.context.render import TurnContext


def add_turn_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="start|end")
    verbs.add_parser("start", help=say("show the board and what changed since the last turn")).add_argument("agent")
    end = verbs.add_parser("end", help=say("refused until the agent has reported and updated its entry"))
    end.add_argument("agent")


def handle_turn(context: Context, args: argparse.Namespace) -> int:
    return _start_turn(context, args.agent) if args.verb == "start" else _end_turn(context, args.agent)


def _start_turn(context: Context, agent: str) -> int:
    turn = turns.start_turn(context.project, context.project.actor(agent))
    board = turn.board
    if context.out.as_json:
        state, changes = board.state.model_dump(), [each.model_dump() for each in board.changelog]
        context.out.print_json({"project_state": state, "seq": board.seq, "since": turn.since, "changes": changes})
    else:
        show_board(context.out, board.state, board.seq, turn.missing_updates)
        context.out.tell("\nSince the last turn of {agent}:", agent=agent)
        show_changes(context.out, board.changes.items, turn.since)
    tell_more(context.out, board.changes.more, f"renkei board --since {board.changes.last}")
    return 0


def _end_turn(context: Context, agent: str) -> int:
    actor = context.project.actor(agent)
    done = turns.end_turn(context.project, actor)
    if context.out.as_json:
        context.out.print_json({"agent": actor.name, "seq": done.seq})
    else:
        context.out.tell("{agent}'s turn has ended.", agent=actor.name)
    return 0


# `renkei context`: what an agent's turn begins with. A look only, unless it starts the turn.


def add_context_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("agent", metavar="AGENT")
    parser.add_argument("--turn", action="store_true", help=say("start the agent's turn; without it: a look only"))
    parser.add_argument(
        "--budget",
        type=int,
        metavar="TOKENS",
        help=say("at most so many tokens; default: what the settings say, or 10000"),
    )
    parser.add_argument(
        "--delta",
        action="store_true",
        help=say("only what is new since the agent's last turn; not in a new session, nor after compaction"),
    )
    parser.add_argument(
        "--explain", action="store_true", help=say("why each message has its tier, and how much of it is shown")
    )


def handle_context(context: Context, args: argparse.Namespace) -> int:
    found = turns.turn_context(
        context.project,
        args.agent,
        start=args.turn,
        budget=args.budget,
        explain=args.explain,
        delta=args.delta,
    )
    if context.out.as_json:
        context.out.print_json(_context_document(found, explain=args.explain))
    elif args.explain:
        _show_explanations(context, found)
    else:
        context.out.print_line(found.text)
    return 0


def _show_explanations(context: Context, found: "TurnContext") -> None:
    say = context.out.say
    for each in found.explanations:
        context.out.print_line(f"{each.id} {each.tier}: {each.reason} [{say(_FORMS[each.shown])}, {each.tokens}]")
    context.out.tell(
        "{tokens} of {budget} tokens, counted by {tokenizer}.",
        tokens=found.tokens,
        budget=found.budget,
        tokenizer=found.tokenizer,
    )


_FORMS: Final[dict[str, Translatable]] = {
    "whole": "whole",
    "summary": "in three lines",
    "line": "in one line",
    "omitted": "left out",
}


def _context_document(found: "TurnContext", *, explain: bool) -> dict[str, Any]:
    document = {
        "agent": found.agent,
        "text": found.text,
        "tokens": found.tokens,
        "budget": found.budget,
        "tiers": {tier: asdict(share) for tier, share in found.tiers.items()},
        "omitted": [asdict(each) for each in found.omitted],
        "omitted_more": found.omitted_more,
        "as_of": found.as_of,
    }
    if explain:
        document |= {"tokenizer": found.tokenizer, "messages": [asdict(each) for each in found.explanations]}
    return document
