"""`renkei runs`: every run; one whole; what happened in it; taking its merge back."""

import argparse
import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final

from renkei.board.run_tables import RunRow
from renkei.board.told import expand_batched
from renkei.commands.runs import UndoRun
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.escaping import shown_in_lines
from renkei.entrypoints.cli.paging import add_limit, checked_limit, tell_more
from renkei.entrypoints.cli.run_report import marked, tell_report
from renkei.entrypoints.cli.run_stay import RECORDS, is_at_work, records_folder, repository_of, repository_of_run
from renkei.entrypoints.cli.run_story import line_of
from renkei.entrypoints.cli.shown import local_time, show_line
from renkei.errors import BadInput, NotFound, Refused
from renkei.eventlog.base import View, records_in_batches
from renkei.eventlog.records import Record
from renkei.kit.words import Say
from renkei.runs.trace import read_trace
from renkei.runs.view import find_run, list_runs, run_document, run_summary
from renkei.workspace.locks import Held, ProcessLock
from renkei.workspace.merging import undo

MOST_TRACED: Final = 200
"""How many events of a run a person is shown."""


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    add_limit(parser, say)
    verbs = parser.add_subparsers(dest="verb", metavar="list|show|trace|undo")
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
    verbs.add_parser("undo", help=say("take the merge of a run back")).add_argument("run", metavar="ID")


def run(context: Context, args: argparse.Namespace) -> int:
    verbs = {None: _list, "list": _list, "show": _show, "trace": _trace, "undo": _undo}
    return verbs[args.verb](context, args)


def _list(context: Context, args: argparse.Namespace) -> int:
    limit = checked_limit(args)
    with context.reader.read() as view:
        found = [run_summary(view, row) | _at_work(context, row) for row in list_runs(view, limit=limit)]
        older = view.count(RunRow, order="seq") - len(found)
    if context.out.as_json:
        context.out.document(found)
    elif found:
        rows = [[each["id"], each["playbook"], _state(context, each), _counts(each), _waits(each)] for each in found]
        context.out.table(["Run", "Playbook", "State", "Tasks", "Waits for"], rows)
    else:
        context.out.tell("There are no runs yet. Start one with: renkei run PLAYBOOK")
    tell_more(context.out, older, f"renkei runs --limit {limit + older}")
    return 0


def _show(context: Context, args: argparse.Namespace) -> int:
    with context.reader.read() as view:
        row = _chosen(view, args.run)
        whole = run_document(view, row) | _at_work(context, row)
    if context.out.as_json:
        context.out.document(whole)
        return 0
    out = context.out
    show_line(
        out, (whole["id"], "bold"), f"  {whole['playbook']}  ", (_state(context, whole), "bold"), f"  {whole['note']}"
    )
    if whole["goal"]:
        show_line(out, (whole["goal"], "dim"))
    out.table(["Task", "State", "Agent", "Cycle", "Commit", "Note"], [_row(task) for task in whole["dag"]])
    tell_report(out, whole["report"])
    for decision in whole["waiting_for"]:
        out.tell("Waits for a person: renkei decide {id}", id=decision)
    out.tell(
        "{tokens} tokens, {steps} steps, {seconds:.0f} s, cost {cost:.2f}",
        tokens=whole["tokens"],
        steps=whole["steps"],
        seconds=whole["seconds"],
        cost=whole["cost"],
    )
    return 0


def _trace(context: Context, args: argparse.Namespace) -> int:
    most = args.events if args.events is not None or context.out.as_json else MOST_TRACED
    if most is not None and most < 1:
        raise BadInput("--limit: expected at least 1, not {limit}.", limit=most)
    with context.reader.read() as view:
        row = _chosen(view, args.run)
        records = list(_records(view, row, args.task))
    if args.task and not records:
        raise NotFound("Nothing happened yet at the task {task} of {run}.", task=args.task, run=row.id)
    older = 0 if most is None else max(len(records) - most, 0)
    _tell_trace(context, row, args.task, records[older:])
    words = f"{row.id} {args.task}" if args.task else row.id
    tell_more(context.out, older, f"renkei runs trace {words} --limit {len(records)}")
    return 0


