"""What every handler takes and gives: (asked, command) -> events, and what to tell the caller."""

from dataclasses import field
from typing import Final

from renkei.eventlog.base import View
from renkei.kit.words import Say
from renkei.policy.layers import ALL
from renkei.protocol.commands import Actor
from renkei.protocol.events import Event
from renkei.values import value

MOST_EVENTS: Final = 10_000
"""How many events one command may lead to, with all that it sets off."""


@value
class Asked:
    """The circumstances of a command: what is now, who asks, and in which language to write."""

    view: View
    actor: Actor
    say: Say
    layers: int = ALL
    """Which stage of the layers is switched on."""
    contracts_required: bool = False
    """Whether a TASK_HANDOFF has to carry a contract (CON-5)."""
    turns_required: bool = False
    """Whether an agent's results and board writes belong into a turn everywhere (DEC-28)."""


@value
class Note:
    """Something the caller should know though the command was carried out; a template and its parameters."""

    text: str
    params: dict[str, object] = field(default_factory=dict[str, object])


@value
class Decision:
    """What a command leads to: events in order, and words for the caller."""

    events: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()
    secret: str | None = None
