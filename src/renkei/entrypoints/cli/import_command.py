"""`renkei import`: brings an exported log into a store, all of it or nothing."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from renkei.board.fold import refold
from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput, NotFound
from renkei.eventlog.transfer import import_lines
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("what renkei export wrote"))


def run(context: Context, args: argparse.Namespace) -> int:
    lines = _lines(args.file)
    with context.hub.log.write() as tx:
        new = import_lines(tx, lines)
        if new:
            refold(tx)
        total = tx.head.seq
    if context.out.as_json:
        context.out.document({"events": total, "new": new})
    else:
        context.out.tell("{new} events are new; the log has {total}.", new=new, total=total)
    return 0


def _lines(path: str) -> Iterator[str]:
    try:
        with sys.stdin if path == "-" else Path(path).open(encoding="utf-8") as file:
            yield from file
    except FileNotFoundError:
        raise NotFound("There is no file {path}.", path=path) from None
    except UnicodeDecodeError as error:
        raise BadInput("{name} is not UTF-8 text (byte {at}).", name=path, at=error.start) from None
