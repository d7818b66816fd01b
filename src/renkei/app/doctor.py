"""What is installed, reachable, configured; what to do about the rest."""

import platform
import shutil
import sqlite3
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from renkei import telemetry
from renkei._version import __version__
from renkei.adapters.environment import list_withheld
from renkei.app.acceptance import binding_state
from renkei.app.client_diagnoses import Diagnosis, check_clients, check_servers
from renkei.app.clients import clients_set_up, find_settings
from renkei.app.project import Project
from renkei.app.status import count_events, store_address
from renkei.errors import RenkeiError
from renkei.git import call_git
from renkei.installed import extra_packages, install_command, version_of
from renkei.kit.words import Say
from renkei.policy.identity import TOKEN_FORM
from renkei.settings import mask_store_url

_OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""

_EXTRAS: Final = {
    "claude": "claude_agent_sdk",
    "mcp": "mcp_types",
    "otel": "opentelemetry.sdk",
    "postgres": "psycopg",
    "review": "bandit",
    "schema": "jsonschema",
    "serve": "uvicorn",
    "tokens": "splintr",
}
"""Extras with the module that shows that they are there."""


def examine(project: Project) -> Iterator[Diagnosis]:
    say = project.say
    yield _check_renkei(say)
    yield _check_sqlite(say)
    yield _check_git(say)
    yield Diagnosis(name="project", state="ok", detail=str(project.settings.project))
    yield _check_store(project)
    yield from check_clients(project)
    yield _check_binding(project)
    yield from check_servers(project)
    yield _check_analysers(say)
    yield Diagnosis(name="language", state="ok", detail=project.settings.lang)
    yield _check_identity(project)
    yield _check_agent_environment(project)
    yield from _check_tracked_tokens(project)
    yield _check_telemetry(project)


def _check_renkei(say: Say) -> Diagnosis:
    extras = [name for name, module in _EXTRAS.items() if _is_there(module)]
    there = say("extras: {names}", names=", ".join(extras) or "-")
    return Diagnosis(name="renkei", state="ok", detail=f"{__version__}, Python {platform.python_version()}, {there}")


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # of a package that is not there either
        return False


def _check_telemetry(project: Project) -> Diagnosis:
    say = project.say
    if not telemetry.is_asked_for(project.env):
        return Diagnosis(name="telemetry", state="ok", detail=say("off: nothing is sent to anybody"))
    if not telemetry.is_installed():
        missing, remedy = say("a collector is named, and the extra otel is not installed"), install_command("otel")
        return Diagnosis(name="telemetry", state="note", detail=missing, remedy=remedy)
    if (host := telemetry.collector_of(project.env)) is None:
        said = say("what is named as a collector is no address, and nothing reaches it")
        remedy = say("Set OTEL_EXPORTER_OTLP_ENDPOINT to an address such as http://localhost:4318, or leave it out.")
        return Diagnosis(name="telemetry", state="note", detail=said, remedy=remedy)
    return Diagnosis(name="telemetry", state="ok", detail=say("runs are told to {host}", host=host))


def _check_sqlite(say: Say) -> Diagnosis:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        remedy = say("Use a Python with SQLite 3.37 or newer.")
        return Diagnosis(name="sqlite", state="fail", detail=version, remedy=remedy)
    return Diagnosis(name="sqlite", state="ok", detail=version)


def _check_git(say: Say) -> Diagnosis:
    if shutil.which("git") is None:
        return Diagnosis(name="git", state="note", detail=say("not found"), remedy=say("Install git: runs work in it."))
    version = call_git(Path.cwd(), "version").stdout.decode().strip().removeprefix("git version ")
    return Diagnosis(name="git", state="ok", detail=version)


def _check_store(project: Project) -> Diagnosis:
    say, store = project.say, mask_store_url(project.settings.store)
    try:
        store = store_address(project)
        if not project.has_store:
            remedy = say("It is made by the first command that writes, such as: renkei agent add NAME --role ROLE")
            return Diagnosis(
                name="store", state="note", detail=say("{store}: not there yet", store=store), remedy=remedy
            )
        detail = say("{store}: {events} events", store=store, events=count_events(project))
        return Diagnosis(name="store", state="ok", detail=detail)
    except RenkeiError as error:
        return Diagnosis(name="store", state="fail", detail=store, remedy=say(error.text, **error.params))


