"""One command at work: its settings, its store, its actor."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TypeVar

from renkei import settings as settings_module
from renkei.app.project import Project
from renkei.entrypoints.cli import COMMANDS, MODULES, SAME_HANDLER
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.parser import BadFlag, Parser, argparse_in
from renkei.errors import BadInput, NotFound, RenkeiError
from renkei.kit.words import Say, speaker
from renkei.lazy import lazy
from renkei.protocol.terms import MAX_BYTES
from renkei.sentence import Translatable
from renkei.settings import Settings
from renkei.values import value

if TYPE_CHECKING:
    from difflib import get_close_matches

    from renkei.entrypoints.cli.pager import page_output
    from renkei.entrypoints.mcp.pipe import open_pipe
else:
    page_output = lazy("renkei.entrypoints.cli.pager:page_output")
    get_close_matches = lazy("difflib:get_close_matches")
    open_pipe = lazy("renkei.entrypoints.mcp.pipe:open_pipe")


ItemT = TypeVar("ItemT")

_PAGED: Final = frozenset(
    {
        "board",
        "chat",
        "claims",
        "contract",
        "help",
        "inbox",
        "insights",
        "log",
        "message",
        "playbook",
        "policy",
        "review",
        "rules",
        "runs",
        "why",
    }
)


class Terminal:
    """Whoever gives the command, as the application layer knows it: reads what is noted, and may be asked."""

    def __init__(self, out: Output) -> None:
        self._out = out

    @property
    def is_at_terminal(self) -> bool:
        return sys.stdin.isatty()

    @property
    def can_answer(self) -> bool:
        return sys.stdin.isatty() and sys.stderr.isatty()

    def note(self, text: Translatable, /, **params: object) -> None:
        self._out.note(text, **params)

    def progress(self, items: Iterable[ItemT], label: Translatable, *, total: int | None = None) -> Iterator[ItemT]:
        return self._out.progress(items, label, total=total)

    def ask_consent(self, folder: Path, commands: Sequence[str]) -> bool:
        self._out.note("This runs code of {folder}:", folder=str(folder))
        for each in commands:
            self._out.note("  {command}", command=each)
        self._out.note("Allow it for this repository? [y/N]")
        return sys.stdin.readline().strip().lower() in ("y", "yes", "はい")


class Context:
    """What a command works with: the project, and where it prints."""

    def __init__(self, project: Project, out: Output) -> None:
        self.project = project
        self.out = out

    @property
    def settings(self) -> Settings:
        return self.project.settings

    @property
    def cwd(self) -> Path:
        return self.project.cwd


def run_command(name: str, words: list[str], flags: argparse.Namespace, *, typed: Sequence[str]) -> int:
    """Runs one command, and says what went wrong if it did."""
    out = Output(lang=_early_language(flags.lang or os.environ.get("RENKEI_LANG")), as_json=flags.json)
    try:
        handler = find_handler(name)
        _check_text(words)
        _check_filled([name, *words], flags)
        arguments = command_parser(name, out.lang).parse_args(words)
        cwd = _current_folder()
        settings = settings_module.load(
            project=flags.project, store=flags.store, lang=flags.lang, env=os.environ, cwd=cwd
        )
        out.lang = settings.lang
        with (
            _pager_context(name, flags, words),
            Project(settings, cwd, env=os.environ, caller=Terminal(out), words=typed, serve_agent=open_pipe) as project,
        ):
            return handler.handle(Context(project, out), arguments)
    except RenkeiError as error:
        out.print_error(error)
        return error.exit_code


def _pager_context(name: str, flags: argparse.Namespace, words: list[str]) -> AbstractContextManager[None]:
    """What a person looks through, and that comes to an end."""
    if name not in _PAGED or flags.no_pager or flags.json or "--follow" in words:
        return nullcontext()
    return page_output()


def report_bad_flag(flags: argparse.ArgumentParser, words: list[str]) -> int:
    """Says what is wrong with a flag that stands before the command: in which language, only now is looked for."""
    out = Output(lang=_early_language(os.environ.get("RENKEI_LANG")), as_json="--json" in words)
    try:
        with argparse_in(out.lang):
            flags.parse_known_args(words)
    except BadFlag as bad:
        error = BadInput("{message}. See: {prog} --help", message=str(bad), prog=flags.prog)
        out.print_error(error)
        return error.exit_code
    raise AssertionError("what was refused is taken now")


def command_parser(name: str, lang: str) -> Parser:
    """What a command takes.

    Raises:
        BadInput: there is no such command.
    """
    handler, say = find_handler(name), speaker(lang)
    parser = Parser(prog=f"renkei {name}", lang=lang, description=say(COMMANDS[name]))
    with argparse_in(lang):
        handler.add_arguments(parser, say)
    parser.set_defaults(called=name)
    return parser


@value
class Handler:
    """What carries a command out: what it takes, and what it does."""

    add_arguments: Callable[[argparse.ArgumentParser, Say], None]
    handle: Callable[[Context, argparse.Namespace], int]


def find_handler(name: str) -> Handler:
    """Loads what carries a command out.

    Raises:
        BadInput: there is no such command.
    """
    if name in COMMANDS:
        module = import_module(f"renkei.entrypoints.cli.{MODULES.get(name, name)}_command")
        function = SAME_HANDLER.get(name, name).replace("-", "_")
        return Handler(
            add_arguments=getattr(module, f"add_{function}_arguments"), handle=getattr(module, f"handle_{function}")
        )
    if near := get_close_matches(name.lower(), COMMANDS, n=1):
        raise BadInput(
            "There is no command {name!r}. Did you mean: renkei {near}? `renkei --help` lists them all.",
            name=name,
            near=near[0],
        )
    raise BadInput("There is no command {name!r}. `renkei --help` lists them.", name=name)


def _check_text(words: list[str]) -> None:
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise BadInput("{name} is not UTF-8 text (byte {at}).", name=ascii(word), at=error.start) from None


def _check_filled(words: list[str], flags: argparse.Namespace) -> None:
    """What a script gives whose variable is not set would be taken as if nothing had been said."""
    given = ((f"--{name}", getattr(flags, name)) for name in ("project", "store", "lang"))
    pairs = (
        word.partition("=")[::2] if word[:2] == "--" and "=" in word else (_place_of(words, at), word)
        for at, word in enumerate(words[1:], start=1)
    )
    empty = next((place for place, value in (*given, *pairs) if value == ""), None)
    if empty is not None:
        raise BadInput("{option}: expected a value, and not an empty one.", option=empty)


def _place_of(words: list[str], at: int) -> str:
    """What a word belongs to: the flag before it, or all that was typed before it."""
    before = words[at - 1]
    return before if before.startswith("-") else " ".join(["renkei", *words[:at]])


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise NotFound("There is no folder {path}.", path=os.environ.get("PWD", ".")) from None


def _early_language(wanted: str | None) -> str:
    """Before the settings are read, the flag, the environment and the locale decide."""
    try:
        return settings_module.resolve_language(wanted, os.environ)
    except BadInput:
        return "en"


def read_input(path: str) -> tuple[bytes, str]:
    """A document from a file or standard input (`-`), and what to call it."""
    with open_input(path) as file:
        return file.read(MAX_BYTES + 1), input_name(path)


def input_name(path: str) -> str:
    return "<stdin>" if path == "-" else path


def open_input(path: str) -> AbstractContextManager[BinaryIO]:
    """A file, or standard input (`-`), to read from."""
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(path).open("rb")
    except FileNotFoundError:
        raise NotFound("There is no file {path}.", path=path) from None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=path, error=error.strerror) from None
