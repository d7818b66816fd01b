"""The command line in the reader's language: what argparse itself says comes from a catalogue of its own."""

import argparse
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn, TypeVar, cast

from renkei.errors import BadInput
from renkei.kit.words import Say, load_catalogue, speaker
from renkei.sentence import Translatable

NumberT = TypeVar("NumberT", int, float)


@contextmanager
def argparse_in(lang: str) -> Generator[None]:
    """Has argparse speak a language for a while, whatever the locale is. It takes its texts by these two functions."""
    words, catalogue = argparse.__dict__, load_catalogue(lang, "argparse")
    before = {name: words[name] for name in ("_", "ngettext")}
    words.update(_=catalogue.gettext, ngettext=catalogue.ngettext)
    try:
        yield
    finally:
        words.update(before)


class Parser(argparse.ArgumentParser):
    """Takes nothing abbreviated, and reports bad usage as our own error: it reads and exits like every other."""

    def __init__(self, *, lang: str, **kwargs: Any) -> None:
        say = speaker(lang)
        with argparse_in(lang):
            super().__init__(add_help=False, allow_abbrev=False, **kwargs)
        self._lang = lang
        self.register("type", int, _number(int, "invalid int value: {value!r}", say))
        self.register("type", float, _number(float, "invalid float value: {value!r}", say))
        self.add_argument("-h", "--help", action="help", help=say("show this help and exit"))

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        """What stands without a flag is called in errors as in the usage."""
        action = super().add_argument(*args, **kwargs)
        if not action.option_strings and action.metavar is None:
            action.metavar = "|".join(map(str, action.choices)) if action.choices else action.dest.upper()
        return action

    def add_subparsers(self, **kwargs: Any) -> Any:
        return super().add_subparsers(parser_class=cast(type[Parser], partial(Parser, lang=self._lang)), **kwargs)

    def parse_args(self, *args: Any, **kwargs: Any) -> Any:
        with argparse_in(self._lang):
            return super().parse_args(*args, **kwargs)

    def parse_known_args(self, *args: Any, **kwargs: Any) -> Any:
        """Of a verb, too: argparse would leave what it does not know to the command above, and name that."""
        known, unknown = super().parse_known_args(*args, **kwargs)
        if unknown:
            self.error(argparse.__dict__["_"]("unrecognized arguments: %s") % " ".join(unknown))
        return known, unknown

    def format_help(self) -> str:
        with argparse_in(self._lang):
            return super().format_help()

    def error(self, message: str) -> NoReturn:
        """What argparse found wrong; it said so in the parser's language."""
        raise BadInput("{message}. See: {prog} --help", message=message, prog=self.prog)


def _number(kind: type[NumberT], wrong: Translatable, say: Say) -> Callable[[str], NumberT]:
    """Reads a number. Argparse would name the type as Python does, in any language."""

    def read(value: str) -> NumberT:
        try:
            return kind(value)
        except ValueError:
            raise argparse.ArgumentTypeError(say(wrong, value=value)) from None

    return read


def flags_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The flags that a command takes, but for `--help`."""
    actions = parser._actions  # pyright: ignore[reportPrivateUsage]
    return [action for action in actions if action.option_strings and "--help" not in action.option_strings]


def verbs_of(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """The verbs of a command, each with its own parser and its line of help."""
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            found: dict[str, argparse.ArgumentParser] = action.choices  # pyright: ignore
            told: dict[str, str] = {each.dest: each.help for each in action._choices_actions}  # pyright: ignore
            yield from ((name, verb, told.get(name, "")) for name, verb in found.items())


# The flags that every command takes, before or after its own words.


class BadFlag(Exception):
    """A global flag that argparse could not take."""


class _GlobalParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadFlag(message)


def global_flags(usage: str) -> argparse.ArgumentParser:
    parser = _GlobalParser(add_help=False, allow_abbrev=False, prog="renkei", usage=usage)
    parser.add_argument("--project")
    parser.add_argument("--store")
    parser.add_argument("--lang")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-pager", action="store_true")
    parser.add_argument("--version", action="store_true")
    return parser
