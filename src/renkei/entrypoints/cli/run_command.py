"""`renkei run`: a playbook becomes work in progress, and the command stays with it."""

import argparse
import sys
from typing import Final

from renkei.app.consent import Permission
from renkei.app.runs import AGENT_KINDS, PlannedRun, RunRequest, detach, plan_run, start_run
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_attach import attach_run
from renkei.errors import BadInput
from renkei.kit.words import Say


def add_run_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("playbook", metavar="PLAYBOOK", help=say("a file, or the name of a playbook"))
    parser.add_argument("--goal", default="", metavar="TEXT", help=say("what it is all for"))
    parser.add_argument(
        "--agents", metavar="|".join(AGENT_KINDS), help=say("which kind of agents to start; else the playbook's own")
    )
    parser.add_argument("--var", action="append", default=[], metavar="K=V", help=say("a variable of the playbook"))
    parser.add_argument("--yes", action="store_true", help=say("grant every approval, the merge included"))
    parser.add_argument("--merge", action="store_true", help=say("let a rehearsal be merged, too"))
    parser.add_argument("--detach", action="store_true", help=say("leave it running and come back at once"))
    parser.add_argument("--cap-tokens", type=int, metavar="N", help=say("stop the run at this many tokens"))
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--exec", action="store_true", dest="execute", help=say("run code of the repository"))
    group.add_argument("--no-exec", action="store_true", help=say("run no code of the repository"))


def handle_run(context: Context, args: argparse.Namespace) -> int:
    request = RunRequest(
        playbook=args.playbook,
        goal=args.goal,
        agents=args.agents,
        variables=dict(_parse_variable(each) for each in args.var),
        yes=args.yes,
        merge=args.merge,
        cap_tokens=args.cap_tokens,
        permission=Permission(execute=args.execute, forbid=args.no_exec),
    )
    planned = plan_run(context.project, request)
    _note_plan(context, planned)
    name = start_run(context.project, planned)
    return _detach_run(context, name) if args.detach else attach_run(context, name)


def _parse_variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput("--var: expected NAME=VALUE, not {given!r}.", given=text)
    return name, value


def _note_plan(context: Context, planned: PlannedRun) -> None:
    """What it may cost, and what it will not see."""
    out, command = context.out, planned.command
    limits = ", ".join(f"{cap:g} {name}" for name, cap in planned.caps.items()) or out.say("none")
    out.note(
        "{playbook}: {count} tasks, agents: {agents}, limits: {limits}",
        playbook=command.playbook.name,
        count=len(command.playbook.tasks),
        agents=command.agents,
        limits=limits,
    )
    if command.agents == "scripted":
        out.note("REHEARSAL: scripted agents use no model, and this costs nothing.")
        if not command.merge:
            out.note("Nothing of it reaches your branch. Use --merge if it is to.")
    elif command.agents == "tools":
        out.note("Inspectors use no model: this costs nothing.")
    elif not planned.caps:
        out.note("Nothing limits what it may cost. Set a limit with --cap-tokens.")
    if count := len(planned.changed_files):
        out.note("{count} changed files are not committed: the agents do not see those changes.", count=count)
    if planned.empty_submodules:
        out.note(
            "Submodules that are empty here are empty for the agents: {paths}. Fill them with: "
            "git submodule update --init --recursive",
            paths=planned.empty_submodules,
        )


def _detach_run(context: Context, name: str) -> int:
    place = ["--project", str(context.settings.project), "--store", context.settings.store]
    words = [*place, "--lang", context.settings.lang, "resume", name]
    detach(context.project, [sys.executable, "-P", "-c", _RENKEI, *words])
    if context.out.as_json:
        context.out.print_json({"id": name, "detached": True})
    else:
        context.out.print_line(name)
    return 0


_RENKEI: Final = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"
