"""What commands about results take: what an agent handed back, and the code that it speaks of."""

import argparse
from collections.abc import Collection

from renkei.app.results import Code, find_code
from renkei.entrypoints.cli.command import Context, read_input
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.protocol.documents import decode_text
from renkei.reports.formats import DIALECTS
from renkei.reports.report import Dialect


def add_code_flags(parser: argparse.ArgumentParser, say: Say, dialects: Collection[Dialect] = tuple(DIALECTS)) -> None:
    """Which code, at which commit, in which dialect."""
    parser.add_argument(
        "--repo", metavar="DIR", help=say("the code it speaks of (default: the repository around here)")
    )
    parser.add_argument("--rev", metavar="COMMIT", help=say("the code at this commit instead of the working tree"))
    parser.add_argument("--dialect", choices=sorted(dialects), help=say("the form of the result (default: detected)"))


def code_of(context: Context, args: argparse.Namespace) -> Code:
    return find_code(context.project, args.repo, args.rev)


def read_result(path: str) -> str:
    """The text of a result; binary data, and more than a result can be, is refused before it is held."""
    data, name = read_input(path)
    text = decode_text(data, name)
    if "\0" in text:
        raise BadInput("{name} is binary, not the text of a result (byte {at}).", name=name, at=data.index(b"\0"))
    return text
