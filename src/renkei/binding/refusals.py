"""What is refused while files say other than a person set: rules, commands, policy and store (DEC-52)."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from renkei.binding.differences import Difference, find_store_difference, find_text_difference
from renkei.binding.record import read_bound
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.settings import Settings

RULE: Final = "DEC-52"


def require_text(project: Path, env: Mapping[str, str], what: str) -> None:
    """Refuses to go by a text that differs.

    Raises: Refused.
    """
    if (found := find_text_difference(project, env, what)) is not None:
        raise _refusal(found)


def require_store(settings: Settings, env: Mapping[str, str], has_store: Callable[[], bool]) -> None:
    """Refuses a store that the project's files name and nobody chose, and to begin anew where one was.

    Raises: Refused.
    """
    if settings.is_store_given:
        return
    if (found := find_store_difference(settings.project, env)) is not None:
        raise _refusal(found)
    bound = read_bound(settings.project, env)
    if bound and bound.head and not has_store():
        raise Refused(
            "The store {store} is gone, and was there when you set this project up. Put it back or, to begin with an "
            "empty one, type: renkei accept store",
            rule=RULE,
            store=bound.named,
        )


def require_same_log(settings: Settings, env: Mapping[str, str], view: View) -> None:
    """Refuses another log in the place of the one that was there.

    Raises: Refused.
    """
    bound = None if settings.is_store_given else read_bound(settings.project, env)
    if bound is not None and bound.head and not holds_head(view, bound.head):
        raise Refused(
            "The store {store} is another than was there when you set this project up: its log does not hold {head}. "
            "Put that one back or, to go on with this one, type: renkei accept store",
            rule=RULE,
            store=bound.named,
            head=bound.head,
        )


def holds_head(view: View, head: str) -> bool:
    """Whether a log has gone on from there."""
    seq, _, digest = head.partition(":")
    if seq == "0" or not seq.isdecimal():
        return True
    record = view.event(int(seq))
    return record is not None and record.hash == digest


def _refusal(found: Difference) -> Refused:
    if found.what == "store":
        return Refused(
            "{where} names the store {found}, and a person set {recorded}. To go on with {found}, a person types: "
            "renkei accept store",
            rule=RULE,
            where=found.where,
            found=found.found,
            recorded=found.recorded,
        )
    return Refused(
        "{where} is not as a person set it, so nothing is done by it. See what differs: renkei accept --show {what}. A "
        "person accepts it with: renkei accept {what}",
        rule=RULE,
        where=found.where,
        what=found.what,
    )
