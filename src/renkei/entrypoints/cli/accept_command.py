"""`renkei accept`: what the project's files say other than a person set, and a person's word that it is their own."""

import argparse
import difflib
from dataclasses import asdict
from typing import Any

from renkei.app.acceptance import accept
from renkei.binding.differences import ASPECTS, Difference
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import show_line
from renkei.kit.words import Say


def add_accept_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("what", nargs="*", metavar="WHAT", help=say("only this: {names}", names=", ".join(ASPECTS)))
    parser.add_argument("--show", action="store_true", help=say("show what differs, and accept nothing"))


def handle_accept(context: Context, args: argparse.Namespace) -> int:
    found = accept(context.project, args.what, only_show=args.show)
    if context.out.as_json:
        key = "differences" if args.show else "accepted"
        context.out.print_json({key: [difference_document(each) for each in found]})
        return 0
    for each in found:
        show_difference(context, each)
    if not found:
        context.out.tell("Nothing to accept: the project's files are as a person set them.")
    elif args.show:
        context.out.tell("Nothing was accepted. Accept it with: renkei accept")
    else:
        context.out.tell("Accepted: {names}.", names=", ".join(dict.fromkeys(each.what for each in found)))
    return 0


def difference_document(found: Difference) -> dict[str, Any]:
    return {**asdict(found), "refused": found.is_refused}


def show_difference(context: Context, found: Difference) -> None:
    """As a diff from what was set to what stands there."""
    show_line(context.out, (f"{found.what}  ", "bold"), found.where)
    before, after = found.recorded.splitlines(), found.found.splitlines()
    for line in [*difflib.unified_diff(before, after, lineterm="", n=2)][2:]:
        style = {"+": "green", "-": "red"}.get(line[:1], "dim")
        show_line(context.out, (f"    {line}", style))
