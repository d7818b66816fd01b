"""Which kind of agents carries a playbook out: what was asked for, what a role names, or the client that is found."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from renkei.adapters.acp import COMMANDS, describe_install
from renkei.adapters.base import Adapter, ServeJob
from renkei.adapters.claude import INSTALL, find_claude, find_missing_flags
from renkei.adapters.programs import is_installed
from renkei.app.project import Project
from renkei.app.run_guard import make_tool_judge
from renkei.bootstrap import load_adapter
from renkei.errors import Unreachable
from renkei.protocol.playbooks import Playbook
from renkei.protocol.terms import REHEARSED
from renkei.sentence import Translatable

CLIENT: Final = "client"


def resolve_kinds(project: Project, playbook: Playbook, asked: str | None, name: str) -> tuple[str, Playbook]:
    """The kind of a run, and the playbook with that of each role that has another one. They stay so for the whole run.

    A rehearsal starts nobody else: what roles name is left out. Agents that follow a script are never taken unasked
    (DEC-33).

    Args:
        name: what the person typed for the playbook, for what to type next.

    Raises:
        BadInput: there is no such kind.
        Unreachable: what would carry it out is not installed; says what to install and how to rehearse.
    """
    agents = asked or playbook.agents
    is_rehearsal = agents in REHEARSED
    kinds = {role: None if is_rehearsal else found.agents for role, found in playbook.roles.items()}
    if CLIENT in (agents, *kinds.values()):
        client = _find_client(project, playbook, name)
        agents = client if agents == CLIENT else agents
        kinds = {role: client if kind == CLIENT else kind for role, kind in kinds.items()}
    for kind in dict.fromkeys((agents, *filter(None, kinds.values()))):
        _require_installed(project, kind, name)
    roles = {
        role: found.model_copy(update={"agents": None if kinds[role] == agents else kinds[role]})
        for role, found in playbook.roles.items()
    }
    return agents, playbook.model_copy(update={"roles": roles})


def load_adapters(project: Project, agents: str, playbook: Mapping[str, Any]) -> tuple[Adapter, dict[str, Adapter]]:
    """What starts the agents of a run, and by kind those of roles that have another one."""
    load = partial(
        load_adapter,
        judge=make_tool_judge(project),
        command=project.settings.workspace_acp,
        serve=_make_opener(project),
    )
    others = dict.fromkeys(kind for role in playbook.get("roles", {}).values() if (kind := role.get("agents")))
    return load(agents), {kind: load(kind) for kind in others}


def _make_opener(project: Project) -> ServeJob | None:
    """What opens our own tools for an agent, in this process."""
    serve = project.serve_agent
    return serve and (lambda job: serve(project, job.folder, job.env.get("RENKEI_TOKEN", "")))


def _find_client(project: Project, playbook: Playbook, name: str) -> str:
    """Claude Code, which says most of what it does; else the first of the others that is there."""
    if find_claude() is not None:
        return "claude"
    found = next((kind for kind, command in COMMANDS.items() if is_installed(command[0])), None)
    if found is not None:
        return found
    raise Unreachable(
        "{playbook} is carried out by a coding client, and none was found. Install Claude Code: {command}, or rehearse "
        "it with agents that follow a script: renkei run {name} --agents scripted",
        playbook=playbook.name,
        command=INSTALL,
        name=name,
    )


def _require_installed(project: Project, kind: str, name: str) -> None:
    load_adapter(kind, command=project.settings.workspace_acp)
    program = (project.settings.workspace_acp if kind == "acp" else COMMANDS.get(kind, ("",)))[0]
    claude = find_claude() if kind == "claude" else None
    if claude and (missing := find_missing_flags(claude)) != []:
        text: Translatable = (
            "{program} cannot be used: it does not have {missing}. Update it: {command}"
            if missing
            else "{program} cannot be used: asked what it can do, it does not answer. Install it anew: {command}"
        )
        raise Unreachable(text, program=str(claude), missing=", ".join(missing or ()), command=INSTALL)
    is_there = claude is not None if kind == "claude" else not program or is_installed(program)
    if not is_there:
        raise Unreachable(
            "{program}, which the agents {kind} are started with, was not found. Install it{how}, or rehearse the run "
            "with agents that follow a script: renkei run {name} --agents scripted",
            program=program or "claude",
            kind=kind,
            how=f" ({command})" if (command := _find_install(kind)) else "",
            name=name,
        )


def _find_install(kind: str) -> str:
    """The command that installs its client, where that is known."""
    return INSTALL if kind == "claude" else describe_install(kind)
