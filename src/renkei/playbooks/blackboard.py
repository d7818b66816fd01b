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


def is_same_value(one: Any, other: Any) -> bool:
    """Truth values are no numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        mine, theirs = cast(dict[str, Any], one), cast(dict[str, Any], other)
        return mine.keys() == theirs.keys() and all(is_same_value(value, theirs[key]) for key, value in mine.items())
    if isinstance(one, list) and isinstance(other, list):
        these, those = cast(list[Any], one), cast(list[Any], other)
        return len(these) == len(those) and all(map(is_same_value, these, those))
    return one == other and isinstance(one, bool) == isinstance(other, bool)


# What an audit puts on the blackboard: the verdict of a review, and the exit code that goes with it.


EXIT_CODES: Final = {"GO": 0, "CONDITIONAL": 0, "NO-GO": 1, "INCOMPLETE": 5}


def is_verdict(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is one, of a known word and with its reason and findings."""
    if not isinstance(value, dict):
        return False
    found = cast(dict[str, Any], value)
    return found.keys() == {"verdict", "reason", "findings"} and found["verdict"] in EXIT_CODES
