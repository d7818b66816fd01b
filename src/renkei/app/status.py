"""Where a project stands: its store, what waits for a person, the last refusals."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from renkei.app.decisions import WaitingCounts, count_waiting
from renkei.app.project import Project
from renkei.board.caps import CapState, list_caps
from renkei.bootstrap import store_server
from renkei.errors import RenkeiError
from renkei.eventlog import spool
from renkei.eventlog.base import View
from renkei.eventlog.records import utc_now
from renkei.settings import mask_store_url, store_path
from renkei.values import value

MOST_REFUSALS: Final = 5
_LOOKED_AT: Final = 2000
"""How many of the newest events are looked through for refusals."""


@value
class StoreState:
    url: str
    """As it may be shown."""
    state: Literal["none", "there", "unusable"] = "none"
    events: int | None = None
    problem: str | None = None
    """Why it is unusable, in the project's language."""
    spooled: int = 0
    """How many records of hooks wait for it."""
    waiting: WaitingCounts | None
    """None where the store cannot be asked."""
    refusals: Sequence[Mapping[str, Any]] | None = ()
    """The newest first; None where the store cannot be asked."""
    caps: Sequence[CapState] = ()
    """The limits of what may be used that are near or reached."""


def store_state(project: Project) -> StoreState:
    """What the store says; one that is not there or cannot be used says nothing, and that is told. Unlike others this
    does not wait for a store that somebody keeps to himself."""
    settings = project.settings
    path = store_path(settings.store, project.cwd)
    nothing = WaitingCounts(decisions=0, questions=0)
    found: dict[str, Any] = {"url": mask_store_url(settings.store), "waiting": nothing}
    try:
        if project.has_store:
            with project.viewer.read() as view:
                found |= {
                    "waiting": count_waiting(view, within=settings.answer_within),
                    "refusals": _newest_refusals(view),
                    "caps": [each for each in list_caps(view, utc_now()[: len("2026-05-01")]) if each.level != "ok"],
                }
                found |= {"state": "there", "events": view.head.seq}
    except RenkeiError as error:
        found |= {"state": "unusable", "problem": project.say(error.text, **error.params)}
        found |= {"waiting": None, "refusals": None}
    spooled = spool.count(path) if path else 0
    if spooled and "state" not in found:  # they wait for a store that is gone: what it said nobody knows
        found |= {"waiting": None, "refusals": None}
    return StoreState(**found, spooled=spooled)


def store_address(project: Project) -> str:
    """The store as it may be shown, with the server that keeps it."""
    store, server = mask_store_url(project.settings.store), store_server(project.settings, project.cwd)
    return f"{store}, {server}" if server else store


def count_events(project: Project) -> int:
    with project.reader.read() as view:
        return view.head.seq


def _newest_refusals(view: View) -> list[dict[str, Any]]:
    newest = view.events(after=max(0, view.head.seq - _LOOKED_AT))
    refused = [record for record in reversed(newest) if record.type == "RuleRefused"]
    return [{"at": record.at, **record.document()} for record in refused[:MOST_REFUSALS]]
