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
@pytest.mark.req("DEC-1")
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


SUCCESS = "### Status\nSUCCESS\n\n### Summary\nThe queue was read.\n\n### Artifacts\n- `docs/api.md`\n"
COMPLETED = "original_task_ref: MSG-7\nstatus: completed\noutput_artifacts: [docs/api.md]\nsummary: It is done.\n"
OK = "status: ok\nartifacts: [docs/api.md]\n"
BUILT = "BUILDER_COMPLETE\nFeature: auth\nFiles: docs/api.md\n"


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"{SUCCESS}\n### {title}\n{body}\n"
            for title, body in (
                ("Blocked by", "It waits for the DBA"),
                ("Needs Input", "- Which database?"),
                ("Conflicts", "- with the plan of builder-2"),
                ("Pending", "The approval of the DBA"),
                ("Merge conflict", "src/app.py"),
                ("ブロック中", "DBA の回答"),
                ("Notes", "Blocked by: no credentials"),
                ("Notes", "Done.\nBLOCKED: no credentials"),
            )
        ),
        *(
            f"{SUCCESS}\n### {title}\n- {line}\n"
            for title in ("Findings", "Next Steps")
            for line in (
                "BLOCKED: no key",
                "BLOCKED until the key is there",
                "**Blocked** - no key",
                "ブロック中：鍵がない",
            )
        ),
        *(
            SUCCESS.replace("The queue was read.", summary)
            for summary in ("**Blocked** - no key", "🚫 BLOCKED - no key", "Blocked - no key", "⛔ **Blocked**: no key")
        ),
        BUILT + "\nBUILDER_BLOCKED\nFeature: mail\n",
        BUILT + "Summary: done\n**BUILDER_FAILED**\nFeature: mail\n",
        SUCCESS.replace("SUCCESS", "SUCCESS - cannot proceed"),
        SUCCESS.replace("The queue was read.", "The queue was read. BLOCKED: no credentials."),
        *(
            OK + line + "\n"
            for line in (
                "status_detail: needs_input",
                "result: {state: blocked, why: no key}",
                "waiting_for: dba",
                "note: blocked by the DBA",
                "steps: [{name: a, is_blocked: false}, {name: b, is_blocked: true}]",
                "needsInput: [Which database?]",
                "conflict-with: builder-2",
            )
        ),
        *(
            COMPLETED + line + "\n"
            for line in (
                "blocked_reason: no key",
                "is_blocked: true",
                "conflict_with: builder-2",
                "deviations: ['blocked: no key']",
            )
        ),
        COMPLETED.replace("It is done.", "'BLOCKED: no key'"),
        BUILT + "Blocked tasks: 1.3 waits for a key\n",
        BUILT + "\nBlocked by\n\nno key\n",
    ],
)
def test_a_success_that_says_anywhere_that_it_stands_still_is_not_converted(renkei: Cli, text: str):
    for dialect in ("cpf", "sdd-report" if not text.startswith("BUILDER") else "contract-en", "written"):
        ran = renkei("convert", "-", "--to", dialect, stdin=text.encode())
        assert (ran.code, ran.out) == (2, "")
        assert "and that it is blocked, needs input or is in conflict (" in ran.err


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"{SUCCESS}\n### {title}\n{body}\n"
            for title, body in (
                ("Blocked by", "None"),
                ("Conflicts", "No conflicts."),
                ("Conflicts", "All conflicts were resolved"),
                ("Blocked", "no"),
                ("Conflict resolution", "The later write wins."),
                ("Blocking I/O", "The socket is read in a thread."),
                ("Notes", "Blocking calls were removed.\nThe filter blocked three requests."),
                ("Code blocks", "a"),
            )
        ),
        SUCCESS.replace("The queue was read.", "Blocked users are logged. Merge conflicts are shown to the caller."),
        OK + "is_blocked: false\nneeds_input: []\nconflicts: none\nblocked_by: null\nblocks: [T2]\n",
        COMPLETED + "blocked: 'no'\nconflict_strategy: last write wins\n",
        BUILT + "Blocked tasks: none\n",
        BUILT + "Unblocked: 1.4\n",
        BUILT + "\nBUILDER_COMPLETE\nFeature: mail\n",
        BUILT + "Summary: it prints BUILDER_BLOCKED where a key is missing\n",
        f"{SUCCESS}\n### Findings\n- Conflict: both modules write the file\n- Conflict - resolved\n",
        f"{SUCCESS}\n### Next Steps\n- Unblock: tell the DBA\n- Pending: none\n",
        SUCCESS.replace("The queue was read.", "Merge conflict - resolved"),
        f"{SUCCESS}\n### Open Questions\nNone\n",
        f"{SUCCESS}\n### 確認が必要な事項\nなし\n",
        OK + "questions: []\nopen_questions: []\n",
        OK + "questions: none\n",
    ],
)
def test_a_success_that_only_speaks_of_such_things_is_one(renkei: Cli, text: str):
    assert renkei.ok("convert", "-", "--to", "cpf", stdin=text.encode()).out.startswith("VERDICT:GO\n")


