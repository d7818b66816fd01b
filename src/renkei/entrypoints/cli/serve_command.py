"""`renkei serve`: the page of people and the tools of agents over HTTP, on this machine."""

import argparse
from typing import Final

from renkei.app.serving import require_serve
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.serving import serve_page
from renkei.errors import BadInput
from renkei.kit.words import Say

_PORT: Final = 8642
_LAST_PORT: Final = 65535


def add_serve_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    help_port = say("where it listens on 127.0.0.1 (default: {port}); 0 takes one that is free", port=_PORT)
    parser.add_argument("--port", type=int, default=_PORT, metavar="N", help=help_port)
    parser.add_argument("--no-browser", action="store_true", help=say("print the address and open no browser"))


def handle_serve(context: Context, args: argparse.Namespace) -> int:
    require_serve()
    if not 0 <= args.port <= _LAST_PORT:
        raise BadInput("--port: {port} is no port. Expected 0 to {last}.", port=args.port, last=_LAST_PORT)
    serve_page(context.project, context.out, port=args.port, open_browser=not args.no_browser)
    return 0
