"""How far each agent's word has held: claims by what became of them, how sure it was, and what that took.

It reports and changes nothing. A claim that moved or could not be checked counts as made, neither as verified nor as
false; what it took is divided among the categories of a result by their claims.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, get_args

from renkei.board.tables import CheckRow, ClaimRow
from renkei.board.team import find_member, role_of
from renkei.eventlog.base import View
from renkei.protocol.claims import CodeProof, RunProof
from renkei.values import value

Dimension = Literal["agent", "role", "model", "category"]
DIMENSIONS: Final[tuple[Dimension, ...]] = get_args(Dimension)


@value
class Trust:
    """What is known of one group; a dimension that it is not grouped by is None."""

    agent: str | None
    role: str | None
    model: str | None
    category: str | None
    claims: int
    verified: int
    false: int
    stated: float | None
    """The mean of the confidence that was stated for claims found true or false, from 0 to 1."""
    brier: float | None
    """The mean square of how far that was from what was found: 0 is perfect, 0.25 is what 50 % for all would get."""
    tokens: int | None
    cost: float | None
    verified_per_dollar: float | None

    @property
    def observed(self) -> float | None:
        """The share of claims found true, among those found true or false."""
        decided = self.verified + self.false
        return self.verified / decided if decided else None


@value
class _Part:
    """The claims of one result in one category."""

    group: dict[Dimension, str | None]
    claims: int
    verified: int
    false: int
    confidence: float | None
    tokens: float | None
    cost: float | None


def measure_trust(view: View, by: Sequence[Dimension] = DIMENSIONS) -> list[Trust]:
    """A row for each group, in the order of their names."""
    groups: dict[tuple[str | None, ...], list[_Part]] = {}
    for row in view.select(CheckRow, order="seq"):
        for part in _split_by_category(view, row):
            key = tuple(part.group[name] if name in by else None for name in DIMENSIONS)
            groups.setdefault(key, []).append(part)
    in_order = sorted(groups.items(), key=lambda pair: tuple(name or "" for name in pair[0]))
    return [_sum_group(dict(zip(DIMENSIONS, key, strict=True)), parts) for key, parts in in_order]


def _split_by_category(view: View, row: CheckRow) -> Iterator[_Part]:
    role, known = role_of(view, row.agent), find_member(view, row.agent)
    model = row.model or (known.model if known else None)
    tallies = row.tally or [{"category": role, "claims": 0, "verified": 0, "false": 0}]
    total = sum(tally["claims"] for tally in tallies)
    for tally in tallies:
        share = tally["claims"] / total if total else 1.0
        yield _Part(
            group={"agent": row.agent, "role": role, "model": model, "category": tally["category"]},
            claims=tally["claims"],
            verified=tally["verified"],
            false=tally["false"],
            confidence=None if row.confidence is None else row.confidence / 100,
            tokens=None if row.tokens is None else row.tokens * share,
            cost=None if row.cost is None else row.cost * share,
        )


def _sum_group(group: dict[Dimension, str | None], parts: Sequence[_Part]) -> Trust:
    decided = [(part.confidence, part.verified, part.false) for part in parts if part.confidence is not None]
    count = sum(verified + false for _, verified, false in decided)
    stated = sum(sure * (verified + false) for sure, verified, false in decided)
    missed = sum(verified * (1 - sure) ** 2 + false * sure**2 for sure, verified, false in decided)
    cost = _sum_known([part.cost for part in parts])
    tokens = _sum_known([part.tokens for part in parts])
    paid_for = sum(part.verified for part in parts if part.cost is not None)
    return Trust(
        **group,
        claims=sum(part.claims for part in parts),
        verified=sum(part.verified for part in parts),
        false=sum(part.false for part in parts),
        stated=round(stated / count, 4) if count else None,
        brier=round(missed / count, 4) if count else None,
        tokens=None if tokens is None else round(tokens),
        cost=None if cost is None else round(cost, 6),
        verified_per_dollar=round(paid_for / cost, 2) if cost else None,
    )


def _sum_known(values: Sequence[float | None]) -> float | None:
    """Of those that are known; None when none is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


# The claims that were accepted, and the proofs that they rest on.


def list_claims(view: View) -> list[ClaimRow]:
    """Every accepted claim, the oldest first."""
    return sorted(view.select(ClaimRow, order="seq"), key=lambda row: (row.seq, row.number))


def proof_of(row: ClaimRow) -> CodeProof | RunProof:
    """What the claim rests on."""
    kept: type[CodeProof | RunProof] = CodeProof if row.kind == "code" else RunProof
    return kept.model_validate({name: getattr(row, name) for name in kept.model_fields})
