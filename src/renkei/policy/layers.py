"""Layers that a team switches on one by one, in the seed's order (section 7, TURN-3). Each stage works alone.

1 board: the board, turns, the team
2 messages: TASK_HANDOFF, TASK_RESULT, STATUS_UPDATE and FREEFORM
3 contracts: offered, accepted, delivered, verified, closed
4 events: a completion frees those who wait for it
5 context: tiers by address only
6 all: every message type, decisions, the rest of contracts, every event, tiers by keyword too

Which rule of `dispatch` holds from which stage on stands there.
"""

from typing import Final

from renkei.errors import Refused
from renkei.protocol.terms import MessageType

BOARD: Final = 1
MESSAGES: Final = 2
CONTRACTS: Final = 3
EVENTS: Final = 4
CONTEXT: Final = 5
ALL: Final = 6

NAMES: Final = {BOARD: "board", MESSAGES: "messages", CONTRACTS: "contracts", EVENTS: "events", CONTEXT: "context"}
"""The stages that a setting can name by number; the one beyond them is `all`."""

FIRST_TYPES: Final[frozenset[MessageType]] = frozenset({"TASK_HANDOFF", "TASK_RESULT", "STATUS_UPDATE", "FREEFORM"})
"""The types that a team begins with."""


def check_context(layers: int) -> None:
    """Refuses a turn context where that layer is not switched on."""
    check(layers, CONTEXT, "context")


def check(layers: int, needed: int, what: str) -> None:
    """Refuses what needs a layer that is not switched on."""
    if layers < needed:
        raise Refused(
            "{what} is not switched on: it needs layers = {needed}, and this project has layers = {layers}. "
            "A person can change it in .renkei/config.toml.",
            rule="TURN-3",
            what=what,
            needed=needed if needed < ALL else '"all"',
            layers=layers,
        )