@pytest.mark.parametrize(
    "text",
    [
        OK + "questions: [Which database?]\n",
        OK + "open_questions: [Which database?]\n",
        COMPLETED + "open_questions: [Which database?]\n",
        COMPLETED + "open-question: Which database?\n",
        BUILT + "Questions: Which database?\n",
        f"{SUCCESS}\n### Open Questions\n- Which database?\n",
        f"{SUCCESS}\n### 確認が必要な事項\n- どのデータベースか\n",
    ],
)
def test_a_success_that_leaves_questions_is_conditional(renkei: Cli, text: str):
    assert renkei.ok("convert", "-", "--to", "cpf", stdin=text.encode()).out.startswith("VERDICT:CONDITIONAL\n")
    for between in ("contract-en", "completion-yaml", "task-result", "sdd-report"):
        ran = renkei("convert", "-", "--to", between, stdin=text.encode())
        assert not renkei("convert", "-", "--to", "cpf", stdin=ran.out.encode()).out.startswith("VERDICT:GO"), between


@pytest.mark.parametrize("section", ["Blocked by\nThe DBA", "Needs Input\n- Which?", "Conflicts\n- with the plan"])
def test_partial_work_that_stands_still_by_a_section_becomes_no_verdict_on_any_way(renkei: Cli, section: str):
    text = SUCCESS.replace("SUCCESS", "PARTIAL") + f"\n### {section}\n"
    for between in ("contract-ja", "completion-yaml", "task-result", "sdd-report"):
        made = renkei.ok("convert", "-", "--to", between, stdin=text.encode()).out
        ran = renkei("convert", "-", "--to", "cpf", stdin=made.encode())
        assert (ran.code, ran.out) == (2, ""), (between, made)


def there_and_back(renkei: Cli, text: str, *chain: str) -> str:
    for dialect in chain:
        text = renkei.ok("convert", "-", "--to", dialect, stdin=text.encode()).out
    return text


@pytest.mark.parametrize(
    ("text", "back", "token"),
    [
        (HONEST.replace("SUCCESS", "FAILED"), "contract-en", "FAILED"),
        (COMPLETED.replace("completed", "failed"), "task-result", "status: failed"),
        (BUILT.replace("COMPLETE", "FAILED"), "sdd-report", "BUILDER_FAILED"),
        ("VERDICT:ERROR\nSCOPE:auth\n", "cpf", "VERDICT:ERROR"),
    ],
)
@pytest.mark.parametrize("between", ["completion-yaml", "contract-ja", "task-result", "sdd-report"])
def test_what_failed_has_failed_on_every_way(renkei: Cli, text: str, back: str, token: str, between: str):
    made = there_and_back(renkei, text, between)
    assert token in there_and_back(renkei, made, back).splitlines()
    assert "status: failed" in there_and_back(renkei, made, "task-result").splitlines()
    renkei.file("made.txt", made)
    assert renkei("aggregate", "made.txt", "--json").document["next"] == "retry"


