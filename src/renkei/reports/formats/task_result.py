"""The message TASK_RESULT (seed 003): its payload alone or with the message's header, in JSON or YAML."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from renkei.lazy import lazy
from renkei.reports.formats.embedded import EmbeddedObject, Values, keys_in, read_object, texts_of, with_surroundings
from renkei.reports.formats.markdown import Form
from renkei.reports.formats.words import is_nothing
from renkei.reports.report import Artifact, Passage, Report, Status
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.protocol.yaml import write_yaml
else:
    write_yaml = lazy("renkei.protocol.yaml:write_yaml")


STATUSES: Final[Mapping[str, tuple[Status, str]]] = {
    "completed": ("SUCCESS", ""),
    "partial": ("PARTIAL", "partial"),
    "failed": ("FAILED", ""),
}
_WORDS: Final[Mapping[Status, str]] = {"SUCCESS": "completed", "PARTIAL": "partial", "FAILED": "failed"}
_PAYLOAD: Final = frozenset(
    ("original_task_ref", "status", "output_artifacts", "summary", "deviations", "open_questions")
)
_HEADER: Final = frozenset(
    ("message", "id", "type", "from", "to", "priority", "timestamp", "context_summary", "related_state_refs", "payload")
)
_TELLING: Final = frozenset(("original_task_ref", "output_artifacts", "deviations"))
EXPECTED: Final = Sentence("a TASK_RESULT with original_task_ref, status, output_artifacts and summary, JSON or YAML")
_STATUS_EXPECTED: Final = Sentence("completed, partial or failed")
_TYPE_EXPECTED: Final = Sentence("TASK_RESULT")
_ARTIFACT_EXPECTED: Final = Sentence("text, or ref with path and description")
_PAYLOAD_EXPECTED: Final = Sentence("an object")


def is_task_result(text: str) -> bool:
    """Whether a text is meant as one: an object with a key that only this message has, or of its type."""
    first, keys = keys_in(text)
    return first in _PAYLOAD | _HEADER and bool(keys & _TELLING or ("type" in keys and "TASK_RESULT" in text))


def parse_task_result(text: str) -> Report:
    """Read the message or its payload. What it cannot take is in the report's `problems`.

    Raises:
        BadInput: there is no object of named values in the text.
    """
    document = read_object(text, keys=_PAYLOAD | _HEADER, expected=EXPECTED)
    envelope, values = _open_envelope(document)
    status, token, reason = values.take_outcome(STATUSES, _STATUS_EXPECTED)
    summary = values.take_required_text("summary")
    sender = envelope.get("from")
    report = Report(
        dialect="task-result",
        agent=sender if isinstance(sender, str) else None,
        status=status,
        status_token=token,
        reason=reason,
        status_line=values.line("status"),
        task=values.take_required_text("original_task_ref"),
        summary=Passage(text=summary, line=values.line("summary")) if summary else None,
        artifacts=tuple(_read_artifacts(values)),
        deviations=values.take_passages("deviations"),
        questions=values.take_passages("open_questions"),
        envelope=tuple(envelope.items()),
        preamble=document.preamble,
        extra=document.extra,
    )
    return replace(report, fields=values.rest_of_values(), problems=tuple(values.problems))


def _read_artifacts(values: Values) -> Iterator[Artifact]:
    """Each is a text, or {ref, path, description}."""
    found: object = values.take_value("output_artifacts")
    if isinstance(found, str) and is_nothing(found):
        return
    listed = cast("list[object]", found) if isinstance(found, list) else [] if found is None else [found]
    for number, each in enumerate(listed):
        line = values.line("output_artifacts", number)
        if isinstance(each, str):
            yield Artifact(path=each, line=line)
        elif described := _artifact_parts(each):
            ref, path, description = (described.get(name) or "" for name in ("ref", "path", "description"))
            yield Artifact(path=path or ref, ref=ref, description=description, line=line)
        else:
            values.refuse(f"output_artifacts[{number}]", each, _ARTIFACT_EXPECTED, line)


def _artifact_parts(given: object) -> "dict[str, str | None] | None":
    """An artifact with its parts, if it is one: a reference, and texts besides."""
    if not isinstance(given, dict):
        return None
    parts = cast("dict[str, object]", given)
    is_right = isinstance(parts.get("ref"), str) and set(parts) <= {"ref", "path", "description"}
    return cast("dict[str, str | None]", parts) if is_right and _are_texts(parts) else None


def _are_texts(parts: "dict[str, object]") -> bool:
    return all(value is None or isinstance(value, str) for value in parts.values())


def _write_artifact(artifact: Artifact) -> "str | dict[str, str]":
    if not artifact.ref:
        return artifact.path
    parts = {"ref": artifact.ref, "path": artifact.path, "description": artifact.description}
    return {name: text for name, text in parts.items() if text and (name != "path" or text != artifact.ref)}


def _open_envelope(document: EmbeddedObject) -> tuple[dict[str, Any], Values]:
    """The header, empty where there is none, and the payload; the specification has the header under `message`, too."""
    value = document.value
    inner = value.get("message")
    wrapped = cast("dict[str, Any]", inner) if isinstance(inner, dict) else {}
    if not wrapped and "payload" not in value and value.get("type") != "TASK_RESULT":
        return {}, Values(document=document, value=value)
    header = {**wrapped, **{name: each for name, each in value.items() if name != "message" or not wrapped}}
    payload = header.pop("payload", None)
    path = ("payload",) if "payload" in value else ("message", "payload")
    fields = cast("dict[str, Any]", payload) if isinstance(payload, dict) else {}
    values = Values(document=document, value=fields, path=path)
    if header.get("type", "TASK_RESULT") != "TASK_RESULT":
        values.refuse("type", header["type"], _TYPE_EXPECTED)
    if not isinstance(payload, dict):
        values.refuse("payload", payload, _PAYLOAD_EXPECTED)
    return header, values


def render_task_result(report: Report, form: Form = "block") -> str:
    """The message in YAML: with its header if it came with one, else the payload alone."""
    own = report.dialect == "task-result"
    payload = {
        "original_task_ref": report.task,
        "status": report.status_token if own else _WORDS[report.status] if report.status else report.status_token,
        "output_artifacts": [_write_artifact(artifact) for artifact in report.artifacts],
        "summary": report.summary.text if report.summary else "",
        "deviations": [deviation.text for deviation in report.deviations] or None,
        "open_questions": [question.text for question in report.questions] or None,
        **(dict(report.fields) if own else {}),
    }
    body = write_yaml({**dict(report.envelope), "payload": payload} if report.envelope else payload)
    before = report.preamble.text if report.preamble else ""
    return with_surroundings(body, heading="", before=before, after=texts_of(report.extra))
