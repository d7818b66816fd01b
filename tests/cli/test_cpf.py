"""`renkei cpf`: a file checked, a review directory judged; documents for scripts and lines for people."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import Cli, files_in, real
from tests.support.cpf_documents import inspector, review

KEYS = ["verdict", "reason", "verified", "removed", "resolved", "partial"]


def check(renkei: Cli, text: str | bytes, *words: str) -> tuple[int, Any]:
    data = text.encode() if isinstance(text, str) else text
    ran = renkei("cpf", "check", "-", "--json", *words, stdin=data)
    return ran.code, ran.document


def verdict(renkei: Cli, *words: str) -> tuple[int, Any]:
    ran = renkei("cpf", "verdict", ".review", "--json", *words)
    return ran.code, ran.document


@pytest.mark.req("SDD-7")
def test_valid_file_is_shown_with_what_it_says(renkei: Cli):
    renkei.file("a.cpf", inspector("H|x|y.py:3|z", "M|x|q|r", verdict="CONDITIONAL"))
    ran = renkei.ok("cpf", "check", "a.cpf")
    assert ran.out == "CONDITIONAL  auth  1 H, 1 M\nvalid: the file of an inspector\n"
    assert renkei.ok("cpf", "check", "a.cpf", "--lang", "ja").out.endswith("有効: Inspector のファイル\n")


def test_document_of_a_valid_file(renkei: Cli):
    code, document = check(renkei, "VERDICT:GO\nVERIFIED:\na+b|L|x|y|z\n")
    assert (code, list(document)) == (0, ["valid", "kind", "problems", "document"])
    assert (document["valid"], document["kind"], document["problems"]) == (True, "auditor", [])
    assert document["document"]["verdict"] == "GO"
    assert document["document"]["verified"] == [
        {"agents": ["a", "b"], "severity": "L", "category": "x", "location": "y", "description": "z", "line": 3}
    ]


def test_empty_verdict_file_is_known_as_the_auditors_by_its_name(renkei: Cli):
    renkei.file("verdict.cpf", "VERDICT:GO\n")
    assert renkei.json("cpf", "check", "verdict.cpf")["kind"] == "auditor"


@pytest.mark.req("SDD-7")
def test_invalid_file_is_a_negative_check_that_names_file_line_field_and_what_was_expected(renkei: Cli):
    renkei.file("a.cpf", "VERDICT:MAYBE\nISSUES:\nX|a|b|c\nH|only\n")
    ran = renkei("cpf", "check", "a.cpf")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        '  a.cpf:1  VERDICT: expected GO, CONDITIONAL, NO-GO, SPEC-UPDATE-NEEDED or ERROR, not "MAYBE"',
        '  a.cpf:3  ISSUES.severity: expected C, H, M or L, not "X"',
        '  a.cpf:4  ISSUES: expected 4 fields: severity|category|location|description, not "H|only"',
        "not valid",
    ]
    code, document = check(renkei, "VERDICT:GO\nISSUES:\nX|a|b|c\n")
    assert (code, document["valid"], document["document"]) == (1, False, None)
    assert document["problems"] == [
        {"line": 3, "field": "ISSUES.severity", "value": '"X"', "message": "expected C, H, M or L"}
    ]


def test_empty_file_is_a_negative_check(renkei: Cli):
    code, document = check(renkei, "")
    assert (code, document["problems"][0]["field"]) == (1, "VERDICT")


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"\xff\xfe", "not UTF-8"), (b"VERDICT:GO\n\0", "binary"), (b"x" * 3_000_000, "larger than")],
    ids=["latin", "binary", "huge"],
)
def test_what_is_no_text_is_bad_input(renkei: Cli, data: bytes, said: str):
    code, document = check(renkei, data)
    assert (code, document["error"]["exit_code"]) == (2, 2)
    assert said in document["error"]["message"]


def test_file_that_is_not_there(renkei: Cli):
    ran = renkei("cpf", "check", "none.cpf")
    assert (ran.code, ran.err) == (3, "renkei: There is no file none.cpf.\n")


def test_terminal_obeys_nothing_in_a_file(renkei: Cli):
    review(renkei.folder / ".review", rulebase=inspector("C|\x1b[2J|y|z\x07"))
    assert "\x1b" not in renkei("cpf", "verdict", ".review").out
    assert "\x1b" not in renkei("cpf", "check", "-", stdin=b"VERDICT:\x1b[2J\n").out


@pytest.mark.req("SDD-7")
@pytest.mark.req("DEC-18")
def test_document_of_a_verdict(renkei: Cli):
    review(
        renkei.folder / ".review",
        rulebase=inspector("C|security|src/a.py:3|open | to all", "H|naming|Spec 1|x"),
        holistic=inspector("L|security|src/a.py:3|no lock"),
        consistency="VERDICT:ERROR\n",
    )
    (renkei.folder / ".review/sdd-inspector-testability.cpf").unlink()
    code, document = verdict(renkei)
    assert (code, list(document)) == (1, KEYS)
    assert (document["verdict"], document["reason"]) == (
        "NO-GO",
        "1 critical: src/a.py:3; without testability, consistency",
    )
    assert document["verified"] == [
        {
            "agents": ["rulebase", "holistic"],
            "severity": "C",
            "category": "security",
            "location": "src/a.py:3",
            "description": "open | to all / no lock",
        },
        {
            "agents": ["rulebase"],
            "severity": "H",
            "category": "naming",
            "location": "Spec 1",
            "description": "x",
        },
    ]
    assert document["removed"] == []
    assert document["resolved"] == [
        {
            "agents": ["rulebase", "holistic"],
            "resolution": "severity C, the worst, is kept",
            "findings": r"rulebase: C|security|src/a.py:3|open \| to all / holistic: L|security|src/a.py:3|no lock",
        }
    ]
    assert document["partial"] == [
        {"inspector": "sdd-inspector-testability", "reason": "file not found"},
        {"inspector": "sdd-inspector-consistency", "reason": "the inspector was unavailable"},
    ]


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize(
    ("issues", "said", "code"),
    [
        ([], "GO", 0),
        (["H|x|a|y"], "GO", 0),
        ([f"H|x|{n}|y" for n in range(4)], "CONDITIONAL", 0),
        (["H|spec-defect|a|y"], "SPEC-UPDATE-NEEDED", 1),
        (["L|test-failure|a|y"], "NO-GO", 1),
    ],
)
def test_exit_code_tells_whether_to_go_on(renkei: Cli, issues: list[str], said: str, code: int):
    review(renkei.folder / ".review", "impl", test=inspector(*issues))
    exit_code, document = verdict(renkei)
    assert (document["verdict"], exit_code) == (said, code)


def test_places_are_looked_up_only_with_the_code(renkei: Cli):
    spec = renkei.folder / "specs/auth"
    review(spec / ".review", rulebase=inspector("C|x|src/ghost.py:9|y", "H|x|design.md:1|y"))
    (spec / "design.md").write_text("# Design\n", "utf-8")
    words = ("cpf", "verdict", "specs/auth/.review", "--json")
    assert renkei(*words).document["verdict"] == "NO-GO"
    document = renkei(*words, "--repo", ".").document
    assert document["verdict"] == "GO"
    assert [each["location"] for each in document["verified"]] == ["design.md:1"]
    assert document["removed"] == [
        {
            "agent": "rulebase",
            "reason": "false positive, src/ghost.py:9 is not there: there is no such file",
            "issue": "C|x|src/ghost.py:9|y",
        }
    ]


@pytest.mark.req("DEC-18")
def test_lines_for_a_person(renkei: Cli):
    folder = review(
        renkei.folder / ".review",
        rulebase=inspector("C|x|a.py:9|y", "M|x|b|z"),
        holistic=inspector(verdict="NO-GO"),
        stranger=inspector(),
    )
    (folder / "sdd-inspector-testability.cpf").unlink()
    ran = renkei("cpf", "verdict", ".review", "--repo", ".")
    assert ran.out.splitlines() == [
        "  M x  b  z  rulebase",
        "  taken out rulebase: C|x|a.py:9|y  (false positive, a.py:9 is not there: there is no such file)",
        "  UNRESOLVED holistic says NO-GO and names no issue",
        "  missing sdd-inspector-testability: file not found",
        "CONDITIONAL: open conflicts (1): holistic; without testability",
    ]
    assert ran.err == "sdd-inspector-stranger.cpf is left out: a design review has no such inspector.\n"
    japanese = renkei("cpf", "verdict", ".review", "--repo", ".", "--lang", "ja").out
    assert "欠落 sdd-inspector-testability: ファイルがありません" in japanese
    assert "holistic は NO-GO としながら問題を挙げていません" in japanese


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["none"], 3, "There is no folder"),
        (["a.txt"], 3, "There is no folder"),
        (["."], 2, "holds no file of an inspector"),
        ([".review", "--type", "impl"], 2, "impl-rulebase"),
        ([".review", "--type", "other"], 2, "invalid choice"),
        ([".review", "--repo", "none"], 3, "there is no folder"),
    ],
)
def test_what_cannot_be_judged(renkei: Cli, words: list[str], code: int, said: str):
    renkei.file("a.txt", "x")
    review(renkei.folder / ".review")
    ran = renkei("cpf", "verdict", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_wrong_line_of_an_inspector_is_bad_input_and_named(renkei: Cli):
    review(renkei.folder / ".review", rulebase="VERDICT:GO\nISSUES:\nH|x\n")
    ran = renkei("cpf", "verdict", ".review")
    assert (ran.code, ran.out) == (2, "")
    assert "sdd-inspector-rulebase.cpf is not valid CPF." in ran.err
    assert 'ISSUES (line 3): expected 4 fields: severity|category|location|description, not "H|x"' in ran.err


def test_nothing_is_left_behind_and_the_second_run_says_the_same(renkei: Cli):
    review(renkei.folder / ".review", rulebase=inspector("C|x|y|z"))
    before = files_in(renkei.folder)
    first = real("cpf", "verdict", ".review", "--json", folder=renkei.folder)
    assert first == real("cpf", "verdict", ".review", "--json", folder=renkei.folder)
    assert json.loads(first.out)["verdict"] == "NO-GO"
    assert files_in(renkei.folder) == before


def test_folder_may_be_anywhere(renkei: Cli, tmp_path: Path):
    review(tmp_path / "away", "dead-code")
    assert renkei.json("cpf", "verdict", str(tmp_path / "away"))["verdict"] == "GO"
    assert renkei.json("cpf", "verdict", os.path.relpath(tmp_path / "away", renkei.folder))["partial"] == []
