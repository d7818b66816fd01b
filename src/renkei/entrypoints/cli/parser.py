"""The command line's own words in the reader's language: argparse speaks English only."""

import argparse
import re
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
