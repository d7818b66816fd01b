"""A server for people, started by a command: `serve`, and `demo` and `run` with `--serve`."""

import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.app.project import Project
from renkei.app.serving import authorize_serving, check_reach, require_serve
from renkei.binding.record import state_file
from renkei.entrypoints.cli.output import Output
from renkei.lazy import lazy
from renkei.values import value

if TYPE_CHECKING:
    from renkei.entrypoints.web.gate import Keys
    from renkei.entrypoints.web.place import take_place
    from renkei.entrypoints.web.server import serve
    from renkei.entrypoints.web.sessions import Sessions
    from renkei.entrypoints.web.site import Site
else:
    Keys, Site = lazy("renkei.entrypoints.web.gate:Keys"), lazy("renkei.entrypoints.web.site:Site")
    Sessions, serve = lazy("renkei.entrypoints.web.sessions:Sessions"), lazy("renkei.entrypoints.web.server:serve")
    take_place = lazy("renkei.entrypoints.web.place:take_place")


@value
class Reach:
    """Where a server listens, and how it is reached."""

    port: int = 0
    """0: any that is free."""
    address: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    tls: tuple[Path, Path] | None = None
    is_plain_allowed: bool = False
    """A person said that other machines may be answered unencrypted."""


def serve_page(
    project: Project,
    out: Output,
    reach: Reach,
    *,
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
    authorize_serving(project)
    check_reach(project, reach.address, is_encrypted=reach.tls is not None, is_plain_allowed=reach.is_plain_allowed)
    place = take_place(reach.port, reach.address, names=reach.names, tls=reach.tls)
    keys = Keys(place, Sessions(_sessions_file(project, place.port), place.port))
    fragment = f"#/{view}" if view else ""

    def tell_ready() -> None:
        if out.as_json:
            out.print_json({"url": f"{keys.address()}{fragment}", "port": place.port})
        else:
            out.tell("Open {url} (Ctrl-C ends it)", url=f"{keys.address()}{fragment}")
        if open_browser and not out.as_json and place.is_loopback:
            address = f"{keys.address(keys.make_ticket())}{fragment}"
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some stay in the terminal
        if then is not None:
            threading.Thread(target=then, daemon=True).start()

    serve(Site(project), keys, tell_ready)


def _sessions_file(project: Project, port: int) -> Path | None:
    try:
        return state_file(project.settings.project, project.env, f".sessions-{port}.json")
    except OSError:
        return None
