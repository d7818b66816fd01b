"""The page of all commands is made from what they take, not from how one version of Python prints it."""

import argparse
import re

import pytest

from renkei.entrypoints.cli import COMMANDS
from scripts import reference


def print_otherwise(_: argparse.HelpFormatter) -> str:
    return "usage: as another Python prints it"


def test_page_is_the_same_whatever_argparse_prints(monkeypatch: pytest.MonkeyPatch):
    page = reference.render()
    monkeypatch.setattr(argparse.HelpFormatter, "format_help", print_otherwise)
    monkeypatch.setenv("COLUMNS", "40")
    assert reference.render() == page


def test_page_names_every_command_and_every_verb():
    page = reference.render()
    assert re.findall(r"^### renkei (\S+)$", page, re.MULTILINE) == list(COMMANDS)
    assert {"renkei runs undo ID", "renkei contract list [--as AGENT] [--key KEY] [--limit N]"} <= set(
        page.splitlines()
    )


def test_words_are_shown_as_they_are_written():
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", required=True, choices=("a", "b"), help="where to")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--yes", action="store_true", help="agree")
    group.add_argument("--no", nargs="*", metavar="WHY", help="refuse")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("rest", nargs="?", metavar="REST", help="what is left")
    assert reference.shape("renkei x", parser).splitlines() == [
        "renkei x --to {a,b} [--yes | --no [WHY ...]] FILE [FILE ...] [REST]",
        "  --to {a,b}      where to",
        "  --yes           agree",
        "  --no [WHY ...]  refuse",
        "  REST            what is left",
    ]
