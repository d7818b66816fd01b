"""`renkei convert`: one result in another dialect, and nothing lost in silence."""

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_project import HONEST

COMPLETION = """status: blocked
severity: P1
artifacts: [docs/api.md]
contract_outputs: []
open_questions: [Which database?]
blockers: [The schema is missing]
"""


def test_result_is_written_in_another_dialect(renkei: Cli):
    ran = renkei.ok("convert", renkei.file("done.yaml", COMPLETION), "--to", "contract-en")
    assert ran.out == (
        "### Status\nPARTIAL - blocked\n\n### Blockers\n- The schema is missing\n\n"
        "### Artifacts\n- `docs/api.md`\n\n### Open Questions\n1. Which database?\n"
    )
    assert ran.err == "contract-en does not keep all of: severity\n"


def test_nothing_is_said_when_nothing_is_lost(renkei: Cli):
    ran = renkei.ok("convert", "-", "--to", "contract-ja", stdin=HONEST.encode())
    assert ran.out.startswith("## code-explorer 結果\n\n### ステータス\nSUCCESS\n")
    assert ran.err == ""
    assert renkei.ok("convert", "-", "--to", "completion-yaml", stdin=COMPLETION.encode()).err == ""


def test_own_words_stay_in_the_own_dialect(renkei: Cli):
    ran = renkei.ok("convert", "-", "--to", "completion-yaml", stdin=COMPLETION.encode())
    assert "status: blocked\nseverity: P1\n" in ran.out


def test_document_for_scripts(renkei: Cli):
    ran = renkei.ok("convert", "-", "--to", "task-result", "--json", stdin=COMPLETION.encode())
    assert list(ran.document) == ["from", "to", "text", "lost", "missing"]
    assert (ran.document["from"], ran.document["to"]) == ("completion-yaml", "task-result")
    assert ran.document["lost"] == ["reason", "severity", "blockers"]
    assert ran.document["missing"] == ["summary", "original_task_ref"]
    assert "status: partial\n" in ran.document["text"]
    assert "task-result asks for summary: fill it in" in ran.err


@pytest.mark.parametrize(
    ("status", "dialect", "token"),
    [
        ("SUCCESS", "completion-yaml", "status: ok"),
        ("PARTIAL", "completion-yaml", "status: needs_input"),
        ("FAILED", "completion-yaml", "status: blocked"),
        ("SUCCESS", "task-result", "status: completed"),
        ("PARTIAL", "task-result", "status: partial"),
        ("FAILED", "task-result", "status: failed"),
        ("SUCCESS", "sdd-report", "CODE_EXPLORER_COMPLETE"),
        ("PARTIAL", "sdd-report", "CODE_EXPLORER_BLOCKED"),
        ("FAILED", "sdd-report", "CODE_EXPLORER_FAILED"),
    ],
)
def test_outcome_has_its_word_in_every_dialect(renkei: Cli, status: str, dialect: str, token: str):
    ran = renkei.ok("convert", "-", "--to", dialect, stdin=HONEST.replace("SUCCESS", status).encode())
    assert token in ran.out.splitlines()
    assert "confidence" in ran.err
    assert (", status," in ran.err) == (status == "FAILED" and dialect == "completion-yaml")


@pytest.mark.req("SDD-11")
def test_written_needs_a_file(renkei: Cli):
    assert renkei.ok("convert", "-", "--to", "written", stdin=COMPLETION.encode()).out == "WRITTEN:docs/api.md\n"
    ran = renkei("convert", "-", "--to", "written", stdin=HONEST.encode())
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["--to", "contract-en"]),
        ("I am done.", ["--to", "contract-en"]),
        (HONEST, ["--to", "contract-en", "--from", "completion-yaml"]),
        (HONEST, ["--to", "contract-en", "--from", "written"]),
        (HONEST.replace("SUCCESS", "DONE"), ["--to", "contract-ja"]),
        (HONEST, ["--to", "poem"]),
        (HONEST, []),
        ("status: ok\nartifacts: [\n", ["--to", "contract-en"]),
        ("\0\0", ["--to", "contract-en"]),
    ],
    ids=[
        "empty",
        "chat",
        "wrong dialect",
        "wrong dialect again",
        "unknown status",
        "poem",
        "no target",
        "YAML",
        "binary",
    ],
)
def test_what_cannot_be_converted_is_bad_input(renkei: Cli, text: str, words: list[str]):
    ran = renkei("convert", "-", *words, stdin=text.encode())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("renkei")


def test_file_that_does_not_exist(renkei: Cli):
    assert renkei("convert", "none.md", "--to", "written").code == 3


def test_japanese_words(renkei: Cli):
    ran = renkei.ok("convert", "-", "--to", "task-result", "--lang", "ja", stdin=COMPLETION.encode())
    assert "task-result では次のすべてを保てません: reason, severity, blockers" in ran.err


def test_wrong_dialect_is_named_in_one_sentence(renkei: Cli):
    text = "status: ok\nartifacts: [src/app.py]\n"
    ran = renkei("convert", "-", "--from", "cpf", "--to", "contract-en", stdin=text.encode())
    assert (ran.code, ran.out) == (2, "")
    said, problem = ran.err.splitlines()
    assert said == "renkei: the text is no cpf result; it looks like completion-yaml"
    assert problem.startswith("  - (line 1): expected one of the keywords VERDICT,")
