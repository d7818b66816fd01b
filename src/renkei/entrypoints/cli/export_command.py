"""`renkei export`: the log as lines of JSON."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from renkei.commands.acts import CopyStore
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.copy_place import check_place
from renkei.errors import BadInput
from renkei.eventlog.private_files import whole_file
from renkei.eventlog.transfer import export_lines
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", help=say("write here instead of standard output"))
    parser.add_argument("--force", action="store_true", help=say("replace a file that is there"))


def run(context: Context, args: argparse.Namespace) -> int:
    if args.output is not None:
        context.authorize_act(CopyStore())
        check_place(context, (context.cwd / args.output).resolve(), force=args.force)
    with context.reader.read() as view:
        lines = context.out.progress(export_lines(view), "Writing", total=view.head.seq + 1)
        if args.output is None:
            sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)
            return 0
        _write(Path(args.output), lines)
        context.out.note("{count} events are in {path}.", count=view.head.seq, path=args.output)
    if context.out.as_json:
        context.out.document({"events": view.head.seq, "file": args.output})
    return 0


def _write(path: Path, lines: Iterable[str]) -> None:
    try:
        if path.exists() and not path.is_file():
            _fill(path, lines)  # a pipe or device is written to, never replaced
        else:
            with whole_file(path.resolve(), replace=True) as draft:  # an export that was cut off would look like a log
                _fill(draft, lines)
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None


def _fill(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
