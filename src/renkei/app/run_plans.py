"""Starting a run: what is asked for, whether it may be, and what it may cost. Nothing begins before `start_run`."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from renkei.app.agent_kinds import resolve_kinds
from renkei.app.consent import Permission, authorize_exec, has_consent
from renkei.app.estimates import Estimate, estimate_run
from renkei.app.project import Project
from renkei.app.teams import TeamMode, choose_mode, require_skills
from renkei.bootstrap import ADAPTERS, load_adapter
from renkei.commands.runs import StartRun
from renkei.errors import BadInput, Refused
from renkei.git import NO_PROGRAMS
from renkei.git.names import join_names
from renkei.lazy import lazy
from renkei.playbooks.paths import output_patterns
from renkei.playbooks.variables import PACE, is_pace
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.playbooks import Budget, Playbook
from renkei.runs.library import find_playbook
from renkei.runs.workspaces import list_run_branches
from renkei.sentence import Parameter
from renkei.values import value
from renkei.workspace import submodules
from renkei.workspace.repository import Repository

if TYPE_CHECKING:
    from renkei.review.config import load_config
    from renkei.review.inspectors import code_runners
    from renkei.review.target import open_target
else:
    load_config = lazy("renkei.review.config:load_config")
    code_runners = lazy("renkei.review.inspectors:code_runners")
    open_target = lazy("renkei.review.target:open_target")


AGENT_KINDS: Final = tuple(ADAPTERS)
"""Which kinds of agents can be started."""

Base = Callable[[Repository], str]


@value
class RunRequest:
    """What somebody wants to be run, and within which limits."""

    playbook: str
    """A file, or the name of a playbook."""
    goal: str = ""
    agents: str | None = None
    """Which kind of agents to start; without it the playbook's own."""
    variables: Mapping[str, str]
    yes: bool = False
    """Grant every approval, the merge included."""
    merge: bool = False
    """Let a rehearsal be merged, too."""
    cap_tokens: int | None = None
    cap_cost: float | None = None
    """In dollars."""
    alone: bool = False
    """Have each agent work for itself, though they could work as a team."""
    permission: Permission


@value
class PlannedRun:
    """A run that may be started: what it may cost, and what it will not see. Nothing has begun."""

    command: StartRun
    actor: Actor
    changed_files: Sequence[str]
    """Not committed, so that agents do not see the changes."""
    empty_submodules: str
    """Their names in one line."""
    mode: TeamMode | None = None
    """How its agents work, where the playbook asks for a team."""
    estimate: Estimate | None = None
    """What it may use; None where nobody knows."""

    @property
    def caps(self) -> dict[str, float]:
        return {name: cap for name, cap in self.command.caps.model_dump().items() if cap is not None}


def plan_run(
    project: Project, request: RunRequest, *, playbook: Playbook | None = None, base: Base | None = None
) -> PlannedRun:
    """Looks whether a run may be started, asking for consent if code would be run.

    Args:
        playbook: in place of the one that the request names.
        base: makes the commit to begin with, in place of the one that is checked out: the work stays on its branch.

    Raises:
        BadInput, NotFound: the playbook, a variable or a limit is wrong.
        Refused: not for this actor, or the repository is not ready.
        Unreachable: what carries it out is not installed.
    """
    settings = project.settings
    called = _words_of(request) if playbook is None else request.playbook
    playbook = playbook or find_playbook(request.playbook, cwd=project.cwd, project=settings.project)
    agents, playbook = resolve_kinds(project, playbook, request.agents, called)
    load = partial(load_adapter, command=settings.workspace_acp)
    variables, caps = _resolve_variables(playbook, request.variables), _resolve_caps(playbook, request)
    require_skills(playbook, project.work_tree, settings.lang)
    mode = choose_mode(playbook, load, agents, variables, alone=request.alone)
    actor = project.actor()
    is_writing = any(output_patterns(task) for task in playbook.tasks)
    repository = _open_start_repository(project, actor, needed=is_writing)
    command = validate_model(
        StartRun,
        {
            "playbook": playbook,
            "goal": request.goal,
            "agents": agents,
            "variables": variables,
            "yes": request.yes,
            "merge": request.merge,
            "team": mode is None or mode.is_team,
            "caps": caps,
            "base": (base(repository) if base else repository.head_commit()) if repository else None,
            "branch": repository.current_branch() if repository and not base else None,
            "work_tree": str(repository.root) if repository else None,
            "git": dict(repository.recorded) if repository else None,
            "taken": list_run_branches(repository) if repository else [],
        },
    )
    project.authorize(command, actor=actor)
    kinds = {agents, *(each.agents for each in playbook.roles.values())}
    project.require_bound("workspace", "verify", *(("review", "review_settings") if "tools" in kinds else ()))
    authorize_exec(project, actor, settings.project, execute=request.permission.execute)
    if repository and is_writing:
        repository.check_ready()
    may_execute = _may_execute(project, actor, playbook, agents, request.permission)
    return PlannedRun(
        command=command.model_copy(update={"execute": may_execute}),
        actor=actor,
        changed_files=repository.list_changed_files() if repository and not base else (),
        empty_submodules=join_names(submodules.list_empty(repository)) if repository else "",
        mode=mode,
        estimate=estimate_run(project, playbook.name, agents),
    )


