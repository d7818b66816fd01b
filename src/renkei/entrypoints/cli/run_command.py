"""`renkei run`: a playbook becomes work in progress, and the command stays with it."""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from renkei.bootstrap import ADAPTERS, adapter_named
from renkei.commands.runs import StartRun
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.consent import authorize_flag, has_consent
from renkei.entrypoints.cli.run_stay import starting_repository, stay
from renkei.errors import BadInput, Unreachable
from renkei.kit.words import Say
from renkei.playbooks.paths import owned_patterns
from renkei.playbooks.variables import PACE, is_pace
from renkei.processes.sessions import start_detached
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.playbooks import Budget, Playbook
from renkei.review.config import load
from renkei.review.inspectors import code_runners
from renkei.review.target import open_target
from renkei.runs.library import find_playbook
from renkei.runs.workspaces import list_run_branches
from renkei.workspace import submodules
from renkei.workspace.names import joined
from renkei.workspace.repository import Repository


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("playbook", metavar="PLAYBOOK", help=say("a file, or the name of a playbook"))
    parser.add_argument("--goal", default="", metavar="TEXT", help=say("what it is all for"))
    parser.add_argument(
        "--agents", metavar="|".join(ADAPTERS), help=say("which kind of agents to start; else the playbook's own")
    )
    parser.add_argument("--var", action="append", default=[], metavar="K=V", help=say("a variable of the playbook"))
    parser.add_argument("--yes", action="store_true", help=say("grant every approval, the merge included"))
    parser.add_argument("--merge", action="store_true", help=say("let a rehearsal be merged, too"))
    parser.add_argument("--detach", action="store_true", help=say("leave it running and come back at once"))
    parser.add_argument("--cap-tokens", type=int, metavar="N", help=say("stop the run at this many tokens"))
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--exec", action="store_true", dest="execute", help=say("run code of the repository"))
    group.add_argument("--no-exec", action="store_true", help=say("run no code of the repository"))


def run(context: Context, args: argparse.Namespace) -> int:
    playbook = find_playbook(args.playbook, cwd=context.cwd, project=context.settings.project)
    agents = _agents(playbook, args.playbook, args.agents)
    adapter_named(agents)
    variables = _variables(playbook, args.var)
    actor = context.actor()
    writes = any(owned_patterns(task) for task in playbook.tasks)
    repository = starting_repository(context, actor, needed=writes)
    wanted = validate_model(
        StartRun,
        {
            "playbook": playbook,
            "goal": args.goal,
            "agents": agents,
            "variables": variables,
            "yes": args.yes,
            "merge": args.merge,
            "caps": _caps(playbook, args.cap_tokens),
            "base": repository.head() if repository else None,
            "branch": repository.branch() if repository else None,
            "work_tree": str(repository.root) if repository else None,
            "git": dict(repository.recorded) if repository else None,
            "taken": list_run_branches(repository) if repository else [],
        },
    )
    context.authorize(wanted, actor=actor)
    authorize_flag(context, actor, context.settings.project, execute=args.execute)
    if repository and writes:
        repository.check_ready()
    command = wanted.model_copy(update={"execute": _may_execute(context, actor, playbook, agents, args)})
    _say_before(context, command, repository)
    name = context.do(command, actor=actor).id
    assert name is not None
    return _detach(context, name) if args.detach else stay(context, name)


def _agents(playbook: Playbook, name: str, given: str | None) -> str:
    """The kind that carries the run out. Agents that follow a script are never taken unasked (DEC-33)."""
    agents = given or playbook.agents
    if agents == "client":
        raise Unreachable(
            "{playbook} is carried out by a coding client such as Claude Code, and this version of Renkei starts none "
            "yet: install one that does, or rehearse it with agents that follow a script: "
            "renkei run {name} --agents scripted",
            playbook=playbook.name,
            name=name,
        )
    return agents


