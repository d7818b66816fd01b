"""`renkei resume`: go on with a run, and stay with it like `run`."""

import argparse

from renkei.board.run_tables import RunRow
from renkei.commands.acts import ResumeRun
from renkei.commands.runs import AllowRunChecks, MoveRun
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.consent import has_consent
from renkei.entrypoints.cli.run_moves import run_argument
from renkei.entrypoints.cli.run_stay import chosen_run, stay
from renkei.kit.words import Say
from renkei.playbooks.states import ENDED
from renkei.protocol.actors import Actor
from renkei.runs.view import run_document


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    run_argument(parser, say)
    parser.add_argument("--exec", action="store_true", dest="execute", help=say("run checks that were held back"))


def run(context: Context, args: argparse.Namespace) -> int:
    actor = context.authorize_act(ResumeRun())
    row = chosen_run(context, args.run)
    if row is None or row.state in ENDED:
        if context.out.as_json:
            context.out.document({"id": row.id if row else None, "state": row.state if row else None})
        else:
            context.out.tell("Nothing is unfinished: there is nothing to go on with.")
        return 0
    if not row.execute and _may_execute(context, actor, row, execute=args.execute):
        context.do(AllowRunChecks(run=row.id), actor=actor)
    if row.state == "paused":
        context.do(MoveRun(run=row.id, step="resume"), actor=actor)
    return stay(context, row.id)


def _may_execute(context: Context, actor: Actor, row: RunRow, *, execute: bool) -> bool:
    """`--exec` says so; else a person is asked, once there is something to run."""
    if execute or actor.name != "person":
        return execute
    with context.reader.read() as view:
        held_back = [each["command"] for each in run_document(view, row)["unverified"]]
    project = context.settings.project
    return bool(held_back) and has_consent(context, actor, project, held_back, execute=False, forbid=False)
