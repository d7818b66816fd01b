"""Results that contradict each other are for a person, with both sides."""

import pytest

from renkei.reports.aggregate import Contradiction, aggregate
from renkei.reports.opposition import denies_problem, read_denied_ids
from tests.support.results import injection, judged, result

AUDITOR = result("security-auditor", issues=injection(95))
REPORTED = ("security-auditor", "critical: SQL injection")


def disputes(*texts: str) -> list[Contradiction]:
    return list(aggregate([judged(text, f"{n}.md") for n, text in enumerate(texts)]).contradictions)


def engineer(*, findings: list[str] | None = None, issues: list[str] | None = None) -> str:
    return result("qa-engineer", issues=issues or [], findings=findings or ["- Read `src/db.py:5`"])


@pytest.mark.req("AGG-4")
@pytest.mark.parametrize(
    "finding",
    [
        "- No SQL injection at `src/db.py:5`: the name is checked before",
        "- SEC-001 is a false positive: `src/db.py:5` is only called with constants",
        "- `src/db.py:5` は問題ありません",
        "- The name is a constant | Denies: SEC-001",
        "- 定数しか渡らない | 否定: SEC-001",
    ],
)
def test_a_denial_at_the_same_place_or_of_the_id_is_shown_with_both_sides(finding: str):
    [dispute] = disputes(AUDITOR, engineer(findings=[finding]))
    assert (dispute.path, dispute.line, dispute.category) == ("src/db.py", 5, "SEC")
    assert [tuple(side) for side in dispute.sides] == [("qa-engineer", finding[2:]), REPORTED]


@pytest.mark.req("AGG-4")
@pytest.mark.parametrize(
    "finding",
    [
        "- No SQL injection at `src/db.py:4`",
        "- QA-001: no problem at `src/db.py:5`",
        "- This is not a false positive at `src/db.py:5`",
        "- The name is a constant | Denies: SEC-002",
    ],
)
def test_what_is_said_of_another_place_category_or_id_denies_nothing(finding: str):
    assert disputes(AUDITOR, engineer(findings=[finding])) == []


@pytest.mark.req("AGG-4")
def test_a_denial_among_the_issues_does_not_agree_with_what_it_denies():
    denial = "- SEC-001: false positive, the name is a constant (`src/db.py:5`) | Severity: minor"
    whole = aggregate([judged(AUDITOR, "a"), judged(engineer(issues=[denial]), "b")])
    [issue], [dispute] = whole.issues, whole.contradictions
    assert (issue.reported_by, issue.confidence) == (("security-auditor",), 95)
    assert {side.agent for side in dispute.sides} == {"qa-engineer", "security-auditor"}


@pytest.mark.req("AGG-4")
def test_an_issue_that_only_reads_like_a_denial_of_nothing_stays_an_issue():
    text = engineer(issues=["- The comment says there is no problem, `src/db.py:4` | Severity: minor"])
    whole = aggregate([judged(AUDITOR, "a"), judged(text, "b")])
    assert [issue.line for issue in whole.issues] == [5, 4]
    assert whole.contradictions == ()
    alike = aggregate([judged(text, "b"), judged(text.replace("qa-engineer", "other"), "c")])
    assert alike.contradictions == ()


@pytest.mark.req("AGG-4")
def test_severities_two_steps_apart_contradict_each_other_and_one_step_does_not():
    [dispute] = disputes(AUDITOR, engineer(issues=injection(80, "minor")))
    assert [tuple(side) for side in dispute.sides] == [("qa-engineer", "minor: SQL injection"), REPORTED]
    assert disputes(AUDITOR, engineer(issues=injection(80, "important"))) == []


AT = "`src/db.py:5`"


def opposed(one: str, other: str) -> list[Contradiction]:
    return disputes(result("security-auditor", findings=[f"- {one}"]), engineer(findings=[f"- {other}"]))


@pytest.mark.req("AGG-4", "DEC-46")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"The query at {AT} is safe", f"The query at {AT} is not safe"),
        (f"{AT} is escaped", f"{AT} is unescaped"),
        (f"{AT} is thread-safe", f"{AT} isn’t thread-safe"),
        (f"{AT} validates the name", f"{AT} does not validate the name"),
        (f"{AT} validates the name", f"{AT} never validates it"),
        (f"The name is validated at {AT}", f"{AT} fails to validate the name"),
        (f"The name is validated at {AT}", f"{AT} lacks validation of the name"),
        (f"The name is validated at {AT}", f"There is no input validation at {AT}"),
        (f"{AT} は安全です", f"{AT} は安全ではない"),
        (f"{AT} は安全である", f"{AT} は危険である"),
        (f"{AT} は脆弱性がありません", f"{AT} には脆弱性があります"),
        (f"{AT} で入力を検証しています", f"{AT} では入力の検証が行われていません"),
        (f"{AT} で入力を検証しています", f"{AT} の入力は未検証です"),
    ],
)
def test_words_that_oppose_each_other_at_one_place_are_a_contradiction(one: str, other: str):
    [dispute] = opposed(one, other)
    assert (dispute.path, dispute.line, len(dispute.sides)) == ("src/db.py", 5, 2)
    assert opposed(one, other.replace(":5", ":4")) == []
    assert opposed(one, one) == []


