"""`renkei doctor`: what is installed, reachable, configured; what to do about the rest."""

import argparse
import os
import platform
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from renkei._version import __version__
from renkei.bootstrap import store_exists, store_server
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.init_command import MODES
from renkei.entrypoints.cli.off_command import OFF
from renkei.entrypoints.hooks import read_settings
from renkei.errors import RenkeiError
from renkei.git import call
from renkei.installed import extra_packages, install_line, version_of
from renkei.kit.words import Say
from renkei.settings import shown_store
from renkei.setup.claude import HOOKS, hook_commands, hook_faults, hooked_program, hooked_settings

State = Literal["ok", "note", "fail"]
_MARKS: Final = {"ok": ("✓", "green"), "note": ("•", "yellow"), "fail": ("✗", "bold red")}
_OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""

_SECONDS: Final = 20
"""How long a program may take to say which it is."""

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
    yield from _client(context)
    yield _analysers(say)
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


def _client(context: Context) -> Iterator[Check]:
    """The client, the hooks that it calls, and what they do with what they find."""
    say, project = context.out.say, context.settings.project
    yield _claude(say)
    where = hooked_settings(project)
    settings = _hook_settings(project)
    if not where and settings is None:
        detail, remedy = say("not set up"), say("Type: {command}", command="renkei init --claude")
        yield Check(name="hooks", state="note", detail=detail, remedy=remedy)
        return
    yield _hooks(context, where)
    yield _mode(settings, say)


def _claude(say: Say) -> Check:
    found = shutil.which("claude")
    if found is None:
        remedy = say("Install it to work with hooks: npm install -g @anthropic-ai/claude-code")
        return Check(name="client", state="note", detail=say("Claude Code: not found"), remedy=remedy)
    version = _said_by([found, "--version"])
    if version is None:
        remedy = say("See what is wrong with: {command}", command=f"{found} --version")
        return Check(
            name="client", state="fail", detail=say("Claude Code: {path} does not start", path=found), remedy=remedy
        )
    return Check(name="client", state="ok", detail=f"Claude Code: {version}")


def _hooks(context: Context, where: Sequence[Path]) -> Check:
    """Whether what the client would call at each event is there and starts."""
    say, project = context.out.say, context.settings.project
    again = say("Type: {command}", command="renkei init --claude")
    if faults := [say(each) for each in hook_faults(project)]:
        return Check(name="hooks", state="fail", detail="; ".join(faults), remedy=again)
    detail = ", ".join(path.as_posix() for path in where)
    by_event = [commands for path in where for commands in hook_commands(project, path).values()]
    for called in dict.fromkeys(hooked_program(command) for commands in by_event for command in commands):
        if not _starts(called, project):
            detail = say(
                "{where}: {program} does not start, and the client goes on unchecked", where=detail, program=called
            )
            return Check(name="hooks", state="fail", detail=detail, remedy=again)
    if (project / OFF).exists() or os.environ.get("RENKEI_HOOKS", "").lower() == "off":
        remedy = say("Type: {command}", command="renkei on")
        return Check(name="hooks", state="note", detail=say("{where}: switched off", where=detail), remedy=remedy)
    return Check(name="hooks", state="ok", detail=say("{where}: {count} events", where=detail, count=len(HOOKS)))


def _starts(called: str, project: Path) -> bool:
    """What came with the repository is not started, only looked for: its settings may name anything."""
    found = shutil.which(called)
    if found is None:
        return False
    return Path(found).resolve().is_relative_to(project) or _said_by([found, "--version"]) is not None


def _mode(settings: dict[str, Any] | None, say: Say) -> Check:
    mode = settings.get("mode") if settings else None
    if mode not in MODES:
        remedy = say("Type: {command}", command="renkei init --claude --mode observe")
        return Check(name="mode", state="fail", detail=say("unknown: {mode}", mode=mode), remedy=remedy)
    if mode == "observe":
        remedy = say("To have it refused: {command}", command="renkei init --claude --mode enforce")
        return Check(name="mode", state="ok", detail=say("observe: nothing is refused"), remedy=remedy)
    return Check(name="mode", state="ok", detail=say("enforce: results that do not hold are refused"))


def _hook_settings(project: Path) -> dict[str, Any] | None:
    try:
        return read_settings(project)
    except ValueError:
        return {}


def _said_by(words: list[str]) -> str | None:
    """The first line that a program answers with; None if it does not start or fails."""
    try:
        done = subprocess.run(  # noqa: S603
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return (done.stdout.strip().splitlines() or [""])[0] if done.returncode == 0 else None


def _analysers(say: Say) -> Check:
    found = {name: version_of(name) for name in extra_packages("review")}
    there = [f"{name} {version}" for name, version in found.items() if version]
    missing = [name for name, version in found.items() if not version]
    if not missing:
        return Check(name="analysers", state="ok", detail=", ".join(there))
    detail = say("not installed: {names}", names=", ".join(missing))
    remedy = say("Reviews need them. Type: {command}", command=install_line("review"))
    return Check(name="analysers", state="note", detail=detail, remedy=remedy)


def _identity(context: Context) -> Check:
    say = context.out.say
    if "RENKEI_TOKEN" not in os.environ:
        return Check(name="you", state="ok", detail=say("a person at a terminal"))
    try:
        return Check(name="you", state="ok", detail=say("the agent {name}, by its token", name=context.actor().name))
    except RenkeiError as error:
        return Check(name="you", state="fail", detail="RENKEI_TOKEN", remedy=say(error.text, **error.params))
