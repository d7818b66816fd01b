"""`renkei gc`: what runs have left behind and nobody needs any more."""

import argparse
from dataclasses import asdict

from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_stay import RECORDS, repository_of
from renkei.kit.words import Say
from renkei.runs.leftovers import Cleaner
from renkei.runs.view import runs


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--dry-run", action="store_true", help=say("show it, and remove nothing"))


def run(context: Context, args: argparse.Namespace) -> int:
    if not args.dry_run:
        context.authorize_act("CleanUp")
    repository = repository_of(context)
    with context.reader.read() as view:
        rows = {row.id: row for row in runs(view)}
    found = Cleaner(repository, context.settings.project / RECORDS, rows).find(remove=not args.dry_run)
    named = {kind: [str(each) for each in values] for kind, values in asdict(found).items()}
    if context.out.as_json:
        context.out.document({**named, "removed": not args.dry_run})
    elif not any(named.values()):
        context.out.tell("There is nothing to remove.")
    else:
        for names in named.values():
            for name in names:
                context.out.line(name)
    return 0
