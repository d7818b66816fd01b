"""The command line's own words in the reader's language: argparse speaks English only."""

import argparse
import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NoReturn, cast

from renkei.errors import BadInput
from renkei.kit.words import Say

USAGE_ERRORS: Final = (
    "the following arguments are required: {names}. See: {prog} --help",
    "unrecognized arguments: {words}. See: {prog} --help",
    "argument {name}: expected one argument. See: {prog} --help",
    "argument {name}: invalid int value: {value}. See: {prog} --help",
    "argument {name}: invalid choice: {value} (choose from {choices}). See: {prog} --help",
    "argument {name}: ignored explicit argument {value}. See: {prog} --help",
)
"""What argparse finds wrong, as sentences that can be translated. Others are passed on as they are."""


class Parser(argparse.ArgumentParser):
    """Takes nothing abbreviated, and reports bad usage as our own error: it reads and exits like every other."""

    def __init__(self, *, say: Say, **kwargs: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **kwargs)
        self._say = say
        self._positionals.title = say("positional arguments")
        self._optionals.title = say("options")
        self.add_argument("-h", "--help", action="help", help=say("show this help and exit"))

    def add_subparsers(self, **kwargs: Any) -> Any:
        return super().add_subparsers(parser_class=cast(type[Parser], partial(Parser, say=self._say)), **kwargs)

    def format_help(self) -> str:
        return super().format_help().replace("usage: ", f"{self._say('usage')}: ", 1)

    def error(self, message: str) -> NoReturn:
        said = f"{message}. See: {self.prog} --help"
        for template in USAGE_ERRORS:
            if found := re.fullmatch(_pattern(template), said, re.DOTALL):
                params: dict[str, Any] = found.groupdict()
                raise BadInput(template, **params)
        raise BadInput("{message}. See: {prog} --help", message=message, prog=self.prog)


def _pattern(template: str) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template))


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
