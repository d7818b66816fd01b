"""Whether code of a repository may be run: `--exec`, `CI`, or a person's word at a terminal, which is remembered."""

import os
import sys
from pathlib import Path

from renkei.board.contracts import may_execute
from renkei.entrypoints.cli.command import Context
from renkei.protocol.commands import Actor, AllowExecution
from renkei.settings import main_work_tree


def has_consent(context: Context, actor: Actor, root: Path, *, execute: bool, forbid: bool) -> bool:
    """Asks if need be, and says why not. Where there is no store, nothing is remembered."""
    if forbid:
        context.out.note("Commands are left out: --no-exec.")
        return False
    if execute or os.environ.get("CI"):
        return True
    is_ours = root == context.settings.project or main_work_tree(root) == context.settings.project
    if is_ours and _is_remembered(context):
        return True
    if actor.name == "person" and sys.stdin.isatty() and sys.stderr.isatty():
        context.out.note("This runs code of {folder}. Allow it for this repository? [y/N]", folder=str(root))
        if sys.stdin.readline().strip().lower() in ("y", "yes", "はい"):
            if is_ours and context.has_store:
                context.do(AllowExecution(), actor=actor)
            return True
    context.out.note("Commands are left out: nobody has allowed code of this repository to be run. Use --exec.")
    return False


def _is_remembered(context: Context) -> bool:
    with context.reader.read() as view:
        return may_execute(view)