def _check_binding(project: Project) -> Diagnosis:
    """Whether the project's files are as a person set them (DEC-52)."""
    say, found = project.say, binding_state(project)
    if not found.is_recorded:
        detail = say("nothing is recorded: what the project's files say holds, whoever wrote them")
        remedy = say("Type: {command}", command="renkei init --claude")
        return Diagnosis(name="binding", state="note", detail=detail, remedy=remedy)
    if found.problem is not None:
        return Diagnosis(name="binding", state="fail", detail=found.problem)
    if found.differences:
        where = ", ".join(dict.fromkeys(f"{each.what} ({each.where})" for each in found.differences))
        remedy = say("See what differs: renkei accept --show. If it is your own: renkei accept")
        detail = say("not as you set it: {where}", where=where)
        return Diagnosis(name="binding", state="fail", detail=detail, remedy=remedy)
    if _has_lost_hooks(project):
        detail = say("no client has the hooks that you set up")
        remedy = say("Type: {command}", command="renkei init --claude")
        return Diagnosis(name="binding", state="fail", detail=detail, remedy=remedy)
    return Diagnosis(name="binding", state="ok", detail=say("the project's files are as you set them"))


def _has_lost_hooks(project: Project) -> bool:
    """Whether a person set hooks up, and no file of a client calls them; a plugin's are the client's."""
    settings = find_settings(project)
    is_plugin = bool(settings and settings["plugin"])
    return settings is not None and not is_plugin and not clients_set_up(project.settings.project)


def _check_analysers(say: Say) -> Diagnosis:
    found = {name: version_of(name) for name in extra_packages("review")}
    there = [f"{name} {version}" for name, version in found.items() if version]
    missing = [name for name, version in found.items() if not version]
    if not missing:
        return Diagnosis(name="analysers", state="ok", detail=", ".join(there))
    detail = say("not installed: {names}", names=", ".join(missing))
    remedy = say("Reviews need them. Type: {command}", command=install_command("review"))
    return Diagnosis(name="analysers", state="note", detail=detail, remedy=remedy)


def _check_identity(project: Project) -> Diagnosis:
    say = project.say
    try:
        actor = project.identify()
    except RenkeiError as error:
        is_token, is_limited = "RENKEI_TOKEN" in project.env, project.surroundings.tree.by_limit
        detail = "RENKEI_TOKEN" if is_token else say("inside an agent's or a client's process: nobody")
        if is_limited:
            detail = say("nobody: a limit of file locks is set (ulimit -x), as coding clients' processes have")
        state = "fail" if is_token or is_limited else "note"
        return Diagnosis(name="you", state=state, detail=detail, remedy=say(error.text, **error.params))
    if actor.via == "terminal":
        return Diagnosis(name="you", state="ok", detail=say("a person at a terminal"))
    return Diagnosis(name="you", state="ok", detail=say("the agent {name}, by its token", name=actor.name))


def _check_agent_environment(project: Project) -> Diagnosis:
    """What agents that Renkei starts do not get of the person's environment (DEC-54)."""
    say, named = project.say, project.settings.workspace_env
    names = list_withheld(project.env, named)
    if not names:
        return Diagnosis(name="environment", state="ok", detail=say("agents get all of it"))
    return Diagnosis(
        name="environment",
        state="ok",
        detail=say("withheld from agents: {names}", names=", ".join(names)),
        remedy=say("To pass one on, name it under [workspace] env in .renkei/config.toml."),
    )


def _check_tracked_tokens(project: Project) -> Iterator[Diagnosis]:
    """A credential in a file that git tracks is everybody's who has a clone. What it is, is not said."""
    say, root = project.say, project.settings.project
    if shutil.which("git") is None:
        return
    found = call_git(root, "grep", "--files-with-matches", "-zIE", TOKEN_FORM, "--", ":/").stdout
    files = [each for each in found.decode(errors="replace").split("\0") if each]
    if files:
        yield Diagnosis(
            name="tokens",
            state="fail",
            detail=say("a token stands in a file that git tracks: {files}", files=", ".join(files)),
            remedy=say("Take it out, and make it worthless with: renkei agent token NAME --revoke"),
        )
