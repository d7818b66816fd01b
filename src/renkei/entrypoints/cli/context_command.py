"""`renkei context`: what an agent's turn begins with. A look only, unless it starts the turn."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from renkei.app import turns
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say

if TYPE_CHECKING:
    from renkei.context.render import TurnContext


def add_context_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("agent", metavar="AGENT")
    parser.add_argument("--turn", action="store_true", help=say("start the agent's turn; without it: a look only"))


def handle_context(context: Context, args: argparse.Namespace) -> int:
    found = turns.turn_context(context.project, args.agent, start=args.turn)
    if context.out.as_json:
        context.out.print_json(_context_document(found))
    else:
        context.out.print_line(found.text)
    return 0


def _context_document(found: "TurnContext") -> dict[str, Any]:
    return {
        "agent": found.agent,
        "text": found.text,
        "tokens": found.tokens,
        "budget": None,
        "tiers": {tier: asdict(share) for tier, share in found.tiers.items()},
        "omitted": [asdict(each) for each in found.omitted],
        "omitted_more": found.omitted_more,
        "as_of": found.as_of,
    }