def _variables(playbook: Playbook, given: list[str]) -> dict[str, str]:
    pairs = dict(_pair(each) for each in given)
    known = {**playbook.variables, PACE: None}
    if unknown := [name for name in pairs if name not in known]:
        raise BadInput(
            "--var: {playbook} has no variable {names}. Known: {known}.",
            playbook=playbook.name,
            names=", ".join(unknown),
            known=", ".join(known),
        )
    filled = {name: value for name, value in playbook.variables.items() if value is not None} | pairs
    if missing := [name for name in playbook.variables if name not in filled]:
        raise BadInput("--var: {playbook} needs {names}.", playbook=playbook.name, names=", ".join(missing))
    if PACE in filled and not is_pace(filled[PACE]):
        raise BadInput("--var pace: expected seconds, not {given!r}.", given=filled[PACE])
    return filled


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput("--var: expected NAME=VALUE, not {given!r}.", given=text)
    return name, value


def _caps(playbook: Playbook, tokens: int | None) -> Budget:
    if tokens is not None and tokens < 1:
        raise BadInput("--cap-tokens: expected a number above 0, not {tokens}.", tokens=tokens)
    given = [each for each in (tokens, playbook.budget.tokens) if each is not None]
    return playbook.budget.model_copy(update={"tokens": min(given)} if given else {})


def _may_execute(context: Context, actor: Actor, playbook: Playbook, agents: str, args: argparse.Namespace) -> bool:
    """Asked only when there is something to run."""
    settings = context.settings
    root = settings.project
    checks = [settings.workspace_check, *(task.check for task in playbook.tasks)]
    steps = _commands_of_scripts(playbook) if agents == "scripted" else ()
    wanted = [*settings.workspace_setup, *dict.fromkeys(filter(None, (*checks, *steps)))]
    if not wanted and agents == "tools":
        config = load(root)
        wanted = code_runners(open_target(root, exclude=config.exclude), config.disable)
    return bool(wanted) and has_consent(context, actor, root, wanted, execute=args.execute, forbid=args.no_exec)


def _commands_of_scripts(playbook: Playbook) -> Iterator[str | None]:
    """What scripted agents would run."""
    for task in playbook.tasks:
        yield from (step.run for step in (*(task.script or ()), *(task.verification or ())))


def _say_before(context: Context, command: StartRun, repository: Repository | None) -> None:
    """What it may cost, and what it will not see."""
    caps = {name: cap for name, cap in command.caps.model_dump().items() if cap is not None}
    limits = ", ".join(f"{cap:g} {name}" for name, cap in caps.items()) or context.out.say("none")
    count = len(command.playbook.tasks)
    context.out.note(
        "{playbook}: {count} tasks, agents: {agents}, limits: {limits}",
        playbook=command.playbook.name,
        count=count,
        agents=command.agents,
        limits=limits,
    )
    if command.agents == "scripted":
        context.out.note("REHEARSAL: scripted agents use no model, and this costs nothing.")
        if not command.merge:
            context.out.note("Nothing of it reaches your branch. Use --merge if it is to.")
    elif command.agents == "tools":
        context.out.note("Inspectors use no model: this costs nothing.")
    elif not caps:
        context.out.note("Nothing limits what it may cost. Set a limit with --cap-tokens.")
    if repository and (changed := repository.changed_files()):
        context.out.note(
            "{count} changed files are not committed: the agents do not see those changes.", count=len(changed)
        )
    if repository and (empty := submodules.empty(repository)):
        context.out.note(
            "Submodules that are empty here are empty for the agents: {paths}. Fill them with: "
            "git submodule update --init --recursive",
            paths=joined(empty),
        )


def _detach(context: Context, name: str) -> int:
    """Another process goes on with it, in a session of its own, and is nobody's child: this one ends, or goes on."""
    place = ["--project", str(context.settings.project), "--store", context.settings.store]
    words = [*place, "--lang", context.settings.lang, "resume", name]
    start_detached([sys.executable, "-P", "-c", _RENKEI, *words], context.cwd)
    if context.out.as_json:
        context.out.document({"id": name, "detached": True})
    else:
        context.out.line(name)
    return 0


_RENKEI: Final = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"
