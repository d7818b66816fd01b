"""`renkei import`: brings an exported log into a store, all of it or nothing."""

import argparse
from collections.abc import Iterator
from typing import BinaryIO

from renkei.app.store import authorize_import, import_log
from renkei.entrypoints.cli.command import Context, input_name, open_input
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.sentence import Sentence


def add_import_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("what renkei export wrote"))


def handle_import(context: Context, args: argparse.Namespace) -> int:
    authorize_import(context.project)
    name = input_name(args.file)
    with open_input(args.file) as file:
        lines = context.out.progress(_decode_lines(file, name), "Reading")
        imported = import_log(context.project, lines, name)
    if context.out.as_json:
        context.out.print_json({"events": imported.events, "new": imported.new})
    else:
        context.out.tell("{new} events are new; the log has {total}.", new=imported.new, total=imported.events)
    return 0


def _decode_lines(file: BinaryIO, name: str) -> Iterator[str]:
    for number, line in enumerate(file, start=1):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            place = Sentence("{path} line {number}", path=name, number=number)
            raise BadInput("{name} is not UTF-8 text (byte {at}).", name=place, at=error.start) from None
        yield text
