"""What an audit puts on the blackboard: the verdict of a review, and the exit code that goes with it."""

from typing import Any, Final, TypeGuard, cast

EXIT_CODES: Final = {"GO": 0, "CONDITIONAL": 0, "NO-GO": 1, "INCOMPLETE": 5}


def is_verdict(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is one, of a known word and with its reason and findings."""
    if not isinstance(value, dict):
        return False
    found = cast(dict[str, Any], value)
    return found.keys() == {"verdict", "reason", "findings"} and found["verdict"] in EXIT_CODES
