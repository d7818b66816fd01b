"""Several audits of one thing give one verdict: what enough of them found counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.cpf import Document, Verdict, Verified, find_consensus
from renkei.reports.cpf.consensus import consensus_threshold
from tests.support.cpf_documents import PATIENT, found


def audit(verdict: Verdict, *findings: Verified) -> Document:
    return Document(verdict=verdict, verified=findings)


A, B = found("M", "a"), found("L", "b")
HIGH, CRITICAL = found("H", "a"), found("C", "a")


@pytest.mark.parametrize(("runs", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (10, 6), (35, 21)])
def test_three_fifths_rounded_up_have_to_agree(runs: int, needed: int) -> None:
    assert consensus_threshold(runs) == needed


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize(
    ("audits", "verdict"),
    [
        ([audit("GO"), audit("GO"), audit("GO")], "GO"),
        ([audit("GO", HIGH), audit("GO", HIGH), audit("GO", HIGH)], "GO"),
        ([audit("GO"), audit("NO-GO", HIGH), audit("NO-GO", HIGH)], "NO-GO"),
        ([audit("GO"), audit("CONDITIONAL", A), audit("NO-GO", CRITICAL)], "NO-GO"),
        ([audit("GO"), audit("CONDITIONAL", A), audit("CONDITIONAL", A)], "CONDITIONAL"),
        ([audit("GO"), audit("GO"), audit("NO-GO", CRITICAL)], "CONDITIONAL"),
        ([audit("SPEC-UPDATE-NEEDED", HIGH), audit("SPEC-UPDATE-NEEDED", HIGH), audit("GO")], "SPEC-UPDATE-NEEDED"),
        ([audit("SPEC-UPDATE-NEEDED", HIGH), audit("NO-GO", HIGH), audit("NO-GO", HIGH)], "NO-GO"),
        ([audit("SPEC-UPDATE-NEEDED", CRITICAL), audit("SPEC-UPDATE-NEEDED", CRITICAL)], "NO-GO"),
    ],
)
def test_verdict_follows_from_what_they_agree_on(audits: list[Document], verdict: Verdict) -> None:
    assert find_consensus(audits).verdict == verdict


def test_what_too_few_found_is_noise() -> None:
    result = find_consensus(
        [audit("CONDITIONAL", A, A, B), audit("CONDITIONAL", found("L", "A", description="that", agents="c"))]
    )
    assert (result.runs, result.threshold) == (2, 2)
    assert result.consensus == (found("M", "a", description="it / that", agents="a+c"),)
    assert result.noise == (B,)


def test_audits_that_failed_do_not_count() -> None:
    result = find_consensus([None, Document(verdict="ERROR"), audit("CONDITIONAL", A), audit("GO"), None])
    assert (result.runs, result.threshold, result.verdict, result.noise) == (2, 2, "CONDITIONAL", (A,))


@pytest.mark.parametrize("audits", [[], [None], [Document(verdict="ERROR"), None]])
def test_without_any_verdict_there_is_none(audits: list[Document | None]) -> None:
    with pytest.raises(BadInput, match="start them again"):
        find_consensus(audits)


@PATIENT
@given(st.lists(st.lists(st.sampled_from([A, B, HIGH, CRITICAL]), max_size=3), min_size=1, max_size=6))
def test_every_finding_is_either_consensus_or_noise(found_by_run: list[list[Verified]]) -> None:
    result = find_consensus([audit("NO-GO", *each) for each in found_by_run])
    keys = [each.category for each in (*result.consensus, *result.noise)]
    assert sorted(keys) == sorted({each.category for run in found_by_run for each in run})
    for each in result.consensus:
        assert sum(any(one.category == each.category for one in run) for run in found_by_run) >= result.threshold
