"""`renkei hook` and `renkei statusline`: what a client calls, with its input on standard input. Without flags, both are
called at once (`entrypoints.cli`)."""

import argparse

from renkei.entrypoints import hooks, statusline
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_hook_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def handle_hook(context: Context, args: argparse.Namespace) -> int:
    return hooks.main() if args.called == "hook" else statusline.main()
