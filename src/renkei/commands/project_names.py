"""The names of artifacts in a command, as the project has them: a path inside of it begins there.

Where the project is, the log does not know, and on another machine it is elsewhere. So this is done once, at the door.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast

from renkei.commands.base import Command
from renkei.protocol.artifacts import name_in_project
from renkei.protocol.base import Model
from renkei.protocol.messages import StateRef

_NAMES: Final = frozenset(
    {
        "input_artifacts", "output_artifacts", "conflicting_artifacts", "artifacts", "artifact_ref", "deliverables",
        "format", "ref", "path",
    }
)  # fmt: skip
"""The fields of messages and contracts that hold names of artifacts."""

_ModelT = TypeVar("_ModelT", bound=Model)


def with_names_in_project(command: Command, roots: Sequence[str]) -> Command:
    """`roots`: the folders that are the project, as the caller sees them."""
    if not roots or not command.names_artifacts:
        return command
    return _rename_in_model(command, lambda text: name_in_project(text, roots))


def _rename_in_model(model: _ModelT, rename: Callable[[str], str]) -> _ModelT:
    changed = {field: new for field, value in model if (new := _rename_value(model, field, value, rename)) is not value}
    return model.model_copy(update=changed) if changed else model


def _rename_value(model: Model, field: str, value: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        is_name = field in _NAMES or (isinstance(model, StateRef) and field == "id" and model.type == "artifact")
        return rename(value) if is_name else value
    if isinstance(value, Model):
        return _rename_in_model(value, rename)
    if not isinstance(value, list):
        return value
    old = cast(list[Any], value)
    new = [_rename_value(model, field, each, rename) for each in old]
    return old if all(one is other for one, other in zip(new, old, strict=True)) else new
