"""`renkei demo`: a scripted team builds and reviews a small feature in a temporary repository, shown as it happens.

It is a run like any other: the playbook `demo`, agents in processes of their own, one log. Only the person who answers
is played.
"""

import argparse
import contextlib
import os
import shlex
import time
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, Final

from renkei import settings as settings_module
from renkei.app.demo import LIAR, RUN, new_folder, play
from renkei.app.log import LogEvent
from renkei.app.project import Project
from renkei.entrypoints.cli.command import Context, Terminal
from renkei.entrypoints.cli.demo_story import Story
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import show_heading
from renkei.entrypoints.cli.serving import Reach, serve_page
from renkei.errors import ProjectClosed, StoreError
from renkei.installed import extra_packages, install_command, own_command, version_of
from renkei.kit.words import Say


def add_demo_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("-v", "--verbose", action="store_true", help=say("show every step of every task, too"))
    parser.add_argument("--keep", action="store_true", help=say("leave its repository to look at"))
    parser.add_argument("--serve", action="store_true", help=say("watch it on the page, and answer what the team asks"))
    parser.add_argument("--no-browser", action="store_true", help=say("print the address and open no browser"))


def handle_demo(context: Context, args: argparse.Namespace) -> int:
    began = time.monotonic()
    with _clean_environment(), new_folder(keep=args.keep) as folder:
        settings = settings_module.load(
            project=str(folder), store=None, lang=context.out.lang, env=os.environ, cwd=folder
        )
        show = partial(_show_event, context.out, Story(), began, verbose=args.verbose)
        with Project(settings, folder, env=os.environ, caller=Terminal(context.out)) as project:
            if args.serve:
                return _serve_demo(context, project, show, open_browser=not args.no_browser)
            summary = play(project, show)
    summary |= {"seconds": round(time.monotonic() - began, 1), "kept": str(folder) if args.keep else None}
    if context.out.as_json:
        context.out.print_json(summary)
    else:
        _tell_summary(context, summary)
    return 0 if summary["ok"] else 1


_PATIENCE: Final = 45.0
"""How many seconds somebody who watches has to answer the team."""
_PACE: Final = 2.0


def _serve_demo(context: Context, project: Project, show: Callable[[LogEvent], None], *, open_browser: bool) -> int:
    """The page stays when the team has ended, until Ctrl-C."""

    def play_beside() -> None:
        with contextlib.suppress(StoreError, ProjectClosed):  # the page was closed while the team was at work
            play(project, show, patience=_PATIENCE, pace=_PACE)
            context.out.note("The demo has ended. The page stays until Ctrl-C.")

    serve_page(project, context.out, Reach(), open_browser=open_browser, view=f"runs/{RUN}", then=play_beside)
    return 0


@contextlib.contextmanager
def _clean_environment() -> Generator[None]:
    """The demo plays in its own folder as its own people, whatever store, token and repository the caller has."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(("RENKEI_", "GIT_"))}
    try:
        yield
    finally:
        os.environ.update(kept)


def _show_event(out: Output, story: Story, began: float, event: LogEvent, *, verbose: bool) -> None:
    line = story.line_for(event)
    if line is None or (line.is_detail and not verbose):
        return
    seconds = f"{time.monotonic() - began:5.1f} s  "
    shown = f"{line.who:<10} {line.word:<17} {out.say(line.text)}"
    if out.as_json:
        out.note("{line}", line=seconds + shown)
    else:
        out.print_styled((seconds, "dim"), (shown, line.style))


def _tell_summary(context: Context, summary: dict[str, Any]) -> None:
    out = context.out
    _tell_lie(context, summary["lie"])
    heading = out.say("What you have seen, in {seconds:g} s, without a model", seconds=summary["seconds"])
    show_heading(out, heading, "bold")
    out.tell(
        "- The team asked before it decided, and a person answered: {answers}.",
        answers=_join_words(summary["decisions"]),
    )
    out.tell(
        "- Hallucinated references caught before anybody built on them: {count}.",
        count=len(summary["references_caught"]),
    )
    out.tell(
        "- Hung agents ended and replaced, with nothing lost: {agents}.",
        agents=_join_words(summary["hung_agents_replaced"]),
    )
    out.tell("- The review gate compared code and documents: {gates}.", gates=" → ".join(summary["gates"]) or "-")
    for finding in summary["gate_findings"]:
        out.tell("  It found: {finding}", finding=finding)
    out.tell(
        "- {commits} commits, each by one agent on its own files, with tests that ran: {files}",
        commits=summary["commits"],
        files=_join_words(summary["files"]),
    )
    if summary["log_proven"]:
        out.tell("- {events} events in one log, and the log proves the board.", events=summary["events"])
    if summary["ok"]:
        _tell_next_steps(context, summary["kept"])
    else:
        out.note("The demo did not end as it should: the run is {state}.", state=summary["state"])


def _tell_lie(context: Context, lie: dict[str, str]) -> None:
    out = context.out
    show_heading(out, out.say("The lie, close up"), "bold")
    out.tell("  {agent} reported:      {said}", agent="writer", said=lie["reported"])
    out.tell("  the next was told:    {said}", said=lie["told"])
    out.tell("  what came back:       {said}", said=lie["came_back"])


def _tell_next_steps(context: Context, kept: str | None) -> None:
    """What to do next, in commands that work as they stand here."""
    out, renkei = context.out, own_command()
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
        out.print_line(f"  {command}")
    out.tell("In a repository of yours, without a model and without a key:")
    if not all(map(version_of, extra_packages("review"))):
        out.print_line(f"  {install_command('review')}")
    out.print_line(f"  {renkei} review")
    out.print_line(f"  {renkei} init --claude --dry-run")


def _join_words(words: list[str]) -> str:
    return ", ".join(words) or "-"
