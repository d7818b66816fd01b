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
        "### Artifacts\n- `docs/api.md`\n\n### Open Questions\n1. Which database?\n\n"
        "### Kept from completion-yaml\n- severity: important\n"
    )
    assert ran.err == ("contract-en has no place of its own for all of: severity; they stand at the end as text\n")


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
    assert list(ran.document) == ["from", "to", "text", "lost", "kept", "missing"]
    assert (ran.document["from"], ran.document["to"]) == ("completion-yaml", "task-result")
    assert (ran.document["lost"], ran.document["kept"]) == ([], ["reason", "severity", "blockers"])
    assert all(part in ran.document["text"] for part in ("- reason: blocked", "The schema is missing"))
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
    bare = "status: ok\nartifacts: [docs/api.md]\n"
    assert renkei.ok("convert", "-", "--to", "written", stdin=bare.encode()).out == "WRITTEN:docs/api.md\n"
    ran = renkei("convert", "-", "--to", "written", stdin=COMPLETION.encode())
    assert (ran.code, ran.out, "has no place for status, reason, severity" in ran.err) == (2, "", True)
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
    assert "task-result に固有の場所がないもの: reason, severity, blockers" in ran.err


@pytest.mark.parametrize("status", ["blocked", "needs_input", "conflict"])
def test_what_stands_still_never_becomes_a_verdict(renkei: Cli, status: str):
    ran = renkei("convert", "-", "--to", "cpf", stdin=COMPLETION.replace("blocked", status).encode())
    assert (ran.code, ran.out, f"{status} is no verdict" in ran.err) == (2, "", True)
    contract = renkei.ok(
        "convert", "-", "--to", "contract-en", stdin=COMPLETION.replace("blocked", status).encode()
    ).out
    again = renkei("convert", "-", "--to", "cpf", stdin=contract.encode())
    assert (again.code, again.out) == (2, "")


def test_partial_work_is_no_go(renkei: Cli):
    text = HONEST.replace("SUCCESS", "PARTIAL")
    assert renkei.ok("convert", "-", "--to", "cpf", stdin=text.encode()).out.startswith("VERDICT:CONDITIONAL\n")


@pytest.mark.parametrize("dialect", ["completion-yaml", "task-result", "sdd-report", "cpf", "contract-ja"])
def test_every_word_of_a_result_is_kept(renkei: Cli, dialect: str):
    out = renkei.ok("convert", "-", "--to", dialect, stdin=HONEST.encode()).out
    for words in ("I read the file", "def login(user):", "src/app.py:1", "Evidence"):
        assert words in out


def test_wrong_dialect_is_named_in_one_sentence(renkei: Cli):
    text = "status: ok\nartifacts: [src/app.py]\n"
    ran = renkei("convert", "-", "--from", "cpf", "--to", "contract-en", stdin=text.encode())
    assert (ran.code, ran.out) == (2, "")
    said, problem = ran.err.splitlines()
    assert said == "renkei: the text is no cpf result; it looks like completion-yaml"
    assert problem.startswith("  - (line 1): expected one of the keywords VERDICT,")
