"""The task that no agent does at the end of a review: results of reviewers become one judged list (AGG-1..5, ORCH-9).

Its verdict follows from the list by the rules of a design review, and is INCOMPLETE as long as a reviewer is missing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from renkei.files import write_whole
from renkei.git import one_line
from renkei.kit.words import Say
from renkei.playbooks.paths import output_patterns
from renkei.reports.aggregate import Aggregate, Judged, Merged, aggregate
from renkei.reports.check import check_report
from renkei.reports.cpf.document import UNRESOLVED, Resolved, Verified
from renkei.reports.cpf.document import Severity as Letter
from renkei.reports.cpf.verdict import ReviewFindings, judge_findings
from renkei.reports.report import Report, Severity
from renkei.reports.tree import WorkingTree
from renkei.review.audit import Audit, review_wording
from renkei.runs.blackboard import require_inside
from renkei.runs.work import Work
from renkei.sentence import Sentence

_LETTERS: Final[dict[Severity, Letter]] = {"critical": "C", "important": "H", "minor": "M"}


def result_value(agent: str, role: str, report: Report) -> dict[str, Any]:
    """A reviewer's result as the blackboard holds it, until all of them are there."""
    confidence = report.confidence.stated if report.confidence else None
    return {
        "agent": agent,
        "role": role,
        "status": report.status,
        "confidence": confidence,
        "result": report.source,
    }


def aggregate_results(work: Work, folder: Path, say: Say) -> dict[str, Any]:
    """What an aggregate comes to: the fields of the task's end. Its outputs are written, if it has any."""
    results = _find_results(work)
    missing = [name for name in work.task.blocked_by if results.get(name, {}).get("status") != "SUCCESS"]
    found = _put_together(results, folder)
    audit = _judge(found, missing)
    reason = say(audit.reason)
    findings = [_finding_document(issue) for issue in found.issues] if found else []
    text = _render_review(work, found, audit, results, say)
    for path in output_patterns(work.task):
        file = require_inside(folder, path, say)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode(), is_durable=False)
    outputs = {key: {"verdict": audit.verdict, "reason": reason, "findings": findings} for key in _first_key(work)}
    return {"summary": f"{_verdict_word(work, audit)}: {reason}", "outputs": outputs}


def _verdict_word(work: Work, audit: Audit) -> str:
    """That of a script says so (DEC-33)."""
    return audit.verdict if work.recorded else f"REHEARSAL {audit.verdict}"


def _first_key(work: Work) -> list[str]:
    return work.task.blackboard_keys[:1]


def _find_results(work: Work) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for task, outputs in work.before:
        for said in outputs.values():
            if isinstance(said, dict) and "result" in said and "agent" in said:
                found[task] = cast(dict[str, Any], said)
    return found


def _put_together(results: Mapping[str, Mapping[str, Any]], folder: Path) -> Aggregate | None:
    tree = WorkingTree(folder, is_there=True)
    judged = [
        Judged(source=task, judgement=check_report(said["result"], tree, form=True), role=said["role"])
        for task, said in results.items()
    ]
    return aggregate(judged) if judged else None


def _judge(found: Aggregate | None, missing: Sequence[str]) -> Audit:
    """What was found already decides when it is NO-GO; nothing else can be said of what nobody looked at."""
    issues = found.issues if found else ()
    open_ = [
        Resolved(agents=tuple(side.agent for side in each.sides), resolution=UNRESOLVED, findings=each.category)
        for each in (found.contradictions if found else ())
    ]
    ruling = judge_findings("design", ReviewFindings(verified=list(map(_as_verified, issues)), resolved=open_))
    if missing and ruling.verdict != "NO-GO":
        return Audit(verdict="INCOMPLETE", reason=Sentence("no result of {names}", names=", ".join(missing)))
    return Audit(verdict=ruling.verdict, reason=review_wording(ruling.reason))


def _as_verified(issue: Merged) -> Verified:
    return Verified(
        agents=issue.reported_by,
        severity=_LETTERS[issue.severity],
        category=issue.category,
        location=_place_of(issue),
        description=_words_of(issue),
    )


def _finding_document(issue: Merged) -> dict[str, Any]:
    return {
        "severity": issue.severity,
        "category": issue.category,
        "location": _place_of(issue),
        "rules": [_words_of(issue)],
        "reported_by": list(issue.reported_by),
        "confidence": issue.confidence,
        "combined_confidence": issue.combined,
    }


def _place_of(issue: Merged) -> str:
    return f"{issue.path}:{issue.line}" if issue.line else issue.path or "-"


def _words_of(issue: Merged) -> str:
    return one_line(" ".join(issue.reports[0].text.split()))


def _render_review(
    work: Work, found: Aggregate | None, audit: Audit, results: Mapping[str, Mapping[str, Any]], say: Say
) -> str:
    """The review as a document."""
    told = f"{_verdict_word(work, audit)}: {say(audit.reason)}"
    lines = [f"# {work.task.title or work.task.id}", "", told, ""]
    lines += [f"## {say('Reviewers')}", ""]
    lines += [f"- {said['agent']}: {said['status']} ({said['confidence']})" for said in results.values()]
    lines += ["", f"## {say('Findings')}", ""]
    for issue in found.issues if found else ():
        who = ", ".join(issue.reported_by)
        lines.append(f"- {issue.severity} {issue.category} `{_place_of(issue)}` {_words_of(issue)} ({who})")
    for each in found.contradictions if found else ():
        sides = " / ".join(f"{side.agent}: {side.claim}" for side in each.sides)
        lines.append(f"- {say('contradiction')} {each.category}: {sides}")
    if lines[-1] == "":
        lines.append(say("None."))
    return "\n".join(lines) + "\n"
