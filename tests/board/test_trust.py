"""Trust and claims on every kind of store: what is folded from checks, and what follows from that."""

import pytest

from renkei.board.trust import Trust, list_claims, measure_trust, proof_of
from renkei.commands.contracts import AcceptContract, DeliverContract, OfferContract, VerifyContract
from renkei.commands.messages import RedactBody
from renkei.protocol.claims import CodeProof, RunProof, Tally, ToolCall, Usage
from renkei.protocol.contracts import CommandRun, TaskContract
from renkei.protocol.messages import TaskResult
from tests.support.hub_team import Team
from tests.support.store_team import A_CHECK, A_CONTRACT

PROOF = CodeProof(
    path="src/ä.py",
    line=3,
    end_line=4,
    columns=None,
    blob="b" * 40,
    snippet="5" * 32,
    category="SEC",
    read_by=ToolCall(tool="Read", at="2026-05-01T12:00:00.000000Z", first_line=1, last_line=9),
)


def checked(team: Team, *, by: str = "alice", confidence: float | None = 80, usage: Usage | None = None, **tally: str):
    """A check of a result; each category with `claims/verified/false`."""
    tallies = [
        Tally(category=name, claims=int(c), verified=int(v), false=int(f))
        for name, (c, v, f) in ((name, numbers.split("/")) for name, numbers in tally.items())
    ]
    update = {
        "agent": by,
        "session": "",
        "confidence": confidence,
        "proofs": [],
        "tally": tallies,
        "usage": usage or Usage(),
    }
    team.do(A_CHECK.model_copy(update=update))


def rows(team: Team) -> list[Trust]:
    with team.hub.read() as view:
        return measure_trust(view)


def test_claims_are_counted_by_agent_and_category(team: Team):
    checked(team, SEC="4/3/1", QA="1/1/0")
    checked(team, SEC="2/0/1")
    checked(team, by="bob", SEC="1/1/0")
    found = [(row.agent, row.role, row.category, row.claims, row.verified, row.false) for row in rows(team)]
    assert found == [
        ("alice", "developer", "QA", 1, 1, 0),
        ("alice", "developer", "SEC", 6, 3, 2),
        ("bob", "developer", "SEC", 1, 1, 0),
    ]


@pytest.mark.parametrize(
    ("confidence", "tally", "brier"),
    [(100, "2/2/0", 0.0), (100, "2/0/2", 1.0), (50, "2/1/1", 0.25), (80, "5/4/1", 0.16), (None, "2/2/0", None),
     (80, "3/0/0", None)],
)  # fmt: skip
def test_brier_score_is_of_claims_found_true_or_false(
    team: Team, confidence: float | None, tally: str, brier: float | None
):
    checked(team, confidence=confidence, SEC=tally)
    assert [row.brier for row in rows(team)] == [brier]


def test_what_it_took_is_divided_by_claims_and_unknown_stays_unknown(team: Team):
    checked(team, usage=Usage(model="m", tokens=100, cost=1.0), SEC="3/3/0", QA="1/1/0")
    checked(team, SEC="1/1/0")
    found = {(row.model, row.category): (row.tokens, row.cost, row.verified_per_dollar) for row in rows(team)}
    assert found == {("m", "SEC"): (75, 0.75, 4.0), ("m", "QA"): (25, 0.25, 4.0), (None, "SEC"): (None, None, None)}


def test_result_without_claims_counts_for_its_role(team: Team):
    checked(team, usage=Usage(tokens=7))
    (row,) = rows(team)
    assert (row.category, row.claims, row.observed, row.tokens) == ("developer", 0, None, 7)


def test_proofs_are_kept_of_accepted_results_only_and_outlive_a_redaction(team: Team):
    update = {"proofs": [PROOF, PROOF.model_copy(update={"line": 9, "columns": [1, 5], "read_by": None})]}
    accepted = team.do(A_CHECK.model_copy(update=update))
    team.do(A_CHECK.model_copy(update={**update, "valid": False, "rules": ["RES-4"]}))
    assert accepted.id
    team.do(RedactBody(target=accepted.id))
    with team.hub.read() as view:
        kept = list_claims(view)
    assert [(row.number, row.agent, row.kind) for row in kept] == [(1, "bob", "code"), (2, "bob", "code")]
    assert [proof_of(row) for row in kept] == update["proofs"]


def test_command_of_a_contract_that_ended_well_is_a_claim_of_its_assignee(team: Team):

    team.do(OfferContract(contract=TaskContract.model_validate(A_CONTRACT)), by="alice")
    team.do(AcceptContract(contract="TC-A"), by="bob")
    result = TaskResult(original_task_ref="TC-A", status="completed", summary="done", output_artifacts=[])
    team.do(DeliverContract(contract="TC-A", result=result), by="bob")
    run = CommandRun(check=1, command="make test", exit_code=0, seconds=1.0, output="", digest="d", tree="t" * 40)
    team.do(VerifyContract(contract="TC-A", runs=[run]), by="alice")
    with team.hub.read() as view:
        (row,) = list_claims(view)
    assert (row.agent, proof_of(row)) == ("bob", RunProof(command="make test", exit_code=0, tree="t" * 40))
