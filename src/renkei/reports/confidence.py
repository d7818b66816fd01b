"""How sure a result may be called: the bands of RES-3, and what checking its references takes off."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from renkei.reports.references import State
from renkei.reports.report import Confidence

Band = Literal["certain", "high", "medium", "low", "uncertain"]

BANDS: Final[tuple[tuple[float, Band], ...]] = ((95, "certain"), (85, "high"), (75, "medium"), (60, "low"))
"""Each band from its lowest number; under the last one is uncertain."""

COSTS: Final[Mapping[State, int]] = {
    "verified": 0,
    "removed": 0,
    "absent": 0,
    "moved": 10,
    "outside": 20,
    "unverified": 20,
    "missing_file": 20,
    "missing_line": 20,
    "missing_name": 20,
    "mismatch": 20,
}
"""What a reference in each state takes off. A false one costs as much as one that could not be checked: the result is
not valid anyway."""


def confidence_band(value: float) -> Band:
    """The band that a confidence lies in."""
    for lowest, name in BANDS:
        if value >= lowest:
            return name
    return "uncertain"


UNOPENED_COST: Final = 10
"""What a right reference takes off that no recorded tool call of the agent opened: as much as a moved one."""


def adjust_confidence(confidence: Confidence, states: Iterable[State], *, unopened: bool = False) -> float | None:
    """The confidence after checking: combined if given, else stated, less the cost of the worst reference.

    The cost is taken once and not for each reference: a file that grew by one line at its top moves all of them.
    """
    base = confidence.combined.value if confidence.combined else confidence.stated
    cost = max((*(COSTS[state] for state in states), UNOPENED_COST if unopened else 0), default=0)
    return None if base is None else max(0, base - cost)


def mean_confidence(confidence: Confidence) -> float | None:
    """What the combined confidence has to be: (verified + inferred) / 2."""
    if confidence.verified is None or confidence.inferred is None:
        return None
    return (confidence.verified.value + confidence.inferred.value) / 2
