"""Each step of a feature as a playbook: who is started, with which prompt, for which files. Runs carry them out.

The prompt holds feature, paths, scope and instructions, for an agent knows nothing else (SDD-9, SDD-20); role, model
and tools come from the agent's definition.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from renkei.protocol.playbooks import FailurePolicy, Playbook, PlaybookRole, PlaybookTask, ScriptStep
from renkei.reports.cpf.inspectors import TEAMS, VERDICT_FILE, ReviewType, full_name
from renkei.sdd import places
from renkei.sdd.agents import AgentDefinition
from renkei.sdd.tasks import Group, Tasks, group_dependencies, pending_groups, subtasks_of
from renkei.values import value

SAME_CALL: Final = FailurePolicy(retries=1, reduced_scope=False, unchanged=True)
LEFT_OUT: Final = FailurePolicy(retries=1, reduced_scope=False, unchanged=True, then="continue")
_STEERING: Final = (places.PRODUCT, places.TECH, places.STRUCTURE)
_TEN_MINUTES: Final = 600.0

Definitions = Callable[[str], AgentDefinition]
"""By the name of an agent, when it is to be started."""
Scripts = Mapping[str, Sequence[ScriptStep]]
"""By task, what a scripted agent does: a rehearsal."""


@value
class Staff:
    """Who can be started: definitions and, for a rehearsal, scripts; how many at once."""

    definitions: Definitions
    scripts: Scripts
    parallel: int = 32


def design_playbook(
    feature: str, staff: Staff, *, description: str, mode: str, notes: str = "", dependencies: Sequence[str] = ()
) -> Playbook:
    """The Architect alone."""
    outputs = [places.design_file(feature), places.research_file(feature)]
    prompt = _prompt(
        feature,
        scope=f"mode {mode}: {description or '-'}",
        paths={
            "steering": ", ".join(_STEERING),
            "you write": ", ".join(outputs),
            "specs it depends on": ", ".join(places.design_file(each) for each in dependencies) or "none",
        },
        instructions=notes,
    )
    task = _task(staff, "sdd-architect", prompt, outputs=outputs, answer="sdd")
    return _playbook("design", feature, staff, [task])


def tasks_playbook(feature: str, staff: Staff, *, notes: str = "", excluded: Sequence[str] = ()) -> Playbook:
    """The TaskGenerator alone."""
    prompt = _prompt(
        feature,
        scope="the whole design",
        paths={
            "design": places.design_file(feature),
            "research": places.research_file(feature),
            "steering": ", ".join(_STEERING),
            "you write": places.tasks_file(feature),
            "files that are another feature's": ", ".join(excluded) or "none",
        },
        instructions=notes,
    )
    task = _task(staff, "sdd-taskgenerator", prompt, outputs=[places.tasks_file(feature)], answer="sdd", form="tasks")
    return _playbook("tasks", feature, staff, [task])


@value
class Testing:
    """How the tests of the project are run: the command, and what prepares the places where it is run."""

    command: str
    python: str
    links: Sequence[str] = ()
    setup: Sequence[str] = ()
    is_repair: bool = False
    """A review sent the work back."""
    lang: str = "en"
    """In which language it is said what was shown."""


def impl_playbook(feature: str, staff: Staff, tasks: Tasks, *, testing: Testing | None, notes: str = "") -> Playbook:
    """A builder for each group that is not done, each with its own files; those of later waves as soon as what they
    wait for is done."""
    pending = {group.id for _, group in pending_groups(tasks)}
    before = group_dependencies(tasks)
    made = [
        _builder_task(feature, staff, tasks, group, wave, testing=testing, notes=notes).model_copy(
            update={"blocked_by": [builder_task(each) for each in before[group.id] if each in pending]}
        )
        for wave, group in tasks.groups
        if group.id in pending
    ]
    return _playbook("impl", feature, staff, made)


def builder_task(group: str) -> str:
    return f"sdd-builder-{group}"


def _builder_task(
    feature: str,
    staff: Staff,
    tasks: Tasks,
    group: Group,
    wave: int,
    *,
    testing: Testing | None,
    notes: str,
) -> PlaybookTask:
    subtasks = subtasks_of(tasks, group)
    work = "\n".join(
        line
        for sub in subtasks
        for line in (
            f"- {sub.id} {sub.summary} (specs {', '.join(map(str, sub.specs))}; {', '.join(sub.acs) or 'no criteria'})",
            *(f"  - {each}" for each in sub.details),
        )
    )
    prompt = _prompt(
        feature,
        scope=f"group {group.id} of wave {wave}:\n{work}",
        paths={
            "design": places.design_file(feature),
            "research": places.research_file(feature),
            "steering": ", ".join(_STEERING),
            "you write": ", ".join(group.files),
            "test command": testing.command if testing else "none is named in steering/tech.md",
        },
        instructions=notes,
    )
    check = None
    if testing:
        has_criteria = any(sub.acs for sub in subtasks)
        check = red_green_check(testing, group.files, tests_optional=not has_criteria)
    return _task(
        staff,
        "sdd-builder",
        prompt,
        name=builder_task(group.id),
        owner=f"sdd-builder-{group.id.lower()}",
        outputs=list(group.files),
        answer="sdd",
        check=check,
        wave=str(wave),
        timeout=3600,
    )


def red_green_check(testing: Testing, own: Sequence[str], *, tests_optional: bool) -> str:
    """Shows RED, GREEN and REFACTOR by running (`renkei.workspace.tdd`); where tests are optional, of what comes."""
    named = (("--own", own), ("--link", testing.links), ("--setup", testing.setup))
    words = [word for option, values in named for each in values for word in (option, each)]
    words += ["--tests-optional"] if tests_optional else []
    words += ["--repair"] if testing.is_repair else []
    words += ["--lang", testing.lang] if testing.lang != "en" else []
    return shlex.join([testing.python, "-P", "-m", "renkei.workspace.tdd", *words, testing.command])


@value
class ReviewScope:
    """What a review looks at."""

    kind: ReviewType
    name: str
    """The feature, or `cross-check`, or `dead-code`."""
    folders: tuple[str, ...]
    """A review directory for each pipeline: several for a consensus."""
    subject: tuple[str, ...]
    """The files that nobody can judge without having opened one of them."""
    paths: Mapping[str, str]
    instructions: str = ""
    with_e2e: bool = False


def review_playbook(scope: ReviewScope, staff: Staff) -> Playbook:
    """All inspectors at once, then the auditor; as often as there are directories."""
    tasks: list[PlaybookTask] = []
    for folder in scope.folders:
        prefix = _pipeline_prefix(scope, folder)
        names = inspectors_of(scope)
        tasks += [_inspector_task(scope, staff, name, folder, prefix) for name in names]
        tasks.append(_auditor_task(scope, staff, names, folder, prefix))
    return _playbook(f"review-{scope.kind}", scope.name, staff, tasks)


def _pipeline_prefix(scope: ReviewScope, folder: str) -> str:
    return "" if len(scope.folders) == 1 else f"p{scope.folders.index(folder) + 1}-"


def inspector_task(scope: ReviewScope, folder: str, inspector: str) -> str:
    """The task of an inspector in one of the pipelines."""
    return f"{_pipeline_prefix(scope, folder)}{inspector}"


def inspectors_of(scope: ReviewScope) -> list[str]:
    team = TEAMS[scope.kind]
    optional = team.optional if scope.with_e2e else ()
    return [full_name(each) for each in (*team.expected, *optional)]


def auditor_of(kind: ReviewType) -> str:
    return f"sdd-auditor-{kind}"


def review_file(folder: str, inspector: str) -> str:
    return f"{folder}/{inspector}.cpf"


def _inspector_task(scope: ReviewScope, staff: Staff, name: str, folder: str, prefix: str) -> PlaybookTask:
    output = review_file(folder, name)
    prompt = _prompt(
        scope.name,
        scope=f"{scope.kind} review of {scope.name}",
        paths={**scope.paths, "your output": output},
        instructions=scope.instructions,
    )
    return _task(
        staff, name, prompt, name=f"{prefix}{name}", owner=f"{prefix}{name}", outputs=[output], answer="written",
        form="cpf", opens=scope.subject, on_failure=LEFT_OUT, critical=False,
    )  # fmt: skip


def _auditor_task(
    scope: ReviewScope, staff: Staff, inspectors: Sequence[str], folder: str, prefix: str
) -> PlaybookTask:
    name = auditor_of(scope.kind)
    output = f"{folder}/{VERDICT_FILE}"
    files = [review_file(folder, each) for each in inspectors]
    listed = "\n".join(f"  - {each}" for each in files)
    prompt = _prompt(
        scope.name,
        scope=f"{scope.kind} review of {scope.name}",
        paths={**scope.paths, "inspectors' files": f"\n{listed}", "your output": output},
        instructions=scope.instructions,
    )
    return _task(
        staff, name, prompt, name=f"{prefix}{name}", owner=f"{prefix}{name}", outputs=[output], answer="written",
        form="cpf", opens=files, on_failure=LEFT_OUT, critical=False,
    ).model_copy(update={"blocked_by": [f"{prefix}{each}" for each in inspectors]})  # fmt: skip


def _prompt(feature: str, *, scope: str, paths: Mapping[str, str], instructions: str) -> str:
    lines = [f"Feature: {feature}", f"Scope: {scope}", "Paths:", *(f"- {name}: {path}" for name, path in paths.items())]
    if instructions.strip():
        lines += ["Instructions:", instructions.strip()]
    return _quote_variables("\n".join(lines))


def _quote_variables(text: str) -> str:
    """What others wrote is no template of ours."""
    return text.replace("${", "$ {")


def _task(
    staff: Staff,
    agent: str,
    prompt: str,
    *,
    outputs: list[str],
    answer: str,
    name: str | None = None,
    owner: str | None = None,
    form: str | None = None,
    opens: Sequence[str] = (),
    check: str | None = None,
    wave: str | None = None,
    on_failure: FailurePolicy = SAME_CALL,
    critical: bool = True,
    timeout: float = _TEN_MINUTES * 2,
) -> PlaybookTask:
    known = name or agent
    script = staff.scripts.get(known)
    return PlaybookTask.model_validate(
        {
            "id": known,
            "role": agent,
            "owner": owner or known,
            "title": known,
            "prompt": prompt,
            "outputs": outputs,
            "answer": answer,
            "form": form,
            "opens": list(opens),
            "check": check,
            "wave": wave,
            "on_failure": on_failure,
            "critical": critical,
            "timeout": timeout,
            "script": list(script) if script is not None else None,
        }
    )


def _playbook(step: str, feature: str, staff: Staff, tasks: list[PlaybookTask]) -> Playbook:
    definitions = {name: staff.definitions(name) for name in dict.fromkeys(task.role for task in tasks)}
    roles = {
        name: PlaybookRole(model=known.model, prompt=_quote_variables(known.body), tools=list(known.tools or ()))
        for name, known in definitions.items()
    }
    return Playbook.model_validate(
        {
            "name": f"sdd-{step}",
            "title": f"{feature}: {step}",
            "roles": roles,
            "tasks": tasks,
            "variables": {"feature": feature, "step": step},
            "parallel": min(256, max(1, staff.parallel)),
            "contracts": False,
            "merge": "none",
            "peer_messages": False,
            "blackboard": "specs/.blackboard.yaml",
            "breaker": {"timeout": _TEN_MINUTES, "cap": 3600},
            "reserved": {
                "specs/*/spec.yaml": "SDD-3",
                "specs/*/verdicts.md": "SDD-4",
                "specs/roadmap.md": "SDD-4",
                "specs/handover/**": "SDD-6",
                "steering/**": "SDD-4",
            },
        }
    )
