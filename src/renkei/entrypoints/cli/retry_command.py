"""`renkei retry`: do a task of a run again, and what was done on top of it."""

import argparse

from renkei.app.runs import retry_task
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_attach import attach_run
from renkei.kit.words import Say


def add_retry_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", metavar="RUN", help=say("the run"))
    parser.add_argument("task", metavar="TASK", help=say("its task"))


def handle_retry(context: Context, args: argparse.Namespace) -> int:
    retry_task(context.project, args.run, args.task)
    return attach_run(context, args.run)
