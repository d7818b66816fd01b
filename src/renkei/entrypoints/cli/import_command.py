"""`renkei import`: brings an exported log into a store, all of it or nothing."""

import argparse
from collections.abc import Iterable, Iterator
from itertools import tee
from typing import BinaryIO

from renkei.board.fold import refold
from renkei.bootstrap import open_rehearsal
from renkei.commands.acts import ImportLog
from renkei.entrypoints.cli.command import Context, input_name, open_input
from renkei.errors import BadInput
from renkei.eventlog.transfer import import_lines
from renkei.hub import Hub
from renkei.kit.words import Say
from renkei.sentence import Sentence


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("what renkei export wrote"))


def run(context: Context, args: argparse.Namespace) -> int:
    context.authorize_act(ImportLog())  # a log that is brought in says who did what: no agent may write that
    name = input_name(args.file)
    with open_input(args.file) as file:
        lines = context.out.progress(_lines(file, name), "Reading")
        if not context.has_store:
            lines, tried = tee(lines)
            _bring_in(open_rehearsal(), tried, name)
        new, total = _bring_in(context.hub, lines, name)
    if context.out.as_json:
        context.out.document({"events": total, "new": new})
    else:
        context.out.tell("{new} events are new; the log has {total}.", new=new, total=total)
    return 0


def _bring_in(hub: Hub, lines: Iterable[str], name: str) -> tuple[int, int]:
    try:
        with hub.log.write() as tx:
            new = import_lines(tx, lines)
            if new:
                refold(tx)
            return new, tx.head.seq
    except BadInput as error:
        raise BadInput("{name}: {wrong}", name=name, wrong=Sentence(error.text, **error.params)) from None


def _lines(file: BinaryIO, name: str) -> Iterator[str]:
    for number, line in enumerate(file, start=1):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            place = Sentence("{path} line {number}", path=name, number=number)
            raise BadInput("{name} is not UTF-8 text (byte {at}).", name=place, at=error.start) from None
        yield text
