"""A run: `renkei run`, `resume`, `retry`, `pause`, `stop` and `gc`."""

import argparse
import sys
from itertools import starmap
from typing import Final

from renkei.app import runs
from renkei.app.consent import Permission
from renkei.app.log import LogEvent
from renkei.app.run_plans import AGENT_KINDS, PlannedRun, RunRequest, plan_run, start_run
from renkei.app.runs import AttachedRun, continue_run, find_leftovers, move_run, resume_run, retry_task
from renkei.app.serving import require_serve
from renkei.app.teams import describe_fallback
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import local_time, show_line
from renkei.entrypoints.cli.run_view import event_line, tell_report
from renkei.entrypoints.cli.serving import Reach, serve_page
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.playbooks.blackboard import EXIT_CODES
from renkei.playbooks.states import ENDED
from renkei.sentence import Translatable

# Attaching to a run: shows what happens, and says at the end how it stands and what it waits for.


HIDDEN_EVENTS: Final = ("RunLeased", "TaskNoted")
"""What a person need not see."""


def attach_run(context: Context, name: str) -> int:
    """Carries a run out here: 0 when it passed, 1 when it did not (yet); else what its verdict says."""
    try:
        attached = runs.attach(context.project, name, watch=lambda event: show_event(context, event))
    except KeyboardInterrupt:
        context.out.note("The run {run} waits where it is. Go on with: renkei resume {run}", run=name)
        raise
    if context.out.as_json:
        context.out.print_json(attached.document)
    else:
        _tell_outcome(context, attached)
    if attached.row.state != "completed":
        return 1
    return EXIT_CODES[attached.verdict] if attached.verdict else 0


def show_event(context: Context, event: LogEvent) -> None:
    if event.type in HIDDEN_EVENTS:
        return
    line, style = event_line(event.type, event.data, context.out.say)
    if event.type == "RunAsked" and event.data.get("answer") is None and sys.stderr.isatty():
        sys.stderr.write("\a")
    if event.type == "RunFellBack":
        meaning = describe_fallback(context.project, event.data["run"])
        if not meaning:
            return
        for each in meaning:
            context.out.note(each)
    when = local_time(event.at).rpartition(" ")[2]
    if context.out.as_json:
        context.out.note("{line}", line=f"{when}  {line}")
    else:
        show_line(context.out, (when, "dim"), "  ", (line, style))


def _tell_outcome(context: Context, attached: AttachedRun) -> None:
    out, run = context.out, attached.row
    out.tell("{run}: {state}. {note}", run=run.id, state=run.state, note=run.note)
    tell_report(out, attached.document["report"])
    for each in attached.questions:
        show_line(out, f"  {each.question}")
        options = "|".join(each.options)
        out.tell("  Answer with: renkei decide {id} {options}, then: renkei resume", id=each.id, options=options)
    if run.merged:
        out.tell(
            "It is in {branch} as {commit}. Take it back with: renkei runs undo {run}",
            branch=run.branch or "HEAD",
            commit=run.merged[:10],
            run=run.id,
        )
    elif attached.has_branch:
        out.tell("Its work is on the branch {branch}.", branch=attached.work)
    elif attached.work:
        out.tell("Its work is {ref}.", ref=attached.work)
    if run.state == "paused":
        out.tell("Go on with: renkei resume {run}", run=run.id)


def add_run_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("playbook", metavar="PLAYBOOK", help=say("a file, or the name of a playbook"))
    parser.add_argument("--goal", default="", metavar="TEXT", help=say("the goal of the run"))
    parser.add_argument(
        "--agents", metavar="|".join(AGENT_KINDS), help=say("which kind of agents to start; else the playbook's own")
    )
    parser.add_argument("--var", action="append", default=[], metavar="K=V", help=say("a variable of the playbook"))
    parser.add_argument("--yes", action="store_true", help=say("grant every approval, the merge included"))
    parser.add_argument("--merge", action="store_true", help=say("merge a rehearsal, too"))
    parser.add_argument("--no-team", action="store_true", help=say("no team: agents work alone, without discussion"))
    parser.add_argument("--detach", action="store_true", help=say("run in the background and return at once"))
    parser.add_argument("--serve", action="store_true", help=say("run in the background and open the web page on it"))
    parser.add_argument(
        "--cap-tokens", type=int, metavar="N", help=say("at this many tokens the run waits for a person")
    )
    parser.add_argument("--cap-cost", type=float, metavar="USD", help=say("at this cost the run waits for a person"))
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
        cap_cost=args.cap_cost,
        alone=args.no_team,
        permission=Permission(execute=args.execute, forbid=args.no_exec),
    )
    if args.serve:
        require_serve()
    planned = plan_run(context.project, request)
    note_plan(context, planned)
    name = start_run(context.project, planned)
    if args.serve:
        return _serve_run(context, name)
    return _detach_run(context, name) if args.detach else attach_run(context, name)


