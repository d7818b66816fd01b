"""`renkei check` on the files of a review: judged by what they claim, not by the form of the contract."""

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_project import repository

INSPECTOR = """\
VERDICT:CONDITIONAL
SCOPE:auth
ISSUES:
H|interface-contract|{place}|No error is defined for an expired token
L|naming|Spec 2|login or signIn
NOTES:
Read src/app.py:1.
"""
AUDITOR = """\
VERDICT:GO
VERIFIED:
rulebase+holistic|H|naming|src/app.py:1|Two names for one thing
REMOVED:
rulebase|false positive|H src/ghost.py:77 is not there
RESOLVED:
rulebase+holistic|the worse one stands|C against L at src/lost.py:9
"""


@pytest.fixture
def code(renkei: Cli) -> Cli:
    """Commands in a repository with `src/app.py`."""
    repository(renkei.folder)
    return renkei


def broken(code: Cli, text: str, file: str = "review.cpf") -> tuple[int, list[tuple[str, str, int | None]]]:
    ran = code("check", code.file(file, text), "--json")
    assert ran.document["dialect"] == "cpf"
    return ran.code, [(each["rule"], each["level"], each["line"]) for each in ran.document["violations"]]


@pytest.mark.req("RES-4")
def test_inspector_whose_places_are_there_is_valid_without_summary_or_confidence(code: Cli):
    assert broken(code, INSPECTOR.format(place="src/app.py:1")) == (0, [])
    assert broken(code, "VERDICT:GO\nSCOPE:auth\n") == (0, [])


@pytest.mark.req("RES-4", refused=True)
@pytest.mark.parametrize("place", ["src/app.py:999", "src/ghost.py:1"])
def test_place_that_is_not_there_is_a_breach_at_its_line(code: Cli, place: str):
    assert broken(code, INSPECTOR.format(place=place)) == (1, [("RES-4", "L1", 4)])


def test_what_an_auditor_took_out_is_not_its_claim(code: Cli):
    assert broken(code, AUDITOR) == (0, [])
    false = AUDITOR.replace("naming|src/app.py:1", "naming|src/app.py:999")
    assert broken(code, false) == (1, [("RES-4", "L1", 3)])


def test_paths_may_start_from_the_folder_around_the_review(code: Cli):
    (code.folder / "specs/auth/.review").mkdir(parents=True)
    code.file("specs/auth/design.md", "# Design\n\nTokens expire.\n")
    file = "specs/auth/.review/sdd-inspector-rulebase.cpf"
    ran = code("check", code.file(file, INSPECTOR.format(place="design.md:3")), "--json")
    assert (ran.code, ran.document["references"][0]["path"]) == (0, "specs/auth/design.md")
    assert broken(code, INSPECTOR.format(place="design.md:30"), file) == (1, [("RES-4", "L1", 4)])
    assert broken(code, INSPECTOR.format(place="design.md:3"), "other.cpf") == (0, [])
    code.file("specs/design.md", "# Other\n")
    assert broken(code, INSPECTOR.format(place="design.md:30"), file) == (1, [("RES-4", "L1", 4)])


def test_finding_that_something_is_missing_is_not_refuted_by_that(code: Cli):
    text = "VERDICT:CONDITIONAL\nISSUES:\nH|missing-test|tests/test_app.py:1|No test at all\n"
    ran = code("check", code.file("review.cpf", text))
    assert (ran.code, "it is said to be missing, and is" in ran.out) == (0, True)
    assert "ないと指摘されており" in code("check", "review.cpf", "--lang", "ja").out


@pytest.mark.parametrize(
    "text", ["VERDICT:GO\nISSUES:\nX|a|b|c\n", "VERDICT:GO\nISSUES:\nH|a|b\n", "VERDICT:GO\nnonsense\n"]
)
def test_form_that_is_broken_is_a_result_that_cannot_be_read(code: Cli, text: str):
    ran = code("check", code.file("review.cpf", text), "--json")
    (violation,) = ran.document["violations"]
    assert (ran.code, violation["rule"], violation["line"]) == (1, "RES-1", text.count("\n"))
    assert violation["message"].startswith("the text is not valid CPF; ")
    assert "expected" in violation["message"]


def test_keys_that_do_not_go_together_are_a_breach_as_for_cpf_check(code: Cli):
    text = AUDITOR + "ISSUES:\nH|naming|src/app.py:1|Two names\n"
    assert broken(code, text) == (1, [("RES-1", "L1", None)])
    assert "ISSUES: expected either an inspector's ISSUES" in code("check", "review.cpf").out
    assert code("cpf", "check", "review.cpf").code == 1
