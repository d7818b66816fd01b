"""What `pause` and `stop` share."""

import argparse
from typing import Literal

from renkei.commands.runs import MoveRun
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_stay import needed_run
from renkei.kit.words import Say


def run_argument(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help=say("without it: the newest that has not ended"))


def move(context: Context, name: str | None, step: Literal["pause", "stop"]) -> int:
    row = needed_run(context, name)
    context.do(MoveRun(run=row.id, step=step), actor=context.actor())
    with context.reader.read() as view:
        state = view.get(type(row), row.id)
    assert state is not None
    if context.out.as_json:
        context.out.document({"id": row.id, "state": state.state})
    else:
        context.out.tell("{run} is {state}.", run=row.id, state=state.state)
    return 0
