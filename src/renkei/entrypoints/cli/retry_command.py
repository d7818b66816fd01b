"""`renkei retry`: do a task of a run again, and what was done on top of it."""

import argparse

from renkei.commands.runs import RetryTask
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_stay import stay
from renkei.errors import NotFound
from renkei.kit.words import Say
from renkei.runs.state import load_run


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", metavar="RUN", help=say("the run"))
    parser.add_argument("task", metavar="TASK", help=say("its task"))


def run(context: Context, args: argparse.Namespace) -> int:
    with context.reader.read() as view:
        state = load_run(view, args.run)
    if args.task not in state.tasks:
        raise NotFound(
            "The run {run} has no task {task}. Its tasks: {known}.",
            run=args.run,
            task=args.task,
            known=", ".join(state.tasks),
        )
    follow = [name for name in state.graph.tasks if name in state.graph.after([args.task]) and name != args.task]
    context.do(RetryTask(run=args.run, task=args.task, follow=follow), actor=context.actor())
    return stay(context, args.run)
