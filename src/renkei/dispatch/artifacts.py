"""An artifact has a new version (EVT-5): those whose open contract takes it in are told what changed."""

from collections.abc import Iterable

from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.notices import share
from renkei.dispatch.waiting import open_contracts
from renkei.protocol.events import ArtifactRegistered
from renkei.protocol.messages import StateRef


def a_new_version_is_told_to_those_whose_contract_takes_it_in(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, ArtifactRegistered) or event.version == 1:
        return
    rows = open_contracts(cause.view)
    readers = [row.assignee for row in rows if event.ref in row.artifacts and row.assignee != event.owner]
    yield from share(
        cause,
        readers,
        "normal",
        topic=cause.say("Artifact {ref}", ref=event.ref),
        content=cause.say(
            "Artifact {artifact_ref}, on which you depend, was updated from v{old_version} to v{new_version}.\n"
            "What changed: {change_summary}\n"
            "Please check whether you have to do something.",
            artifact_ref=event.ref,
            old_version=event.version - 1,
            new_version=event.version,
            change_summary=event.body.description if event.body else "-",
        ),
        relevance=cause.say("Your contract takes it in."),
        action=cause.say("Check whether you have to do something."),
        refs=[StateRef(type="artifact", id=event.ref)],
    )