def _words_of(request: RunRequest) -> str:
    """The playbook with what was said for it, as they are typed."""
    goal = ("--goal", request.goal) if request.goal else ()
    said = (word for name, text in request.variables.items() for word in ("--var", f"{name}={text}"))
    return shlex.join((request.playbook, *goal, *said))


def start_run(project: Project, planned: PlannedRun) -> str:
    """Starts a run that was planned; its id. Somebody has to attach to it, so that it goes on."""
    name = project.do(planned.command, actor=planned.actor).id
    assert name is not None
    return name


def _resolve_variables(playbook: Playbook, given: Mapping[str, str]) -> dict[str, str]:
    known = {**playbook.variables, PACE: None}
    if unknown := [name for name in given if name not in known]:
        raise BadInput(
            "{option}: {playbook} has no variable {names}. Known: {known}.",
            option=Parameter("variables"),
            playbook=playbook.name,
            names=", ".join(unknown),
            known=", ".join(known),
        )
    filled = {name: value for name, value in playbook.variables.items() if value is not None} | dict(given)
    if missing := [name for name in playbook.variables if name not in filled]:
        raise BadInput(
            "{option}: {playbook} needs {names}.",
            option=Parameter("variables"),
            playbook=playbook.name,
            names=", ".join(missing),
        )
    if PACE in filled and not is_pace(filled[PACE]):
        raise BadInput(
            "{option} pace: expected seconds, not {given!r}.", option=Parameter("variables"), given=filled[PACE]
        )
    return filled


def _resolve_caps(playbook: Playbook, request: RunRequest) -> Budget:
    """What the playbook sets can be lowered here."""
    given = {"tokens": request.cap_tokens, "money": request.cap_cost}
    for name, option, most in (("tokens", "cap_tokens", given["tokens"]), ("money", "cap_cost", given["money"])):
        if most is not None and not 0 < most < float("inf"):
            raise BadInput("{option}: expected a number above 0, not {number}.", option=Parameter(option), number=most)
        own = getattr(playbook.budget, name)
        given[name] = min((each for each in (most, own) if each is not None), default=None)
    return playbook.budget.model_copy(update=given)


def _may_execute(project: Project, actor: Actor, playbook: Playbook, agents: str, permission: Permission) -> bool:
    """Asked only when there is something to run."""
    settings = project.settings
    checks = [settings.workspace_check, *(task.check for task in playbook.tasks)]
    steps = _script_commands(playbook) if agents == "scripted" else ()
    wanted = [*settings.workspace_setup, *dict.fromkeys(filter(None, (*checks, *steps)))]
    if not wanted and agents == "tools":
        wanted = _review_commands(settings.project)
    return bool(wanted) and has_consent(project, actor, settings.project, wanted, permission)


def _script_commands(playbook: Playbook) -> Iterator[str | None]:
    """What scripted agents would run."""
    for task in playbook.tasks:
        yield from (step.run for step in (*(task.script or ()), *(task.verification or ())))


def _review_commands(root: Path) -> list[str]:
    """What inspectors would run."""
    config = load_config(root)
    return code_runners(open_target(root, exclude=config.exclude), config.disable)


def _open_start_repository(project: Project, actor: Actor, *, needed: bool) -> Repository | None:
    """Where a run is started. A person who starts it agrees to the filters that are configured there; nobody else."""
    try:
        return Repository(project.work_tree, None if actor.name == "person" else NO_PROGRAMS)
    except Refused:
        if needed:
            raise
        return None
