"""What a task's check command came to: run in its place, or on its work when that was put on top of what others did."""

from pathlib import Path
from threading import Event
from typing import Final

from renkei.commands.run_contracts import CHECK
from renkei.protocol.contracts import CommandRun, Inspection
from renkei.runs.workspaces import AttemptWorkspace
from renkei.workspace import shell
from renkei.workspace.landing import Landing

NOTHING_WRONG: Final = Inspection()
"""What was asked for is there, and nothing was run."""


def run_check(command: str, place: AttemptWorkspace, *, timeout: float, stop: Event) -> CommandRun:
    """Runs it on what stands in the place; that it may be run is the caller's to know."""
    ran = shell.run(command, Path(place.folder), timeout=timeout, stop=stop)
    return _describe_run(command, ran, place.worktree.git("rev-parse", "HEAD^{tree}") if place.worktree else None)


def inspect_check(run: CommandRun) -> Inspection:
    return Inspection(runs=[run], tree=run.tree)


def inspect_landing(landing: Landing, check: str | None) -> Inspection:
    """What was found when a task's work was put on top of what others did."""
    if landing.ran is None or check is None:
        return NOTHING_WRONG
    return inspect_check(_describe_run(check, landing.ran, landing.tree))


def _describe_run(command: str, ran: shell.CommandResult, tree: str | None) -> CommandRun:
    return CommandRun(
        check=CHECK,
        command=command,
        exit_code=ran.exit_code,
        seconds=ran.seconds,
        output=ran.output,
        digest=ran.digest,
        tree=tree,
    )
