"""Writing the shared state board."""

from collections.abc import Mapping

from renkei.app.project import Done, Project
from renkei.commands.board import ResolveBlocker, SetFields, WithdrawTask
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model


def set_fields(
    project: Project,
    fields: Mapping[str, str],
    *,
    based_on: int | None = None,
    why: str | None = None,
    actor: Actor | None = None,
    key: str | None = None,
) -> Done:
    """Writes the actor's own entry, or fields of the project; `based_on` is the seq of the board that was read.

    Raises:
        BadInput: there is no such field, or it cannot be that.
        Refused: not for this actor, or the board has changed since.
    """
    command = validate_model(SetFields, {"fields": dict(fields), "based_on": based_on, "why": why})
    return project.do(command, actor=actor or project.actor(), key=key)


def resolve_blocker(project: Project, blocker: str, *, why: str, actor: Actor | None = None) -> Done:
    command = validate_model(ResolveBlocker, {"blocker": blocker, "why": why})
    return project.do(command, actor=actor or project.actor())


def withdraw_task(project: Project, task: str, *, why: str, actor: Actor | None = None) -> Done:
    command = validate_model(WithdrawTask, {"task": task, "why": why})
    return project.do(command, actor=actor or project.actor())