@pytest.mark.req("AGG-4", "DEC-46")
@pytest.mark.parametrize(
    ("english", "japanese", "alike"),
    [
        (f"The query at {AT} is safe", f"{AT} は安全ではない", f"{AT} は安全です"),
        (f"{AT} is vulnerable", f"{AT} は安全です", f"{AT} には脆弱性があります"),
        (f"{AT} validates the name", f"{AT} は名前を検証していない", f"{AT} は名前を検証しています"),
        (f"{AT} does not escape the name", f"{AT} で名前をエスケープしています", f"{AT} の名前は未エスケープです"),
        (
            f"The password at {AT} is encrypted",
            f"{AT} の値は平文です",
            f"{AT} の値は暗号化されています",
        ),
    ],
)
def test_english_and_japanese_about_one_place_are_compared_by_what_they_mean(english: str, japanese: str, alike: str):
    [dispute] = opposed(english, japanese)
    assert {side.claim for side in dispute.sides} == {english, japanese}
    assert opposed(english, alike) == []


@pytest.mark.req("AGG-4", "DEC-46", refused=True)
@pytest.mark.parametrize(
    "no_statement",
    [
        f"Whether the query at {AT} is not safe was not asked; it is safe",
        f"Is the query at {AT} not safe?",
        f"If the name is not safe, {AT} fails",
        f"I could not find out whether {AT} is unsafe",
        f"The comment says that {AT} is not safe",
        f"{AT} は安全ではないかどうか不明です",
        f"{AT} が危険な場合は例外になる",
        f"{AT} was unsafe before the fix; it is safe now",
        f"{AT} は以前は危険でしたが、現在は安全です",
        f"{AT} の危険性の有無は見ていない",
    ],
)
def test_a_question_a_condition_another_time_or_the_word_of_another_is_no_statement(no_statement: str):
    assert opposed(f"The query at {AT} is safe", no_statement) == []
    assert opposed(f"{AT} は安全です", no_statement) == []


@pytest.mark.req("AGG-4", "DEC-46")
@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("`src/db.py:2-5` is safe", "`src/db.py:5` is not safe", 5),
        ("`src/db.py:4` is safe", "`src/db.py:2-5` is not safe", 4),
        ("`src/db.py:2-4` is safe", "`src/db.py:4-5` is not safe", 4),
        ("`src/db.py:3-4` is safe", "`src/db.py:5` is not safe", None),
        ("`src/db.py:3` is safe", "`src/db.py:4-5` is not safe", None),
    ],
)
def test_places_that_overlap_are_one_place(one: str, other: str, line: int | None):
    assert [dispute.line for dispute in opposed(one, other)] == ([] if line is None else [line])


@pytest.mark.req("AGG-4", "DEC-46")
def test_each_place_in_a_range_that_somebody_disputes_is_told_with_all_who_speak_of_it():
    wide = result("security-auditor", findings=["- `src/db.py:2-5` is safe"])
    narrow = engineer(findings=["- `src/db.py:3` is not safe", "- `src/db.py:5` is unsafe"])
    third = result("reviewer", findings=["- `src/db.py:5` is safe"])
    found = disputes(wide, narrow, third)
    told = [(each.line, sorted({side.agent for side in each.sides})) for each in found]
    assert told == [(3, ["qa-engineer", "security-auditor"]), (5, ["qa-engineer", "reviewer", "security-auditor"])]


@pytest.mark.req("AGG-4")
@pytest.mark.parametrize(("place", "is_denied"), [("2-5", True), ("4-5", True), ("1-4", False)])
def test_a_denial_of_a_range_denies_what_is_reported_in_it(place: str, is_denied: bool):
    denial = engineer(findings=[f"- No SQL injection at `src/db.py:{place}`"])
    assert len(disputes(AUDITOR, denial)) == is_denied


@pytest.mark.req("AGG-4")
def test_a_denial_of_one_line_denies_what_is_reported_of_lines_around_it():
    issue = "- SEC-001: SQL injection at `src/db.py:4-5` | Severity: critical"
    for line, count in ((5, 1), (3, 0)):
        denial = engineer(findings=[f"- No SQL injection at `src/db.py:{line}`"])
        assert len(disputes(result("security-auditor", issues=[issue]), denial)) == count


