"""One record for each place and category, whatever the order."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.aggregate import EQUAL, PROFILES, Merged, Reported, Weights, merge, read_weights
from renkei.reports.references import State
from renkei.reports.report import Severity

SEVERITIES: list[Severity | None] = ["critical", "important", "minor", None]
STATES: list[State | None] = ["verified", "moved", "unverified", "missing_file", "missing_line", "mismatch", None]

reported = st.builds(
    Reported,
    agent=st.sampled_from(["security-auditor", "qa-engineer", "ruff", "bandit"]),
    category=st.sampled_from(["SEC", "sec", "security", "QA"]),
    text=st.sampled_from(["SQL injection", "sql  injection", "no index", ""]),
    role=st.sampled_from(["", "security-auditor"]),
    path=st.sampled_from(["a.py", "b.py", None]),
    line=st.sampled_from([1, 2, None]),
    severity=st.sampled_from(SEVERITIES),
    confidence=st.none() | st.floats(0, 100),
    id=st.sampled_from(["SEC-001", ""]),
    state=st.sampled_from(STATES),
)
weightings = st.builds(
    Weights,
    roles=st.dictionaries(
        st.sampled_from(["security-auditor", "qa-engineer", "ruff"]),
        st.dictionaries(st.sampled_from(["", "sec", "qa"]), st.floats(0.001, 1000)),
    ),
)
many = st.lists(reported, max_size=7)


def one(*reports: Reported, weights: Weights = EQUAL) -> Merged:
    [merged] = merge(reports, weights)
    return merged


def injection(agent: str, confidence: float | None, **fields: Any) -> Reported:
    base = Reported(agent=agent, category="SEC", text="SQL injection", path="src/db.py", line=5, state="verified")
    return replace(base, confidence=confidence, **fields)


AUDITOR = injection("security-auditor", 95)
ENGINEER = injection("qa-engineer", 78)


@pytest.mark.req("AGG-3", "AGG-5")
def test_two_agents_agree_as_in_the_worked_example():
    merged = one(AUDITOR, ENGINEER)
    assert (merged.confidence, merged.combined) == (100, 96.5)


@pytest.mark.req("AGG-2")
def test_same_place_and_category_is_one_issue_with_all_reporters_and_reasons():
    merged = one(AUDITOR, replace(ENGINEER, category="sec", text="input in a query"))
    assert (merged.path, merged.line, merged.category) == ("src/db.py", 5, "SEC")
    assert merged.reported_by == ("qa-engineer", "security-auditor")
    assert [report.text for report in merged.reports] == ["input in a query", "SQL injection"]


@pytest.mark.req("AGG-2")
@pytest.mark.parametrize("field", [{"line": 6}, {"path": "src/app.py"}, {"category": "QA", "text": "no test"}])
def test_another_place_or_category_is_another_issue(field: dict[str, Any]):
    assert len(merge([AUDITOR, replace(ENGINEER, **field)])) == 2


def test_without_a_line_only_the_same_words_are_the_same_issue():
    nowhere = replace(AUDITOR, path=None, line=None)
    assert len(merge([nowhere, replace(nowhere, agent="qa-engineer", text="**sql  Injection**.")])) == 1
    assert len(merge([nowhere, replace(nowhere, agent="qa-engineer", text="no index")])) == 2


@pytest.mark.req("AGG-3", "DEC-46")
def test_words_agree_whatever_the_roles_of_those_who_say_them():
    other = replace(ENGINEER, category="qa-engineer", text="An SQL injection in the query")
    merged = one(AUDITOR, other)
    assert (merged.reported_by, merged.confidence, merged.combined) == (("qa-engineer", "security-auditor"), 100, 96.5)
    assert len(merge([AUDITOR, replace(other, text="the name is never validated")])) == 2


@pytest.mark.req("AGG-3", "DEC-46", refused=True)
@pytest.mark.parametrize(
    ("one_says", "other_says"),
    [
        ("Weak hash at `src/vault/store.py:12`", "Slow loop at `src/vault/store.py:12`"),
        ("src/vault/store.py:12: weak hash", "src/vault/store.py:12 has no test"),
        ("store.py の12行目: ハッシュが弱い", "store.py の12行目: 遅いループ"),
    ],
)
def test_the_place_that_both_name_is_no_agreement(one_says: str, other_says: str):
    other = replace(ENGINEER, category="qa-engineer", text=other_says)
    assert len(merge([replace(AUDITOR, text=one_says), other])) == 2
    assert len(merge([replace(AUDITOR, text=one_says), replace(other, text=one_says)])) == 1


@pytest.mark.req("AGG-3")
@pytest.mark.req("DEC-3")
def test_agreement_counts_once_however_many_agree():
    merged = one(*(injection(f"agent-{n}", 60) for n in range(5)))
    assert (merged.confidence, merged.combined) == (70, 70)


@pytest.mark.req("AGG-3")
def test_an_agent_does_not_agree_with_itself():
    merged = one(AUDITOR, replace(AUDITOR, text="said again", confidence=40))
    assert (merged.confidence, merged.combined) == (95, 95)


@pytest.mark.req("AGG-3")
def test_who_cites_what_is_not_there_supports_nobody():
    liar = replace(ENGINEER, state="mismatch")
    assert one(AUDITOR, liar).combined == 95
    assert one(replace(AUDITOR, state="missing_file"), replace(liar, state="missing_file")).combined == 86.5
    assert one(AUDITOR, replace(ENGINEER, discredited=True)).combined == 95


@pytest.mark.req("DEC-46", refused=True)
def test_the_number_of_who_cites_what_is_not_there_counts_only_where_nobody_else_reports_it():
    liar = replace(ENGINEER, confidence=99, discredited=True)
    merged = one(replace(AUDITOR, confidence=60), liar)
    assert (merged.confidence, merged.combined) == (60, 60)
    assert one(liar).confidence == 99


def test_the_highest_stated_severity_is_kept():
    minor, unstated = replace(AUDITOR, severity="minor"), replace(ENGINEER, severity=None)
    assert one(minor, replace(ENGINEER, severity="critical")).severity == "critical"
    assert one(minor, unstated).severity == "minor"
    assert one(unstated).severity == "important"


def test_an_issue_is_verified_if_anybody_cites_a_place_that_was_found():
    assert one(AUDITOR, replace(ENGINEER, state="unverified")).verified
    assert not one(replace(ENGINEER, state="unverified")).verified
    assert not one(replace(ENGINEER, state=None)).verified


def test_without_a_number_there_is_none_and_others_count_alone():
    assert (one(replace(AUDITOR, confidence=None)).combined, one(replace(AUDITOR, confidence=None)).confidence) == (
        None,
        None,
    )
    merged = one(AUDITOR, replace(ENGINEER, confidence=None))
    assert (merged.confidence, merged.combined) == (100, 100)


def test_two_analysers_on_one_line_are_one_surer_finding():
    ruff = Reported(agent="ruff", category="security", text="S608", path="a.py", line=3, confidence=80, id="S608")
    bandit = replace(ruff, agent="bandit", text="B608", id="B608", confidence=70)
    merged = one(ruff, bandit)
    assert (merged.reported_by, merged.confidence, merged.combined) == (("bandit", "ruff"), 90, 85)


def test_the_caller_may_say_what_makes_two_reports_one():
    section = Reported(agent="rulebase", category="ambiguity", text="vague", path="design.md 2.1")
    other = replace(section, agent="holistic", text="two readings")
    assert len(merge([section, other])) == 2
    assert len(merge([section, other], key=lambda each: (each.path, each.category))) == 1


@pytest.mark.req("AGG-5")
def test_expertise_weighs_in_by_role_and_category():
    weights = Weights(roles={"security-auditor": {"sec": 3, "": 1}})
    assert one(AUDITOR, ENGINEER, weights=weights).combined == 100
    lower = injection("security-auditor", 50), injection("qa-engineer", 70)
    assert one(*lower, weights=weights).combined == 65
    elsewhere = [replace(each, category="QA") for each in lower]
    assert one(*elsewhere, weights=weights).combined == 70


@pytest.mark.req("AGG-5")
def test_the_profile_by_role_trusts_experts_twice_in_their_own_field():
    weights = PROFILES["by-role"]
    assert weights.weight_of("Security Auditor", "SEC") == 2
    assert weights.weight_of("security-auditor", "QA") == 1
    assert weights.weight_of("qa-engineer", "Testing") == 2
    assert weights.weight_of("somebody", "SEC") == 1
    assert EQUAL.weight_of("security-auditor", "SEC") == 1


@pytest.mark.req("AGG-5")
def test_weights_of_a_project_stand_over_the_profile_role_by_role():
    weights = read_weights({"profile": "by-role", "roles": {"qa-engineer": 1.5, "pentester": {"SEC": 3, "*": 0.5}}})
    assert weights.weight_of("qa-engineer", "SEC") == weights.weight_of("qa-engineer", "QA") == 1.5
    assert (weights.weight_of("pentester", "sec"), weights.weight_of("pentester", "QA")) == (3, 0.5)
    assert weights.weight_of("security-auditor", "SEC") == 2
    assert read_weights(None) is EQUAL


@pytest.mark.parametrize(
    "value",
    ["loudest", {"profile": "loudest"}, {"role": {}}, {"roles": {"a": 0}}, {"roles": {"a": {"SEC": -1}}},
     {"roles": {"a": True}}, {"roles": {"a": float("nan")}}, {"roles": {"a": 1001}}, {"roles": ["a"]}],
)  # fmt: skip
def test_weights_that_cannot_be_are_refused(value: Any):
    with pytest.raises(BadInput, match="weights"):
        read_weights(value)


@pytest.mark.req("AGG-2", "AGG-3")
@given(many, weightings, st.randoms())
def test_the_order_does_not_matter(reports: list[Reported], weights: Weights, random: Random):
    shuffled = reports[:]
    random.shuffle(shuffled)
    assert merge(shuffled, weights) == merge(reports, weights)


@pytest.mark.req("AGG-2")
@given(many, weightings)
def test_merging_again_changes_nothing(reports: list[Reported], weights: Weights):
    merged = merge(reports, weights)
    assert merge(reports + reports, weights) == merged
    assert merge(chain.from_iterable(each.reports for each in merged), weights) == merged


@given(many, many, many, weightings)
def test_parts_can_be_merged_in_any_grouping(
    first: list[Reported], second: list[Reported], third: list[Reported], weights: Weights
):
    def also(merged: tuple[Merged, ...], more: list[Reported]) -> tuple[Merged, ...]:
        return merge([*chain.from_iterable(each.reports for each in merged), *more], weights)

    left = also(also(merge(first, weights), second), third)
    right = also(also(merge(third, weights), second), first)
    assert left == right == merge(first + second + third, weights)


def stated_numbers(reports: Sequence[Reported]) -> list[float]:
    """What was stated by those who cite nothing that is not there; by all, where there is nobody else."""
    stated = [(report, report.confidence) for report in reports if report.confidence is not None]
    honest = [number for report, number in stated if not (report.is_false or report.discredited)]
    return honest or [number for _, number in stated]


@pytest.mark.req("AGG-3", "AGG-5")
@given(many, weightings)
def test_numbers_stay_in_their_bounds(reports: list[Reported], weights: Weights):
    merged = merge(reports, weights)
    assert {report for each in merged for report in each.reports} == set(reports)
    for each in merged:
        stated = stated_numbers(each.reports)
        assert (each.confidence is None) == (each.combined is None) == (not stated)
        if each.confidence is not None and each.combined is not None:
            assert each.confidence in (round(max(stated), 2), round(min(100, max(stated) + 10), 2))
            assert 0 <= each.combined <= min(100, each.confidence + 0.01)
            assert round(min(stated), 2) <= each.combined + 0.01


@given(st.lists(reported, min_size=1, max_size=4, unique_by=lambda each: each.agent))
def test_one_more_who_agrees_never_lowers_the_confidence(reports: list[Reported]):
    here = [replace(each, path="a.py", line=1, category="SEC", state="verified") for each in reports]
    before, after = one(*here[:-1] or here).confidence, one(*here).confidence
    assert before is None or (after is not None and after >= before)
