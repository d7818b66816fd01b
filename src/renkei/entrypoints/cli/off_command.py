"""`renkei off` and `renkei on`: a person's switch for all hooks of a project."""

import argparse
import os
from pathlib import Path

from renkei.entrypoints.cli.command import Context
from renkei.errors import Refused
from renkei.kit.words import Say
from renkei.setup.edits import write

OFF = Path(".renkei/off")
"""While this file is there, the hooks do nothing."""


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    return switch(context, on=False)


def switch(context: Context, *, on: bool) -> int:
    """Turns the hooks on or off. An agent may not."""
    refuse_agents()
    mark = context.settings.project / OFF
    if on:
        mark.unlink(missing_ok=True)
        context.out.tell("The hooks of this project are on.")
    else:
        if not mark.parent.exists():
            write(mark.with_name(".gitignore"), b"*\n")
        write(mark, b"")
        context.out.tell("The hooks of this project are off. `renkei on` switches them on again.")
    if context.out.as_json:
        context.out.document({"hooks": "on" if on else "off"})
    return 0


def refuse_agents() -> None:
    """What holds agents to the contract is not theirs to take away: they have a token, or run inside a client."""
    if "RENKEI_TOKEN" in os.environ or "CLAUDECODE" in os.environ:
        raise Refused("An agent may not switch the hooks. A person may, at a terminal.", rule="ACTOR-5")
