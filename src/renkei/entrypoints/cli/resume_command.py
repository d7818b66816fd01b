"""`renkei resume`: go on with a run, and stay with it like `run`."""

import argparse

from renkei.app.runs import resume_run
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_attach import attach_run
from renkei.kit.words import Say
from renkei.playbooks.states import ENDED


def add_resume_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help=say("without it: the newest that has not ended"))
    parser.add_argument("--exec", action="store_true", dest="execute", help=say("run checks that were held back"))


def handle_resume(context: Context, args: argparse.Namespace) -> int:
    row = resume_run(context.project, args.run, execute=args.execute)
    if row and row.state not in ENDED:
        return attach_run(context, row.id)
    if context.out.as_json:
        context.out.print_json({"id": row.id if row else None, "state": row.state if row else None})
    else:
        context.out.tell("Nothing is unfinished: there is nothing to go on with.")
    return 0
