"""A reviewer's gate out of the text around it (TEAM-14)."""

from typing import Any, Final, cast

from pydantic import TypeAdapter

from renkei.errors import BadInput
from renkei.protocol.documents import last_fenced_yaml, parse_document, validate
from renkei.protocol.run_events import GateCounts

_GATE: Final[TypeAdapter[GateCounts]] = TypeAdapter(GateCounts)


def read_gate(text: str, task: str) -> tuple[GateCounts, str]:
    """The gate in a text, and what is said to it: a `summary` beside it, and of each target why it is one.

    Fenced YAML wherever it stands, else the text itself; alone, or beside a completion report.

    Raises:
        BadInput: there is none, or it is not right.
    """
    source = last_fenced_yaml(text)
    document = parse_document(source, task)
    found = cast(dict[str, Any], document) if isinstance(document, dict) else {}
    gate = found.get("gate", found)
    if not isinstance(gate, dict) or "overall" not in gate:
        raise BadInput("{task}: a gate has to say overall, p0_count, p1_count and p2_count.", task=task)
    known = {name: value for name, value in cast(dict[str, Any], gate).items() if name in GateCounts.model_fields}
    targets = known.get("rollback_targets")
    reasons: list[str] = []
    if isinstance(targets, list):
        known["rollback_targets"] = [_read_target(each) for each in cast(list[Any], targets)]
        reasons = [
            _read_reason(cast(dict[str, Any], each)) for each in cast(list[Any], targets) if isinstance(each, dict)
        ]
    beside = found.get("summary") if "gate" in found else None
    said = [*([beside] if isinstance(beside, str) else []), *reasons]
    return validate(_GATE, known, task, text=source), "\n".join(said)


def _read_target(value: Any) -> Any:
    """A target is a name, or a name with a reason."""
    return cast(dict[str, Any], value).get("phase", value) if isinstance(value, dict) else value


def _read_reason(target: dict[str, Any]) -> str:
    """In one line: each line of what a gate says is looked at by itself."""
    return " ".join(f"{target.get('phase', '-')}: {target.get('reason', '-')}".split())
