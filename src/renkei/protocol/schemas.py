"""The JSON Schemas of the words, by name."""

from typing import Any

from pydantic import TypeAdapter

from renkei.protocol.board import ProjectState
from renkei.protocol.contracts import TaskContract
from renkei.protocol.events import EVENTS
from renkei.protocol.messages import DRAFT, PAYLOADS, Message
from renkei.protocol.playbooks import Playbook
from renkei.protocol.rules import RuleDocument

_MODELS = {
    "message": Message,
    "board": ProjectState,
    "task-contract": TaskContract,
    "rules": RuleDocument,
    "playbook": Playbook,
    **{kind.lower().replace("_", "-"): payload for kind, payload in PAYLOADS.items()},
    **{f"event-{name}": event for name, event in EVENTS.items()},
}


def names() -> list[str]:
    """What there is a schema of."""
    return ["draft", *_MODELS]


def schema(name: str) -> dict[str, Any]:
    """The schema of one word: `draft` is what a sender writes, `message` what is read back.

    Raises:
        KeyError: there is none of this name.
    """
    document = DRAFT.json_schema() if name == "draft" else TypeAdapter(_MODELS[name]).json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:renkei:{name}", **document}
