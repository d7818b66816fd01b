"""The command `renkei`: finds the command, hands over, turns errors into words and exit codes.

`--version` and `--help` load nothing but this file, the parser and, for Japanese, the catalogue; a hook not even those.
"""

import errno
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import UnsupportedOperation
from typing import TYPE_CHECKING, Final

from renkei._version import __version__
from renkei.kit.words import Say, speaker
from renkei.lazy import lazy
from renkei.sentence import Translatable

if TYPE_CHECKING:
    import traceback

    from renkei.entrypoints import hook_process, hooks, statusline
    from renkei.entrypoints.cli import command, parser
    from renkei.errors import Unreachable
    from renkei.hidden import escape_hidden
else:
    traceback = lazy("traceback")
    hook_process = lazy("renkei.entrypoints.hook_process")
    hooks = lazy("renkei.entrypoints.hooks")  # runs on every tool call: nothing else is loaded before it
    statusline = lazy("renkei.entrypoints.statusline")  # a client may ask for it every second
    parser = lazy("renkei.entrypoints.cli.parser")
    command = lazy("renkei.entrypoints.cli.command")
    Unreachable = lazy("renkei.errors:Unreachable")
    escape_hidden = lazy("renkei.hidden:escape_hidden")


GROUPS: Final[dict[Translatable, dict[str, Translatable]]] = {
    "First steps": {
        "demo": "A scripted team builds and reviews a small feature, in a temporary repository",
        "init": "Set a repository up for a coding client",
        "status": "Where this project stands: store, hooks, what waits, last refusals",
        "doctor": "What is installed, reachable, configured; what to do about the rest",
        "accept": "Accept changed settings: mode, marks, rules, commands, store",
        "off": "Switch the hooks of this project off",
        "on": "Switch the hooks of this project on",
        "uninstall": "Take out what init merged in",
        "help": "This list, or the help of one command",
        "completion": "Completion of commands, flags and their values for bash, zsh or fish",
    },
    "Code and results": {
        "review": "Review a repository: real analysers, verified findings, a verdict",
        "check": "Check one agent's result against the contract and the code",
        "aggregate": "Put the results of several agents together",
        "claims": "Every accepted claim, checked again on the current commit",
        "trust": "How often each agent was right, how sure it was, and what that took",
        "spend": "Tokens and cost by agent, task, run, model or day; the prices",
        "cpf": "CPF, the form of reviews: check a file, derive the verdict of a review directory",
        "convert": "One agent's result in another dialect",
    },
    "Runs of a team": {
        "run": "Start a run of a playbook and stay with it to its end",
        "runs": "Runs: list, show, trace, undo",
        "decide": "Decisions and questions that wait for a person; answer one",
        "pause": "Pause a run: running tasks finish, no new ones start",
        "resume": "Resume a run, also after its process has died",
        "stop": "End a run",
        "replay": "The recorded past under other rules, budgets, limits or breaker times",
        "retry": "Run a task again, and the tasks that depend on it",
        "playbook": "Playbooks: list them, check one",
        "sdd": "Spec-driven development: features through design, review, tasks, builders and release",
        "agents": "Definitions of agents: check a folder of them",
        "gc": "Remove work trees, branches and records that no run needs any more",
    },
    "Messages, board, contracts": {
        "agent": "Members of the team: add, list, remove, token",
        "send": "Post a typed message from a file or standard input",
        "inbox": "What an agent has not handled yet",
        "message": "One message whole",
        "chat": "Read or post group chat",
        "board": "The shared state board and its changes; set fields",
        "turn": "An agent's turn: read the board on entry, write it on exit",
        "context": "What an agent's turn begins with: what is new for it, by how much it matters",
        "contract": "Task contracts: offer, accept, deliver, verify",
        "insights": "What agents marked as worth keeping: list, accept, reject",
        "why": "Why something was refused or decided: who, what, by which rule, on what evidence, when",
        "rules": "The rules in force: what follows from what, those that ship and the team's own",
        "policy": "What each role may use, and the limits of the lead; why something is allowed or refused",
    },
    "The store": {
        "log": "The event log",
        "export": "The log as lines of JSON",
        "import": "Bring an exported log into a store",
        "backup": "Copy the store while others write, and check the copy",
        "verify-store": "Check the chain and fold every table anew",
        "redact": "Forget what a message said without breaking the chain",
        "schema": "JSON Schemas of the words",
    },
    "For clients and measuring": {
        "serve": "Serve the web page for people and the MCP tools for agents over HTTP",
        "person": "People who may open the page under a name: add, list, remove",
        "mcp": "The tools of this project for coding agents, over standard input and output",
        "hook": "What coding clients call at each step",
        "statusline": "One line on this session for a coding client to show",
        "bench": "The benchmarks, with what they are measured against beside them",
    },
}
"""Each command with its line in the help, by what it is for."""

MODULES: Final = {
    **dict.fromkeys(("send", "message", "inbox", "chat"), "messages"),
    **dict.fromkeys(("export", "import", "backup", "verify-store", "redact", "schema"), "store"),
    **dict.fromkeys(("resume", "retry", "pause", "stop", "gc"), "run"),
    **dict.fromkeys(("off", "on", "statusline"), "hook"),
    "completion": "help",
    "context": "turn",
    "convert": "check",
    "doctor": "status",
}
"""Commands that stand in a module with others; the rest each have one of their own."""

SAME_HANDLER: Final = {"stop": "pause", "on": "off"}
"""Commands that another one's function carries out."""

