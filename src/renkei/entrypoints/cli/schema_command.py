"""`renkei schema`: the JSON Schemas of the words."""

import argparse
import json

from renkei.entrypoints.cli.command import Context
from renkei.errors import NotFound
from renkei.kit.words import Say
from renkei.protocol.schemas import names, schema


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
