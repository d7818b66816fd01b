"""Whether code of a repository may be run: `--exec`, `CI`, or a person's word at a terminal, which is remembered."""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from renkei.board.contracts import may_execute
from renkei.commands.acts import RunCode
from renkei.commands.contracts import AllowExecution
from renkei.entrypoints.cli.command import Context
from renkei.errors import Unreachable
from renkei.protocol.actors import PERSON, Actor
from renkei.settings import main_work_tree
from renkei.setup.edits import write


def authorize_flag(context: Context, actor: Actor | None, root: Path, *, execute: bool) -> None:
    """Refuses `--exec` to whom it is not for, before anything is done: an agent cannot consent for a person."""
    if execute and not (actor and _is_ours(context, root) and _is_remembered(context)):
        context.authorize_act(RunCode(), actor=actor)


def has_consent(
    context: Context, actor: Actor | None, root: Path, what: Sequence[str], *, execute: bool, forbid: bool
) -> bool:
    """Asks if need be, saying what would run, and says why not. A yes is remembered in the store if there is one; a no
    is remembered beside the user's own files, until the person says `--exec`."""
    if forbid:
        context.out.note("Commands are left out: --no-exec.")
        return False
    is_person = actor is not None and actor.via == "terminal"
    if is_person and (execute or os.environ.get("CI")):
        if execute:
            _remember(root, refused=False)
        return True
    is_ours = _is_ours(context, root)
    if actor and is_ours and _is_remembered(context):
        return True
    if actor and actor.name == PERSON.name and sys.stdin.isatty() and sys.stderr.isatty():
        if str(root) in _refused():
            context.out.note("Commands are left out: you said no for this repository. Use --exec to run them.")
            return False
        if _ask(context, root, what):
            if is_ours and context.has_store:
                context.do(AllowExecution(), actor=actor)
            return True
        _remember(root, refused=True)
    context.out.note("Commands are left out: nobody has allowed code of this repository to be run. Use --exec.")
    return False


def _ask(context: Context, root: Path, what: Sequence[str]) -> bool:
    context.out.note("This runs code of {folder}:", folder=str(root))
    for each in what:
        context.out.note("  {command}", command=each)
    context.out.note("Allow it for this repository? [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes", "はい")


def _refused() -> list[str]:
    """The folders whose code a person did not want to be run."""
    path = _refusals()
    try:
        found: Any = json.loads(path.read_bytes()) if path else []
    except (OSError, ValueError):
        found = []
    return [str(each) for each in cast(list[Any], found)] if isinstance(found, list) else []


def _remember(root: Path, *, refused: bool) -> None:
    """For the next time. Where it cannot be kept, the person is asked again."""
    before, path = _refused(), _refusals()
    after = [each for each in before if each != str(root)] + ([str(root)] if refused else [])
    if path and after != before:
        with suppress(OSError, Unreachable):
            write(path, json.dumps(after, indent=1).encode())


def _refusals() -> Path | None:
    home = os.environ.get("XDG_STATE_HOME") or (
        Path(os.environ["HOME"], ".local", "state") if os.environ.get("HOME") else None
    )
    return Path(home, "renkei", "not-run.json") if home else None


def _is_ours(context: Context, root: Path) -> bool:
    return root == context.settings.project or main_work_tree(root) == context.settings.project


def _is_remembered(context: Context) -> bool:
    with context.reader.read() as view:
        return may_execute(view)
