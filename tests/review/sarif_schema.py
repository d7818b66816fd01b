"""What SARIF 2.1.0 says about the objects that a review writes: their keys, and which of them have to be there.

In our own words and for these objects alone; what is not named here is not to be written.
"""

from typing import Any, Final


def _object(required: str, **properties: Any) -> dict[str, Any]:
    names = required.split()
    return {"type": "object", "additionalProperties": False, "required": names, "properties": properties}


_TEXT: Final = {"type": "string"}
_MESSAGE: Final = _object("text", text=_TEXT)
_BAG: Final = {"type": "object"}
_LEVEL: Final = {"enum": ["none", "note", "warning", "error"]}
_LINE: Final = {"type": "integer", "minimum": 1}
_REGION: Final = _object("startLine", startLine=_LINE, endLine=_LINE, snippet=_object("text", text=_TEXT))
_PLACE: Final = _object(
    "artifactLocation",
    artifactLocation=_object("uri", uri={"type": "string", "pattern": r"^[A-Za-z0-9._~%/!$&'()*+,;=@-]+$"}),
    region=_REGION,
)
_RESULT: Final = _object(
    "message",
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=_LEVEL,
    message=_MESSAGE,
    locations={"type": "array", "items": _object("physicalLocation", physicalLocation=_PLACE)},
    partialFingerprints={"type": "object", "additionalProperties": _TEXT},
    rank={"type": "number", "minimum": -1, "maximum": 100},
    properties=_BAG,
)
_RULE: Final = _object("id", id=_TEXT, shortDescription=_MESSAGE)
_RULES: Final = {"type": "array", "uniqueItems": True, "items": _RULE}
_INVOCATION: Final = _object(
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    toolExecutionNotifications={"type": "array", "items": _object("message", level=_LEVEL, message=_MESSAGE)},
)
_RUN: Final = _object(
    "tool",
    tool=_object("driver", driver=_object("name", name=_TEXT, version=_TEXT, rules=_RULES)),
    results={"type": "array", "items": _RESULT},
    invocations={"type": "array", "items": _INVOCATION},
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    properties=_BAG,
)
SARIF: Final = _object(
    "version runs", **{"$schema": _TEXT}, version={"const": "2.1.0"}, runs={"type": "array", "items": _RUN}
)
