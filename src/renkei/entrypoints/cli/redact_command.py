"""`renkei redact`: forgets what a message or event said."""

import argparse

from renkei.app import messages
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_redact_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("id", metavar="ID", help=say("a message (MSG-7) or an event (E-7)"))


def handle_redact(context: Context, args: argparse.Namespace) -> int:
    done = messages.redact(context.project, args.id)
    if context.out.as_json:
        context.out.print_json({"target": args.id, "changed": done.id is not None})
    elif done.id:
        context.out.tell(
            "What {id} said is forgotten; the chain still holds. Copies and exports are yours to find.", id=args.id
        )
    else:
        context.out.tell("{id} holds nothing to forget.", id=args.id)
    return 0
