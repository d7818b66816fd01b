"""`renkei statusline`: one line for a client to show. Without flags, `entrypoints.statusline` is called at once."""

import argparse

from renkei.entrypoints import statusline
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    return statusline.main()
