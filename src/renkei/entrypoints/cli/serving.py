"""A server for people, started by a command: `serve`, and `demo` and `run` with `--serve`."""

import threading
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from renkei.app.project import Project
from renkei.app.serving import authorize_serving, require_serve
from renkei.entrypoints.cli.output import Output
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.entrypoints.web.gate import Keys
    from renkei.entrypoints.web.server import bind_port, serve
    from renkei.entrypoints.web.site import Site
else:
    Keys, Site = lazy("renkei.entrypoints.web.gate:Keys"), lazy("renkei.entrypoints.web.site:Site")
    bind_port, serve = (lazy(f"renkei.entrypoints.web.server:{name}") for name in ("bind_port", "serve"))


def serve_page(
    project: Project,
    out: Output,
    *,
    port: int,
    open_browser: bool,
    view: str = "",
    then: Callable[[], None] | None = None,
) -> None:
    """Serves the page of a project until Ctrl-C.

    Args:
        view: where the page opens, as behind the # of its address.
        then: what goes on beside it, begun once requests are answered.
    """
    require_serve()
    person = authorize_serving(project)
    listening = bind_port(port)
    keys = Keys(listening.getsockname()[1])
    place = f"#/{view}" if view else ""

    def tell_ready() -> None:
        if out.as_json:
            out.print_json({"url": f"{keys.address()}{place}", "port": keys.port})
        else:
            out.tell("Open {url} (Ctrl-C ends it)", url=f"{keys.address()}{place}")
        if open_browser and not out.as_json:
            address = f"{keys.address(keys.make_ticket())}{place}"
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some stay in the terminal
        if then is not None:
            threading.Thread(target=then, daemon=True).start()

    serve(Site(project, person), keys, listening, tell_ready)
