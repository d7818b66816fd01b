"""`renkei runs`: every run; one whole; what happened in it; taking its merge back."""

import argparse
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from renkei.app.log import LogEvent
from renkei.app.run_queries import RunSummary, RunTrace, list_runs, run_document, trace_run
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import add_limit, local_time, require_limit, show_line, tell_more
from renkei.entrypoints.cli.run_view import event_line, gate_outcome, tell_report
from renkei.entrypoints.run_costs import describe_claims, format_cost, sum_by_agent
from renkei.errors import BadInput
from renkei.files import whole_file
from renkei.kit.words import Say
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.app.oversight import Oversight
    from renkei.app.run_graph import run_graph
    from renkei.app.runs import undo_run
    from renkei.entrypoints.run_report import render_report
else:
    undo_run = lazy("renkei.app.runs:undo_run")
    Oversight, run_graph = lazy("renkei.app.oversight:Oversight"), lazy("renkei.app.run_graph:run_graph")
    render_report = lazy("renkei.entrypoints.run_report:render_report")


MOST_TRACED: Final = 200
"""How many events of a run a person is shown."""


def add_runs_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    add_limit(parser, say)
    verbs = parser.add_subparsers(dest="verb", metavar="list|show|trace|report|undo")
    add_limit(verbs.add_parser("list", help=say("every run, the newest first")), say, default=argparse.SUPPRESS)
    show = verbs.add_parser("show", help=say("one run: its tasks, gates, costs"))
    show.add_argument("run", nargs="?", metavar="ID", help=say("without it the newest"))
    trace = verbs.add_parser("trace", help=say("what happened in a run, or in one task of it"))
    trace.add_argument("run", nargs="?", metavar="ID", help=say("without it the newest"))
    trace.add_argument("task", nargs="?", metavar="TASK")
    trace.add_argument(
        "--limit",
        type=int,
        dest="events",
        metavar="N",
        help=say("the newest N events (default: 200; with --json: all)"),
    )
    report = verbs.add_parser("report", help=say("one run as a file of its own, to attach to a pull request"))
    report.add_argument("run", nargs="?", metavar="ID", help=say("without it the newest"))
    help_html = say("as HTML, into this file; without one to standard output")
    report.add_argument("--html", metavar="FILE", nargs="?", const="-", required=True, help=help_html)
    verbs.add_parser("undo", help=say("revert the merge of a run")).add_argument("run", metavar="ID")


def handle_runs(context: Context, args: argparse.Namespace) -> int:
    verbs = {
        None: _list_runs,
        "list": _list_runs,
        "show": _show_run,
        "trace": _trace_run,
        "report": _report_run,
        "undo": _undo_run,
    }
    return verbs[args.verb](context, args)


def _report_run(context: Context, args: argparse.Namespace) -> int:
    """One file of HTML that loads nothing and runs nothing."""
    with closing(Oversight(context.project)) as oversight:
        run = run_graph(oversight, args.run or run_document(context.project)["id"])
    text = render_report(run, context.out.say, context.out.lang)
    if context.out.as_json:
        context.out.print_json(run)
    elif args.html == "-":
        context.out.print_document(text)
    else:
        _write_report(context.cwd / args.html, text)
    return 0


def _write_report(path: Path, text: str) -> None:
    try:
        with whole_file(path.resolve()) as draft:
            draft.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None


def _list_runs(context: Context, args: argparse.Namespace) -> int:
    limit = require_limit(args)
    found = list_runs(context.project, limit=limit)
    if context.out.as_json:
        context.out.print_json([asdict(each) for each in found.items])
    elif found.items:
        rows = [_summary_row(context, each) for each in found.items]
        context.out.print_table(["Run", "Playbook", "State", "Tasks", "Waits for"], rows)
    else:
        context.out.tell("There are no runs yet. Start one with: renkei run PLAYBOOK")
    tell_more(context.out, found.more, f"renkei runs --limit {limit + found.more}")
    return 0


def _show_run(context: Context, args: argparse.Namespace) -> int:
    whole = run_document(context.project, args.run)
    if context.out.as_json:
        context.out.print_json(whole)
        return 0
    out = context.out
    show_line(
        out,
        (whole["id"], "bold"),
        f"  {whole['playbook']}  ",
        (_state_text(context, whole["id"], whole["state"], at_work=whole["at_work"]), "bold"),
        f"  {whole['note']}",
    )
    if whole["goal"]:
        show_line(out, (whole["goal"], "dim"))
    _show_tasks(out, whole)
    tell_report(out, whole["report"])
    for decision in whole["waiting_for"]:
        out.tell("Waits for a person: renkei decide {id}", id=decision)
    _tell_usage(context, whole)
    return 0


