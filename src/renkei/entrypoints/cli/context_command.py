"""`renkei context`: what an agent's turn begins with. A look only, unless it starts the turn."""

import argparse
from dataclasses import asdict
from typing import Any

from renkei.commands.turns import StartTurn
from renkei.context.render import TurnContext
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.protocol.base import normal_name


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("agent", metavar="AGENT")
    parser.add_argument("--turn", action="store_true", help=say("start the agent's turn; without it: a look only"))


def run(context: Context, args: argparse.Namespace) -> int:
    agent = normal_name(args.agent)
    if args.turn:
        context.reader.context_for(agent)  # what cannot be shown starts no turn
        context.do(StartTurn(), actor=context.actor(agent))
    hub = context.hub if args.turn else context.reader
    found = hub.context_for(agent, lang=context.settings.lang, changes=context.settings.changes)
    if context.out.as_json:
        context.out.document(_document(found))
    else:
        context.out.line(found.text)
    return 0


def _document(found: TurnContext) -> dict[str, Any]:
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
