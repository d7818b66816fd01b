"""`renkei hook`: one hook input from standard input. Without flags, `entrypoints.hooks` is called at once."""

import argparse

from renkei.entrypoints import hooks
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    return hooks.main()