def _show_tasks(out: Output, whole: dict[str, Any]) -> None:
    """With what each used, once anything was used."""
    if not whole["tokens"]:
        rows = [[*_task_row(task), _task_note(out, task)] for task in whole["dag"]]
        out.print_table(["Task", "State", "Agent", "Cycle", "Commit", "Note"], rows)
        return
    rows = [
        [*_task_row(task), f"{task['tokens']:,}", format_cost(task, out.say), _task_note(out, task)]
        for task in whole["dag"]
    ]
    out.print_table(["Task", "State", "Agent", "Cycle", "Commit", "Tokens", "Cost", "Note"], rows)


def _tell_usage(context: Context, whole: dict[str, Any]) -> None:
    used = {name: whole[name] for name in ("tokens", "steps", "seconds", "cost", "unpriced")}
    if whole["cost"] is None:
        context.out.tell("{tokens} tokens (no price), {steps} steps, {seconds:.0f} s", **used)
    elif whole["unpriced"]:
        context.out.tell(
            "{tokens} tokens ({unpriced} without a price), {steps} steps, {seconds:.0f} s, cost {cost:.2f} and more",
            **used,
        )
    else:
        context.out.tell("{tokens} tokens, {steps} steps, {seconds:.0f} s, cost {cost:.2f}", **used)
    if by_agent := sum_by_agent(whole):
        say = context.out.say
        said = (f"{agent} {used['tokens']:,} ({format_cost(used, say)})" for agent, used in by_agent.items())
        context.out.tell("By agent: {said}", said=", ".join(said))
    if said := describe_claims(whole, context.out.say):
        show_line(context.out, said)


def _trace_run(context: Context, args: argparse.Namespace) -> int:
    most = args.events if args.events is not None or context.out.as_json else MOST_TRACED
    if most is not None and most < 1:
        raise BadInput("--limit: expected at least 1, not {limit}.", limit=most)
    found = trace_run(context.project, args.run, args.task, limit=most)
    if context.out.as_json:
        events = [_event_document(each) for each in found.events]
        rest = {"signals": found.signals, "diff": found.diff}
        context.out.print_json({"run": found.run, "task": found.task, "events": events, **rest})
    else:
        _show_trace(context, found)
    words = f"{found.run} {args.task}" if args.task else found.run
    tell_more(context.out, found.more, f"renkei runs trace {words} --limit {len(found.events) + found.more}")
    return 0


def _event_document(event: LogEvent) -> dict[str, Any]:
    return {"seq": event.seq, "at": event.at, "type": event.type, "data": event.data}


def _show_trace(context: Context, trace: RunTrace) -> None:
    for event in trace.events:
        when = (f"{event.seq:>6}  {local_time(event.at)}", "dim")
        show_line(context.out, when, "  ", event_line(event.type, event.data, context.out.say))
    for signal in trace.signals:
        said = {name: part for name, part in signal.items() if name != "signal"}
        context.out.print_styled((f"  {signal['signal']}", "bold"), f"  {_signal_text(said)}")
    if trace.diff:
        context.out.print_line(trace.diff)


def _undo_run(context: Context, args: argparse.Namespace) -> int:
    undone = undo_run(context.project, args.run)
    if context.out.as_json:
        context.out.print_json({"id": undone.id, "reverted": undone.merged, "commit": undone.commit})
    else:
        context.out.tell(
            "{run} is taken back by {commit}; its branch is kept.", run=undone.id, commit=undone.commit[:12]
        )
    return 0


def _signal_text(signal: dict[str, Any]) -> str:
    return "  ".join(str(value) for value in signal.values() if value not in (None, ""))


def _summary_row(context: Context, run: RunSummary) -> list[str]:
    counts = ", ".join(f"{count} {state}" for state, count in run.tasks.items())
    state = _state_text(context, run.id, run.state, at_work=run.at_work)
    return [run.id, run.playbook, state, counts, ", ".join(run.waiting_for) or "-"]


def _state_text(context: Context, run: str, state: str, *, at_work: bool) -> str:
    if state != "running" or at_work:
        return state
    return context.out.say("running, but its process has died: renkei resume {run}", run=run)


def _task_row(task: dict[str, Any]) -> list[str]:
    number = f"{task['cycle']}.{task['attempt']}"
    commit = task["commit"][:10] if task["commit"] else "-"
    return [task["task"], task["state"], task["agent"] or "-", number, commit]


def _task_note(out: Output, task: dict[str, Any]) -> str:
    gate = gate_outcome(task["gate"]) if task["gate"] else ""
    until = out.say("waits for its provider until {until}", until=local_time(task["until"])) if task["until"] else ""
    note = " ".join(str(task["note"]).split())
    return " ".join(filter(None, (gate, until, note)))[:160]
