"""`renkei uninstall`: takes out what `init` merged in, byte by byte where nobody has touched it since."""

import argparse
from pathlib import Path
from typing import Final

from renkei.app.clients import remove_setup
from renkei.app.runs import find_leftovers
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.sentence import Translatable

_SAID: Final[dict[str, Translatable]] = {
    "restored": "as it was before",
    "removed": "removed",
    "mended": "edited since: our part is out, the rest stays",
    "kept": "edited since: left as it is",
    "gone": "was gone already",
}


def add_uninstall_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--runs", action="store_true", help=say("remove what runs have left and nobody needs, too (renkei gc)")
    )


def handle_uninstall(context: Context, args: argparse.Namespace) -> int:
    outcome = remove_setup(context.project)  # for a person only, as cleaning up is: whom it refuses, nothing is changed
    left = find_leftovers(context.project, remove=args.runs)
    if context.out.as_json:
        runs = {"runs": left} if any(left.values()) else {}
        context.out.print_json({path.as_posix(): word for path, word in outcome.items()} | runs)
    else:
        _tell_removal(context, outcome, [name for names in left.values() for name in names], removed=args.runs)
    return 0


def _tell_removal(context: Context, outcome: dict[Path, str], left: list[str], *, removed: bool) -> None:
    out = context.out
    for path, word in outcome.items():
        out.print_line(f"{path.as_posix()}: {out.say(_SAID[word])}")
    if not outcome:
        out.tell("Nothing to take out: init was not run here.")
    for name in left:
        if removed:
            out.tell("{name}: removed", name=name)
        else:
            out.tell("{name}: left by a run", name=name)
    if left and not removed:
        out.tell("Remove what runs have left with: renkei uninstall --runs")
    if outcome or left:
        out.tell("The store stays; remove .renkei/ to forget that, too.")
