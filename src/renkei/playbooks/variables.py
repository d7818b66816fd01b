"""`${name}` in a playbook: the goal, the run's own variables."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_PLACE: Final = re.compile(r"\$\{(\w[\w.-]*)\}")

ALWAYS: Final = ("goal", "task", "run")
"""What every playbook may name."""


PACE: Final = "pace"
"""Seconds that a scripted agent waits before each step: a variable that every playbook has."""


def is_pace(text: str) -> bool:
    try:
        return 0 <= float(text) < 86_400
    except ValueError:
        return False


def variables_in(value: Any) -> Iterator[str]:
    """Each variable that some part of a document names."""
    match value:
        case str():
            yield from _PLACE.findall(value)
        case dict():
            for each in value.values():  # pyright: ignore[reportUnknownVariableType]
                yield from variables_in(each)
        case list():
            for each in value:  # pyright: ignore[reportUnknownVariableType]
                yield from variables_in(each)
        case _:
            pass


def fill_variables(value: Any, variables: Mapping[str, str]) -> Any:
    """The document with every variable that is known filled in."""
    match value:
        case str():
            return _PLACE.sub(lambda found: variables.get(found[1], found[0]), value)
        case dict():
            return {name: fill_variables(each, variables) for name, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [fill_variables(each, variables) for each in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
