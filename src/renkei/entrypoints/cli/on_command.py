"""`renkei on`: see `renkei off`."""

import argparse

from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.off_command import switch
from renkei.kit.words import Say


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    return switch(context, on=True)
