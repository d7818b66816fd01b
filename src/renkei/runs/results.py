"""What an agent handed back: taken as its report if it is right in itself, true of its tree, and what was asked for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from pydantic import TypeAdapter

from renkei.adapters.base import ToolCall
from renkei.commands.checks import MarkedInsight, RecordCheck
from renkei.errors import BadInput, RenkeiError
from renkei.git import one_line
from renkei.kit.words import Say
from renkei.lazy import lazy
from renkei.playbooks.blackboard import is_verdict
from renkei.playbooks.graph import Graph
from renkei.playbooks.paths import output_patterns
from renkei.protocol.base import CONTROL
from renkei.protocol.claims import Usage
from renkei.protocol.contracts import Inspection
from renkei.protocol.documents import last_fenced_yaml, parse_document, validate
from renkei.protocol.insights import MOST, Insight
from renkei.protocol.run_events import GateCounts, RefusedFile
from renkei.protocol.terms import FailureKind
from renkei.reports.check import check_report
from renkei.reports.counts import read_counts
from renkei.reports.formats.completion import SEVERITIES
from renkei.reports.formats.embedded import task_heading
from renkei.reports.formats.written import parse_written, render_written
from renkei.reports.proofs.make import record_fields
from renkei.reports.report import Report
from renkei.reports.rules import Judgement
from renkei.reports.tool_receipts import Call, ToolReceipts
from renkei.reports.tree import WorkingTree
from renkei.runs.check_command import NOTHING_WRONG
from renkei.runs.judge import describe_shortfall, find_gate_problems, find_other_name, find_report_problems
from renkei.runs.remarks import count_remarks
from renkei.runs.verification import list_doubts
from renkei.runs.work import Work
from renkei.sentence import Sentence
from renkei.values import value

if TYPE_CHECKING:
    from renkei.adapters.tools_gate import find_inspections, judge_reports
    from renkei.runs.aggregation import result_value
else:
    result_value = lazy("renkei.runs.aggregation:result_value")
    judge_reports = lazy("renkei.adapters.tools_gate:judge_reports")
    find_inspections = lazy("renkei.adapters.tools_gate:find_inspections")


# A reviewer's gate out of the text around it (TEAM-14).


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


class AttemptFailed(Exception):
    """The attempt cannot succeed any more."""

    def __init__(
        self,
        kind: FailureKind,
        reason: str,
        refused: tuple[RefusedFile, ...] = (),
        outputs: Mapping[str, Any] | None = None,
        inspection: Inspection | None = None,
        until: str | None = None,
    ) -> None:
        self.until = until
        """Of a limit: when it is over, if anybody says so."""
        self.kind: FailureKind = kind
        self.reason = reason
        self.refused = refused
        self.outputs = dict(outputs or {})
        """Of a partial result, what can be used (LEAD-5)."""
        self.inspection = inspection
        """What was found in what it handed back; None: nothing that could be looked at."""


class Unreadable(AttemptFailed):
    """What it handed back is no report at all."""


@value
class AcceptedReport:
    """What an agent reports, as the fields of the task's end, and how that was judged; a gate is judged otherwise."""

    fields: dict[str, Any]
    judgement: Judgement | None = None


def judge_result(work: Work, text: str, folder: Path, opened: ToolReceipts | None = None) -> Judgement:
    """What it says, checked. `folder` is the tree that it speaks of; `opened` what its tools opened and ran, if that
    is known. An agent can say anything: what is checked is what the log can hold.
    """
    dialect = "written" if work.task.answer == "written" else None
    tree = WorkingTree(folder, is_there=True)
    judgement = check_report(make_legible(text), tree, dialect=dialect, opened=opened, form=True)
    if output_patterns(work.task):
        return judgement
    violations = (each for each in judgement.violations if each.rule != "TEAM-11")  # there is no artifact it could name
    return replace(judgement, violations=tuple(violations))


