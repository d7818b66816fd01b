"""`renkei redact`: forgets what a message or event said."""

import argparse

from renkei.commands.messages import RedactBody
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.protocol.documents import validate_model


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("id", metavar="ID", help=say("a message (MSG-7) or an event (E-7)"))


def run(context: Context, args: argparse.Namespace) -> int:
    outcome = context.do(validate_model(RedactBody, {"target": args.id}), actor=context.actor())
    if context.out.as_json:
        context.out.document({"target": args.id, "changed": outcome.id is not None})
    elif outcome.id:
        context.out.tell(
            "What {id} said is forgotten; the chain still holds. Copies and exports are yours to find.", id=args.id
        )
    else:
        context.out.tell("{id} holds nothing to forget.", id=args.id)
    return 0