@pytest.mark.req("AGG-4", "DEC-46")
def test_a_denial_in_other_words_opposes_an_issue_of_another_category():
    reported = ["- QA-001: the query is not safe, `src/db.py:5` | Severity: critical"]
    denied = ["- SEC-009: the query is safe at `src/db.py:5` | Severity: minor"]
    assert len(disputes(engineer(issues=reported), result("security-auditor", issues=denied))) == 1


@pytest.mark.req("AGG-4")
def test_an_agent_cannot_contradict_itself():
    issues = [*injection(95), "| SEC-002 | same | `src/db.py:5` | minor | 50 |"]
    both = result(issues=issues, findings=["- No SQL injection at `src/db.py:5`"])
    assert disputes(both, both) == []


@pytest.mark.req("AGG-4")
@pytest.mark.parametrize(
    ("passed", "failed"),
    [
        (["#### Compliance", "| Criterion | Result | Note |", "|--|--|--|", "| OWASP A1 | PASS | read |"],
         ["#### Compliance", "| Criterion | Result | Note |", "|--|--|--|", "| owasp a1 | **FAIL** | SEC-001 |"]),
        (["#### コンプライアンス", "- OWASP A1: 合格"], ["#### コンプライアンス", "- OWASP A1: 不合格"]),
        (["| OWASP A1 | ✅ | read |"], ["| OWASP A1 | ❌ | SEC-001 |"]),
    ],
)  # fmt: skip
def test_pass_against_fail_on_a_criterion_contradicts(passed: list[str], failed: list[str]):
    place = "- Read `src/db.py:5`"
    one, other = result("security-auditor", findings=[place, "", *passed]), engineer(findings=[place, "", *failed])
    [dispute] = disputes(one, other)
    assert (dispute.path, dispute.line, dispute.category) == (None, None, "OWASP A1")
    assert [side.agent for side in dispute.sides] == ["qa-engineer", "security-auditor"]
    assert disputes(one, one.replace("security-auditor", "other")) == []


@pytest.mark.req("AGG-4")
@pytest.mark.parametrize("row", ["| {} | {} | note |", "| 1 | {} | {} |", "| {1} | {0} |"])
def test_criteria_are_told_apart_by_all_of_their_name(row: str):
    def verdict(criterion: str, word: str, agent: str) -> str:
        return result(agent, findings=["- Read `src/db.py:5`", "", "#### Compliance", row.format(criterion, word)])

    assert disputes(verdict("OWASP: XSS", "PASS", "a"), verdict("OWASP: SQL", "FAIL", "b")) == []
    [dispute] = disputes(verdict("OWASP: XSS", "PASS", "a"), verdict("OWASP: XSS", "FAIL", "b"))
    assert dispute.category == "OWASP: XSS"


@pytest.mark.req("AGG-4")
def test_a_section_of_its_own_holds_verdicts_too():
    section = "### Compliance\n| Criterion | Result |\n|--|--|\n| OWASP A1 | PASS |\n"
    texts = result(more=section), result("qa-engineer", more=section.replace("PASS", "FAIL"))
    assert [dispute.category for dispute in disputes(*texts)] == ["OWASP A1"]


@pytest.mark.req("AGG-1", "AGG-4")
def test_a_contradiction_between_successes_asks_for_review():
    whole = aggregate([judged(AUDITOR, "a"), judged(engineer(issues=injection(80, "minor")), "b")])
    assert (whole.status, whole.next) == ("SUCCESS", "review")


@pytest.mark.parametrize(
    "text",
    ["it is not a problem", "not exploitable", "There is no memory leak here.", "the call is safe", "誤検知と思われる",
     "脆弱性は存在しない", "works as intended", "安全であることを確認", "no race condition at a.py:3"],
)  # fmt: skip
def test_words_that_deny(text: str):
    assert denies_problem(text)


@pytest.mark.parametrize(
    "text",
    ["no validation of the name", "the call is unsafe", "input is not escaped", "no error handling", "誤検知ではない",
     "安全ではない", "with a placeholder it would be safe", "if checked, not exploitable", "修正すれば問題ない",
     "no risk assessment was done", "SQL injection", "問題がある", "safe mode is off"],
)  # fmt: skip
def test_words_that_report(text: str):
    assert not denies_problem(text)


def test_several_ids_can_be_denied_at_once():
    assert read_denied_ids("constants only | Denies: SEC-001, `SEC-002`") == ("sec-001", "sec-002")
    assert read_denied_ids("the guard denies access: 403") == ()