_MOST_KEPT: Final = 8000
"""Of a report that is kept whole."""
MOST_CHARACTERS: Final = 256 * 1024
"""Of a result that is read at all: no model says as much in one answer."""


def require_legible_size(text: str, say: Say) -> None:
    """
    Raises:
        Unreadable: to check all of it would hold the run up.
    """
    if len(text) > MOST_CHARACTERS:
        said = say(
            "the result has {count} characters, and no more than {most} are read", count=len(text), most=MOST_CHARACTERS
        )
        raise Unreadable("report", said, inspection=NOTHING_WRONG)


def cut_answer(work: Work, text: str) -> str:
    """What of an agent's last words reaches whoever leads: of one that writes its findings down, where (SDD-11). The
    file speaks for itself: whatever words stand around its name, nothing that it says is lost."""
    if work.task.answer != "written":
        return text
    for output in work.task.outputs:
        if re.search(rf"(?<![\w-]){re.escape(output.rpartition('/')[2])}(?![\w-])", text, re.ASCII):
            return f"WRITTEN:{output}\n"
    try:
        return render_written(parse_written(text))
    except BadInput:  # it names no path: that is told as what it is
        return text


def read_result(work: Work, judgement: Judgement, text: str, say: Say) -> AcceptedReport:
    """What the report says, if it is right in itself, true of the work tree, and what was asked for.

    Raises:
        Unreadable: it is no report at all.
        AttemptFailed: it cannot be accepted.
    """
    breaches = [each for each in judgement.violations if each.level == "L1"]
    if judgement.report is None or breaches:
        said = "; ".join(f"{say(each.text, **each.params)} [{each.rule}]" for each in breaches)
        failed = Unreadable if judgement.report is None else AttemptFailed
        raise failed("report", said, inspection=NOTHING_WRONG)
    report = judgement.report
    _require_own(work, _list_names(report), "report", say)
    outputs = {output.key: output.value for output in report.outputs}
    if work.task.answer == "result":
        if report.dialect not in ("contract-en", "contract-ja"):
            said = say("a result in the form of the contract was asked for, not {dialect}", dialect=report.dialect)
            raise Unreadable("report", said, inspection=NOTHING_WRONG)
        outputs = {key: result_value(work.row.agent, work.task.role, report) for key in work.task.blackboard_keys[:1]}
    if report.status != "SUCCESS":
        usable = {} if any(find_report_problems(work.task, report)) else outputs
        raise AttemptFailed("agent", say(describe_shortfall(report)), outputs=usable)
    _raise_problems(say, "report", find_report_problems(work.task, report))
    if work.task.kind == "audit":
        _raise_problems(say, "report", _find_audit_problems(work, outputs))
    artifacts = [one_line(artifact.path) for artifact in report.artifacts]
    open_ = {
        "severity": SEVERITIES[report.severity] if report.severity else None,
        "questions": [make_legible(each.text) for each in report.questions],
    }
    doubts = {"flags": list(judgement.flags), "doubts": [make_legible(say(each)) for each in list_doubts(judgement)]}
    summary = make_legible(text[:_MOST_KEPT]) if work.task.answer == "sdd" else _find_summary(report, work.row.agent)
    fields = {"summary": summary, "artifacts": artifacts, "outputs": outputs, **open_, **doubts}
    return AcceptedReport(fields=fields, judgement=judgement)


def _find_audit_problems(work: Work, outputs: Mapping[str, Any]) -> Iterator[Sentence]:
    """A verdict follows from what the inspectors reported, whoever gives it."""
    for given in filter(is_verdict, outputs.values()):
        right = judge_reports(find_inspections(work.blackboard))
        if given["verdict"] != right.verdict:
            yield Sentence(
                "the verdict says {said}; the reports make it {right}", said=given["verdict"], right=right.verdict
            )