def _parse_variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput("--var: expected NAME=VALUE, not {given!r}.", given=text)
    return name, value


def _show_cap(name: str, cap: float) -> str:
    return f"${cap:,.15g}" if name == "money" else f"{cap:,.15g} {name}"


def note_plan(context: Context, planned: PlannedRun) -> None:
    """What it may cost, and what it will not see."""
    out, command = context.out, planned.command
    limits = ", ".join(starmap(_show_cap, planned.caps.items())) or out.say("none")
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
        out.note("Nothing limits what it may cost. Set a limit with --cap-tokens or --cap-cost.")
    if command.agents not in ("scripted", "tools"):
        note_estimate(context, planned)
    if planned.mode:
        out.note("Team: {name}", name=planned.mode.name)
        for line in planned.mode.notice:
            out.note(line)
    if count := len(planned.changed_files):
        out.note("{count} changed files are not committed: the agents do not see those changes.", count=count)
    if planned.empty_submodules:
        out.note(
            "Submodules that are empty here are empty for the agents: {paths}. Fill them with: "
            "git submodule update --init --recursive",
            paths=planned.empty_submodules,
        )


def note_estimate(context: Context, planned: PlannedRun) -> None:
    found = planned.estimate
    if found is None:
        context.out.note("What it may cost is not known: no run of this playbook with these agents has completed here.")
        return
    told: Translatable = (
        "{runs} runs of it that completed used {least} to {most} tokens, ${low:.2f} to ${high:.2f}."
        if found.is_priced
        else "{runs} runs of it that completed used {least} to {most} tokens, ${low:.2f} to ${high:.2f} and more: not "
        "all of these tokens have a price."
    )
    context.out.note(
        told,
        runs=found.runs,
        least=found.least_tokens,
        most=found.most_tokens,
        low=found.least_cost,
        high=found.most_cost,
    )


def _serve_run(context: Context, name: str) -> int:
    """A process of its own goes on with the run: the page may be closed, and opened again with `renkei serve`."""
    continue_run(context.project, name)
    serve_page(context.project, context.out, Reach(), open_browser=True, view=f"runs/{name}")
    return 0


def _detach_run(context: Context, name: str) -> int:
    continue_run(context.project, name)
    if context.out.as_json:
        context.out.print_json({"id": name, "detached": True})
    else:
        context.out.print_line(name)
    return 0


# `renkei resume`: go on with a run, and stay with it like `run`.


def add_resume_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help=say("without it: the newest that has not ended"))
    parser.add_argument("--exec", action="store_true", dest="execute", help=say("run checks that were held back"))


def handle_resume(context: Context, args: argparse.Namespace) -> int:
    row = resume_run(context.project, args.run, execute=args.execute)
    if row and row.state not in ENDED:
        return attach_run(context, row.id)
    if context.out.as_json:
        context.out.print_json({"id": row.id if row else None, "state": row.state if row else None})
    else:
        context.out.tell("Nothing is unfinished: there is nothing to go on with.")
    return 0


# `renkei retry`: do a task of a run again, and what was done on top of it.


def add_retry_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", metavar="RUN", help=say("the run"))
    parser.add_argument("task", metavar="TASK", help=say("its task"))


def handle_retry(context: Context, args: argparse.Namespace) -> int:
    retry_task(context.project, args.run, args.task)
    return attach_run(context, args.run)


# `renkei pause` and `renkei stop`: a person's word to a run, whoever carries it out.


def add_pause_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("run", nargs="?", metavar="RUN", help=say("without it: the newest that has not ended"))


def handle_pause(context: Context, args: argparse.Namespace) -> int:
    row = move_run(context.project, args.run, args.called)
    if context.out.as_json:
        context.out.print_json({"id": row.id, "state": row.state})
    else:
        context.out.tell("{run} is {state}.", run=row.id, state=row.state)
    return 0


# `renkei gc`: what runs have left behind and nobody needs any more.


def add_gc_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--dry-run", action="store_true", help=say("show it, and remove nothing"))


def handle_gc(context: Context, args: argparse.Namespace) -> int:
    named = find_leftovers(context.project, remove=not args.dry_run)
    if context.out.as_json:
        context.out.print_json({**named, "removed": not args.dry_run})
    elif not any(named.values()):
        context.out.tell("There is nothing to remove.")
    else:
        for names in named.values():
            for name in names:
                context.out.print_line(name)
    return 0