@pytest.mark.parametrize("status", ["blocked", "needs_input", "conflict"])
@pytest.mark.parametrize("between", ["contract-en", "contract-ja", "task-result", "sdd-report"])
def test_the_word_for_what_stands_still_comes_back(renkei: Cli, status: str, between: str):
    source = COMPLETION.replace("blocked", status)
    assert f"status: {status}" in there_and_back(renkei, source, between, "completion-yaml").splitlines()


@pytest.mark.parametrize("between", ["completion-yaml", "contract-en", "task-result", "cpf"])
def test_the_role_of_a_report_comes_back(renkei: Cli, between: str):
    assert "BUILDER_COMPLETE" in there_and_back(renkei, BUILT, between, "sdd-report").splitlines()


REVIEW = "VERDICT:NO-GO\nISSUES:\nC|SEC|src/db.py:5|Input goes into the query\nL|style|src/db.py:4|a name\n"


@pytest.mark.parametrize("between", ["completion-yaml", "contract-en", "contract-ja", "task-result", "sdd-report"])
def test_the_issues_of_a_review_come_back_with_its_verdict(renkei: Cli, between: str):
    back = there_and_back(renkei, REVIEW, between, "cpf").splitlines()
    assert back[0] == "VERDICT:NO-GO"
    assert "C|SEC|src/db.py:5|Input goes into the query" in back
    assert len([line for line in back if "|src/db.py:4|a name" in line and line[1] == "|"]) == 1


def test_issues_of_a_result_come_back_once(renkei: Cli):
    issue = "- SEC-001: Input goes into the query | Severity: critical | Location: `src/db.py:5`"
    back = there_and_back(renkei, f"{HONEST}\n### Issues\n{issue}\n", "cpf", "contract-en")
    assert back.count("Severity: critical") == 1 + back.count("Kept from contract-en|- SEC-001")


@pytest.mark.parametrize("dialect", ["contract-en", "contract-ja", "completion-yaml", "task-result", "sdd-report"])
def test_a_review_without_issues_has_a_way_there_and_back(renkei: Cli, dialect: str):
    assert there_and_back(renkei, "VERDICT:GO\nSCOPE:auth\n", dialect, "cpf").startswith("VERDICT:GO\n")


@pytest.mark.req("SDD-11", refused=True)
@pytest.mark.parametrize("more", ["### Trade-offs\nWe chose A over B.\n", "### Next\n", "Bye.\n"])
def test_written_keeps_no_section_and_says_so(renkei: Cli, more: str):
    text = "### Status\nSUCCESS\n\n### Artifacts\n- `docs/api.md`\n"
    assert renkei.ok("convert", "-", "--to", "written", stdin=text.encode()).out == "WRITTEN:docs/api.md\n"
    ran = renkei("convert", "-", "--to", "written", stdin=f"{text}\n{more}".encode())
    assert (ran.code, ran.out, "written has no place for" in ran.err) == (2, "", True)


@pytest.mark.slow
def test_more_than_can_be_read_again_is_not_written(renkei: Cli):
    findings = "".join(f"- Finding {n} at `src/app.py:1`: {'so it is, ' * 300}\n" for n in range(400))
    text = HONEST.replace("### Findings\n", f"### Findings\n{findings}")
    ran = renkei("convert", "-", "--to", "cpf", stdin=text.encode())
    assert (ran.code, ran.out, "longer than what can be read again" in ran.err) == (2, "", True)


@pytest.mark.parametrize("value", ["1e400", '"\\ud800"', "[" * 100_000 + "]" * 100_000])
def test_a_value_that_no_text_can_carry_is_named(renkei: Cli, value: str):
    text = f'{{"original_task_ref": "M", "status": "completed", "summary": "s", "output_artifacts": [], "x": {value}}}'
    ran = renkei("convert", "-", "--to", "contract-en", stdin=text.encode())
    assert (ran.code, ran.out) == (2, "")
    assert "no result" not in ran.err
