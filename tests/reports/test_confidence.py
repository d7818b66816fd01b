"""Bands, and what checking takes off."""

import pytest

from renkei.reports.confidence import Band, adjust_confidence, confidence_band, mean_confidence
from renkei.reports.references import State
from renkei.reports.report import Confidence, Score


@pytest.mark.req("RES-3")
@pytest.mark.parametrize(
    ("value", "name"),
    [
        (100, "certain"),
        (95, "certain"),
        (94.5, "high"),
        (85, "high"),
        (84, "medium"),
        (75, "medium"),
        (74, "low"),
        (60, "low"),
        (59.9, "uncertain"),
        (0, "uncertain"),
    ],
)
def test_a_confidence_lies_in_its_band(value: float, name: Band) -> None:
    assert confidence_band(value) == name


@pytest.mark.req("RES-7")
@pytest.mark.parametrize(
    ("states", "after"),
    [
        ([], 80),
        (["verified"], 80),
        (["verified", "moved"], 70),
        (["moved", "moved"], 70),
        (["unverified", "moved"], 60),
        (["mismatch"], 60),
    ],
)
def test_the_worst_reference_sets_the_cost(states: list[State], after: float) -> None:
    assert adjust_confidence(Confidence(stated=80), states) == after


def test_a_confidence_never_falls_below_0() -> None:
    assert adjust_confidence(Confidence(stated=5), ["moved"]) == 0


def test_the_combined_confidence_goes_before_the_stated_one() -> None:
    assert adjust_confidence(Confidence(stated=95, combined=Score(value=80)), ["moved"]) == 70
    assert adjust_confidence(Confidence(stated=None), []) is None


@pytest.mark.req("RES-4")
def test_the_mean_of_90_and_70_is_80() -> None:
    assert mean_confidence(Confidence(stated=80, verified=Score(value=90), inferred=Score(value=70))) == 80
    assert mean_confidence(Confidence(stated=80, verified=Score(value=90))) is None
