"""Gates: the outcome follows from the counts, whatever the reviewer says it is (TEAM-8, TEAM-14)."""

from renkei.protocol.run_events import GateCounts
from renkei.protocol.terms import GateOutcome


def gate_outcome(counts: GateCounts) -> GateOutcome:
    if counts.p0_count:
        return "ROLLBACK_P0"
    return "ROLLBACK_P1" if counts.p1_count >= 2 else "PASS"
