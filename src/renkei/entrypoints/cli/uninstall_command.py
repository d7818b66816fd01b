"""`renkei uninstall`: takes out what `init` merged in, byte by byte where nobody has touched it since."""

import argparse
from typing import Final

from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.setup import claude
from renkei.setup.edits import recorded, take_back

_SAID: Final = {
    "restored": "as it was before",
    "removed": "removed",
    "mended": "edited since: our part is out, the rest stays",
    "kept": "edited since: left as it is",
    "gone": "was gone already",
}


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    context.authorize_act("RemoveSetUp", actor=context.actor_at_terminal())
    root = context.settings.project
    outcome = take_back(root, claude.withdraw, claude.unrecorded(root, recorded=bool(recorded(root).edits)))
    if context.out.as_json:
        context.out.document({path.as_posix(): word for path, word in outcome.items()})
    elif outcome:
        for path, word in outcome.items():
            context.out.line(f"{path.as_posix()}: {context.out.say(_SAID[word])}")
        context.out.tell("The store stays; remove .renkei/ to forget that, too.")
    else:
        context.out.tell("Nothing to take out: init was not run here.")
    return 0
