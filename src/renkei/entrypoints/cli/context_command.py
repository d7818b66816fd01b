"""`renkei context`: what an agent's turn begins with. A look only, unless it starts the turn."""

import argparse
from collections import Counter
from dataclasses import asdict
from typing import Any, Final

from renkei.context.render import TurnContext
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.protocol.base import normal_name
from renkei.protocol.commands import StartTurn

MOST_OMITTED: Final = 100
"""How many messages that were left out are named; of the rest only how many there are."""


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
        context.out.document(_document(found, context.out.say))
    else:
        context.out.line(found.text)
    return 0


def _document(found: TurnContext, say: Say) -> dict[str, Any]:
    return {
        "agent": found.agent,
        "text": found.text,
        "tokens": found.tokens,
        "budget": None,
        "tiers": {tier: asdict(share) for tier, share in found.tiers.items()},
        "omitted": _omitted(found, say),
        "as_of": found.as_of,
    }


def _omitted(found: TurnContext, say: Say) -> list[dict[str, Any]]:
    """The first hundred by their id, then one entry without an id for each tier."""
    named = [asdict(each) for each in found.omitted[:MOST_OMITTED]]
    rest = Counter(each.tier for each in found.omitted[MOST_OMITTED:])
    return named + [{"id": None, "tier": tier, "reason": say("{count} more", count=n)} for tier, n in rest.items()]
