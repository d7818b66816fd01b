"""What a change tells others: a write that does not stand (BOARD-4), a new version of an artifact (EVT-5)."""

from collections.abc import Iterable

from renkei.board.team import SYSTEM
from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.notices import share_knowledge
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.waiting import list_open_contracts
from renkei.protocol.artifacts import artifact_name
from renkei.protocol.events import ArtifactRegistered, FieldSet
from renkei.protocol.messages import StateRef


def a_writer_whose_value_does_not_stand_is_told_to_read_again(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, FieldSet) or event.overrides in (None, SYSTEM):
        return
    content = cause.say(
        "Your value of {path} does not stand: {winner} set it to {value} at the same time, later than you.",
        path=event.path,
        winner=cause.actor,
        value=event.value,
    )
    yield from share_knowledge(
        cause,
        [event.overrides],
        "high",
        topic=cause.say("Read the board again"),
        content=content,
        relevance=cause.say("You wrote this field before."),
        action=cause.say("Read the board again before you go on."),
        refs=[StateRef(type="agent", id=event.agent)] if event.agent else [],
    )


# An artifact has a new version (EVT-5): those whose open contract takes it in depend on it.


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
