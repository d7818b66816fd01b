"""Several checked results put together: status, issues and their numbers."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.aggregate import Aggregate, Judged, Merged, aggregate
from tests.support.examples import examples
from tests.support.results import injection, judged, result, table


def together(*texts: str) -> Aggregate:
    return aggregate([judged(text, f"{n}.md") for n, text in enumerate(texts)])


def only_issue(*texts: str) -> Merged:
    [issue] = together(*texts).issues
    return issue


def numbers(issue: Merged) -> tuple[float | None, float | None]:
    return issue.confidence, issue.combined


@pytest.mark.req("AGG-1")
@pytest.mark.parametrize(
    ("statuses", "status", "next_step"),
    [
        (("SUCCESS", "SUCCESS"), "SUCCESS", "proceed"),
        (("SUCCESS", "PARTIAL"), "PARTIAL", "review"),
        (("PARTIAL", "FAILED", "SUCCESS"), "FAILED", "retry"),
    ],
)
@pytest.mark.req("DEC-3")
def test_the_worst_status_decides_what_is_next(statuses: tuple[str, ...], status: str, next_step: str):
    more = {each: "" if each == "SUCCESS" else "### Blockers\n- no access | Resolution: a key\n" for each in statuses}
    whole = together(*(result(f"agent-{n}", status=each, more=more[each]) for n, each in enumerate(statuses)))
    assert (whole.status, whole.next) == (status, next_step)


@pytest.mark.req("AGG-1")
@pytest.mark.parametrize("text", ["", "no result at all", result(findings=["- It is in `src/ghost.py:3`"])])
@pytest.mark.req("DEC-3")
def test_a_result_that_breaks_the_contract_has_failed(text: str):
    whole = together(result(), text)
    assert (whole.status, whole.next) == ("FAILED", "retry")
    assert sorted(each.status for each in whole.results) == ["FAILED", "SUCCESS"]


@pytest.mark.req("AGG-1")
@pytest.mark.req("DEC-3")
def test_no_results_are_an_error():
    with pytest.raises(BadInput, match="no results"):
        aggregate([])


@pytest.mark.req("AGG-2", "AGG-3", "AGG-5")
def test_the_worked_example():
    issue = only_issue(
        result("security-auditor", issues=injection(95)), result("qa-engineer", issues=injection(78, "important"))
    )
    assert (issue.path, issue.line, issue.category, issue.severity) == ("src/db.py", 5, "SEC", "critical")
    assert numbers(issue) == (100, 96.5)
    assert issue.verified


@pytest.mark.req("AGG-2")
def test_the_category_is_its_column_else_the_prefix_of_its_id_else_the_role():
    column = "- SEC-001: a `src/db.py:5` | Severity: minor | Category: Input"
    issues = [column, "- SEC-002: b `src/db.py:4` | Severity: minor", "- c `src/db.py:1` | Severity: minor"]
    whole = together(result("Security Auditor", issues=issues))
    assert {issue.line: issue.category for issue in whole.issues} == {5: "Input", 4: "SEC", 1: "security-auditor"}


@pytest.mark.req("AGG-5")
def test_the_role_that_the_team_gives_counts_before_the_name_in_the_result():
    text = result("alice", issues=["- c `src/db.py:1` | Severity: minor"])
    [issue] = aggregate([judged(text, role="Security Auditor")]).issues
    assert (issue.category, issue.reported_by) == ("security-auditor", ("alice",))


@pytest.mark.req("AGG-2")
def test_a_role_of_the_team_can_be_a_reviewers():
    text = result("alice", findings=["- [critical] SQL injection at `src/db.py:5`"])
    assert aggregate([judged(text)]).issues == ()
    assert len(aggregate([judged(text, role="qa-engineer")]).issues) == 1


@pytest.mark.req("AGG-2")
def test_the_contract_that_agents_are_given_makes_them_meet():
    line = "- SQL injection, `src/db.py:5` | Severity: critical | Category: security"
    japanese = "- SQL インジェクション `src/db.py:5` | 重大度: critical | カテゴリ: security"
    assert len(only_issue(result(issues=[line]), result("qa-engineer", issues=[japanese])).reports) == 2


@pytest.mark.req("AGG-3")
@pytest.mark.req("DEC-3")
def test_without_a_number_of_its_own_an_issue_has_that_of_its_result():
    assert numbers(only_issue(result(issues=injection(""), confidence=88))) == (88, 88)


@pytest.mark.req("AGG-3")
@pytest.mark.req("DEC-3")
def test_an_issue_is_lowered_with_its_own_reference_and_not_with_others():
    quoted = ["- Built at `src/db.py:2`", "  - Code match: `return sql.run('select ' + name)`"]
    moved = only_issue(result(issues=injection(95, place="src/db.py:2"), findings=quoted))
    assert (numbers(moved), moved.line, moved.verified) == ((85, 85), 5, True)
    other = only_issue(result(issues=injection(95, place="src/db.py:4"), findings=quoted))
    assert (numbers(other), other.line) == ((95, 95), 4)
    binary = only_issue(result(issues=injection(95, place="logo.png:1")))
    assert (numbers(binary), binary.verified) == ((75, 75), False)


@pytest.mark.req("AGG-2")
def test_who_cites_the_old_line_of_moved_code_meets_who_cites_the_new_one():
    quoted = ["- Built at `src/db.py:2`", "  - Code match: `return sql.run('select ' + name)`"]
    old = result("qa-engineer", issues=injection(88, place="src/db.py:2"), findings=quoted)
    assert numbers(only_issue(result(issues=injection(95)), old)) == (100, 96.5)


@pytest.mark.req("AGG-2")
def test_an_absolute_path_in_the_tree_is_the_same_place():
    # The tree in memory has no root, so the absolute place itself is not found there.
    absolute = judged(result("qa-engineer", issues=injection(78, place="/repo/src/db.py:5")), "b.md")
    whole = aggregate([judged(result(issues=injection(95)), "a.md"), replace(absolute, roots=("/repo",))])
    assert [issue.reported_by for issue in whole.issues] == [("qa-engineer", "security-auditor")]


@pytest.mark.req("AGG-2")
def test_an_issue_that_names_two_locations_stands_at_both():
    both = table("| SEC-001 | SQL injection | `src/db.py:5`, `src/app.py:1` | critical | 90 |")
    whole = together(result(issues=both), result("qa-engineer", issues=injection(80, place="src/app.py:1")))
    assert [(issue.path, len(issue.reports)) for issue in whole.issues] == [("src/app.py", 2), ("src/db.py", 1)]


@pytest.mark.req("AGG-2")
def test_an_issue_without_a_line_is_kept():
    assert [issue.path for issue in together(result(issues=["- The docs are old | Severity: minor"])).issues] == [None]
    located = result(issues=["- The docs are old | Severity: minor | Location: docs/index.md"])
    assert [(issue.path, issue.line, issue.verified) for issue in together(located).issues] == [
        ("docs/index.md", None, False)
    ]


@pytest.mark.req("AGG-2")
@pytest.mark.parametrize(
    "findings",
    [
        ["#### Issue List", *injection(95)],
        ["- SEC-001: SQL injection at `src/db.py:5` | Severity: critical | Confidence: 95"],
        ["- [critical] SEC-001 SQL injection at `src/db.py:5`", "  - Confidence: 95"],
        ["#### Critical Issues", "- SEC-001: SQL injection at `src/db.py:5`", "  - Confidence: 95"],
    ],
)
def test_a_finding_that_calls_itself_an_issue_counts_as_one(findings: list[str]):
    issue = only_issue(result(findings=findings), result("qa-engineer", issues=injection(78)))
    assert (issue.category, issue.severity, numbers(issue)) == ("SEC", "critical", (100, 96.5))


@pytest.mark.req("AGG-2")
@pytest.mark.parametrize(
    ("agent", "finding"),
    [
        ("code-explorer", "- Login is defined at `src/app.py:1`"),
        ("code-explorer", "| login | `src/app.py:1` | high |"),
        ("qa-engineer", "- Tests call `src/app.py:1`"),
        ("qa-engineer", "- The critical path starts at `src/app.py:1`"),
    ],
)
def test_a_finding_that_only_tells_what_there_is_is_no_issue(agent: str, finding: str):
    assert together(result(agent, findings=[finding])).issues == ()


def test_results_without_a_name_are_known_by_where_they_came_from():
    nameless = result(issues=injection(80)).partition("\n")[2]
    assert only_issue(nameless, nameless).reported_by == ("0.md", "1.md")
    whole = aggregate([judged(nameless, "0.md"), judged(nameless, "0.md")])
    assert [numbers(issue) for issue in whole.issues] == [(80, 80)]


TEXTS = (
    result(issues=injection(95)),
    result("qa-engineer", status="PARTIAL", issues=injection(78, "minor")),
    result("code-explorer", findings=["- Not vulnerable at `src/db.py:5`", "- PASS | auth"]),
    result("system-architect", issues=["- SEC-001: false positive at `src/db.py:5` | Severity: minor"]),
    result("a", findings=["#### Compliance", "| OWASP | PASS | ok |"]),
    result("b", findings=["#### Compliance", "| owasp | FAIL | SEC-001 |"]),
    "",
)
RESULTS = [judged(text, f"{n}.md") for n, text in enumerate(TEXTS)]


@pytest.mark.req("AGG-1", "AGG-2", "AGG-4")
@settings(max_examples=examples(60))
@given(st.lists(st.sampled_from(RESULTS), min_size=1, max_size=7, unique_by=lambda each: each.source), st.randoms())
def test_neither_order_nor_repetition_matters(results: list[Judged], random: Random):
    shuffled = results[:]
    random.shuffle(shuffled)
    whole = aggregate(results)
    assert aggregate(shuffled) == whole
    twice = aggregate(results + results)
    assert (twice.status, twice.issues, twice.contradictions) == (whole.status, whole.issues, whole.contradictions)


def test_every_order_of_three_gives_the_same_document():
    documents = [aggregate(order).to_json() for order in permutations(RESULTS[:3])]
    assert all(document == documents[0] for document in documents)


LINES = st.sampled_from([*"\n".join(TEXTS).split("\n"), *"|:-`*[]"]) | st.text(max_size=20)


@settings(max_examples=examples(150))
@given(st.lists(LINES, max_size=40))
def test_whatever_a_result_holds_it_can_be_put_together(lines: list[str]):
    broken = judged("\n".join([*TEXTS[1].split("\n")[:9], *lines, *TEXTS[1].split("\n")[9:]]), "broken.md")
    whole = aggregate([broken, RESULTS[0]])
    assert any("security-auditor" in issue.reported_by for issue in whole.issues)
    assert aggregate([RESULTS[0], broken]) == whole
