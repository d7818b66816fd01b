"""An artifact has a new version (EVT-5): those whose open contract takes it in depend on it."""

from collections.abc import Iterable

from renkei.dispatch.base import Cause
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.waiting import list_open_contracts
from renkei.protocol.artifacts import artifact_name
from renkei.protocol.events import ArtifactRegistered


def artifact_updated(cause: Cause) -> Iterable[Occasion]:
    event = cause.event
    if not isinstance(event, ArtifactRegistered) or event.version == 1:
        return
    rows = list_open_contracts(cause.view)
    reading = [row.assignee for row in rows if artifact_name(event.ref) in map(artifact_name, row.artifacts)]
    readers = [name for name in reading if name != event.owner]
    yield Occasion(
        names=("artifact_updated",),
        cause=cause,
        groups={"dependents": readers},
        tell=lambda: {
            "artifact_ref": event.ref,
            "owner": event.owner,
            "old_version": event.version - 1,
            "new_version": event.version,
            "change_summary": event.body.description if event.body else None,
        },
    )
