"""Commands that a result speaks of, against those that were really run (RES-12)."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.counts import counts_in
from renkei.reports.rules import Judgement
from renkei.reports.tool_receipts import Call, ToolReceipts
from renkei.reports.tree import MemoryTree

FILES = {"src/app.py": b"import auth\n\ndef main():\n    auth.login()\n"}


def result(findings: str, stated: int = 80) -> str:
    return (
        f"## scout Result\n### Status\nSUCCESS\n### Summary\nRead it.\n### Findings\n{findings}\n"
        "### Key References\n| Item | Location | Relevance |\n|---|---|---|\n| main | `src/app.py:3` | caller |\n"
        f"### Confidence\n{stated} - read\n- verified_confidence: {stated}\n- inferred_confidence: {stated}\n"
    )


def judged(
    findings: str, *runs: tuple[str, int | None], known: bool = True, stated: int = 80, printed: str | None = None
) -> Judgement:
    """`printed`: what each of the runs printed; None: nobody kept what."""
    counts = None if printed is None else counts_in(printed)
    calls = [
        Call("Read", "src/app.py", 1, 4),
        *(Call("Bash", None, command=text, exit_code=code, counts=counts) for text, code in runs),
    ]
    return check_report(
        result(findings, stated), MemoryTree(FILES), opened=ToolReceipts.from_calls(calls) if known else None
    )


def states(judgement: Judgement) -> list[str]:
    return [each["state"] for each in judgement.to_json()["commands"]]


def lacks_evidence(judgement: Judgement) -> bool:
    return "RES-13" in [violation.rule for violation in judgement.violations]


PASSES = "- Tests pass: `pytest -q` exit 0"


@pytest.mark.req("RES-12", "DEC-41")
@pytest.mark.parametrize(
    "ran",
    [
        "pytest -q",
        "cd src && pytest -q",
        "python -m pytest -q 2>&1",
        "CI=1 .venv/bin/pytest -q",
        "ruff check . && pytest -q",
        'echo "a; b" && pytest -q',
    ],
)
def test_a_command_that_was_run_and_ended_as_told_is_verified_by_execution(ran: str):
    judgement = judged(PASSES, (ran, 0))
    assert states(judgement) == ["verified"]
    assert judgement.valid
    assert not lacks_evidence(judgement)


@pytest.mark.req("RES-12", "DEC-41", refused=True)
@pytest.mark.parametrize(
    "runs",
    [
        [],
        [("ls", 0)],
        [("pytest -q tests/one.py", 0)],
        [("pytest -q | tail -3", 0)],
        [("pytest -q || true", 0)],
        [("pytest -q; echo done", 0)],
        [("pytest -q", None)],
        [("ruff check . && pytest -q", 1)],
    ],
    ids=["nothing", "another", "a part", "pipe", "or true", "then", "no exit code", "another may have failed"],
)
def test_what_no_receipt_shows_is_no_evidence_and_not_false(runs: list[tuple[str, int | None]]):
    judgement = judged(PASSES, *runs)
    assert states(judgement) == ["unverified"]
    assert judgement.valid
    assert lacks_evidence(judgement)


@pytest.mark.req("RES-12", "RES-7", refused=True)
@pytest.mark.parametrize(
    ("findings", "runs"),
    [
        (PASSES, [("pytest -q", 1)]),
        (PASSES, [("cd src && pytest -q 2>&1", 1)]),
        (PASSES, [("pytest -q", 0), ("pytest -q", 2)]),
        ("- `pytest -q`: 3 passed", [("pytest -q", 1)]),
        ("- `pytest -q` の終了コードは 0", [("pytest -q", 1)]),
        ("- it works\n  ```console\n  $ pytest -q\n  3 passed in 0.1s\n  ```", [("pytest -q", 1)]),
        ("- the suite is red: `pytest -q` exited with 1", [("pytest -q", 0)]),
        ("- the suite is red: `pytest -q`: 2 failed, 3 passed", [("pytest -q", 0)]),
    ],
)
def test_what_a_receipt_contradicts_is_false(findings: str, runs: list[tuple[str, int | None]]):
    judgement = judged(findings, *runs)
    assert states(judgement) == ["false"]
    assert not judgement.valid
    (told,) = [each for each in judgement.violations if each.level == "L1"]
    assert (told.rule, told.message) == (
        "RES-7",
        "`pytest -q` did not end as it is told: a recorded tool call shows it",
    )
    assert lacks_evidence(judgement)


@pytest.mark.req("RES-12")
@pytest.mark.parametrize(
    "findings",
    [
        "- `pytest -q` exited with 1 before the change; `src/app.py:3`",
        "- `pytest -q` should exit with 2 here; `src/app.py:3`",
        "- `pytest -q` の終了コードは以前 1 だった `src/app.py:3`",
    ],
)
def test_what_is_said_of_another_time_is_not_contradicted_by_a_run_of_now(findings: str):
    assert judged(findings, ("pytest -q", 0)).valid


@pytest.mark.req("RES-12")
def test_the_newest_run_says_whether_it_succeeds_and_any_that_it_failed():
    assert states(judged(PASSES, ("pytest -q", 1), ("pytest -q", 0))) == ["verified"]
    assert states(judged("- `pytest -q` exit 1", ("pytest -q", 1), ("pytest -q", 0))) == ["verified"]


@pytest.mark.req("RES-12")
def test_a_finding_that_is_verified_by_execution_bears_a_high_confidence():
    assert "overconfident" in judged(PASSES, stated=96).flags
    assert "overconfident" not in judged(PASSES, ("pytest -q", 0), stated=96).flags


@pytest.mark.req("RES-12", refused=True)
def test_output_that_no_command_can_have_printed_is_no_evidence():
    shown = "- the suite is green\n  ```\n  12 passed in 0.3s\n  ```"
    assert lacks_evidence(judged(shown))
    assert not lacks_evidence(judged(shown, ("make test", 0)))
    assert not lacks_evidence(judged(shown, known=False))


@pytest.mark.req("RES-12")
def test_without_receipts_a_command_with_its_output_is_taken_as_told():
    judgement = judged(PASSES, known=False)
    assert (states(judgement), lacks_evidence(judgement), judgement.valid) == (["unverified"], False, True)


@pytest.mark.req("RES-12", "DEC-41", refused=True)
def test_a_back_tick_that_happens_to_be_a_word_of_a_command_is_no_evidence():
    assert lacks_evidence(judged("- `app` is slow", ("cd app && make lint", 0)))
    assert not lacks_evidence(judged("- `make lint` finds nothing", ("cd app && make lint", 0)))


@pytest.mark.req("RES-12", refused=True)
@pytest.mark.parametrize(("stated", "flagged"), [(86, True), (85, False)])
def test_whoever_is_sure_and_used_no_tool_is_flagged(stated: int, flagged: bool):
    text = result("- main at `src/app.py:3`", stated)
    judgement = check_report(text, MemoryTree(FILES), opened=ToolReceipts.from_calls([]))
    assert ("no-tool-calls" in judgement.flags) == flagged
    said = "a confidence of 86 is stated, and no tool call of the agent is recorded"
    assert (said in [violation.message for violation in judgement.violations]) == flagged


@pytest.mark.req("DEC-40", refused=True)
def test_code_quoted_from_a_file_that_was_never_opened_is_flagged():
    quoted = "- main at `src/app.py:3`\n  - Code match: `def main():`"
    opened = {"read": Call("Read", "src/app.py", 1, 4), "other": Call("Read", "README.md", 1, 1)}
    blind = check_report(result(quoted), MemoryTree(FILES), opened=ToolReceipts.from_calls([opened["other"]]))
    assert "quotes-unopened" in blind.flags
    said = "code is quoted for src/app.py:3, and no recorded tool call opened that file"
    assert said in [violation.message for violation in blind.violations]
    assert blind.valid
    for seen in (ToolReceipts.from_calls(opened.values()), None):
        assert "quotes-unopened" not in check_report(result(quoted), MemoryTree(FILES), opened=seen).flags


def test_reading_is_linear_in_what_is_read():
    text = "$ pytest -q\n" * 12_000 + "`x` " * 12_000
    assert judged(text, ("pytest -q", 0)).to_json()["commands"] == []


@pytest.mark.req("RES-12", "DEC-41", refused=True)
@pytest.mark.parametrize(
    "said",
    [
        "I ran `pytest -q` and all tests pass.",
        "`pytest -q`: OK",
        "`pytest -q` ✅ passed",
        "`pytest -q` succeeded",
        "All tests pass (`pytest -q`).",
        "`pytest -q` ends without errors",
        "`pytest -q` は成功しました",
        "`pytest -q` を実行し、すべて通りました",
    ],
)
def test_a_command_that_failed_is_no_evidence_that_it_passes_in_so_many_words(said: str):
    judgement = judged(f"- {said}", ("pytest -q", 1))
    assert (states(judgement), judgement.valid) == (["false"], False)
    passed = judged(f"- {said}", ("pytest -q", 0))
    assert (states(passed), passed.valid) == (["verified"], True)


@pytest.mark.req("RES-12", "DEC-41")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("`pytest -q` fails.", 1),
        ("`pytest -q` does not pass", 2),
        ("`pytest -q` が失敗します", 1),
        ("`pytest -q` no failures", 0),
    ],
)
def test_a_command_that_ended_as_its_words_say_is_verified(said: str, code: int):
    assert states(judged(f"- {said}", ("pytest -q", code))) == ["verified"]


@pytest.mark.req("RES-12")
@pytest.mark.parametrize(
    "said", ["`main` passes the user on, `src/app.py:3`", "I ran `pytest -q`. `main` passes it on."]
)
def test_words_about_code_are_no_endings_of_commands(said: str):
    assert states(judged(f"- {said}", ("pytest -q", 1))) == []


PYTEST = "...\n12 passed, 1 skipped in 0.31s\n"
SHOWN = [
    ("`pytest -q`: 12 passed", PYTEST),
    ("`pytest -q`: 12 passed, 0 failed", PYTEST),
    ("`pytest -q`: exit 0, all 12 tests pass", PYTEST),
    ("All 12 tests pass (`pytest -q`).", PYTEST),
    ("`pytest -q` は 12件が成功", PYTEST),
    ("it works\n  ```console\n  $ pytest -q\n  12 passed in 0.3s\n  ```", PYTEST),
    ("`pytest -q`: 12 tests passed", "Ran 12 tests in 0.004s\n\nOK\n"),
    ("`pytest -q`: 12 passed", "test result: ok. 9 passed; 0 failed\n\ntest result: ok. 3 passed; 0 failed\n"),
    ("`pytest -q`: 12 passed", "Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n"),
    ("`pytest -q`: 12 passed", "Tests:       2 skipped, 12 passed, 14 total\n"),
    ("`pytest -q`: 12 tests pass", "12 examples, 0 failures\n"),
    ("`pytest -q`: 12 passed", "# tests 12\n# pass 12\n# fail 0\n"),
    ("`pytest -q`: 1,012 passed", "1012 passed\n"),
]


@pytest.mark.req("RES-12", "DEC-41")
@pytest.mark.parametrize(("said", "printed"), SHOWN)
def test_numbers_that_the_command_printed_are_verified_by_execution(said: str, printed: str):
    judgement = judged(f"- {said}", ("pytest -q", 0), printed=printed)
    assert (states(judgement), judgement.valid, lacks_evidence(judgement)) == (["verified"], True, False)


@pytest.mark.req("RES-12", "RES-7", refused=True)
@pytest.mark.parametrize(("said", "printed"), SHOWN)
def test_other_numbers_than_the_command_printed_are_false(said: str, printed: str):
    judgement = judged("- " + said.replace("12", "9999"), ("pytest -q", 0), printed=printed)
    assert (states(judgement), judgement.valid) == (["false"], False)
    (told,) = [each for each in judgement.violations if each.level == "L1"]
    assert told.rule == "RES-7"
    assert "9999" in told.message
    assert "a recorded tool call shows" in told.message


@pytest.mark.req("RES-12", "DEC-41", refused=True)
@pytest.mark.parametrize("printed", [None, "", "all fine\n"], ids=["not kept", "nothing", "no numbers"])
def test_a_number_that_no_receipt_shows_is_told_as_not_shown_and_never_verified(printed: str | None):
    judgement = judged("- `pytest -q`: 9999 passed", ("pytest -q", 0), printed=printed, stated=96)
    assert states(judgement) == ["not_shown"]
    assert judgement.valid
    assert "numbers-not-shown" in judgement.flags
    assert "`pytest -q` was run, but no recorded tool call shows 9999 passed" in [
        v.message for v in judgement.violations
    ]
    assert "overconfident" in judgement.flags  # as without any run
    assert not lacks_evidence(judgement)  # that it was run and ended well, it shows
    plain = judged("- `pytest -q`: exit 0", ("pytest -q", 0), printed=printed, stated=96)
    assert "numbers-not-shown" not in plain.flags
    assert "overconfident" not in plain.flags


@pytest.mark.req("RES-12")
def test_numbers_of_a_failure_are_compared_too():
    red, printed = "- the suite is red: `pytest -q`: 2 failed, 10 passed", "2 failed, 10 passed in 1s"
    assert states(judged(red, ("pytest -q", 1), printed=printed)) == ["verified"]
    assert states(judged(red.replace("2 failed", "5 failed"), ("pytest -q", 1), printed=printed)) == ["false"]
    assert states(judged(red, ("pytest -q", 1))) == ["not_shown"]


@pytest.mark.req("RES-12")
def test_numbers_of_another_time_are_not_contradicted():
    before = "- `pytest -q` had 3 passed before the change; `src/app.py:3`"
    assert judged(before, ("pytest -q", 0), printed="12 passed").valid


def test_counting_is_linear_in_what_was_printed():
    assert counts_in("1 " * 500_000) == ()
    assert len(counts_in("".join(f"{n} passed\n" for n in range(100_000)))) < 20


TABLES = [
    "| Command | Exit |\n|---|---|\n| `pytest -q` | 0 |",
    "| Command | Exit code | Note |\n|:--|:-:|---|\n| `ls` | 0 | x |\n| `pytest -q` | 0 | green |",
    "| コマンド | 終了コード |\n|---|---|\n| `pytest -q` | `0` |",
    "| Command | Passed | Failed |\n|---|---|---|\n| `pytest -q` | 12 | 0 |",
    "| Command | Result |\n|---|---|\n| `pytest -q` | 12 passed |",
]


@pytest.mark.req("RES-12", "RES-7", refused=True)
@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_commands_tells_how_they_ended(table: str):
    findings = f"- main at `src/app.py:3`\n\n{table}"
    runs = [("ls", 0), ("pytest -q", 0)]
    right, wrong = judged(findings, *runs, printed="12 passed"), judged(findings, ("ls", 0), ("pytest -q", 1))
    assert (states(right)[-1], right.valid) == ("verified", True)
    assert (states(wrong)[-1], wrong.valid) == ("false", False)
    other = judged(findings.replace("12", "9999"), *runs, printed="12 passed")
    assert other.valid == ("12" not in table)
    assert lacks_evidence(wrong)  # the row is no evidence of its own


@pytest.mark.req("RES-12")
def test_a_table_that_tells_of_no_ending_claims_none():
    table = "| Command | Weight |\n|---|---|\n| `pytest -q` | 0 |\n\n| Exit |\n|---|\n| 3 |"
    assert states(judged(f"- main at `src/app.py:3`\n\n{table}", ("pytest -q", 1))) == []
