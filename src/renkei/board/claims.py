"""Accepted claims as rows of the now, and back as the proofs that they are."""

from collections.abc import Iterator

from renkei.board.tables import ClaimRow
from renkei.eventlog.base import View
from renkei.protocol.claims import CodeProof, RunProof
from renkei.protocol.events import ClaimChecked, ContractVerified


def code_claims(event: ClaimChecked, seq: int) -> Iterator[ClaimRow]:
    """The claims of a result that was accepted."""
    for number, proof in enumerate(event.proofs, 1):
        yield ClaimRow(seq=seq, number=number, kind="code", agent=event.agent, **proof.model_dump())


def run_claims(event: ContractVerified, agent: str, seq: int) -> Iterator[ClaimRow]:
    """What the agent of a contract has delivered passed these commands."""
    for number, proof in enumerate(event.proofs, 1):
        yield ClaimRow(seq=seq, number=number, kind="run", agent=agent, **proof.model_dump())


def list_claims(view: View) -> list[ClaimRow]:
    """Every accepted claim, the oldest first."""
    return sorted(view.select(ClaimRow, order="seq"), key=lambda row: (row.seq, row.number))


def proof_of(row: ClaimRow) -> CodeProof | RunProof:
    """What the claim rests on."""
    kept: type[CodeProof | RunProof] = CodeProof if row.kind == "code" else RunProof
    return kept.model_validate({name: getattr(row, name) for name in kept.model_fields})