COMMANDS: Final[dict[str, Translatable]] = {name: line for group in GROUPS.values() for name, line in group.items()}

EXAMPLES: Final[dict[str, Translatable]] = {
    "renkei review --base main": "what this branch changed, looked at by real analysers",
    "renkei check answer.md": "does what an agent wrote stand in the code?",
    "renkei run review": "the same review by a team, with its record",
    "renkei runs show": "how the newest run stands",
}

USAGE: Final = "renkei [--project DIR] [--store URL] [--json] [--lang en|ja] [--no-pager] COMMAND ..."


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code; without `argv`, that of this process, which ends with it."""
    _collect_garbage_late()
    if argv is not None:
        return _run_words(list(argv))
    if sys.argv[1:2] == ["hook"] and (client := hook_process.client_of(sys.argv[1:])):
        hook_process.serve(client)
    _open_streams()
    try:
        return _run_words(sys.argv[1:])
    finally:
        gc.freeze()  # else Python looks through all that was loaded once more before it lets go of it


def _collect_garbage_late() -> None:
    """Loading code makes many objects and no garbage. What goes on after that, as a run or a server does, makes some:
    from the first look for it on, it is collected as it comes."""
    gc.set_threshold(80_000)
    gc.callbacks.append(_collect_garbage_as_it_comes)


def _collect_garbage_as_it_comes(phase: str, info: Mapping[str, int]) -> None:
    if phase == "stop" and _collect_garbage_as_it_comes in gc.callbacks:
        gc.callbacks.remove(_collect_garbage_as_it_comes)
        gc.set_threshold(_GARBAGE)


_GARBAGE: Final = 5_000
"""How many objects come about between two looks for garbage."""


def _open_streams() -> None:
    """Streams that were closed before our start: what is written there is nobody's, and no file gets their numbers."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        hook_process.open_streams()
        sys.stdin = sys.stdin or os.fdopen(0)
        sys.stdout = sys.stdout or os.fdopen(1, "w")


def _run_words(words: list[str]) -> int:
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")  # a character that the terminal lacks is no reason to fail
    try:
        code = _dispatch_command(words)
        sys.stdout.flush()  # while a pipe that was closed is still ours to handle
        return code
    except BrokenPipeError:
        _drop_output()  # whoever read it has seen enough
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if _is_interrupted(error):
            return 130
        say = speaker(os.environ.get("RENKEI_LANG") or _locale_language())
        if isinstance(error, OSError) and error.errno in _OF_THE_SYSTEM:
            return _report_system(error, say)
        print(
            say("renkei: this is a mistake in Renkei itself, not in what you typed. Please report it:"), file=sys.stderr
        )
        print(escape_hidden(traceback.format_exc()), end="", file=sys.stderr)
        return 70


_OF_THE_SYSTEM: Final = frozenset(
    getattr(errno, name)
    for name in (
        "ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "EACCES", "EPERM", "ENOTDIR", "EISDIR", "ELOOP", "ENAMETOOLONG",
        "EMFILE", "ENFILE",
    )
    if hasattr(errno, name)
)  # fmt: skip
"""What a disk, its rights or something that stands in a file's place keep us from: no mistake of ours."""


def _report_system(error: OSError, say: Say) -> int:
    place = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else say("a file or the output")
    said = say(
        "renkei: {place}: the system says {error}. What was asked for may have been done: look before it is repeated.",
        place=place,
        error=error.strerror,
    )
    print(escape_hidden(said), file=sys.stderr)
    _drop_output()
    return Unreachable.exit_code


def _drop_output() -> None:
    """What is still to be written has no place: keeps Python from complaining about it once more at exit."""
    with suppress(UnsupportedOperation), open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - pathlib would be loaded
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _is_interrupted(error: BaseException) -> bool:
    """Python 3.11 makes another error of a Ctrl-C that comes while a class is being made."""
    cause = error.__cause__
    return cause is not None and (isinstance(cause, KeyboardInterrupt) or _is_interrupted(cause))


def _dispatch_command(words: list[str]) -> int:
    if words[:1] == ["hook"] and (client := hook_process.client_of(words)):
        return hooks.main(client)
    if words == ["statusline"]:
        return statusline.main()
    known = parser.global_flags(USAGE)
    try:
        flags, rest = known.parse_known_args(words)
    except parser.BadFlag:
        return command.report_bad_flag(known, words)
    if flags.version:
        print(f"renkei {__version__}")
        return 0
    if not rest or rest[0] in ("-h", "--help"):
        print_help(flags.lang)
        return 0 if rest else 2
    return command.run_command(rest[0], rest[1:], flags, typed=words)


def print_help(lang: str | None) -> None:
    """Every command by what it is for, and a few to begin with."""
    say = speaker(lang or os.environ.get("RENKEI_LANG") or _locale_language())
    print(f"{say('usage')}: {USAGE}\n\n{say('The coordination layer for teams of AI coding agents.')}\n")
    for title, commands in GROUPS.items():
        print(f"{say(title)}:")
        for name, summary in commands.items():
            print(f"  {name:<14} {say(summary)}")
        print()
    print(f"{say('Examples')}:")
    for example, meaning in EXAMPLES.items():
        print(f"  {example:<28} {say(meaning)}")
    print(f"\n{say('renkei COMMAND --help shows one command. The flags above stand before or after it.')}")


def _locale_language() -> str:
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "ja" if locale.startswith("ja") else "en"
