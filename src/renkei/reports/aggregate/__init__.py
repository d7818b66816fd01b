"""Many results become one judged list: one status, one record for each issue, contradictions for a person (AGG-1..5).

`aggregate` takes checked results; `merge` takes what anybody reports, also without a result around it. Neither depends
on the order of what it is given, nor counts what it is given twice.
"""

from renkei.reports.aggregate.contradictions import Contradiction, Side
from renkei.reports.aggregate.judged import Judged
from renkei.reports.aggregate.merge import BONUS, Merged, Reported, merge, place_and_category
from renkei.reports.aggregate.whole import SHOWN_FROM, Aggregate, Next, aggregate
from renkei.reports.weights import EQUAL, PROFILES, Weights, read_weights

__all__ = [
    "BONUS",
    "EQUAL",
    "PROFILES",
    "SHOWN_FROM",
    "Aggregate",
    "Contradiction",
    "Judged",
    "Merged",
    "Next",
    "Reported",
    "Side",
    "Weights",
    "aggregate",
    "merge",
    "place_and_category",
    "read_weights",
]
