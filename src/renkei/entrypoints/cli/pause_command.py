"""`renkei pause` and `renkei stop`: a person's word to a run, whoever carries it out."""

import argparse

from renkei.app.runs import move_run
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_pause_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help=say("without it: the newest that has not ended"))


def handle_pause(context: Context, args: argparse.Namespace) -> int:
    row = move_run(context.project, args.run, args.called)
    if context.out.as_json:
        context.out.print_json({"id": row.id, "state": row.state})
    else:
        context.out.tell("{run} is {state}.", run=row.id, state=row.state)
    return 0
