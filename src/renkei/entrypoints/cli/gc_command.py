"""`renkei gc`: what runs have left behind and nobody needs any more."""

import argparse

from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_stay import records_folder, repository_of
from renkei.kit.words import Say
from renkei.playbooks.states import ENDED
from renkei.runs.site import BRANCHES
from renkei.runs.view import runs
from renkei.workspace.worktrees import left_over, sweep


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--dry-run", action="store_true", help=say("show it, and remove nothing"))


def run(context: Context, args: argparse.Namespace) -> int:
    repository = repository_of(context, needed=False)
    with context.reader.read() as view:
        rows = {row.id: row for row in runs(view)}
    alive = frozenset(name for name, row in rows.items() if row.state not in ENDED)
    trees = left_over(repository, alive) if repository else []
    merged = [name for name, row in rows.items() if row.merged and not row.undone]
    branches = [
        f"{BRANCHES}{name}" for name in merged if repository and repository.commit_of(f"refs/heads/{BRANCHES}{name}")
    ]
    folder = records_folder(context) if context.has_store else None
    locks = [path for path in folder.glob("*.lock") if path.stem not in alive] if folder and folder.is_dir() else []
    if repository and not args.dry_run:
        sweep(repository, trees)
        for branch in branches:
            repository.run("branch", "--quiet", "-D", branch)
    for path in [] if args.dry_run else locks:
        path.unlink(missing_ok=True)
    found = {"worktrees": [str(path) for path in trees], "branches": branches, "locks": [path.name for path in locks]}
    if context.out.as_json:
        context.out.document({**found, "removed": not args.dry_run})
    elif not any(found.values()):
        context.out.tell("There is nothing to remove.")
    else:
        for names in found.values():
            for name in names:
                context.out.line(name)
    return 0
