"""`renkei init`: sets a repository up for a client. Running it twice changes nothing."""

import argparse
import difflib
import json
import sys
from pathlib import Path

from renkei.bootstrap import open_hub, store_file
from renkei.commands.acts import SetUpClient, SoftenMode
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.off_command import OFF
from renkei.entrypoints.hooks import HOOK_SETTINGS
from renkei.errors import BadInput, Unreachable
from renkei.kit.words import Say
from renkei.setup import claude
from renkei.setup.edits import Edit, make, read

MODES = ("observe", "enforce")


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--claude", action="store_true", help=say("agents and hooks for Claude Code"))
    parser.add_argument("--mode", choices=MODES, help=say("record what would be refused, or refuse it"))
    parser.add_argument("--statusline", action="store_true", help=say("show Renkei's verdicts in the status line"))
    parser.add_argument("--shared", action="store_true", help=say("write settings that the team shares in git"))
    parser.add_argument("--dry-run", action="store_true", help=say("show what would change, and change nothing"))


def run(context: Context, args: argparse.Namespace) -> int:
    if not args.claude:
        raise BadInput("Say for which client: renkei init --claude")
    if not args.dry_run:
        context.authorize_act(SetUpClient())
    root = context.settings.project
    hook_settings = _hook_settings(context, args.mode)
    planned = claude.plan(
        root, lang=context.settings.lang, shared=args.shared, program=_program(), statusline=args.statusline
    )
    edits = [*planned, hook_settings]
    changed = [edit for edit in edits if edit.changes]
    if not args.dry_run:
        if not context.has_store:
            open_hub(context.settings, context.cwd).log.close()
        make(root, changed, claude.withdraw)
    _report(context, changed, mode=_mode_of(hook_settings.after), dry=args.dry_run)
    return 0


def _hook_settings(context: Context, mode: str | None) -> Edit:
    """What the hooks read. A mode that was chosen before stays."""
    path = Path(HOOK_SETTINGS)
    before = read(context.settings.project, path)
    kept = _mode_of(before)
    if kept == "enforce" and mode == "observe":
        context.authorize_act(SoftenMode(), actor=context.actor_at_terminal())
    settings = {
        "mode": mode or kept,
        "store": str(store_file(context.settings, context.cwd)),
        "lang": context.settings.lang,
        "deadline": claude.CHECK_SECONDS,
    }
    return Edit(path=path, before=before, after=(json.dumps(settings, indent=1) + "\n").encode())


def _mode_of(data: bytes | None) -> str:
    """The mode that is in force; a file of ours that somebody broke is written anew."""
    try:
        mode = json.loads(data or b"")["mode"]
    except (ValueError, LookupError, TypeError):
        return "observe"
    return mode if mode in MODES else "observe"


def _program() -> str:
    """Where this command stands, for hooks that run without our environment."""
    program = Path(sys.argv[0]).absolute()
    beside = Path(sys.executable).with_name("renkei")
    found = next((place for place in (program, beside) if place.name == "renkei" and place.is_file()), None)
    if found is None:
        raise Unreachable("The command renkei is not installed beside {python}.", python=sys.executable)
    return str(found)


def _report(context: Context, changed: list[Edit], *, mode: str, dry: bool) -> None:
    out = context.out
    kept = [path.as_posix() for path in claude.own_agents(context.settings.project)]
    if out.as_json:
        out.document(
            {"changed": [edit.path.as_posix() for edit in changed], "kept": kept, "mode": mode, "dry_run": dry}
        )
        return
    for edit in changed:
        out.styled(("+ " if edit.before is None else "~ ", "green"), edit.path.as_posix())
        if dry and edit.before is not None:
            before, after = edit.before.decode(errors="replace").splitlines(), edit.after.decode().splitlines()
            for line in difflib.unified_diff(before, after, lineterm="", n=1):
                out.styled((f"    {line}", "dim"))
    for path in kept:
        out.tell("{path} is your own and stays as it is: its results follow no contract of ours.", path=path)
    if mode == "observe":
        out.tell(
            "Mode observe: what the rules would refuse is recorded and shown, and nothing is refused. "
            "Refuse it with: renkei init --claude --mode enforce"
        )
    else:
        out.tell(
            "Mode enforce: results that do not hold are refused. Only record them with: "
            "renkei init --claude --mode observe"
        )
    if not changed:
        out.tell("Nothing to change: it is all there.")
    elif dry:
        out.tell("Nothing was changed: this was a rehearsal.")
    else:
        out.tell("Done. `renkei uninstall` takes it out again; `renkei off` or RENKEI_HOOKS=off stops the hooks.")
    if (context.settings.project / OFF).exists():
        out.tell("The hooks of this project are off. `renkei on` switches them on again.")
