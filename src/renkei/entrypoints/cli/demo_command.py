"""`renkei demo`: a scripted team builds and reviews a small feature in a temporary repository, shown as it happens.

It is a run like any other: the playbook `demo`, agents in processes of their own, one log. Only the person who answers
is played.
"""

import argparse
import contextlib
import os
import shlex
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

from renkei import settings as settings_module
from renkei.adapters.scripted import Scripted
from renkei.app.project import Project
from renkei.board.told import expand_batched
from renkei.board.verify import verify
from renkei.commands.base import Request
from renkei.commands.decisions import Decide
from renkei.commands.runs import StartRun
from renkei.entrypoints.cli.command import Context, Terminal
from renkei.entrypoints.cli.demo_story import (
    Story,
    close_up,
    is_invented_reference,
    is_of_a_task_contract,
    short_refusal,
)
from renkei.entrypoints.cli.run_stay import RECORDS, site_of, store_address
from renkei.entrypoints.cli.shown import show_heading
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.installed import extra_packages, install_line, program, version_of
from renkei.kit.words import Say
from renkei.protocol.actors import PERSON
from renkei.runs.executor import Executor
from renkei.runs.library import find_playbook
from renkei.runs.trace import read_trace
from renkei.runs.view import find_run
from renkei.workspace.repository import Repository
from renkei.workspace.scratch import Scratch

RUN: Final = "R-1"
"""The only run in a store that begins with it."""
LIAR: Final = "guide"
"""The task whose first report names a place that is not there."""


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("-v", "--verbose", action="store_true", help=say("show every step of every task, too"))
    parser.add_argument("--keep", action="store_true", help=say("leave its repository to look at"))


def run(context: Context, args: argparse.Namespace) -> int:
    began = time.monotonic()
    with _a_person_without_settings(), _folder(keep=args.keep) as folder:
        repository = Repository.begun(folder)
        settings = settings_module.load(
            project=str(folder), store=None, lang=context.out.lang, env=os.environ, cwd=folder
        )
        with Project(settings, folder, env=os.environ, caller=Terminal(context.out)) as project:
            inside = Context(project, context.out)
            _play(inside, repository, verbose=args.verbose)
            summary = _summary(inside, repository, time.monotonic() - began)
    summary["kept"] = str(folder) if args.keep else None
    if context.out.as_json:
        context.out.document(summary)
    else:
        _tell(context, summary)
    return 0 if summary["ok"] else 1


@contextlib.contextmanager
def _folder(*, keep: bool) -> Generator[Path]:
    """Where it plays: gone afterwards, unless somebody wants to look at it."""
    if keep:
        yield Path(tempfile.mkdtemp(prefix="renkei-demo-")).resolve()
        return
    with Scratch() as scratch:
        yield scratch.folder


