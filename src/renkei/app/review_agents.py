"""Inspectors with a model beside the analysers of a review: a run of the playbook `review-agents` on the tree as it is.

What they cite is looked up by the run and again here. One without a result is a gap in the review, and never a GO.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final, cast

from renkei.adapters.claude import INSTALL
from renkei.app.consent import Permission
from renkei.app.log import LogEvent
from renkei.app.project import Project
from renkei.app.review import OpenedReview
from renkei.app.run_plans import PlannedRun, RunRequest, plan_run, start_run
from renkei.app.run_queries import RECORDS
from renkei.app.run_rest import rest_when_asking, waits_for_answer
from renkei.app.runs import Watch, attach, resume_run
from renkei.board.run_tables import RunPlanRow, RunRow, RunTaskRow
from renkei.bootstrap import load_adapter
from renkei.errors import BadInput, Unreachable
from renkei.kit.words import Say
from renkei.playbooks.states import ENDED
from renkei.protocol.playbooks import Playbook
from renkei.protocol.terms import REHEARSED
from renkei.review.agent_results import AgentInspector, files_for, read_agent_result, without_look
from renkei.review.change import Change
from renkei.review.jobs import AnalyserResult
from renkei.review.review import Review
from renkei.runs.library import find_playbook
from renkei.runs.trace import read_trace
from renkei.runs.view import list_runs
from renkei.sentence import Parameter, Sentence
from renkei.values import value
from renkei.workspace.repository import Repository
from renkei.workspace.snapshot import snapshot_work_tree

PLAYBOOK: Final = "review-agents"
_BYTES_PER_TOKEN: Final = 4
"""Of code, about."""


@value
class AgentLimits:
    """What the agents of a review may use."""

    tokens: int | None = None
    cost: float | None = None
    """In dollars."""


@value
class PlannedInspection:
    """Inspectors with a model that may be started. Nothing has begun."""

    inspectors: Sequence[AgentInspector]
    run: PlannedRun | None = None
    """None where nobody is asked about anything, or there is no such agent here."""
    lack: Sentence | None = None
    """Why there is none."""
    earlier: RunRow | None = None
    """A run that was asked the same about the same tree: it is gone on with, or what it found is taken."""
    tokens: int = 0
    """About how many the files are that they are asked about."""

    @property
    def is_answered(self) -> bool:
        return self.earlier is not None and self.earlier.state in ENDED


def plan_inspection(
    project: Project, opened: OpenedReview, kind: str, limits: AgentLimits, *, is_new: bool = False
) -> PlannedInspection:
    """Looks whether inspectors with a model may be started, and who has anything to look at.

    Args:
        is_new: they look anew, though a run has looked at the same tree.

    Raises:
        BadInput: there is no such kind of agents, or it has no model; or another repository is reviewed.
        Refused: not for this actor.
    """
    if kind == "tools":
        raise BadInput("{option}: tools are the analysers, which look anyway.", option=Parameter("agents"))
    if opened.root != project.work_tree.resolve():
        raise BadInput(
            "{option}: agents work in the repository of the project, {path}. Type it there.",
            option=Parameter("agents"),
            path=str(opened.root),
        )
    playbook = find_playbook(PLAYBOOK, cwd=project.cwd, project=project.settings.project)
    given = {task.id: files_for(task.id, opened.target, opened.change) for task in playbook.tasks}
    if not any(given.values()):
        return PlannedInspection(inspectors=_name_inspectors(given, kind))
    asked = _ask_about(playbook, given, opened, project.say)
    request = RunRequest(
        playbook=PLAYBOOK,
        agents=kind,
        variables={},
        cap_tokens=limits.tokens,
        cap_cost=limits.cost,
        permission=Permission(forbid=True),  # they read
    )
    base = partial(snapshot_work_tree, message="renkei: the work tree as it is reviewed", without=lambda path: False)
    try:
        planned = plan_run(project, request, playbook=asked, base=base)
    except Unreachable as error:
        lack = Sentence(error.text, **error.params)
        return PlannedInspection(inspectors=_name_inspectors(given, kind), lack=lack)
    sizes = {file.path: file.size for file in opened.target.files}
    tokens = sum(sizes[path] for paths in given.values() for path in paths) // _BYTES_PER_TOKEN
    earlier = None if is_new else _find_earlier(project, planned)
    inspectors = _name_inspectors(given, planned.command.agents)
    return PlannedInspection(inspectors=inspectors, run=planned, earlier=earlier, tokens=tokens)


def inspect_with_agents(
    project: Project, opened: OpenedReview, planned: PlannedInspection, watch: Watch
) -> tuple[list[AnalyserResult], RunRow | None]:
    """What each inspector came to, and the run that they looked in, if one was needed.

    Raises:
        KeyboardInterrupt: the run waits where it is; the same review goes on with it.
    """
    if planned.run is None:
        return [_not_asked(each, planned.lack) for each in planned.inspectors], None
    run = _carry_out(project, planned, planned.run, watch)
    with project.hub.read() as view:
        rows = {row.task: row for row in view.select(RunTaskRow, order="number", run=run.id)}
    return [
        _read_inspector(project, opened, each, run, rows[each.name]) if each.given else _not_asked(each, None)
        for each in planned.inspectors
    ], run


def is_rehearsal(kind: str) -> bool:
    """Whether its agents follow a script, and nobody has judged anything (DEC-33)."""
    return kind in REHEARSED


def mark_rehearsal(review: Review, kind: str) -> Review:
    """A review whose agents follow a script says so with its verdict."""
    if not is_rehearsal(kind):
        return review
    return replace(
        review, audit=replace(review.audit, reason=Sentence("REHEARSAL: {reason}", reason=review.audit.reason))
    )


def _name_inspectors(given: Mapping[str, frozenset[str]], kind: str) -> list[AgentInspector]:
    return [AgentInspector(name=name, kind=kind, given=files) for name, files in given.items()]


def _ask_about(playbook: Playbook, given: Mapping[str, frozenset[str]], opened: OpenedReview, say: Say) -> Playbook:
    """The playbook with those who have something to look at, each told what."""
    scope = say("Only what lies in {path} is asked about; read the rest to understand it.", path=opened.target.scope)
    about = scope if opened.target.scope else say("All of the repository is asked about.")
    tasks = [
        task.model_copy(update={"prompt": "\n".join(filter(None, [task.prompt, about, *changed]))})
        for task in playbook.tasks
        if given[task.id]
        for changed in [_describe_change(opened.change, given[task.id], say)]
    ]
    return playbook.model_copy(update={"tasks": tasks})


def _describe_change(change: Change | None, given: frozenset[str], say: Say) -> list[str]:
    if change is None:
        return []
    told = say("Only these lines are asked about: the change since {commit}.", commit=change.base[:12])
    return [told, *(f"- {path}: {_line_ranges(change.touched[path]) or say('all of it')}" for path in sorted(given))]


def _line_ranges(lines: frozenset[int] | None) -> str:
    found: list[list[int]] = []
    for number in sorted(lines or ()):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def _find_earlier(project: Project, planned: PlannedRun) -> RunRow | None:
    """The newest run that was asked the same about the same files: one that has not ended, or all of whose inspectors
    have a result."""
    command = planned.command
    if command.base is None:
        return None
    repository = Repository(project.work_tree)
    tree = repository.run("rev-parse", f"{command.base}^{{tree}}")
    asked = command.playbook.model_dump(by_alias=True, exclude_defaults=True)
    with project.reader.read() as view:
        for row in list_runs(view):
            plan = view.get(RunPlanRow, row.id) if (row.playbook, row.agents) == (PLAYBOOK, command.agents) else None
            if plan is None or row.base is None or plan.playbook != asked:
                continue
            if repository.ask("rev-parse", "--verify", "--quiet", f"{row.base}^{{tree}}").out.strip() != tree:
                continue
            rows = view.select(RunTaskRow, order="number", run=row.id)
            return row if row.state not in ENDED or all(each.state == "completed" for each in rows) else None
    return None


def _carry_out(project: Project, planned: PlannedInspection, run: PlannedRun, watch: Watch) -> RunRow:
    """Its run as it stands when it has ended, or can only wait for a person."""

    def see(event: LogEvent) -> None:
        watch(event)
        rest_when_asking(project, event)

    earlier = planned.earlier
    if earlier is None:
        return attach(project, start_run(project, run), watch=see).row
    if earlier.state in ENDED:
        return earlier
    if not waits_for_answer(project, earlier):
        resume_run(project, earlier.id)
    return attach(project, earlier.id, watch=see).row


def _not_asked(inspector: AgentInspector, lack: Sentence | None) -> AnalyserResult:
    if not inspector.given:
        return without_look(inspector, "nothing", Sentence("there is nothing for it to look at"))
    assert lack is not None
    return without_look(inspector, "missing", lack, install=INSTALL if inspector.kind == "claude" else "")


def _read_inspector(
    project: Project, opened: OpenedReview, inspector: AgentInspector, run: RunRow, row: RunTaskRow
) -> AnalyserResult:
    text = _find_result(row)
    if text is None:
        return without_look(inspector, "failed", _describe_gap(run, row))
    return read_agent_result(
        inspector,
        text,
        opened.target,
        opened.change,
        version=run.id,
        opened=_opened_files(project, run, row),
        seconds=_seconds(row),
    )


def _find_result(row: RunTaskRow) -> str | None:
    """What it handed back, where the run accepted it as a success."""
    said = (cast(dict[str, Any], each) for each in row.outputs.values() if isinstance(each, dict))
    found = next((each for each in said if each.get("status") == "SUCCESS" and "result" in each), None)
    return str(found["result"]) if found and row.state == "completed" else None


def _describe_gap(run: RunRow, row: RunTaskRow) -> Sentence:
    if row.question:
        return Sentence(
            "{run} waits for an answer: renkei decide {id}. Then type the same review again",
            run=run.id,
            id=row.question,
        )
    if run.state not in ENDED:
        return Sentence("{run} waits: {note}", run=run.id, note=run.note or run.state)
    return Sentence("it has no result ({kind}): {note}", kind=row.kind or row.state, note=row.note or "-")


def _opened_files(project: Project, run: RunRow, row: RunTaskRow) -> frozenset[str] | None:
    """What the tools of the inspector opened in the attempt that counts; None where nobody knows. Others that were
    asked something for it have jobs of their own."""
    folder, attempt = project.settings.project / RECORDS / run.id, f"{row.task}-{row.token}"
    signals = [signal for signal in read_trace(folder, row.task) if signal["attempt"] == attempt]
    if not signals or not load_adapter(run.agents, command=project.settings.workspace_acp).keeps_receipts:
        return None
    opened, who = set[str](), row.agent
    for signal in signals:
        who = signal["agent"] if signal["signal"] == "Job" else who
        if signal["signal"] == "ToolCall" and who == row.agent:
            opened |= {each["path"] for each in signal.get("receipts", ()) if each.get("path")}
    return frozenset(opened)


def _seconds(row: RunTaskRow) -> float:
    if not row.started or not row.ended:
        return 0.0
    return (datetime.fromisoformat(row.ended) - datetime.fromisoformat(row.started)).total_seconds()
