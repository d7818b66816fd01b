"""The life of a contract: every arrow in one table (CON-2). What is not in it is refused."""

from typing import Final

from renkei.errors import Refused
from renkei.protocol.terms import ContractState, ContractStep

TABLE: Final[dict[tuple[ContractState | None, ContractStep], ContractState]] = {
    (None, "offer"): "offered",
    ("offered", "accept"): "accepted",
    ("offered", "decline"): "declined",
    ("accepted", "start"): "working",
    ("accepted", "deliver"): "delivered",  # a small task needs no start of its own
    ("working", "deliver"): "delivered",
    ("accepted", "hold"): "held",
    ("working", "hold"): "held",
    ("held", "resume"): "working",
    ("delivered", "verify"): "closed",
    ("delivered", "return"): "working",
    ("offered", "close"): "closed",
    ("accepted", "close"): "closed",
    ("working", "close"): "closed",
    ("held", "close"): "closed",
    ("delivered", "close"): "closed",
}

ACTIVE: Final[tuple[ContractState, ...]] = ("accepted", "working")
"""The assignee is at work; steps count."""


def is_allowed(state: ContractState | None, step: ContractStep) -> bool:
    return (state, step) in TABLE


def move_contract(state: ContractState | None, step: ContractStep, contract: str = "-") -> ContractState:
    """The state that a step leads to.

    Raises:
        Refused: the state does not allow it.
    """
    if not is_allowed(state, step):
        possible = ", ".join(each for at, each in TABLE if at == state) or "-"
        raise Refused(
            "The contract {contract} is {state}: {step} is not possible now. Possible: {possible}.",
            rule="CON-2",
            contract=contract,
            state=state,
            step=step,
            possible=possible,
        )
    return TABLE[state, step]
