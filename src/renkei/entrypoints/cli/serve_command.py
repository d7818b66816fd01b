"""`renkei serve`: the page of people and the tools of agents over HTTP."""

import argparse
from pathlib import Path

from renkei.app.serving import LAST_PORT, SERVER_PORT, require_serve, served_port
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.serving import Reach, serve_page
from renkei.errors import BadInput
from renkei.kit.words import Say


def add_serve_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    help_port = say("where it listens (default: {port}); 0 takes one that is free", port=SERVER_PORT)
    parser.add_argument("--port", type=int, metavar="N", help=help_port)
    parser.add_argument("--no-browser", action="store_true", help=say("print the address and open no browser"))
    help_address = say("for other machines, too, such as 0.0.0.0 (default: 127.0.0.1, this machine alone)")
    parser.add_argument("--address", default=Reach().address, metavar="IP", help=help_address)
    help_name = say("a name that it is asked for by, beside its address; may be repeated")
    parser.add_argument("--name", action="append", default=[], metavar="HOST", help=help_name)
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help=say("its certificate, in PEM: https"))
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help=say("the key of the certificate"))
    help_plain = say("answer other machines unencrypted: something else encrypts it")
    parser.add_argument("--plain-http", action="store_true", help=help_plain)


def handle_serve(context: Context, args: argparse.Namespace) -> int:
    require_serve()
    port = served_port(context.project) if args.port is None else args.port
    if not 0 <= port <= LAST_PORT:
        raise BadInput("--port: {port} is no port. Expected 0 to {last}.", port=port, last=LAST_PORT)
    if (args.tls_cert is None) != (args.tls_key is None):
        raise BadInput("--tls-cert and --tls-key belong together.")
    reach = Reach(
        port=port,
        address=args.address,
        names=tuple(args.name),
        tls=(args.tls_cert, args.tls_key) if args.tls_cert else None,
        is_plain_allowed=args.plain_http,
    )
    serve_page(context.project, context.out, reach, open_browser=not args.no_browser)
    return 0
