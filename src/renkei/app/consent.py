"""Whether code of a repository may be run: a person's flag, `CI`, or a person's word, which is remembered."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from renkei.app.acceptance import record_consent
from renkei.app.project import Project
from renkei.board.contracts import may_execute
from renkei.commands.contracts import AllowExecution
from renkei.commands.external_acts import RunCode
from renkei.errors import Unreachable
from renkei.protocol.actors import PERSON, Actor
from renkei.sentence import Parameter
from renkei.settings import main_work_tree
from renkei.setup.edits import write_atomic
from renkei.values import value


@value
class Permission:
    """What the caller says about running code of the repository."""

    execute: bool = False
    forbid: bool = False
    approve: bool = False
    """Allow the words of a contract's commands, too."""


def authorize_exec(project: Project, actor: Actor | None, root: Path, *, execute: bool) -> None:
    """Refuses `--exec` to whom it is not for, before anything is done: an agent cannot consent for a person."""
    if execute and not (actor and _is_ours(project, root) and _is_remembered(project)):
        project.authorize_act(RunCode(), actor=actor)


def has_consent(
    project: Project, actor: Actor | None, root: Path, commands: Sequence[str], permission: Permission
) -> bool:
    """Asks if need be, saying what would run, and says why not. A yes is remembered in the store if there is one; a no
    is remembered beside the user's own files, until the person says `--exec`."""
    caller = project.caller
    if permission.forbid:
        caller.note("Commands are left out: {option}.", option=Parameter("forbid"))
        return False
    is_person, is_ours = actor is not None and actor.via == "terminal", _is_ours(project, root)
    if is_person and (permission.execute or project.env.get("CI")):
        if permission.execute:
            _remember_consent(project, root, is_ours=is_ours)
        return True
    if actor and is_ours and _is_remembered(project):
        return True
    if actor and actor.name == PERSON.name and caller.can_answer:
        if str(root) in _read_refusals(project):
            caller.note(
                "Commands are left out: you said no for this repository. Use {option} to run them.",
                option=Parameter("execute"),
            )
            return False
        if caller.ask_consent(root, commands):
            if is_ours and project.has_store:
                project.do(AllowExecution(), actor=actor)
            _remember_consent(project, root, is_ours=is_ours)
            return True
        _remember_answer(project, root, refused=True)
    caller.note(
        "Commands are left out: nobody has allowed code of this repository to be run. Use {option}.",
        option=Parameter("execute"),
    )
    return False


def _remember_consent(project: Project, root: Path, *, is_ours: bool) -> None:
    """A person allows it: no earlier no counts, and the commands that the project lists now are theirs."""
    _remember_answer(project, root, refused=False)
    if is_ours:
        record_consent(project)


def _read_refusals(project: Project) -> list[str]:
    """The folders whose code a person did not want to be run."""
    path = _refusals_file(project)
    try:
        found: Any = json.loads(path.read_bytes()) if path else []
    except (OSError, ValueError):
        found = []
    return [str(each) for each in cast(list[Any], found)] if isinstance(found, list) else []


def _remember_answer(project: Project, root: Path, *, refused: bool) -> None:
    """For the next time. Where it cannot be kept, the person is asked again."""
    before, path = _read_refusals(project), _refusals_file(project)
    after = [each for each in before if each != str(root)] + ([str(root)] if refused else [])
    if path and after != before:
        with suppress(OSError, Unreachable):
            write_atomic(path, json.dumps(after, indent=1).encode())


def _refusals_file(project: Project) -> Path | None:
    env = project.env
    home = env.get("XDG_STATE_HOME") or (Path(env["HOME"], ".local", "state") if env.get("HOME") else None)
    return Path(home, "renkei", "not-run.json") if home else None


def _is_ours(project: Project, root: Path) -> bool:
    return root == project.settings.project or main_work_tree(root) == project.settings.project


def _is_remembered(project: Project) -> bool:
    with project.reader.read() as view:
        return may_execute(view)
