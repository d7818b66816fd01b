"""The flags of commands that check results: which code, at which commit, in which dialect."""

import argparse
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.reports.formats import DIALECTS
from renkei.reports.tree import CommitTree, Tree, WorkingTree
from renkei.settings import work_tree


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--repo", metavar="DIR", help=say("the code it speaks of (default: the repository around here)")
    )
    parser.add_argument("--rev", metavar="COMMIT", help=say("the code at this commit instead of the working tree"))
    parser.add_argument("--dialect", choices=sorted(DIALECTS), help=say("the form of the result (default: found out)"))


def folder(context: Context, args: argparse.Namespace) -> Path:
    """The folder of the code: the one named, else the work tree around here, else here."""
    return context.cwd / args.repo if args.repo else work_tree(context.cwd) or context.cwd


@contextmanager
def open_tree(context: Context, args: argparse.Namespace) -> Generator[Tree, None, None]:
    """The code that results are checked against."""
    if args.rev is None:
        yield WorkingTree(folder(context, args))
        return
    if not args.rev:
        raise BadInput("--rev: expected a commit, not nothing.")
    with CommitTree(folder(context, args), args.rev) as tree:
        yield tree


def place(context: Context, args: argparse.Namespace, file: str) -> str | None:
    """The path of a result in the code that it is checked against, if it lies there."""
    path, root = (context.cwd / file).resolve(), folder(context, args).resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else None
