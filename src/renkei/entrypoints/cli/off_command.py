"""`renkei off` and `renkei on`: a person's switch for all hooks of a project."""

import argparse
from pathlib import Path

from renkei.commands.acts import SwitchHooks
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.setup.edits import write

OFF = Path(".renkei/off")
"""While this file is there, the hooks do nothing."""


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    return switch(context, on=False)


def switch(context: Context, *, on: bool) -> int:
    """Turns the hooks on or off. What holds agents to the contract is not theirs to take away."""
    context.authorize_act(SwitchHooks(), actor=context.actor_at_terminal())
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
