"""What an inspector of a run hands back, in the form that a run judges (TEAM-3).

Its completion report puts its counts and the places of what it found on the blackboard, so that each place
is looked up before it is believed. What analysers say in words is their output, and stands below, as such.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from renkei.kit.words import Say
from renkei.reports.formats.completion import SEVERITIES, render_completion
from renkei.reports.report import Artifact, Extra, Output, Report
from renkei.review.audit import SURE
from renkei.review.coverage import Sight
from renkei.review.finding import Finding
from renkei.review.formats.text_lines import problem_lines
from renkei.review.review import InspectorResult, Review

_LOOKED: Final = ("done", "nothing")

MOST_FINDINGS: Final = 200
"""How many findings of one inspector are listed on the blackboard, the worst first. All of them are counted."""


def render_inspection(
    task: str, review: Review, say: Say, *, keys: Sequence[str] = (), artifacts: Sequence[str] = ()
) -> str:
    """The report of an inspector. That it could not look at everything weighs as much as the worst it could have found:
    nothing passes without somebody who judges it."""
    [inspected] = review.inspectors
    standing = [each for each in review.findings if each.verified and each.confidence >= SURE]
    value = _blackboard_value(task, inspected, standing, review.coverage.sight)
    worst = standing[0].severity if standing else None
    lines = "\n".join(problem_lines(review, say))
    report = Report(
        dialect="completion-yaml",
        status="SUCCESS",
        status_token="ok",  # noqa: S106
        task=task,
        severity="critical" if review.coverage.sight.gaps else worst,
        artifacts=tuple(Artifact(path=path) for path in artifacts),
        outputs=tuple(Output(key=key, value=value) for key in keys[:1]),
        fields=(("summary", _summary_line(value, say)),),
        extra=(Extra(title="", text=f"```output\n{lines}\n```"),) if lines else (),
    )
    return render_completion(report)


def _blackboard_value(
    task: str, inspected: InspectorResult, standing: Sequence[Finding], sight: Sight
) -> dict[str, Any]:
    return {
        "inspector": inspected.name,
        "task": task,
        "state": inspected.state,
        "left_out": {each.analyser: each.state for each in inspected.analysers if each.state not in _LOOKED},
        "sight": {
            "gaps": [{"analyser": each.analyser, "state": each.state, "install": each.install} for each in sight.gaps],
            "looked_at": sight.looked_at,
            "seen_code": sight.seen_code,
            "unseen_code": list(sight.unseen_code),
            "too_large": list(sight.too_large),
            "files": sight.files,
        },
        "counts": _count_severities(standing),
        "findings": [_finding_entry(each) for each in standing[:MOST_FINDINGS]],
    }


def _count_severities(findings: Sequence[Finding]) -> dict[str, int]:
    return {name: sum(each.severity == severity for each in findings) for severity, name in SEVERITIES.items()}


def _finding_entry(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "severity": SEVERITIES[finding.severity],
        "category": finding.category,
        "location": f"`{finding.place}`",
        "rules": list(finding.rules),
        "confidence": finding.confidence,
    }


def _summary_line(value: Mapping[str, Any], say: Say) -> str:
    p0, p1, p2 = value["counts"].values()
    said = say("{state}: P0 {p0}, P1 {p1}, P2 {p2}", state=value["state"], p0=p0, p1=p1, p2=p2)
    names = ", ".join(f"{name} ({state})" for name, state in value["left_out"].items())
    return "; ".join([said, say("did not look: {names}", names=names)]) if names else said
