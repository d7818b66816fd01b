"""`renkei send`: posts a typed message."""

import argparse
from collections.abc import Iterator

from renkei.app import messages
from renkei.entrypoints.cli.command import Context, input_name, open_input, read_input
from renkei.errors import BadInput, RenkeiError
from renkei.kit.words import Say
from renkei.protocol.actors import Actor
from renkei.protocol.terms import MAX_BYTES
from renkei.sentence import Sentence


def add_send_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("JSON or YAML: type, to, priority, payload, ..."))
    parser.add_argument("--as", dest="as_name", metavar="AGENT", help=say("who sends it (default: the person)"))
    parser.add_argument("--key", help=say("idempotency key: the same message under the same key is posted once"))
    parser.add_argument("--lines", action="store_true", help=say("one JSON message per line, each its own post"))


def handle_send(context: Context, args: argparse.Namespace) -> int:
    actor = context.project.actor(args.as_name)
    if args.lines:
        if args.key:
            raise BadInput("--key is for one message, --lines for many.")
        return _send_lines(context, actor, args.file)
    data, name = read_input(args.file)
    _send_message(context, actor, data, name, args.key)
    return 0


def _send_lines(context: Context, actor: Actor, path: str) -> int:
    for number, line in enumerate(_read_lines(path), start=1):
        if line.strip():
            name = Sentence("{path} line {number}", path=input_name(path), number=number)
            try:
                _send_message(context, actor, line, name)
            except RenkeiError as error:
                context.out.note("Stopped at line {number}; the lines before it are posted.", number=number)
                raise error
    return 0


def _read_lines(path: str) -> Iterator[bytes]:
    with open_input(path) as file:
        while line := file.readline(MAX_BYTES + 1):
            yield line


def _send_message(context: Context, actor: Actor, data: bytes, name: str, key: str | None = None) -> None:
    draft = messages.read_draft(data, name, actor=actor)
    done = messages.send(context.project, draft, actor=actor, key=key)
    if context.out.as_json:
        context.out.print_json({"id": done.id, "seq": done.seq, "warnings": list(done.warnings)})
    else:
        context.out.print_line(done.id or "")
