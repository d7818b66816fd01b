"""`renkei gc`: what runs have left behind and nobody needs any more."""

import argparse
from dataclasses import asdict

from renkei.commands.acts import CleanUp
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_stay import RECORDS, repository_of
from renkei.kit.words import Say
from renkei.runs.leftovers import Cleaner
from renkei.runs.view import list_runs


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--dry-run", action="store_true", help=say("show it, and remove nothing"))


def run(context: Context, args: argparse.Namespace) -> int:
    if not args.dry_run:
        context.authorize_act(CleanUp())
    named = leftovers(context, remove=not args.dry_run)
    if context.out.as_json:
        context.out.document({**named, "removed": not args.dry_run})
    elif not any(named.values()):
        context.out.tell("There is nothing to remove.")
    else:
        for names in named.values():
            for name in names:
                context.out.line(name)
    return 0


def leftovers(context: Context, *, remove: bool) -> dict[str, list[str]]:
    """What runs have left behind and nobody needs, by kind; removed if so wanted."""
    with context.reader.read() as view:
        rows = {row.id: row for row in list_runs(view)}
    cleaner = Cleaner(repository_of(context), context.settings.project / RECORDS, rows)
    return {kind: [str(each) for each in values] for kind, values in asdict(cleaner.find(remove=remove)).items()}
