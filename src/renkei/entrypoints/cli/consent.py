"""Whether code of a repository may be run: `--exec`, `CI`, or a person's word at a terminal, which is remembered."""

import os
import sys
from pathlib import Path

from renkei.board.contracts import may_execute
from renkei.entrypoints.cli.command import Context
from renkei.protocol.commands import PERSON, Actor, AllowExecution
from renkei.settings import main_work_tree


def authorize_flag(context: Context, actor: Actor | None, root: Path, *, execute: bool) -> None:
    """Refuses `--exec` to whom it is not for, before anything is done: an agent cannot consent for a person."""
    if execute and not (actor and _is_ours(context, root) and _is_remembered(context)):
        context.authorize_act("RunCode", actor=actor)


def has_consent(context: Context, actor: Actor | None, root: Path, *, execute: bool, forbid: bool) -> bool:
    """Asks if need be, and says why not. Where there is no store, nothing is remembered."""
    if forbid:
        context.out.note("Commands are left out: --no-exec.")
        return False
    is_person = actor is not None and actor.via == "terminal"
    if is_person and (execute or os.environ.get("CI")):
        return True
    is_ours = _is_ours(context, root)
    if actor and is_ours and _is_remembered(context):
        return True
    if actor and actor.name == PERSON.name and sys.stdin.isatty() and sys.stderr.isatty():
        context.out.note("This runs code of {folder}. Allow it for this repository? [y/N]", folder=str(root))
        if sys.stdin.readline().strip().lower() in ("y", "yes", "はい"):
            if is_ours and context.has_store:
                context.do(AllowExecution(), actor=actor)
            return True
    context.out.note("Commands are left out: nobody has allowed code of this repository to be run. Use --exec.")
    return False


def _is_ours(context: Context, root: Path) -> bool:
    return root == context.settings.project or main_work_tree(root) == context.settings.project


def _is_remembered(context: Context) -> bool:
    with context.reader.read() as view:
        return may_execute(view)
