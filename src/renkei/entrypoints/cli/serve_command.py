"""`renkei serve`: the page of people and the tools of agents over HTTP, on this machine."""

import argparse
import threading
import webbrowser
from typing import TYPE_CHECKING, Final

from renkei.app.serving import authorize_serving, require_serve
from renkei.entrypoints.cli.command import Context
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.entrypoints.web.gate import Keys
    from renkei.entrypoints.web.server import bind_port, serve
    from renkei.entrypoints.web.site import Site
else:
    Keys, Site = lazy("renkei.entrypoints.web.gate:Keys"), lazy("renkei.entrypoints.web.site:Site")
    bind_port, serve = (lazy(f"renkei.entrypoints.web.server:{name}") for name in ("bind_port", "serve"))

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
    person = authorize_serving(context.project)
    listening = bind_port(args.port)
    keys = Keys(listening.getsockname()[1])

    def tell_ready() -> None:
        if context.out.as_json:
            context.out.print_json({"url": keys.address(), "port": keys.port})
        else:
            context.out.tell("Open {url} (Ctrl-C ends it)", url=keys.address())
        if not args.no_browser and not context.out.as_json:
            address = keys.address(keys.make_ticket())
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some stay in the terminal

    serve(Site(context.project, person), keys, listening, tell_ready)
    return 0
