"""The store: `renkei export`, `import`, `backup`, `verify-store` and `redact`; `renkei schema`, the words in it."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

from renkei.app import messages
from renkei.app.store import back_up_store, export_log, export_to_file, import_log, verify_store
from renkei.board.verify import Flaw
from renkei.entrypoints.cli.command import Context, input_name, open_input
from renkei.errors import BadInput, NotFound
from renkei.hidden import escape_json, escape_to_line
from renkei.kit.words import Say
from renkei.protocol.schemas import names, schema
from renkei.protocol.terms import MAX_BYTES
from renkei.sentence import Sentence


def add_export_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", help=say("write here instead of standard output"))
    parser.add_argument("--force", action="store_true", help=say("replace a file that is there"))


def handle_export(context: Context, args: argparse.Namespace) -> int:
    if args.output is None:
        shown = escape_json if sys.stdout.isatty() else str
        sys.stdout.buffer.writelines(f"{shown(line)}\n".encode() for line in export_log(context.project))
        return 0
    events = export_to_file(context.project, args.output, force=args.force)
    context.out.note("{count} events are in {path}.", count=events, path=args.output)
    if context.out.as_json:
        context.out.print_json({"events": events, "file": args.output})
    return 0


# `renkei import`: brings an exported log into a store, all of it or nothing.


def add_import_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("what renkei export wrote"))


def handle_import(context: Context, args: argparse.Namespace) -> int:
    name = input_name(args.file)
    with open_input(args.file) as file:
        lines = context.out.progress(_decode_lines(file, name), "Reading")
        imported = import_log(context.project, lines, name)
    if context.out.as_json:
        context.out.print_json({"events": imported.events, "new": imported.new})
    else:
        context.out.tell("{new} events are new; the log has {total}.", new=imported.new, total=imported.events)
    return 0


_LONGEST_LINE: Final = 32 * MAX_BYTES
"""Far above any event: what has no line end (`/dev/zero`) is not read on for one."""


def _decode_lines(file: BinaryIO, name: str) -> Iterator[str]:
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE + 1), b""), start=1):
        place = Sentence("{path} line {number}", path=name, number=number)
        if len(line) > _LONGEST_LINE:
            raise BadInput(
                "{name} is larger than {limit} bytes, the most that is read.", name=place, limit=_LONGEST_LINE
            )
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise BadInput("{name} is not UTF-8 text (byte {at}).", name=place, at=error.start) from None
        yield text


# `renkei backup`: a copy of the store that was checked, made while others write.


def add_backup_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE", help=say("where the copy goes: a store of its own"))
    parser.add_argument("--force", action="store_true", help=say("replace a file that is there"))


def handle_backup(context: Context, args: argparse.Namespace) -> int:
    copy = back_up_store(context.project, args.file, force=args.force)
    if copy.flaws:
        return _tell_flaws(context, copy.flaws)
    if context.out.as_json:
        context.out.print_json({"file": str(copy.path), "events": copy.events, "head": copy.head})
    else:
        context.out.tell(
            "{count} events are in {path}, chain and tables agree.", count=copy.events, path=str(copy.path)
        )
        context.out.tell("Head: {head}", head=copy.head)
    return 0


def _tell_flaws(context: Context, flaws: list[Flaw]) -> int:
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.print_json({"file": None, "problems": problems})
    for flaw in flaws:
        print(escape_to_line(f"{flaw.place}: {context.out.say(flaw.message)}"), file=sys.stderr)
    context.out.note("The store does not hold, so that no copy was made. See: renkei verify-store")
    return 1


# `renkei verify-store`: is the store what its log says?


def add_verify_store_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--repair", action="store_true", help=say("fold every table anew from the log first"))
    parser.add_argument(
        "--head", metavar="SEQ:HASH", help=say("whether the log still holds this head, which was noted earlier")
    )


def handle_verify_store(context: Context, args: argparse.Namespace) -> int:
    found = verify_store(context.project, repair=args.repair, noted=args.head)
    flaws, events = found.flaws, found.events
    if context.out.as_json:
        problems = [{"place": flaw.place, "message": context.out.say(flaw.message)} for flaw in flaws]
        context.out.print_json({"ok": not flaws, "events": events, "head": found.head, "problems": problems})
    elif flaws:
        for flaw in flaws:
            context.out.print_line(f"{flaw.place}: {context.out.say(flaw.message)}")
        context.out.tell("The store does not hold: {count} flaws in {events} events.", count=len(flaws), events=events)
    else:
        context.out.tell("The store holds: {events} events, chain and tables agree.", events=events)
    if args.head is not None and not flaws:
        context.out.tell("The head that was noted is in it: {head}", head=args.head.strip())
    if not context.out.as_json:
        context.out.tell("Head: {head}", head=found.head)
    return 1 if flaws else 0


# `renkei redact`: forgets what a message or event said.


def add_redact_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("id", metavar="ID", help=say("a message (MSG-7) or an event (E-7)"))


def handle_redact(context: Context, args: argparse.Namespace) -> int:
    done = messages.redact(context.project, args.id)
    if context.out.as_json:
        context.out.print_json({"target": args.id, "changed": done.id is not None})
    elif done.id:
        context.out.tell(
            "What {id} said is forgotten; the chain still holds. Copies and exports are yours to find.", id=args.id
        )
    else:
        context.out.tell("{id} holds nothing to forget.", id=args.id)
    return 0


def add_schema_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("without it: the names there are"))


def handle_schema(context: Context, args: argparse.Namespace) -> int:
    if args.name is None:
        if context.out.as_json:
            context.out.print_json(names())
        else:
            for name in names():
                context.out.print_line(name)
        return 0
    if args.name not in names():
        raise NotFound("There is no schema {name}. `renkei schema` lists them.", name=args.name)
    context.out.print_line(json.dumps(schema(args.name), ensure_ascii=False, indent=2))
    return 0
