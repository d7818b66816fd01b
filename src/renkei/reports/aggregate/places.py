"""The places that the parts of a result cite, as checking found them to be."""

from functools import cached_property
from typing import NamedTuple

from renkei.reports.aggregate.judged import Judged
from renkei.reports.confidence import COSTS
from renkei.reports.formats import ReportClaim
from renkei.reports.references import CheckedClaim, Reference, State
from renkei.reports.tree import Missing
from renkei.reports.tree.paths import locate


class Place(NamedTuple):
    """Where the code really stands: who cites an old line meets who cites the new one."""

    path: str
    line: int | None
    state: State
    cited: str
    """As written."""
    end_line: int | None = None
    """The last of its lines; None without a line."""


class Places:
    """The places of one result. One that is cited several times, with and without a quote, has its worst state."""

    def __init__(self, judged: Judged) -> None:
        self._references = judged.judgement.references
        self._roots = judged.roots

    def of_issue(self, number: int) -> list[Place]:
        return [self._find_place(reference) for reference in self._citations.get(("issue", number), ())]

    def of_finding(self, number: int) -> list[Place]:
        return [self._find_place(reference) for reference in self._citations.get(("finding", number), ())]

    @cached_property
    def _citations(self) -> dict[tuple[str, int], list[Reference]]:
        cited: dict[tuple[str, int], list[Reference]] = {}
        for claim in (checked.claim for checked in self._references):
            if isinstance(claim, ReportClaim) and claim.issue is not None:
                cited.setdefault(("issue", claim.issue), []).append(claim.reference)
            elif isinstance(claim, ReportClaim) and claim.finding is not None:
                cited.setdefault(("finding", claim.finding), []).append(claim.reference)
        return cited

    @cached_property
    def _worst_states(self) -> dict[tuple[str, int | None], CheckedClaim]:
        worst: dict[tuple[str, int | None], CheckedClaim] = {}
        for checked in self._references:
            key = self._place_key(checked.claim.reference)
            worst[key] = max(worst.get(key, checked), checked, key=_state_cost)
        return worst

    def _find_place(self, reference: Reference) -> Place:
        path, line = key = self._place_key(reference)
        found = self._worst_states[key]
        moved = found.found_line if found.state == "moved" else None
        first = moved or line
        last = None if first is None else first + max(0, (reference.end_line or first) - (line or first))
        return Place(path, first, found.state, reference.text, last)

    def _place_key(self, reference: Reference) -> tuple[str, int | None]:
        return self.plain_path(reference.path), reference.line

    def plain_path(self, path: str) -> str:
        """The path as the tree has it, however it is written."""
        found = locate(path, self._roots)
        return path if isinstance(found, Missing) else found


def _state_cost(checked: CheckedClaim) -> tuple[int, bool]:
    """What its state costs; a false place is worse than one that could not be checked."""
    return COSTS[checked.state], checked.state != "unverified"
