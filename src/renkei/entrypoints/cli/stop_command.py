"""`renkei stop`: a person's word to a run, whoever carries it out."""

import argparse

from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_moves import move, run_argument
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    run_argument(parser, say)


def run(context: Context, args: argparse.Namespace) -> int:
    return move(context, args.run, "stop")
