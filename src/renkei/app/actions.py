"""What a person does on the page: the same tagged commands as everywhere, each done once however often it arrives.

What has to be found out or done beside a command (which tasks follow from one that is done again, a process that goes
on with a run) is done here, as `renkei` does it.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeGuard, cast

from pydantic import TypeAdapter

from renkei.app.artifacts import find_absent
from renkei.app.project import Done, Project
from renkei.app.run_queries import find_run, is_at_work
from renkei.app.runs import continue_run, resume_run
from renkei.board.run_tables import RunAskRow, RunRow
from renkei.commands import load_commands, parse_command
from renkei.commands.base import Command
from renkei.commands.contracts import DeliverContract
from renkei.commands.decisions import Decide
from renkei.commands.messages import PostMessage
from renkei.commands.runs import MoveRun, RetryTask
from renkei.errors import BadInput
from renkei.playbooks.states import ENDED
from renkei.protocol.actors import Actor
from renkei.protocol.messages import TaskResult
from renkei.runs.state import load_run
from renkei.values import value

_MOST_KEY: Final = 200


@value
class ActionResult:
    """What became of an action."""

    done: Done
    started: str | None = None
    """The run that a process was started for, so that it goes on."""


def act(project: Project, document: object, *, actor: Actor) -> ActionResult:
    """Does `{"id": ..., "command": {"type": ...}}`; `id` is the caller's, and the same one is done once.

    Raises:
        BadInput, NotFound, Refused: nothing was changed.
    """
    key, given = _read_action(document)
    command = parse_command(given)
    if isinstance(command, PostMessage) and isinstance(command.message.payload, TaskResult):
        absent = find_absent(project, command.message.payload)
        command = command.model_copy(update={"absent": absent})
    if isinstance(command, DeliverContract):
        command = command.model_copy(update={"absent": find_absent(project, command.result)})
    if isinstance(command, RetryTask):
        command = command.model_copy(update={"follow": _find_followers(project, command)})
    if isinstance(command, MoveRun) and command.step == "resume":
        return _resume(project, command, actor, key)
    done = project.do(command, actor=actor, key=key)
    run = _run_to_continue(project, command)
    return ActionResult(done=done, started=_continue_run(project, run) if run else None)


def _read_action(document: object) -> tuple[str, dict[str, Any]]:
    fields: Mapping[str, Any] = cast(Mapping[str, Any], document) if isinstance(document, Mapping) else {}
    key, given = fields.get("id"), fields.get("command")
    if not _is_key(key) or not isinstance(given, dict) or len(fields) != 2:
        raise BadInput(
            "An action is {form}, with an id of your own of up to {most} characters.", form=_FORM, most=_MOST_KEY
        )
    return key, cast(dict[str, Any], given)


def _is_key(given: object) -> TypeGuard[str]:
    """What a store can keep: a half of a character, or one that is not seen, is no text of anybody's."""
    return isinstance(given, str) and 0 < len(given) <= _MOST_KEY and given.isprintable()


_FORM: Final = '{"id": "...", "command": {"type": "..."}}'


def _find_followers(project: Project, command: RetryTask) -> list[str]:
    """What was done on top of a task that is done again."""
    with project.reader.read() as view:
        state = load_run(view, command.run)
    if command.task not in state.tasks:
        return []
    return [name for name in state.graph.tasks if name in state.graph.after([command.task]) and name != command.task]


def _resume(project: Project, command: MoveRun, actor: Actor, key: str) -> ActionResult:
    row = resume_run(project, command.run, actor=actor, key=key)
    if row is None or row.state in ENDED:  # refused, with what is possible instead
        return ActionResult(done=project.do(command, actor=actor, key=key))
    with project.reader.read() as view:
        seq = view.head.seq
    return ActionResult(done=Done(seq=seq, id=row.id), started=_continue_run(project, row))


def _run_to_continue(project: Project, command: object) -> RunRow | None:
    """The run that goes on because of a command, if no process carries it out."""
    name: str | None = None
    if isinstance(command, RetryTask):
        name = command.run
    elif isinstance(command, Decide):
        with project.reader.read() as view:
            ask = view.get(RunAskRow, command.id)
        name = ask.run if ask else None
    return find_run(project, name) if name else None


def _continue_run(project: Project, run: RunRow) -> str | None:
    """A process of its own goes on with it, as `renkei resume` does; none where one is at work already."""
    row = find_run(project, run.id)
    if row is None or row.state in (*ENDED, "paused") or is_at_work(project, row):
        return None
    continue_run(project, row.id)
    return row.id


def command_schemas() -> list[dict[str, Any]]:
    """The form of every command that may be given from outside."""
    return [_command_schema(kind) for kind in load_commands().values() if kind.from_outside]


def _command_schema(kind: type[Command]) -> dict[str, Any]:
    """References inside of it are taken apart: it stands within another document."""
    document = TypeAdapter(kind).json_schema(by_alias=True, ref_template="#/$defs/{model}")
    fields = {name: each for name, each in document.get("properties", {}).items() if name not in kind.observed}
    required = [name for name in document.get("required", ()) if name not in kind.observed]
    return {
        "title": kind.tag,
        "type": "object",
        "description": document.get("description", ""),
        "required": ["type", *required],
        "properties": {"type": {"const": kind.tag}, **{name: _plain(each) for name, each in fields.items()}},
    }


def _plain(field: dict[str, Any]) -> dict[str, Any]:
    """A field without what is defined elsewhere: `renkei schema` has it whole."""
    return {} if "$ref" in str(field) else {name: each for name, each in field.items() if name != "default"}
