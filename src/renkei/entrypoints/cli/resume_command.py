"""`renkei resume`: go on with a run, and stay with it like `run`."""

import argparse

from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_moves import run_argument
from renkei.entrypoints.cli.run_stay import chosen_run, stay
from renkei.kit.words import Say
from renkei.playbooks.states import ENDED
from renkei.protocol.run_commands import MoveRun


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    run_argument(parser, say)


def run(context: Context, args: argparse.Namespace) -> int:
    actor = context.authorize_act("ResumeRun")
    row = chosen_run(context, args.run)
    if row is None or row.state in ENDED:
        if context.out.as_json:
            context.out.document({"id": row.id if row else None, "state": row.state if row else None})
        else:
            context.out.tell("Nothing is unfinished: there is nothing to go on with.")
        return 0
    if row.state == "paused":
        context.do(MoveRun(run=row.id, step="resume"), actor=actor)
    return stay(context, row.id)
