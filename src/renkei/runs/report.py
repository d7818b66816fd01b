"""The completion report, or a reviewer's gate, out of the text around it (TEAM-3, TEAM-11, TEAM-14)."""

import re
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.protocol.completion import COMPLETION_REPORT, CompletionReport
from renkei.protocol.documents import parse, validate

_FENCE: Final = re.compile(r"^```[ \t]*(?:ya?ml)?[ \t]*\r?\n(.*?)^```", re.MULTILINE | re.DOTALL)
_GATE: Final = ("overall", "p0_count", "p1_count", "p2_count", "rollback_targets", "p2_items")


def read_report(text: str, task: str) -> CompletionReport:
    """The report in a text: fenced YAML wherever it stands, else the text itself.

    Raises:
        BadInput: there is none, or it is not right.
    """
    fenced = _FENCE.findall(text)
    source = fenced[-1] if fenced else text
    document = parse(source, task)
    if not isinstance(document, dict):
        raise BadInput("{task}: no completion report was found in the result.", task=task)
    return validate(COMPLETION_REPORT, _with_gate(cast(dict[str, Any], document)), task, text=source)


def _with_gate(document: dict[str, Any]) -> dict[str, Any]:
    """A reviewer may send the gate alone; its targets may be names, or names with a reason."""
    gate = document.get("gate")
    if "overall" in document:
        gate = {name: document.pop(name) for name in _GATE if name in document}
        document = {"status": "ok", **document}
    if not isinstance(gate, dict):
        return document
    found = cast(dict[str, Any], gate)
    targets = found.get("rollback_targets")
    if isinstance(targets, list):
        found = {**found, "rollback_targets": [_target(each) for each in cast(list[Any], targets)]}
    return {**document, "gate": found}


def _target(value: Any) -> Any:
    return cast(dict[str, Any], value).get("phase", value) if isinstance(value, dict) else value
