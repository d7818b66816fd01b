"""The blackboard: where each key may stand (TEAM-4), and the verdict that an audit puts there."""

from typing import Any, Final, TypeGuard, cast

KEY_PREFIXES: Final = ("decisions.", "traceability.", "id_registry.", "blackboard.decisions.")
"""Where on the blackboard a task may put something; anything else is refused (DEC-11)."""


def is_key(key: str) -> bool:
    """Whether a key is in one of the places, and names one thing there."""
    prefix = next((each for each in KEY_PREFIXES if key.startswith(each)), None)
    return prefix is not None and all(key.split(".")) and "*" not in key


def blackboard_path(key: str) -> str:
    """Where a key of a report stands on the blackboard."""
    return f"blackboard.{key}" if key.startswith("decisions.") else key


# What an audit puts on the blackboard: the verdict of a review, and the exit code that goes with it.


EXIT_CODES: Final = {"GO": 0, "CONDITIONAL": 0, "NO-GO": 1, "INCOMPLETE": 5}


def is_verdict(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is one, of a known word and with its reason and findings."""
    if not isinstance(value, dict):
        return False
    found = cast(dict[str, Any], value)
    return found.keys() == {"verdict", "reason", "findings"} and found["verdict"] in EXIT_CODES
