"""Keys of the blackboard: where each may stand, and what it is called there (TEAM-4)."""

from typing import Final

KEY_PREFIXES: Final = ("decisions.", "traceability.", "id_registry.", "blackboard.decisions.")
"""Where on the blackboard a task may put something; anything else is refused (DEC-11)."""


def is_key(key: str) -> bool:
    """Whether a key is in one of the places, and names one thing there."""
    prefix = next((each for each in KEY_PREFIXES if key.startswith(each)), None)
    return prefix is not None and all(key.split(".")) and "*" not in key


def blackboard_path(key: str) -> str:
    """Where a key of a report stands on the blackboard."""
    return f"blackboard.{key}" if key.startswith("decisions.") else key
