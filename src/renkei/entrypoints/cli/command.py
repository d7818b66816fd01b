"""One command at work: its settings, its store, its actor."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from renkei import settings as settings_module
from renkei.bootstrap import open_hub, open_reader, open_rehearsal, store_exists
from renkei.commands.acts import Act
from renkei.commands.base import Command, Request
from renkei.entrypoints.cli import COMMANDS
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.parser import Parser
from renkei.errors import BadInput, NotFound, Refused, RenkeiError
from renkei.hub import Committed, Hub
from renkei.kit.words import Say
from renkei.protocol.actors import CLIENT, Actor
from renkei.protocol.documents import MAX_BYTES
from renkei.settings import Settings

_PAGED: Final = frozenset(
    {"board", "chat", "claims", "contract", "help", "inbox", "log", "message", "playbook", "review", "rules", "runs"}
)


class Context:
    """What a command works with. The store is opened when it is first needed, and closed at the end of the block."""

    def __init__(self, settings: Settings, out: Output, cwd: Path) -> None:
        self.settings = settings
        self.out = out
        self.cwd = cwd
        self._opened = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._opened.close()

    @cached_property
    def hub(self) -> Hub:
        """The store, made if there is none."""
        return self._until_the_end(open_hub(self.settings, self.cwd))

    @cached_property
    def reader(self) -> Hub:
        """The store for looking only."""
        return self._until_the_end(open_reader(self.settings, self.cwd))

    @property
    def has_store(self) -> bool:
        return "hub" in self.__dict__ or store_exists(self.settings, self.cwd)

    @property
    def work_tree(self) -> Path:
        """The work tree that the command is given in, if it is one of this project's; else the project's own."""
        return settings_module.work_tree_of(self.settings.project, self.cwd)

    def actor(self, as_name: str | None = None) -> Actor:
        """Who acts: the one place that finds it out. Asked before the store is opened for writing, so that a wrong name
        leaves nothing behind.

        Raises:
            Refused: there is a token, and it is nobody's.
        """
        return self.reader.identify(as_name=as_name, token=os.environ.get("RENKEI_TOKEN"))

    def actor_at_terminal(self) -> Actor:
        """The same for what holds agents to the rules: inside a coding client nobody is known to be a person."""
        if "CLAUDECODE" in os.environ and "RENKEI_TOKEN" not in os.environ:
            return CLIENT
        return self.actor()

    def onlooker(self, as_name: str | None = None) -> Actor | None:
        """Who looks, for what anybody may see: a token that is nobody's is None."""
        try:
            return self.actor(as_name)
        except Refused:
            if as_name:
                raise
            return None

    def authorize(self, command: Command, *, actor: Actor, key: str | None = None) -> None:
        """Has the hub decide before git, a file or a process is touched. A project without a store gets none by it."""
        self.reader.authorize(Request(command=command, actor=actor, key=key, lang=self.settings.lang))

    def authorize_act(self, act: Act, *, actor: Actor | None = None) -> Actor:
        """The same for what is done outside the store; who does it."""
        actor = actor or self.actor()
        self.authorize(act, actor=actor)
        return actor

    def do(self, command: Command, *, actor: Actor, key: str | None = None) -> Committed:
        """Carries a command out and passes on what the caller should know."""
        request = Request(command=command, actor=actor, key=key, lang=self.settings.lang)
        if not self.has_store:
            open_rehearsal(self.settings.layers).do(request)
        outcome = self.hub.do(request)
        for note in outcome.notes:
            self.out.note(note.text, **note.params)
        return outcome

    def _until_the_end(self, hub: Hub) -> Hub:
        self._opened.callback(hub.log.close)
        return hub


def run_command(name: str, words: list[str], flags: argparse.Namespace) -> int:
    """Runs one command, and says what went wrong if it did."""
    out = Output(lang=_language(flags.lang or os.environ.get("RENKEI_LANG")), as_json=flags.json)
    try:
        module = command_module(name)
        _check_text(words)
        arguments = command_parser(name, out.say).parse_args(words)
        cwd = _current_folder()
        settings = settings_module.load(
            project=flags.project, store=flags.store, lang=flags.lang, env=os.environ, cwd=cwd
        )
        out.lang = settings.lang
        run: Callable[[Context, argparse.Namespace], int] = module.run
        with _paging(name, flags, words), Context(settings, out, cwd) as context:
            return run(context, arguments)
    except RenkeiError as error:
        out.error(error)
        return error.exit_code


def _paging(name: str, flags: argparse.Namespace, words: list[str]) -> AbstractContextManager[None]:
    """What a person looks through, and that comes to an end."""
    if name not in _PAGED or flags.no_pager or flags.json or "--follow" in words:
        return nullcontext()
    from renkei.entrypoints.cli.pager import paged

    return paged()


def report_bad_flag(message: str, *, as_json: bool) -> int:
    """Says what is wrong with a flag that stands before the command."""
    out = Output(lang=_language(os.environ.get("RENKEI_LANG")), as_json=as_json)
    try:
        Parser(prog="renkei", say=out.say).error(message)
    except BadInput as error:
        out.error(error)
        return error.exit_code


def command_parser(name: str, say: Say) -> Parser:
    """What a command takes.

    Raises:
        BadInput: there is no such command.
    """
    module = command_module(name)
    parser = Parser(prog=f"renkei {name}", say=say, description=say(COMMANDS[name]))
    module.arguments(parser, say)
    return parser


def command_module(name: str) -> Any:
    """Where a command is carried out.

    Raises:
        BadInput: there is no such command.
    """
    if name in COMMANDS:
        return import_module(f"renkei.entrypoints.cli.{name.replace('-', '_')}_command")
    from difflib import get_close_matches

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


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise NotFound("There is no folder {path}.", path=os.environ.get("PWD", ".")) from None


def _language(wanted: str | None) -> str:
    """Before the settings are read, the flag, the environment and the locale decide."""
    try:
        return settings_module.language(wanted, os.environ)
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
