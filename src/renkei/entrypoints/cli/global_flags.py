"""The flags that every command takes, before or after its own words."""

import argparse
from typing import NoReturn


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
