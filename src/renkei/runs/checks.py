"""Runs a task's check command in its place, and says what it came to."""

from pathlib import Path
from threading import Event

from renkei.commands.run_contracts import CHECK
from renkei.protocol.contracts import CommandRun, Inspection
from renkei.runs.workspaces import AttemptWorkspace
from renkei.sentence import Sentence
from renkei.workspace import commands


def run_check(command: str, place: AttemptWorkspace, *, timeout: float, stop: Event) -> CommandRun:
    """Runs it on what stands in the place; that it may be run is the caller's to know."""
    ran = commands.run(command, Path(place.folder), timeout=timeout, stop=stop)
    return CommandRun(
        check=CHECK,
        command=command,
        exit_code=ran.exit_code,
        seconds=ran.seconds,
        output=ran.output,
        digest=ran.digest,
        tree=place.worktree.git("rev-parse", "HEAD^{tree}") if place.worktree else None,
    )


def inspect_check(run: CommandRun) -> Inspection:
    return Inspection(runs=[run], tree=run.tree)


def describe_check_failure(run: CommandRun) -> Sentence | None:
    if run.exit_code == 0:
        return None
    said = run.output.strip()[-2000:]
    return Sentence("{check!r} fails with it ({code}): {said}", check=run.command, code=run.exit_code, said=said)
