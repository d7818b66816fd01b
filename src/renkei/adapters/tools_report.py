"""What an inspector and an auditor of a run hand back, in the forms that a run judges (TEAM-3, TEAM-14).

An inspector's completion report puts its counts and the places of what it found on the blackboard, so that each place
is looked up before it is believed. What analysers say in words is their output, and stands below, as such.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from renkei.kit.words import Say
from renkei.playbooks.gates import outcome
from renkei.protocol.run_commands import GateCounts
from renkei.protocol.yaml import write_yaml
from renkei.reports.formats.completion import SEVERITIES, render_completion
from renkei.reports.report import Artifact, Blocker, Extra, Output, Report
from renkei.review.audit import SURE
from renkei.review.finding import Finding
from renkei.review.formats.lines import problems
from renkei.review.review import Inspected, Review

MOST: Final = 200
"""How many findings of one inspector are listed on the blackboard, the worst first. All of them are counted."""


def inspection(task: str, review: Review, say: Say, *, keys: Sequence[str] = (), artifacts: Sequence[str] = ()) -> str:
    """The report of an inspector. One whose analysers could not look at all is blocked."""
    [inspected] = review.inspectors
    standing = [each for each in review.findings if each.verified and each.confidence >= SURE]
    value = _value(task, inspected, standing)
    blocked = inspected.state in ("missing", "failed")
    lines = "\n".join(problems(review, say))
    report = Report(
        dialect="completion-yaml",
        status="PARTIAL" if blocked else "SUCCESS",
        status_token="blocked" if blocked else "ok",
        task=task,
        severity=standing[0].severity if standing else None,
        artifacts=tuple(Artifact(path=path) for path in artifacts),
        outputs=tuple(Output(key=key, value=value) for key in keys[:1]),
        blockers=tuple(Blocker(text=text) for text in left_out(inspected, say)) if blocked else (),
        fields=(("summary", _summary(value, say)),),
        extra=(Extra(title="", text=f"```output\n{lines}\n```"),) if lines else (),
    )
    return render_completion(report)


def left_out(inspected: Inspected, say: Say) -> list[str]:
    """Analysers that did not look, each with the reason."""
    absent = [each for each in inspected.analysers if each.state != "done"]
    return [f"{each.analyser}: {say(each.reason) if each.reason else each.state}" for each in absent]


def inspections(blackboard: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What inspectors have put on the blackboard."""
    found = (cast(dict[str, Any], value) for value in blackboard.values() if isinstance(value, dict))
    return [each for each in found if {"inspector", "task", "counts"} <= each.keys()]


def gate(inspected: Iterable[Mapping[str, Any]]) -> str:
    """The auditor's gate: critical is P0, important P1, minor P2. Who found one of the first two looks again."""
    reports = list(inspected)
    p0, p1, p2 = (sum(each["counts"][name] for each in reports) for name in SEVERITIES.values())
    bad = [each["task"] for each in reports if each["counts"]["P0"] or each["counts"]["P1"]]
    items = [_item(each) for report in reports for each in report["findings"] if each["severity"] == "P2"]
    counts = GateCounts(overall="PASS", p0_count=p0, p1_count=p1, p2_count=p2)
    overall = outcome(counts)
    decided = counts.model_copy(
        update={
            "overall": overall,
            "rollback_targets": bad if overall != "PASS" else [],
            "p2_items": items if len(items) == p2 else [],
        }
    )
    return f"```yaml\n{write_yaml(decided.model_dump())}```\n"


def _value(task: str, inspected: Inspected, standing: Sequence[Finding]) -> dict[str, Any]:
    return {
        "inspector": inspected.name,
        "task": task,
        "state": inspected.state,
        "left_out": {each.analyser: each.state for each in inspected.analysers if each.state != "done"},
        "counts": _counts(standing),
        "findings": [_listed(each) for each in standing[:MOST]],
    }


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    return {name: sum(each.severity == severity for each in findings) for severity, name in SEVERITIES.items()}


def _listed(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "severity": SEVERITIES[finding.severity],
        "category": finding.category,
        "location": f"`{finding.place}`",
        "rules": list(finding.rules),
        "confidence": finding.confidence,
    }


def _item(listed: Mapping[str, Any]) -> str:
    return f"{listed['location']} {listed['rules'][0]}"


def _summary(value: Mapping[str, Any], say: Say) -> str:
    p0, p1, p2 = value["counts"].values()
    said = say("{state}: P0 {p0}, P1 {p1}, P2 {p2}", state=value["state"], p0=p0, p1=p1, p2=p2)
    names = ", ".join(f"{name} ({state})" for name, state in value["left_out"].items())
    return "; ".join([said, say("did not look: {names}", names=names)]) if names else said
