"""How many entries a command lists: the flag, and what is said of the rest."""

import argparse

from renkei.board.pages import PAGE
from renkei.entrypoints.cli.output import Output
from renkei.errors import BadInput
from renkei.kit.words import Say


def add_limit(parser: argparse.ArgumentParser, say: Say, *, default: int | str | None = PAGE) -> None:
    parser.add_argument("--limit", type=int, default=default, metavar="N", help=say("at most N (default: 50)"))


def require_limit(args: argparse.Namespace) -> int:
    if args.limit < 1:
        raise BadInput("--limit: expected at least 1, not {limit}.", limit=args.limit)
    return args.limit


def tell_more(out: Output, count: int, how: str) -> None:
    """What is left out, and the command that shows it."""
    if count > 0:
        out.tell("{count} more. See: {command}", count=count, command=how)
