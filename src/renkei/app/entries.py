"""One thing of the project by its id, whatever it is: a message, a contract, a decision, an artifact."""

from dataclasses import asdict
from typing import Any, Literal

from renkei.app import contracts
from renkei.app.project import Project
from renkei.board.contracts import find_contract
from renkei.board.read import find_message
from renkei.board.tables import DecisionRow
from renkei.board.tasks import find_artifact
from renkei.errors import NotFound
from renkei.values import value


@value
class Entry:
    kind: Literal["message", "contract", "decision", "artifact"]
    document: dict[str, Any]


def get_entry(project: Project, name: str) -> Entry:
    """
    Raises:
        NotFound: nothing is called so.
    """
    with project.reader.read() as view:
        if message := find_message(view, name):
            return Entry(kind="message", document=message.model_dump(mode="json", by_alias=True))
        is_contract = find_contract(view, name) is not None
        decision, artifact = view.get(DecisionRow, name), find_artifact(view, name)
    if is_contract:
        return Entry(kind="contract", document=contracts.get(project, name).to_json())
    if decision:
        return Entry(kind="decision", document=_without(asdict(decision), "redacted", "seq"))
    if artifact:
        return Entry(kind="artifact", document=_without(asdict(artifact), "name", "path_name", "seq"))
    raise NotFound("No message, contract, decision or artifact is called {name}.", name=name)


def _without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: part for name, part in document.items() if name not in names}
