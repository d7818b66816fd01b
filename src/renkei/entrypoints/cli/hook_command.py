"""`renkei hook` and `renkei statusline`: what a client calls, with its input on standard input. As clients call them,
both are called at once (`entrypoints.cli`)."""

import argparse

from renkei.app.clients import switch_hooks
from renkei.entrypoints import hooks, statusline
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.hook_clients import CLIENTS
from renkei.kit.words import Say


def add_hook_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--client", choices=list(CLIENTS), default="claude", help=say("the client that calls (default: claude)")
    )


def handle_hook(context: Context, args: argparse.Namespace) -> int:
    return hooks.main(args.client)


def add_statusline_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def handle_statusline(context: Context, args: argparse.Namespace) -> int:
    return statusline.main()


# `renkei off` and `renkei on`: a person's switch for all hooks of a project.


def add_off_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def handle_off(context: Context, args: argparse.Namespace) -> int:
    is_on = args.called == "on"
    switch_hooks(context.project, on=is_on)
    if is_on:
        context.out.tell("The hooks of this project are on.")
    else:
        context.out.tell("The hooks of this project are off. `renkei on` switches them on again.")
    if context.out.as_json:
        context.out.print_json({"hooks": args.called})
    return 0