def _records(view: View, row: RunRow, task: str | None) -> Iterator[Record]:
    """What was recorded of a run from its first event on, or of one task of it."""
    for batch in records_in_batches(view, after=row.seq - 1):
        for record in (each for several in batch for each in expand_batched(several)):
            if record.run == row.id and (task is None or json.loads(record.data).get("task") == task):
                yield record


def _tell_trace(context: Context, row: RunRow, task: str | None, records: list[Record]) -> None:
    signals = list(read_trace(context.settings.project / RECORDS / row.id, task)) if task else []
    diff = _diff(context, row, task) if task else ""
    if context.out.as_json:
        events = [{"seq": each.seq, "at": each.at, "type": each.type, "data": each.document()} for each in records]
        context.out.document({"run": row.id, "task": task, "events": events, "signals": signals, "diff": diff})
        return
    for record in records:
        when = (f"{record.seq:>6}  {local_time(record.at)}", "dim")
        show_line(context.out, when, "  ", line_of(record, context.out.say))
    for signal in signals:
        context.out.styled((f"  {signal.pop('signal')}", "bold"), f"  {_text(signal)}")
    if diff:
        context.out.line(shown_in_lines(diff))


def _chosen(view: View, name: str | None) -> RunRow:
    if name:
        return find_run(view, name)
    if newest := next(iter(list_runs(view, limit=1)), None):
        return newest
    raise NotFound("There are no runs yet. Start one with: renkei run PLAYBOOK")


def _undo(context: Context, args: argparse.Namespace) -> int:
    """Decided, done in git, recorded: whatever ends it in between, doing it again finds the revert and records it."""
    actor = context.actor()
    with context.reader.read() as view:
        row = find_run(view, args.run)
    context.authorize(UndoRun(run=row.id, commit="-"), actor=actor)
    repository = repository_of_run(context, row)
    assert row.merged is not None
    with _locked(context, row):
        commit = undo(repository, into=row.branch, commit=row.merged, run=row.id)
        context.do(UndoRun(run=row.id, commit=commit), actor=actor)
    if context.out.as_json:
        context.out.document({"id": row.id, "reverted": row.merged, "commit": commit})
    else:
        context.out.tell("{run} is taken back by {commit}; its branch is kept.", run=row.id, commit=commit[:12])
    return 0


@contextmanager
def _locked(context: Context, row: RunRow) -> Generator[None]:
    """One process at a time: two that revert at once would take each other's revert back."""
    try:
        with ProcessLock(records_folder(context) / f"{row.id}.lock"):
            yield
    except Held:
        raise Refused(
            "The run {run} is carried out by another process ({holder}).",
            rule="RUN-1",
            run=row.id,
            holder=row.holder or "-",
        ) from None


def _diff(context: Context, row: RunRow, task: str) -> str:
    with context.reader.read() as view:
        found = next((each["commit"] for each in run_document(view, row)["dag"] if each["task"] == task), None)
    repository = repository_of(context)
    return repository.ask("show", "--no-notes", "--stat", "--patch", found).out if repository and found else ""


def _text(signal: dict[str, Any]) -> str:
    return "  ".join(str(value) for value in signal.values() if value not in (None, ""))


def _at_work(context: Context, row: RunRow) -> dict[str, Any]:
    return {"at_work": is_at_work(context, row)}


def _state(context: Context, found: dict[str, Any]) -> str:
    if found["state"] != "running" or found["at_work"]:
        return found["state"]
    return context.out.say("running, but its process has died: renkei resume {run}", run=found["id"])


def _counts(found: dict[str, Any]) -> str:
    return ", ".join(f"{count} {state}" for state, count in found["tasks"].items())


def _waits(found: dict[str, Any]) -> str:
    return ", ".join(found["waiting_for"]) or "-"


def _row(task: dict[str, Any]) -> list[str]:
    number = f"{task['cycle']}.{task['attempt']}"
    commit = task["commit"][:10] if task["commit"] else "-"
    return [task["task"], task["state"], task["agent"] or "-", number, commit, _line(task)]


def _line(task: dict[str, Any]) -> str:
    gate = f"{marked(task['gate'])} " if task["gate"] else ""
    note = " ".join(str(task["note"]).split())
    return f"{gate}{note}"[:160]
