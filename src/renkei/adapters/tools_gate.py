"""What the auditor of a run makes of the inspectors' reports: the gate (TEAM-14), and the verdict of a review."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.playbooks.states import gate_outcome
from renkei.protocol.run_events import GateCounts
from renkei.protocol.yaml import write_yaml
from renkei.reports.cpf.document import Severity as Letter
from renkei.reports.cpf.document import Verified
from renkei.reports.cpf.verdict import TEST_FAILURE
from renkei.reports.formats.completion import SEVERITIES, render_completion
from renkei.reports.report import Output, Report
from renkei.review.audit import Audit, reach_verdict
from renkei.review.coverage import Gap, Sight, merge_sights

_LETTERS: Final[dict[str, Letter]] = {"P0": "C", "P1": "H", "P2": "M"}
_NAMES: Final = {name: severity for severity, name in SEVERITIES.items()}
_MOST_ITEMS: Final = 5


def find_inspections(blackboard: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What inspectors have put on the blackboard."""
    found = (cast(dict[str, Any], value) for value in blackboard.values() if isinstance(value, dict))
    return [each for each in found if {"inspector", "task", "counts"} <= each.keys()]


def build_gate(inspected: Iterable[Mapping[str, Any]], say: Say) -> str:
    """The auditor's gate: critical is P0, important P1, minor P2. Who found one of the first two looks again.

    A test that fails is a P0 whatever it weighs, so that ROLLBACK_P0 is what the verdict of a review calls NO-GO. The
    verdict stands beside the gate: by the rules of a gate two P1 are too many, by those of a review they are tracked.
    """
    reports = list(inspected)
    merged = _merge_findings(reports)
    judged = judge_reports(reports)
    if judged.verdict == "INCOMPLETE":
        raise BadInput("INCOMPLETE: {reason}", reason=judged.reason)
    found = [{**each, "severity": "P0"} if TEST_FAILURE.fullmatch(each["category"]) else each for each in merged]
    p0, p1, p2 = (_count_severity(found, name) + _count_unlisted(reports, name) for name in SEVERITIES.values())
    counts = GateCounts(overall="PASS", p0_count=p0, p1_count=p1, p2_count=p2)
    bad = [each["task"] for each in reports if each["counts"]["P0"] or each["counts"]["P1"]]
    decided = {
        **counts.model_dump(),
        "overall": gate_outcome(counts),
        "rollback_targets": [{"phase": task, "reason": _rollback_reason(task, found)} for task in bad],
        "p2_items": [_describe_item(each) for each in found if each["severity"] == "P2"],
    }
    if len(decided["p2_items"]) != p2:
        decided["p2_items"] = []
    summary = say("verdict {verdict}: {reason}", verdict=judged.verdict, reason=say(judged.reason))
    return f"```yaml\n{write_yaml({'gate': decided, 'verdict': judged.verdict, 'summary': summary})}```\n"


def judge_reports(reports: Sequence[Mapping[str, Any]]) -> Audit:
    """The verdict of a review on what the inspectors reported."""
    return reach_verdict(
        [_as_verified(each) for each in _merge_findings(reports)], merge_sights(map(_read_sight, reports))
    )


def audit_report(task: str, key: str, reports: Sequence[Mapping[str, Any]], say: Say) -> str:
    """The auditor's report, where a run ends with the verdict of a review: nothing is sent back."""
    judged = judge_reports(reports)
    reason = say(judged.reason)
    findings = [_finding_document(each) for each in _merge_findings(reports)]
    report = Report(
        dialect="completion-yaml",
        status="SUCCESS",
        status_token="ok",  # noqa: S106
        task=task,
        outputs=(Output(key=key, value={"verdict": judged.verdict, "reason": reason, "findings": findings}),),
        fields=(("summary", say("verdict {verdict}: {reason}", verdict=judged.verdict, reason=reason)),),
    )
    return render_completion(report)


def _read_sight(report: Mapping[str, Any]) -> Sight:
    """What an inspector says it looked at; of one that says nothing, that it did not look."""
    said = cast(dict[str, Any], report.get("sight") or {})
    return Sight(
        gaps=tuple(Gap(**each) for each in said.get("gaps", ())),
        looked_at=said.get("looked_at", 0),
        seen_code=said.get("seen_code", 0),
        unseen_code=tuple(said.get("unseen_code", ())),
        too_large=tuple(said.get("too_large", ())),
        files=said.get("files", 0),
    )


def _finding_document(merged: Mapping[str, Any]) -> dict[str, Any]:
    return {**merged, "severity": _NAMES[merged["severity"]]}


def _sort_key(merged: Mapping[str, Any]) -> tuple[str, str, int, str]:
    """As in the list of a review."""
    path, _, line = merged["location"].strip("`").rpartition(":")
    is_line = bool(path) and line.isdecimal()
    name, number = (path, int(line)) if is_line else (merged["location"].strip("`"), 0)
    return merged["severity"], name, number, merged["rules"][0]


def _merge_findings(reports: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What two inspectors say of one line for the same reason is one finding, as in a review; the worst counts."""
    found: dict[tuple[str, str, int], dict[str, Any]] = {}
    for report in reports:
        seen: Counter[tuple[str, str]] = Counter()
        for each in report["findings"]:
            place = (each["location"], each["category"])
            before = found.get((*place, seen[place]))
            worst = each if before is None else min(before, each, key=lambda one: one["severity"])
            found[(*place, seen[place])] = {**worst, "tasks": [*(before["tasks"] if before else ()), report["task"]]}
            seen[place] += 1
    return sorted(found.values(), key=_sort_key)


def _count_unlisted(reports: Sequence[Mapping[str, Any]], name: str) -> int:
    """Findings that an inspector counted and had no room for."""
    return sum(report["counts"][name] - _count_severity(report["findings"], name) for report in reports)


def _count_severity(findings: Iterable[Mapping[str, Any]], name: str) -> int:
    return sum(each["severity"] == name for each in findings)


def _as_verified(found: Mapping[str, Any]) -> Verified:
    return Verified(
        agents=tuple(found["tasks"]),
        severity=_LETTERS[found["severity"]],
        category=found["category"],
        location=found["location"].strip("`"),
        description=found["rules"][0],
    )


def _rollback_reason(task: str, found: Sequence[Mapping[str, Any]]) -> str:
    own = [_describe_item(each) for each in found if task in each["tasks"] and each["severity"] != "P2"]
    return "; ".join(own[:_MOST_ITEMS]) + (" …" if len(own) > _MOST_ITEMS else "")


def _describe_item(listed: Mapping[str, Any]) -> str:
    return f"{listed['location']} {listed['rules'][0]}"
