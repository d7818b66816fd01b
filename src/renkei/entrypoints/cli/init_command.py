"""`renkei init`: sets a repository up for a client. Running it twice changes nothing."""

import argparse
import difflib
import sys
from pathlib import Path
from typing import Final

from renkei.app.clients import CLIENT_NAMES, MODES, SetUp, set_up_clients
from renkei.app.serving import LAST_PORT, SERVER_PORT
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.output import Output
from renkei.errors import BadInput, Unreachable
from renkei.kit.words import Say
from renkei.sentence import Translatable


def add_init_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--claude", action="store_true", help=say("agents and hooks for Claude Code"))
    parser.add_argument("--codex", action="store_true", help=say("hooks for Codex"))
    parser.add_argument("--gemini", action="store_true", help=say("hooks for Gemini CLI"))
    parser.add_argument("--mode", choices=MODES, help=say("record what would be refused, or refuse it"))
    parser.add_argument("--statusline", action="store_true", help=say("show Renkei's verdicts in the status line"))
    parser.add_argument("--mcp", action="store_true", help=say("the MCP server, too: agents join by its tools"))
    parser.add_argument(
        "--guide", action="store_true", help=say("how to work in a team, where the client's agents read it")
    )
    parser.add_argument("--shared", action="store_true", help=say("write settings that the team shares in git"))
    parser.add_argument(
        "--plugin", type=Path, metavar="DIR", help=say("agents and hooks for Claude Code as a plugin in this folder")
    )
    parser.add_argument(
        "--http",
        type=int,
        nargs="?",
        const=SERVER_PORT,
        metavar="PORT",
        help=say("Claude Code asks `renkei serve` about its tools, at this port (default: {port})", port=SERVER_PORT),
    )
    parser.add_argument("--no-http", action="store_true", help=say("it starts a command for that again"))
    parser.add_argument("--dry-run", action="store_true", help=say("show what would change, and change nothing"))


def handle_init(context: Context, args: argparse.Namespace) -> int:
    clients = [name for name in CLIENT_NAMES if getattr(args, name)]
    if not clients:
        raise BadInput("Say for which client: renkei init --claude, --codex or --gemini")
    if args.plugin and not args.claude:
        raise BadInput("A plugin is for Claude Code: renkei init --claude --plugin DIR")
    http = 0 if args.no_http else args.http
    _check_http(args.claude, args.plugin, http)
    set_up = set_up_clients(
        context.project,
        clients,
        program=_find_program(),
        mode=args.mode,
        shared=args.shared,
        statusline=args.statusline,
        mcp=args.mcp,
        guide=args.guide,
        plugin=args.plugin,
        http=http,
        dry_run=args.dry_run,
    )
    _report_setup(context, set_up, clients, plugin=args.plugin, dry=args.dry_run)
    return 0


def _check_http(is_claude: bool, plugin: Path | None, port: int | None) -> None:
    if port is not None and (not is_claude or plugin):
        raise BadInput("Hooks over HTTP are for Claude Code, without a plugin: renkei init --claude --http")
    if port is not None and not 0 <= port <= LAST_PORT:
        raise BadInput("--http: {port} is no port. Expected 1 to {last}.", port=port, last=LAST_PORT)


_CLIENT_NOTES: Final[dict[str, Translatable]] = {
    "codex": (
        "Codex runs no hook that nobody has trusted, and says nothing: start codex here, look at the hooks that it "
        "shows, and trust them. Agents are defined for Claude Code alone: what those of Codex report is looked at, and "
        "not refused."
    ),
    "gemini": (
        "Gemini CLI looks for hooks in the folder that it is started in, and in none above it: start gemini here, for "
        "below this folder it calls none, and says nothing. Agents are defined for Claude Code alone: what those of "
        "Gemini CLI report is looked at, and not refused."
    ),
}
"""What a person has to know of a client."""


def _find_program() -> str:
    """Where this command stands, for hooks that run without our environment."""
    program = Path(sys.argv[0]).absolute()
    beside = Path(sys.executable).with_name("renkei")
    found = next((place for place in (program, beside) if place.name == "renkei" and place.is_file()), None)
    if found is None:
        raise Unreachable("The command renkei is not installed beside {python}.", python=sys.executable)
    return str(found)


def _report_setup(context: Context, set_up: SetUp, clients: list[str], *, plugin: Path | None, dry: bool) -> None:
    out, changed, mode = context.out, set_up.changed, set_up.mode
    kept = [path.as_posix() for path in set_up.own_agents]
    if out.as_json:
        out.print_json(
            {
                "changed": [edit.path.as_posix() for edit in changed],
                "kept": kept,
                "mode": mode,
                "http": set_up.http,
                "plugin": [path.as_posix() for path in set_up.plugin],
                "dry_run": dry,
            }
        )
        return
    for edit in changed:
        out.print_styled(("+ " if edit.before is None else "~ ", "green"), edit.path.as_posix())
        if dry and edit.before is not None:
            before, after = edit.before.decode(errors="replace").splitlines(), edit.after.decode().splitlines()
            for line in difflib.unified_diff(before, after, lineterm="", n=1):
                out.print_styled((f"    {line}", "dim"))
    for path in set_up.plugin:
        out.print_styled(("+ ", "green"), str(plugin and plugin / path))
    if plugin:
        out.tell("Load the plugin with: claude --plugin-dir {folder}", folder=str(plugin))
    for path in kept:
        out.tell("{path} is your own and stays as it is: its results follow no contract of ours.", path=path)
    _tell_mode(out, mode, clients)
    if set_up.http:
        out.tell(_HTTP[mode], url=f"http://127.0.0.1:{set_up.http}/hooks")
    _tell_needs(out, clients)
    if not (changed or set_up.plugin):
        out.tell("Nothing to change: it is all there.")
    elif dry:
        out.tell("Nothing was changed: this was a rehearsal.")
    else:
        out.tell("Done. `renkei uninstall` takes it out again; `renkei off` or RENKEI_HOOKS=off stops the hooks.")
    if set_up.is_off:
        out.tell("The hooks of this project are off. `renkei on` switches them on again.")


_HTTP: Final[dict[str, Translatable]] = {
    "observe": (
        "Claude Code asks {url} about its tools. Start the server with: renkei serve. While it is not there, what "
        "tools do is not recorded; you are told so when you speak."
    ),
    "enforce": (
        "Claude Code asks {url} about its tools. Start the server with: renkei serve. While it is not there, every "
        "tool is refused; you are told so when you speak."
    ),
}


def _tell_needs(out: Output, clients: list[str]) -> None:
    for each in clients:
        if each in _CLIENT_NOTES:
            out.tell(_CLIENT_NOTES[each])


def _tell_mode(out: Output, mode: str, clients: list[str]) -> None:
    flags = " ".join(f"--{each}" for each in clients)
    if mode == "observe":
        out.tell(
            "Mode observe: what the rules would refuse is recorded and shown, and nothing is refused. "
            "Refuse it with: renkei init {clients} --mode enforce",
            clients=flags,
        )
    elif "claude" in clients:
        out.tell(
            "Mode enforce: results that do not hold are refused. Only record them with: "
            "renkei init {clients} --mode observe",
            clients=flags,
        )
    else:
        out.tell(
            "Mode enforce: tools are refused by the rules. Only record what they would refuse with: renkei init "
            "{clients} --mode observe",
            clients=flags,
        )
