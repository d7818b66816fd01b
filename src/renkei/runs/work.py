"""What an attempt starts from, and what its agent is started with."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from renkei.adapters.base import Brief, Job
from renkei.board.run_tables import RunTaskRow
from renkei.commands.run_base import TaskStart
from renkei.commands.run_steps import StartTasks
from renkei.context.compression import Compressed
from renkei.kit.words import speaker
from renkei.playbooks.paths import output_patterns
from renkei.policy.identity import new_token, token_digest
from renkei.protocol.actors import Language
from renkei.protocol.playbooks import Playbook, PlaybookTask, ScriptStep
from renkei.protocol.terms import REHEARSED
from renkei.runs.answers import collect_constraints
from renkei.runs.breaker import patience_of
from renkei.runs.holds import chosen_sides
from renkei.runs.interrupts import NO_NEWS, News
from renkei.runs.ladder import policy_of
from renkei.runs.prompts import build_prompt
from renkei.runs.questions import describe_answers
from renkei.runs.remarks import Remark, collect_remarks
from renkei.runs.run_log import RunLog
from renkei.runs.skills import require_skill
from renkei.runs.sources import compress_sources, read_directly
from renkei.runs.state import RunState
from renkei.runs.steps import Start
from renkei.runs.task_contracts import is_under_contract, task_contract
from renkei.values import value


@value
class Work:
    """What an attempt starts from: a picture of the run as it was, so that threads share nothing."""

    playbook: Playbook
    task: PlaybookTask
    row: RunTaskRow
    goal: str
    blackboard: Mapping[str, Any]
    """By key, what the tasks before have said."""
    before: tuple[tuple[str, Mapping[str, Any]], ...]
    """The same by task, for those that this one waits for."""
    findings: str = ""
    """Why the attempt before failed, and what the gates found that sent the work back."""
    stays: bool = False
    """Whether its agent stays when it has reported: until the reduce that takes its result has (TEAM-12)."""
    missed: tuple[str, ...] = ()
    """What readers before it were to read that failed: it is read directly instead (LEAD-5)."""
    reduced: bool = False
    team: bool = True
    remarks: tuple[Remark, ...] = ()
    """What reports before it left open though they said ok."""
    doubts: tuple[str, ...] = ()
    """What in reports before it could not be verified."""
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    """By conflict, the side that a person took."""
    execute: bool = False
    """Whether code of the repository may be run."""
    news: str = ""
    """The context that its turn begins with, where something was written to its agent (TURN-1)."""
    constraints: tuple[str, ...] = ()
    """What people have added to decisions that it follows from."""
    pace: float = 0
    patience: float = 300
    """How many seconds an agent of its task has without a sign of life."""
    limited: bool = False
    """Whether the run may use only so much: then all that is used is told at once."""
    recorded: bool = False
    """Whether results that were checked count for their agents; those of a rehearsal are nobody's (DEC-33)."""
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    lang: Language = "en"
    """The language of its agent's prompt."""


def build_work(
    state: RunState, row: RunTaskRow, env: Mapping[str, str], news: News = NO_NEWS, lang: Language = "en"
) -> Work:
    """What an attempt at a task starts from now."""
    task = state.graph.tasks[row.task]
    before = state.graph.before(row.task) & state.with_outputs.keys() if state.with_outputs else ()
    said = [(name, state.tasks[name].outputs) for name in state.graph.tasks if name in before] if before else []
    return Work(
        playbook=state.playbook,
        task=task,
        row=row,
        goal=state.plan.goal,
        blackboard={key: value for _, outputs in said for key, value in outputs.items()},
        before=tuple(said),
        findings=collect_findings(state, row),
        stays=bool(state.graph.find_reduces(row.task)),
        missed=find_missed_inputs(state, row),
        reduced=row.attempt > 1 and row.failures > 0 and policy_of(state, row.task).reduced_scope,
        team=state.run.team,
        remarks=collect_remarks(state, row.task),
        doubts=collect_doubts(state, row.task),
        chosen=chosen_sides(state) if state.asks else {},
        execute=state.run.execute,
        news=news.context,
        constraints=(*(collect_constraints(state, row.task) if state.asks else ()), *news.constraints),
        recorded=state.run.agents not in REHEARSED,
        limited=any(cap is not None for cap in state.run.caps.values()),
        patience=patience_of(state, row.task),
        pace=float(state.plan.variables.get("pace") or 0),
        env=env,
        lang=lang,
    )