@contextlib.contextmanager
def _a_person_without_settings() -> Generator[None]:
    """The demo plays in its own folder as its own people, whatever store, token and repository the caller has."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(("RENKEI_", "GIT_"))}
    try:
        yield
    finally:
        os.environ.update(kept)


def _play(context: Context, repository: Repository, *, verbose: bool) -> None:
    """Starts the run, stays with it, and shows what comes into the log."""
    name = context.do(_start(context, repository), actor=PERSON).id
    assert name is not None
    with context.hub.read() as view:
        site = site_of(context, find_run(view, name))
    env = {
        "RENKEI_STORE": store_address(context),
        "RENKEI_PROJECT": str(context.settings.project),
        "RENKEI_LANG": context.settings.lang,
    }
    with _Audience(context, verbose=verbose):
        Executor(context.hub, name, site, Scripted(), lang=context.settings.lang, env=env, identify=True).carry_out()


def _start(context: Context, repository: Repository) -> StartRun:
    say = context.out.say
    variables = {
        "python": f'"{sys.executable}"',
        "question": say("How are names compared?"),
        "handoff": say("Build what the specification says, with a test."),
    }
    return StartRun(
        playbook=find_playbook("demo", cwd=context.cwd, project=context.settings.project),
        goal=say("Search the list of teas"),
        agents="scripted",
        variables=variables,
        yes=True,
        execute=True,
        merge=True,
        base=repository.head(),
        branch=repository.branch(),
    )


class _Audience:
    """Follows the log while the run goes on, shows each event, and answers what a person is asked."""

    def __init__(self, context: Context, *, verbose: bool) -> None:
        self._context = context
        self._verbose = verbose
        self._began = time.monotonic()
        self._shown = 0
        self._story = Story()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *exception: object) -> None:
        self._over.set()
        self._thread.join()
        self._catch_up()

    def _follow(self) -> None:
        while not self._over.is_set():
            self._catch_up()
            self._context.hub.log.wait(self._shown, 0.2)

    def _catch_up(self) -> None:
        for record in _records(self._context.hub, after=self._shown):
            self._shown = record.seq
            self._show(record)
            if record.type == "DecisionRequested":
                self._answer(record.document())

    def _show(self, record: Record) -> None:
        out, line = self._context.out, self._story.told(record)
        if line is None or (line.is_detail and not self._verbose):
            return
        seconds = f"{time.monotonic() - self._began:5.1f} s  "
        shown = f"{line.who:<10} {line.word:<17} {out.say(line.text)}"
        if out.as_json:
            out.note("{line}", line=seconds + shown)
        else:
            out.styled((seconds, "dim"), (shown, line.style))

    def _answer(self, asked: dict[str, Any]) -> None:
        """As a person would with `renkei decide`: the option that is best argued for."""
        out, context = self._context.out, self._context
        best = max(asked["options"], key=lambda option: option["recommendation_score"])
        why = out.say(
            "Decided as a person would: renkei decide {id} '{option}'", id=asked["decision"], option=best["label"]
        )
        command = Decide(id=asked["decision"], option=best["label"], why=why)
        context.hub.do(Request(command=command, actor=PERSON, lang=context.settings.lang))


def _records(hub: Hub, after: int = 0) -> list[Record]:
    with hub.read() as view:
        return [record for several in view.events(after=after) for record in expand_batched(several)]


def _summary(context: Context, repository: Repository, seconds: float) -> dict[str, Any]:
    """What happened, by the log and by git."""
    records = _records(context.hub)
    events = [(record.type, record.document()) for record in records]
    failed = [data for kind, data in events if kind == "TaskFailed"]
    gates = [data["overall"] for kind, data in events if kind == "GateDecided"]
    answers = [data["chosen_option"] for kind, data in events if kind == "DecisionResolved"]
    closed = [record for record in records if record.type == "ContractClosed"]
    given = [record.document()["outcome"] for record in closed if is_of_a_task_contract(record)]
    contract = next((record.document()["outcome"] for record in closed if not is_of_a_task_contract(record)), None)
    references = [short_refusal(data) for data in failed if is_invented_reference(data)]
    hung = [data["agent"] for data in failed if data["kind"] == "hung"]
    found = [data["summary"] for kind, data in events if kind == "TaskCompleted" and data["task"] == "review"]
    state = next((data["state"] for kind, data in events if kind == "RunEnded"), "-")
    with context.hub.read() as view:
        proven = not any(verify(view))
    commits = repository.run("log", "--format=%s", "--no-merges", "main").splitlines()
    files = repository.run("ls-tree", "-r", "--name-only", "main").splitlines()
    as_promised = state == "completed" and gates == ["ROLLBACK_P1", "PASS"] and contract == "completed"
    return {
        "ok": bool(as_promised and proven and answers and references and hung),
        "state": state,
        "decisions": answers,
        "references_caught": references,
        "lie": close_up(read_trace(context.settings.project / RECORDS / RUN, LIAR)),
        "hung_agents_replaced": hung,
        "gates": gates,
        "gate_findings": [each for each in found if each],
        "contract": contract,
        "task_contracts": dict(Counter(given)),
        "commits": len(commits) - 1,
        "files": files,
        "events": len(records),
        "log_proven": proven,
        "seconds": round(seconds, 1),
    }


def _tell(context: Context, summary: dict[str, Any]) -> None:
    out = context.out
    _tell_lie(context, summary["lie"])
    heading = out.say("What you have seen, in {seconds:g} s, without a model", seconds=summary["seconds"])
    show_heading(out, heading, "bold")
    out.tell(
        "- The team asked before it decided, and a person answered: {answers}.", answers=_list(summary["decisions"])
    )
    out.tell(
        "- Hallucinated references caught before anybody built on them: {count}.",
        count=len(summary["references_caught"]),
    )
    out.tell(
        "- Hung agents ended and replaced, with nothing lost: {agents}.", agents=_list(summary["hung_agents_replaced"])
    )
    out.tell("- The review gate compared code and documents: {gates}.", gates=" → ".join(summary["gates"]) or "-")
    for finding in summary["gate_findings"]:
        out.tell("  It found: {finding}", finding=finding)
    out.tell(
        "- {commits} commits, each by one agent on its own files, with tests that ran: {files}",
        commits=summary["commits"],
        files=_list(summary["files"]),
    )
    if summary["log_proven"]:
        out.tell("- {events} events in one log, and the log proves the board.", events=summary["events"])
    if summary["ok"]:
        _tell_on(context, summary["kept"])
    else:
        out.note("The demo did not end as it should: the run is {state}.", state=summary["state"])


def _tell_lie(context: Context, lie: dict[str, str]) -> None:
    out = context.out
    show_heading(out, out.say("The lie, close up"), "bold")
    out.tell("  {agent} reported:      {said}", agent="writer", said=lie["reported"])
    out.tell("  the next was told:    {said}", said=lie["told"])
    out.tell("  what came back:       {said}", said=lie["came_back"])


def _tell_on(context: Context, kept: str | None) -> None:
    """What to do next, in commands that work as they stand here."""
    out, renkei = context.out, program()
    if kept:
        out.tell("- It was a REHEARSAL: agents that follow a script. Its repository is kept: {folder}", folder=kept)
        place = shlex.quote(kept)
        commands = [f"git -C {place} log --stat main", f"{renkei} --project {place} runs trace {RUN} {LIAR}"]
    else:
        out.tell(
            "- It was a REHEARSAL: agents that follow a script, merged in a temporary repository that is gone now."
        )
        out.tell("  All of it: {command}. To look at its repository: {keep}", command="-v", keep="--keep")
        commands = []
    show_heading(out, out.say("Next"), "bold")
    for command in commands:
        out.line(f"  {command}")
    out.tell("In a repository of yours, without a model and without a key:")
    if not all(map(version_of, extra_packages("review"))):
        out.line(f"  {install_line('review')}")
    out.line(f"  {renkei} review")
    out.line(f"  {renkei} init --claude --dry-run")


def _list(words: list[str]) -> str:
    return ", ".join(words) or "-"
