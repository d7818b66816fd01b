"""`renkei doctor`: what is installed, reachable, configured; what to do about the rest."""

import argparse
import os
import platform
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from renkei._version import __version__
from renkei.bootstrap import store_exists, store_server
from renkei.entrypoints.cli.command import Context
from renkei.errors import RenkeiError
from renkei.git import call
from renkei.kit.words import Say
from renkei.settings import shown_store

State = Literal["ok", "note", "fail"]
_MARKS: Final = {"ok": ("✓", "green"), "note": ("•", "yellow"), "fail": ("✗", "bold red")}
_OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""

_EXTRAS: Final = {"claude": "claude_agent_sdk", "postgres": "psycopg", "review": "bandit", "schema": "jsonschema"}
"""Extras with the module that shows that they are there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    name: str
    state: State
    detail: str
    remedy: str | None = None


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def run(context: Context, args: argparse.Namespace) -> int:
    checks = list(_checks(context))
    failed = any(check.state == "fail" for check in checks)
    if context.out.as_json:
        context.out.document({"ok": not failed, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            mark, style = _MARKS[check.state]
            context.out.styled((f"{mark} ", style), (f"{check.name:<10}", "bold"), check.detail)
            if check.remedy:
                context.out.styled((f"  → {check.remedy}", "dim"))
    return 1 if failed else 0


def _checks(context: Context) -> Iterator[Check]:
    say = context.out.say
    yield _renkei(say)
    yield _sqlite(say)
    yield _git(say)
    yield Check(name="project", state="ok", detail=str(context.settings.project))
    yield _store(context)
    yield Check(name="language", state="ok", detail=context.settings.lang)
    yield _identity(context)


def _renkei(say: Say) -> Check:
    extras = [name for name, module in _EXTRAS.items() if find_spec(module)]
    there = say("extras: {names}", names=", ".join(extras) or "-")
    return Check(name="renkei", state="ok", detail=f"{__version__}, Python {platform.python_version()}, {there}")


def _sqlite(say: Say) -> Check:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        remedy = say("Use a Python with SQLite 3.37 or newer.")
        return Check(name="sqlite", state="fail", detail=version, remedy=remedy)
    return Check(name="sqlite", state="ok", detail=version)


def _git(say: Say) -> Check:
    if shutil.which("git") is None:
        return Check(name="git", state="note", detail=say("not found"), remedy=say("Install git: runs work in it."))
    version = call(Path.cwd(), "version").stdout.decode().strip().removeprefix("git version ")
    return Check(name="git", state="ok", detail=version)


def _store(context: Context) -> Check:
    say, store = context.out.say, shown_store(context.settings.store)
    try:
        if server := store_server(context.settings, context.cwd):
            store = f"{store}, {server}"
        if not store_exists(context.settings, context.cwd):
            remedy = say("It is made by the first command that writes, such as: renkei agent add NAME --role ROLE")
            return Check(name="store", state="note", detail=say("{store}: not there yet", store=store), remedy=remedy)
        with context.reader.read() as view:
            return Check(
                name="store", state="ok", detail=say("{store}: {events} events", store=store, events=view.head.seq)
            )
    except RenkeiError as error:
        return Check(name="store", state="fail", detail=store, remedy=say(error.text, **error.params))


def _identity(context: Context) -> Check:
    say = context.out.say
    if "RENKEI_TOKEN" not in os.environ:
        return Check(name="you", state="ok", detail=say("a person at a terminal"))
    try:
        return Check(name="you", state="ok", detail=say("the agent {name}, by its token", name=context.actor().name))
    except RenkeiError as error:
        return Check(name="you", state="fail", detail="RENKEI_TOKEN", remedy=say(error.text, **error.params))