def build_job(work: Work, folder: Path, sources: Compressed | None = None) -> Job:
    """All that the agent is started with."""
    task, row = work.task, work.row
    role, plan = work.playbook.roles[task.role], work.playbook.context.get(task.wave or "")
    if sources is None and plan:
        sources = compress_sources(plan, folder, speaker(work.lang))
    said = build_prompt(
        work.playbook,
        task,
        goal=work.goal,
        blackboard=work.blackboard,
        sources=sources.text if sources else "",
        missed=read_directly(work.missed, folder, speaker(work.lang)),
        reduced=work.reduced,
        findings=work.findings,
        contract=row.contract,
        doubts=work.doubts,
        left_open=tuple(f"{each.task}: {each}" for each in work.remarks),
        constraints=work.constraints,
        news=work.news,
        skill=require_skill(task.skill, folder, work.lang) if task.skill else "",
        team=work.team,
        lang=work.lang,
    )
    return Job(
        run=row.run,
        task=task.id,
        agent=row.agent,
        role=task.role,
        prompt=said,
        folder=folder,
        model=task.model or role.model,
        tools=tuple(role.tools) if role.tools is not None else None,
        attempt=row.attempt,
        execute=work.execute,
        env=work.env,
        brief=_build_brief(work),
        compression=sources.describe() if sources else None,
    )


def _build_brief(work: Work) -> Brief:
    task = work.task
    return Brief(
        cycle=work.row.cycle,
        parks=work.row.parks,
        reduced=work.reduced,
        team=work.team,
        goal=work.goal,
        findings=work.findings,
        inputs=tuple(task.inputs),
        outputs=tuple(output_patterns(task)),
        keys=tuple(task.blackboard_keys),
        blackboard=dict(work.blackboard),
        gate=task.kind == "gate",
        answer=task.answer,
        audit=task.kind == "audit",
        script=dump_script(task.script),
        pace=work.pace,
    )


def dump_script(script: Sequence[ScriptStep] | None) -> tuple[Mapping[str, Any], ...] | None:
    """What a scripted agent does, as it is handed to it."""
    return None if script is None else tuple(step.model_dump(exclude_none=True) for step in script)


def collect_findings(state: RunState, row: RunTaskRow) -> str:
    """What is to be done better: why the attempt before failed, what the gates found that sent the work back."""
    if policy_of(state, row.task).unchanged:
        return describe_answers(state, row.task)
    gates = [state.tasks[name] for name in state.graph.by_kind["gate"] if name != row.task]
    said = [gate.note for gate in gates] if state.run.cycle > 1 else []
    return "\n".join(filter(None, [row.note if row.failures else "", *said, describe_answers(state, row.task)]))


def collect_doubts(state: RunState, name: str) -> tuple[str, ...]:
    """Of all that a task follows from: what could not be verified, and what its reader should know."""
    if not state.doubted:
        return ()
    before = state.graph.before(name)
    rows = [state.doubted[each] for each in state.graph.tasks if each in before and each in state.doubted]
    said = [(row.task, [*row.doubts, *([", ".join(row.flags)] if row.flags else [])]) for row in rows]
    return tuple(f"{task}: {text}" for task, texts in said for text in texts)


def find_missed_inputs(state: RunState, row: RunTaskRow) -> tuple[str, ...]:
    """The inputs of those before it that were only to read, and were left out."""
    before = sorted((state.tasks[name] for name in state.graph.before(row.task)), key=lambda other: other.number)
    left = (state.graph.tasks[other.task] for other in before if other.state == "skipped")
    return tuple(path for task in left if not output_patterns(task) for path in task.inputs)


# How a task is started: what the log says of it, its agent's credential, and the work that its attempt begins with.


class TaskStarter:
    """`check` is the command that work has to pass which names none; with `identify` every attempt has its token."""

    def __init__(
        self, log: RunLog, lang: Language, *, check: str | None, env: Mapping[str, str], identify: bool
    ) -> None:
        self._log = log
        self._lang: Language = lang
        self.say = speaker(lang)
        self._check = check
        self._env = env
        self._identify = identify
        self._secrets: dict[str, str] = {}
        """By task, the token of its newest attempt: it is kept nowhere else."""

    def start_tasks_command(self, step: Start) -> StartTasks:
        state = self._log.state
        tasks = [self._take_task(name) for name in step.tasks]
        first = state.graph.tasks[step.tasks[0]]
        phase = f"{state.playbook.name}: {first.wave or first.skill or first.kind}"
        return StartTasks(**self._log.step_fields(), tasks=tasks, phase=phase)

    def _take_task(self, name: str) -> TaskStart:
        state = self._log.state
        playbook, task, row = state.playbook, state.graph.tasks[name], state.tasks[name]
        if row.recheck or row.state == "unverified":
            return TaskStart(task=name, agent=row.agent, base=row.commit_id or row.base, recheck=True)
        contract = None
        if is_under_contract(playbook, task):
            contract = task_contract(playbook, task, self.say, check=task.check or self._check)
        taken = TaskStart(task=name, agent=task.agent, base=state.run.head, contract=contract)
        if not self._identify:
            return taken
        self._secrets[name] = new_token()
        return taken.model_copy(update={"credential": token_digest(self._secrets[name])})

    def build_work(self, row: RunTaskRow, news: News) -> Work:
        return build_work(self._log.state, row, self._agent_environment(row.task), news, self._lang)

    def _agent_environment(self, task: str) -> dict[str, str]:
        """An agent's processes are that agent to every way in, and never the person who started the run."""
        token = {"RENKEI_TOKEN": self._secrets[task]} if task in self._secrets else {}
        return {**self._env, **token, "RENKEI_RUN": self._log.state.run.id}
