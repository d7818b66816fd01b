"""`renkei convert`: one result in another dialect."""

import argparse

from renkei.app.results import convert_result
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.result_input import read_result
from renkei.kit.words import Say
from renkei.reports.convert import Converted
from renkei.reports.formats import DIALECTS


def add_convert_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("file", metavar="FILE|-", help=say("the result, as the agent wrote it"))
    parser.add_argument("--to", required=True, choices=sorted(DIALECTS), help=say("the dialect to write"))
    parser.add_argument(
        "--from", dest="source", choices=sorted(DIALECTS), help=say("the dialect of the result (default: found out)")
    )


def handle_convert(context: Context, args: argparse.Namespace) -> int:
    result = convert_result(read_result(args.file), args.to, source=args.source)
    converted = result.converted
    if context.out.as_json:
        context.out.print_json(
            {
                "from": result.source,
                "to": args.to,
                "text": converted.text,
                "lost": [],
                "kept": list(converted.kept),
                "missing": [problem.path for problem in converted.missing],
            }
        )
    else:
        print(converted.text, end="")
    _note_differences(context, converted, args.to)
    return 0


def _note_differences(context: Context, converted: Converted, dialect: str) -> None:
    """Nothing changes its place in silence."""
    if converted.kept:
        context.out.note(
            "{dialect} has no place of its own for all of: {parts}; they stand at the end as text",
            dialect=dialect,
            parts=", ".join(converted.kept),
        )
    for problem in converted.missing:
        context.out.note("{dialect} asks for {field}: fill it in", dialect=dialect, field=problem.path)