def read_gate_result(work: Work, text: str, say: Say) -> AcceptedReport:
    """What a gate says.

    Raises:
        Unreadable: it is no report at all.
        AttemptFailed: it cannot be accepted.
    """
    try:
        gate, why = read_gate(text, work.task.id)
    except RenkeiError as error:
        raise Unreadable("gate", describe_error(error, say), inspection=NOTHING_WRONG) from None
    _require_own(work, filter(None, [task_heading(text)]), "gate", say)
    graph = Graph(work.playbook)
    _raise_problems(say, "gate", find_gate_problems(graph, gate))
    gate, carried = count_remarks(graph, gate, work.remarks)
    own = [f"{each.task}: {each}" for each in work.remarks if each.task in carried]
    summary = "\n".join(filter(None, [why, *own]))
    return AcceptedReport(fields={"gate": gate, "carried": carried, "summary": summary})


def _require_own(work: Work, named: Iterable[str], kind: FailureKind, say: Say) -> None:
    """What is headed with another's name is no report of this task's.

    Raises:
        Unreadable
    """
    if wrong := find_other_name(work.playbook, work.task, named):
        raise Unreadable(kind, say(wrong), inspection=NOTHING_WRONG)


def _list_names(report: Report) -> list[str]:
    """Whose it says that it is. The token of an SDD report names a kind of agent, and its task another thing."""
    if report.dialect == "sdd-report":
        return []
    fields = dict(report.fields)
    said = [report.task, report.agent, *(fields.get(name) for name in ("task", "task_id", "owner"))]
    return [each for each in said if isinstance(each, str) and each.strip()]


def _raise_problems(say: Say, kind: FailureKind, wrong: Iterable[Sentence]) -> None:
    if said := [say(each) for each in wrong]:
        raise AttemptFailed(kind, "; ".join(said), inspection=NOTHING_WRONG)


def _find_summary(report: Report, owner: str) -> str:
    """Where the dialect has no place for it, the value of that name, else who is done (TEAM-11)."""
    said = report.summary.text if report.summary else dict(report.fields).get("summary")
    if isinstance(said, str) and said:
        return said
    return f"{owner} completed" if report.dialect == "completion-yaml" else ""


def describe_error(error: RenkeiError, say: Say) -> str:
    found = error.problems if isinstance(error, BadInput) else ()
    wrong = (f"{each.path}: {say(each.expected, **each.params)}" for each in found)
    return "; ".join([say(error.text, **error.params), *wrong])


def make_legible(text: str) -> str:
    """As the log can hold it: names of files may be any bytes."""
    return CONTROL.sub("\ufffd", text)


def read_receipts(calls: Iterable[ToolCall]) -> ToolReceipts:
    """What the tool calls of an agent really opened and ran, as the rules of results see it."""
    return ToolReceipts.from_calls(each for call in calls for each in list_calls(call))


def list_calls(call: ToolCall) -> Iterator[Call]:
    for each in call.receipts:
        first, last = (each.first_line or 1, each.last_line or _LAST) if each.path else (None, None)
        counts = None if each.counts is None else read_counts(each.counts)
        yield Call(call.name, each.path, first, last, each.command, each.exit_code, counts)
    if not call.receipts:
        yield Call(call.name, None)


_LAST: Final = 2**31
"""Behind the last line of any file."""


def build_check_record(
    judgement: Judgement, work: Work, usage: Usage, number: int, say: Say, marked: Iterable[Insight] = ()
) -> RecordCheck:
    """The result as the log keeps it for `renkei trust`, in the same way as what a client's hooks check.

    Args:
        usage: what its agent used for it alone.
        number: which one of the attempt it is, from 0: who cannot be understood is asked once more.
        marked: what its agent marked as worth keeping, in the result and on the way to it (ORCH-3).
    """
    row = work.row
    return RecordCheck(
        agent=row.agent,
        agent_id=f"{row.task}-{row.token}-{number}",
        session=row.run,
        mode="enforce",
        contract=True,
        usage=usage,
        action=f"report {row.task}",
        refusals=row.attempt - 1 + number,
        insights=[MarkedInsight(category=each.category, content=make_legible(each.content)) for each in marked][:MOST],
        **record_fields(judgement, work.task.role, say),
    )
