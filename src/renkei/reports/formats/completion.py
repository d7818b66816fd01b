"""The completion report of a teammate (seed 001): YAML under `## Task Complete: {task}`, or alone."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from renkei.lazy import lazy
from renkei.reports.formats.embedded import Values, keys_in, read_object, task_heading, texts_of, with_surroundings
from renkei.reports.formats.markdown import Form
from renkei.reports.formats.sections import severity_of
from renkei.reports.formats.wording import blocker_text, worst_severity
from renkei.reports.report import Artifact, Blocker, Output, Report, Severity, Status
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.protocol.yaml import write_yaml
else:
    write_yaml = lazy("renkei.protocol.yaml:write_yaml")


STATUSES: Final[Mapping[str, tuple[Status, str]]] = {
    "ok": ("SUCCESS", ""),
    "needs_input": ("PARTIAL", "needs_input"),
    "conflict": ("PARTIAL", "conflict"),
    "blocked": ("PARTIAL", "blocked"),
}
SEVERITIES: Final[Mapping[Severity, str]] = {"critical": "P0", "important": "P1", "minor": "P2"}

_KEYS: Final = frozenset(("status", "severity", "artifacts", "contract_outputs", "open_questions", "blockers"))
EXPECTED: Final = Sentence("YAML with status, severity, artifacts, contract_outputs, open_questions and blockers")
_STATUS_EXPECTED: Final = Sentence("ok, needs_input, conflict or blocked")
_SEVERITY_EXPECTED: Final = Sentence("P0, P1, P2 or null")
_OUTPUT_EXPECTED: Final = Sentence("an entry with key and value")


def is_completion(text: str) -> bool:
    """Whether a text is meant as one: by its heading, or by two of its keys."""
    if task_heading(text):
        return True
    first, keys = keys_in(text)
    return first in _KEYS and len(keys & _KEYS) >= 2


def parse_completion(text: str) -> Report:
    """Read a completion report. What it cannot take is in the report's `problems`.

    Raises:
        BadInput: there is no object of named values in the text.
    """
    document = read_object(text, keys=_KEYS, expected=EXPECTED, headed=True)
    values = Values(document=document, value=document.value)
    status, token, reason = values.take_outcome(STATUSES, _STATUS_EXPECTED)
    severity, severity_token = _read_severity(values)
    artifacts = tuple(Artifact(path=path, line=line) for path, line in values.take_texts("artifacts"))
    outputs = tuple(_read_outputs(values))
    questions = values.take_passages("open_questions")
    blockers = tuple(Blocker(text=text, line=line) for text, line in values.take_texts("blockers"))
    return Report(
        dialect="completion-yaml",
        status=status,
        status_token=token,
        reason=reason,
        status_line=values.line("status"),
        task=document.heading,
        severity=severity,
        severity_token=severity_token,
        artifacts=artifacts,
        outputs=outputs,
        questions=questions,
        blockers=blockers,
        preamble=document.preamble,
        extra=document.extra,
        fields=values.rest_of_values(),
        problems=tuple(values.problems),
    )


def _read_severity(values: Values) -> tuple[Severity | None, str]:
    token = values.take_text("severity")
    severity = severity_of(token) if token else None
    if token and severity is None:
        values.refuse("severity", token, _SEVERITY_EXPECTED)
    return severity, token


def _read_outputs(values: Values) -> Iterator[Output]:
    found = values.take_value("contract_outputs")
    listed = cast("list[object]", found) if isinstance(found, list) else [found] if found is not None else []
    for n, each in enumerate(listed):
        entry = cast("dict[str, Any]", each if isinstance(each, dict) else {})
        key = entry.get("key")
        line = values.line("contract_outputs", n)
        if isinstance(key, str) and set(entry) == {"key", "value"}:
            yield Output(key=key, value=entry["value"], line=line)
        else:
            values.refuse(f"contract_outputs[{n}]", listed[n], _OUTPUT_EXPECTED, line)


def render_completion(report: Report, form: Form = "block") -> str:
    """The report in YAML, in the order of the specification; under its heading when it answers a task."""
    own = report.dialect == "completion-yaml"
    body = write_yaml(
        {
            "status": report.status_token if own else _status_word(report),
            "severity": _severity_token(report, own),
            "artifacts": [artifact.path for artifact in report.artifacts],
            "contract_outputs": [{"key": output.key, "value": output.value} for output in report.outputs],
            "open_questions": [question.text for question in report.questions],
            "blockers": [blocker_text(blocker) for blocker in report.blockers],
            **(dict(report.fields) if own else {}),
        }
    )
    before = report.preamble.text if report.preamble else ""
    return with_surroundings(body, heading=report.task, before=before, after=texts_of(report.extra))


def _status_word(report: Report) -> str:
    """The nearest word; what failed has none of its own and is blocked."""
    if report.status == "SUCCESS":
        return "ok"
    if report.status == "PARTIAL" and report.reason in STATUSES:
        return report.reason
    return "needs_input" if report.status == "PARTIAL" and not report.blockers else "blocked"


def _severity_token(report: Report, own: bool) -> str | None:
    severity = report.severity or worst_severity(issue.severity for issue in report.issues)
    if own and report.severity_token:
        return report.severity_token
    return SEVERITIES[severity] if severity else None
