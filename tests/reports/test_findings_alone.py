"""Findings stand by themselves: evidence of their own or a label, contradictions by words, empty sections (DEC-41)."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.rules import Judgement
from renkei.reports.tool_receipts import Call, ToolReceipts
from renkei.reports.tree import MemoryTree

TREE = MemoryTree({"src/app.py": b"import os\n\n\ndef login(user):\n    return user\n", "src/db.py": b"x = 1\n" * 9})
BOXES = (
    "### Verification\n- [x] File references are valid\n- [x] Code snippets are exact\n"
    "- [x] No invented paths\n- [x] Evidence is documented\n"
)
KEYS = "| Item | Location | Relevance |\n|---|---|---|\n| login | `src/app.py:4` | entry |\n"


def result(findings: str, *, keys: str = KEYS, more: str = "", stated: int = 74) -> str:
    return (
        f"## scout Result\n### Status\nSUCCESS\n### Summary\nRead.\n### Findings\n{findings}\n"
        f"### Key References\n{keys}"
        f"### Confidence\n{stated} - read\n- verified_confidence: {stated}\n- inferred_confidence: {stated}\n{more}"
        f"### Next Steps\n1. Test\n{BOXES}"
    )


def judged(text: str, opened: ToolReceipts | None = None) -> Judgement:
    return check_report(text, TREE, opened=opened)


def lines(judgement: Judgement, rule: str) -> list[int | None]:
    return [violation.line for violation in judgement.violations if violation.rule == rule]


@pytest.mark.req("DEC-41", "RES-9", "RES-13", refused=True)
@pytest.mark.parametrize(
    "finding",
    [
        "- It is slow",
        "- `login` is slow",
        "- It is slow\n  - very slow",
        "It is slow, as everybody knows.",
        "| slow | yes |",
        "- It is slow\n  - Confirmed: I read it",
        "- Two of them\n```python\nx = 2\n```",
    ],
)
def test_a_finding_without_evidence_is_told_and_makes_the_tick_false(finding: str):
    judgement = judged(result(f"- login at `src/app.py:4`\n\n{finding}\n\n- more at `src/db.py:2`"))
    assert lines(judgement, "RES-13") == [9]
    assert lines(judgement, "RES-9") == [9]
    assert not judgement.valid
    assert ["is ticked, but" in v.text for v in judgement.violations if v.level == "L1"] == [True]


@pytest.mark.req("DEC-41", "RES-9", "RES-13")
@pytest.mark.parametrize(
    "findings",
    [
        "- login at `src/app.py:4`\n  - nested, and more of it\n- again `src/db.py:1`",
        "- [assumption] it is slow",
        "- **needs corroboration** it is slow",
        "- it is slow\n  ```console\n  $ make test\n  3 passed\n  ```",
        "- `make test` ends well: 3 passed",
        "#### The door, `src/app.py:4`\n- it is open\n- it is wide",
        "Two things of `src/app.py:4`:\n- it is open\n- it is wide",
        "They are these:\n- login at `src/app.py:4`",
        "Login checks nothing at all. It should.",
    ],
    ids=["nested", "label", "bold label", "command", "inline command", "heading", "lead-in", "intro", "one paragraph"],
)
def test_evidence_of_its_own_or_a_label_is_enough(findings: str):
    judgement = judged(result(findings))
    assert lines(judgement, "RES-13") == []
    assert judgement.valid


@pytest.mark.req("DEC-41", "RES-12")
def test_a_command_that_was_run_is_evidence():
    text = result("- login at `src/app.py:4`\n- `make lint` finds nothing")
    assert lines(judged(text), "RES-13") == [8]
    ran = ToolReceipts.from_calls(
        [Call("Read", "src/app.py", 1, 5), Call("Bash", None, command="cd x && make lint", exit_code=0)]
    )
    assert lines(judged(text, ran), "RES-13") == []


@pytest.mark.req("DEC-41", "RES-1", "RES-11", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        result(""),
        result("None"),
        result("- login at `src/app.py:4`", keys=""),
        result("- login at `src/app.py:4`", keys="None\n"),
        result("- login at `src/app.py:4`").replace("Read.\n", ""),
    ],
    ids=["findings", "findings none", "keys", "keys none", "summary"],
)
def test_an_empty_required_section_is_no_result(text: str):
    judgement = judged(text)
    assert "RES-1" in [violation.rule for violation in judgement.violations if violation.level == "L1"]


@pytest.mark.req("DEC-41", "RES-11")
def test_none_with_a_reason_is_not_empty():
    judgement = judged(result("None: the module has no callers", keys="None - nothing was cited\n"))
    assert judgement.valid


@pytest.mark.req("RES-5")
def test_a_score_of_the_justification_that_contradicts_the_confidence_is_remarked():
    why = "### Confidence Justification\n**Score**: {}\n**Evidence Count**: 1\n**Method**: read\n**Blind Spots**: x\n"
    text = result("- login at `src/app.py:4`", more=why, stated=95)
    assert lines(judged(text.format(50)), "RES-5") == [17]
    assert lines(judged(text.format(95)), "RES-5") == []


@pytest.mark.req("RES-5")
@pytest.mark.parametrize(
    ("blind", "remarked"),
    [
        ("only 50% sure", True),
        ("I am only 50% sure of this", True),
        ("実際は50程度です", True),
        ("only 50% sure about the cache", False),
        ("50% of the tests were read", False),
        ("none", False),
    ],
)
def test_blind_spots_that_name_another_confidence_are_remarked(blind: str, remarked: bool):
    why = "### Confidence Justification\n**Score**: 95\n**Evidence Count**: 1\n**Method**: read\n**Blind Spots**: {}\n"
    judgement = judged(result("- login at `src/app.py:4`", more=why.format(blind), stated=95))
    told = [str(each.message) for each in judgement.violations]
    assert any("the justification says 50" in each for each in told) == remarked


@pytest.mark.req("RES-5")
@pytest.mark.parametrize(
    ("reason", "remarked"),
    [
        ("I would say 50", True),
        ("50% sure", True),
        ("Actual confidence: 50", True),
        ("実際は50程度です", True),
        ("read 50 lines of 3 files", False),
        ("74% sure, all 50 places opened", False),
        ("confidence: verified 70, inferred 78", False),
        ("実際に50行読みました", False),
    ],
)
def test_a_reason_that_names_another_confidence_is_remarked(reason: str, remarked: bool):
    text = result("- login at `src/app.py:4`").replace("74 - ", f"74 - {reason}; ", 1)
    assert reason in text
    told = [str(each.message) for each in judged(text).violations]
    assert any("the justification says 50" in each for each in told) == remarked


@pytest.mark.req("RES-6")
def test_safe_and_not_safe_of_one_place_are_put_up():
    text = result("- The login at `src/app.py:4` is safe\n- The login at `src/app.py:4` is not safe")
    judgement = judged(text)
    assert "contradiction" in judgement.flags
    assert 8 in lines(judgement, "RES-6")
    assert "contradiction" not in judged(text.replace("not safe", "slow")).flags
    assert "contradiction" not in judged(text.replace("`src/app.py:4` is not", "`src/app.py:5` is not")).flags


@pytest.mark.req("RES-6")
def test_lines_that_overlap_are_one_place_and_both_languages_are_read():
    text = result("- `src/app.py:2-5` は安全です\n- The login at `src/app.py:4` is vulnerable")
    assert 8 in lines(judged(text), "RES-6")
    for other in (text.replace(":2-5", ":2-3"), text.replace("is vulnerable", "is vulnerable if it is empty")):
        assert "contradiction" not in judged(other).flags


@pytest.mark.req("RES-6")
def test_a_security_finding_shows_code_whatever_its_label():
    text = result("- login at `src/app.py:4`\n- [assumption] SQL injection is possible")
    assert lines(judged(text), "RES-6") == [8]
    assert lines(judged(text.replace("is possible", "at `src/db.py:2`")), "RES-6") == []


@pytest.mark.req("DEC-41", "DEC-38", refused=True)
@pytest.mark.parametrize(
    "finding",
    [
        "- `src/gate.py:3` does not exist",
        "- `src/gate.py` is to be created",
        "- Slow, as in Django's `django/db/models.py:3`",
        "- Slow, see `build/app.js:3`",
    ],
)
def test_a_place_that_is_not_there_or_was_not_looked_up_is_no_evidence(finding: str):
    judgement = judged(result(f"- login at `src/app.py:4`\n\n{finding}\n\n- more at `src/db.py:2`"))
    assert lines(judgement, "RES-13") == [9]
    (told,) = (violation.message for violation in judgement.violations if violation.rule == "RES-13")
    assert told.endswith("what it names is not there, or was not looked up")
    assert judgement.valid, "it is not called false either"


@pytest.mark.req("DEC-41", "DEC-38")
@pytest.mark.parametrize(
    "finding",
    [
        "- `src/gate.py:3` does not exist, see `src/app.py:4`",
        "- assumption: `src/gate.py:3` does not exist",
        "- `src/gate.py:3` [UNVERIFIED] may be slow",
    ],
)
def test_beside_a_place_that_is_there_or_with_a_label_it_may_stand(finding: str):
    judgement = judged(result(f"- login at `src/app.py:4`\n\n{finding}\n\n- more at `src/db.py:2`"))
    assert lines(judgement, "RES-13") == []
