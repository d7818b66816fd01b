"""What stands still never becomes a success or a verdict, through any dialects; and what was written is read back."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.convert import convert
from renkei.reports.formats import parse_report
from renkei.reports.report import Artifact, Blocker, Dialect, Extra, Finding, Passage, Report, Status
from tests.support.examples import examples

DIALECTS: list[Dialect] = [each for each in get_args(Dialect) if each != "prose"]
CONTRACT = "## Agent: qa-engineer\n\n### Status: {}\n\n### Summary\nThe queue was read.\n\n### Findings\n- It locks.\n"
GOOD = ("VERDICT:GO", "VERDICT:CONDITIONAL", "_COMPLETE", "status: ok", "status: completed")

STILL = [
    "SUCCESS (blocked)", "SUCCESS, but blocked", "SUCCESS - blocked", "SUCCESS but blocked", "SUCCESS [needs input]",
    "SUCCESS; waiting for credentials", "SUCCESS: needs_input", "SUCCESS – in conflict with the plan",
    "成功（ブロック中）",
    "**SUCCESS** (blocked)", "SUCCESS\nBlocked by credentials", "SUCCESS / BLOCKED", "SUCCESS. Needs a decision.",
    "PARTIAL (blocked)", "PARTIAL: needs_input", "PARTIAL – conflict", "Partial, blocked by credentials",
    "部分的（競合）",
    "SUCCESS - not blocked, but needs input",
]  # fmt: skip
SETTLED = [
    "SUCCESS",
    "SUCCESS (all of it)",
    "SUCCESS - not blocked",
    "SUCCESS, no blockers",
    "SUCCESS (conflict resolved)",
]
CONTRADICTED = [
    "status: ok\nartifacts: [a.py]\nblockers: [no credentials]\n",
    "status: ok\nartifacts: [a.py]\nblockers:\n  - what: no credentials\n",
    "status: ok\nartifacts: [a.py]\nblockers: no credentials\n",
    "status: ok\nartifacts: [a.py]\nreason: needs input\n",
    "original_task_ref: T1\nstatus: completed\nsummary: done\nblockers: [no credentials]\n",
    "original_task_ref: T1\nstatus: completed\nsummary: done\nblocked: true\n",
    "BUILDER_COMPLETE\nFeature: x\nBlocker: no credentials\n",
    "BUILDER_COMPLETE\nFeature: x\nStatus: blocked\n",
    CONTRACT.format("SUCCESS") + "\n### Blockers\n- no credentials\n",
]


def written(text: str, *chain: Dialect) -> list[str]:
    """What each step of a chain wrote, up to the one that is refused."""
    texts: list[str] = []
    for dialect in chain:
        try:
            text = convert(parse_report(text), dialect).text
        except BadInput:
            break
        texts.append(text)
    return texts


def chains() -> list[tuple[Dialect, ...]]:
    return [(first, second, "cpf") for first in DIALECTS for second in DIALECTS]


@pytest.mark.parametrize("source", [*(CONTRACT.format(each) for each in STILL), *CONTRADICTED])
def test_what_stands_still_becomes_no_success_through_any_dialects(source: str):
    own = parse_report(source).dialect
    for chain in chains():
        for dialect, text in zip(chain, written(source, *chain), strict=False):
            told = [word for word in GOOD if word in text]
            assert not told or dialect == own, (chain, text)


@pytest.mark.parametrize("status", ["blocked", "needs_input", "conflict"])
def test_every_other_dialect_keeps_that_work_stands_still(status: str):
    source = f"status: {status}\nartifacts: [a.py]\nsummary: x\n"
    around: list[Dialect] = [*DIALECTS, *reversed(DIALECTS)]
    for first, second in pairwise(around):
        texts = written(source, first, second, "cpf")
        assert not any(text.startswith("VERDICT:") for text in texts), (first, second)


@pytest.mark.parametrize("status", SETTLED)
def test_a_success_that_says_more_is_one(status: str):
    assert written(CONTRACT.format(status), "cpf")[0].startswith("VERDICT:GO\n")
    assert "TASK_COMPLETE" in written(CONTRACT.format(status), "sdd-report")[0].splitlines()


@pytest.mark.parametrize(
    "summary",
    [
        "I could not proceed; awaiting your decision on the schema.",
        "The schema is open. Awaiting the user's approval.",
        "We were unable to continue.",
        "Waiting for your answer",
        "スキーマの判断待ちです。",
        "実装は未着手です。スキーマについてご判断をお待ちしています。",
        "鍵がないため作業を進められませんでした。",
        "作業は中断しています。権限が必要です。",
        "これ以上進めません。",
        "The work is stalled until the key arrives.",
        "Halted, no access.",
        "This is on hold.",
        "I need your approval before I go on.",
        "Unable to continue without access.",
    ],
)
def test_a_summary_that_waits_for_somebody_is_no_go(summary: str):
    assert written(CONTRACT.format("SUCCESS").replace("The queue was read.", summary), "cpf") == []


@pytest.mark.parametrize(
    "summary",
    [
        "Awaiting a coroutine twice raises, as the docs say.",
        "The client is waiting for connections with a limit.",
        "Input is validated. The decision was made by the lead.",
        "スレッドは入力を待ってから書き込みます。",
        "判断待ちの状態を表す列挙型を追加しました。",
        "タスクを中止した場合の後始末を追加しました。",
        "A paused download goes on where it stood.",
    ],
)
def test_a_summary_about_code_that_waits_is_one_of_success(summary: str):
    assert written(CONTRACT.format("SUCCESS").replace("The queue was read.", summary), "cpf") != []


@pytest.mark.parametrize(
    "section", ["Confidence\n80 - read\n", "Confidence\n60 - read\n\n### Uncertainty\n- the cache\n"]
)
@pytest.mark.parametrize("line", ["BLOCKED: no key", "**Needs input:** which port?", "> Blocked: yes", "On hold"])
def test_a_line_in_a_section_about_something_else_says_so_too(section: str, line: str):
    source = CONTRACT.format("SUCCESS") + f"\n### {section}\n{line}\n"
    assert written(source, "cpf") == []


@pytest.mark.parametrize("line", ["Blocked by: nothing", "Blockers: none", "Pending migrations were read, too."])
def test_a_line_in_a_section_about_something_else_may_say_that_nothing_stands_still(line: str):
    assert written(CONTRACT.format("SUCCESS") + f"\n### Confidence\n80 - read\n\n{line}\n", "cpf") != []


@pytest.mark.parametrize("nothing", ["none", "None.", "N/A", "なし", "no blockers"])
def test_blockers_that_are_none_block_nothing(nothing: str):
    assert written(f"BUILDER_COMPLETE\nFeature: x\nBlockers: {nothing}\n", "cpf") != []
    assert written(f"status: ok\nartifacts: [a.py]\nblockers: [{nothing!r}]\n", "cpf") != []


def test_partial_work_that_does_not_stand_still_is_conditional():
    assert written(CONTRACT.format("PARTIAL"), "cpf")[0].startswith("VERDICT:CONDITIONAL\n")


def test_open_questions_hinder_no_success_and_are_no_go():
    source = "status: ok\nartifacts: [a.py]\nopen_questions: [Which cache, later?]\nblockers: []\n"
    assert written(source, "cpf")[0].startswith("VERDICT:CONDITIONAL\n")
    assert "status: completed" in written(source, "task-result")[0]


@pytest.mark.parametrize("dialect", ["sdd-report", "completion-yaml", "task-result"])
@pytest.mark.parametrize("status", ["SUCCESS", "PARTIAL", "FAILED"])
def test_what_stood_before_a_result_does_not_hide_its_status(dialect: Dialect, status: str):
    converted = convert(parse_report(CONTRACT.format(status)), dialect)
    back = parse_report(converted.text)
    assert (back.dialect, back.status is None) == (dialect, False)
    assert "## Agent: qa-engineer" in converted.text
    assert "preamble" in converted.kept


LINE = st.sampled_from(
    ["The queue locks.", "認証を確認", "### Status", "status: ok", "VERDICT:GO", "## Agent: x", "---"]
)
REPORTS = st.builds(
    Report,
    dialect=st.sampled_from(["contract-en", "contract-ja"]),
    agent=st.none() | st.sampled_from(["qa-engineer", "監査役"]),
    status=st.sampled_from(get_args(Status)),
    reason=st.sampled_from(["", "blocked", "needs_input", "conflict", "but blocked by X", "half of it"]),
    summary=st.none() | LINE.map(lambda text: Passage(text=text)),
    findings=st.none() | st.lists(LINE.map(lambda text: Finding(text=text)), max_size=2).map(tuple),
    blockers=st.lists(LINE.map(lambda text: Blocker(text=text)), max_size=1).map(tuple),
    questions=st.lists(LINE.map(lambda text: Passage(text=text)), max_size=1).map(tuple),
    artifacts=st.sampled_from([(), (Artifact(path="a.py"),)]),
    preamble=st.none() | LINE.map(lambda text: Passage(text=text)),
    extra=st.sampled_from([(), (Extra(title="Trade-offs", text="- a"),), (Extra(title="", text="Bye."),)]),
).map(lambda report: replace(report, status_token=report.status or ""))
RANK = {"FAILED": 0, "PARTIAL": 1, "SUCCESS": 2}


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(report=REPORTS, second=st.sampled_from(DIALECTS))
def test_what_is_written_is_read_back_and_no_better(dialect: Dialect, report: Report, second: Dialect):
    try:
        first = parse_report(convert(report, dialect).text)
    except BadInput:
        return
    assert first.dialect == dialect
    assert first.status == report.status
    try:
        again = parse_report(convert(first, second).text)
    except BadInput:
        return
    assert again.dialect == second
    assert again.status is not None
    assert RANK[again.status] <= RANK[first.status or "FAILED"]
    if "blocked" in report.reason:
        assert second != "cpf" or again.status == "FAILED"


@pytest.mark.parametrize("verdict", ["NO-GO", "CONDITIONAL", "SPEC-UPDATE-NEEDED", "ERROR"])
def test_no_verdict_becomes_a_milder_one_through_another_dialect(verdict: str):
    source = f"VERDICT:{verdict}\nSCOPE:auth\nNOTES:\nread it\n"
    for first in DIALECTS:
        last = written(source, first, "cpf")[-1:]
        assert not any(text.startswith(("VERDICT:GO", "VERDICT:CONDITIONAL\n")) for text in last if first != "cpf"), (
            last
        )


def test_a_verdict_that_follows_from_its_issues_comes_back():
    source = "VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|security|a.py:1|the key is in the code\n"
    assert written(source, "contract-en", "cpf")[-1].startswith("VERDICT:NO-GO")


WORDS = st.sampled_from(["mkqueue locks", "mk認証 を確認", "mkblock: no key", "mkpart|mkbar", "mkone\\nmktwo"])
REASONS = st.sampled_from(["", " - blocked", ": needs_input", " (conflict)", " - half of it"])
TITLES = st.sampled_from(["Trade-offs", "Blocked by", "Needs Input", "Conflicts", "Pending", "Issues", "Notes"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A result in any dialect, with any of its statuses or verdicts, and more beside it than others have place for."""
    word, other = draw(WORDS), draw(WORDS)
    match draw(st.sampled_from(DIALECTS)):
        case "contract-en" | "contract-ja":
            status = draw(st.sampled_from(["SUCCESS", "PARTIAL", "FAILED"])) + draw(REASONS)
            severity = draw(st.sampled_from(["critical", "minor"]))
            issue = f"### Issues\n- SEC-001: {other} | Severity: {severity}\n" if draw(st.booleans()) else ""
            more = f"### {draw(TITLES)}\n- {other}\n" if not issue else ""
            return f"## mkqa Result\n\n### Status\n{status}\n\n### Summary\n{word}\n\n{issue}{more}"
        case "completion-yaml":
            status = draw(st.sampled_from(["ok", "needs_input", "conflict", "blocked"]))
            field = draw(st.sampled_from(["note", "blocked_reason", "waiting_for", "detail"]))
            return (
                f"status: {status}\nseverity: P0\nartifacts: [a.py]\nopen_questions: [{word!r}]\n{field}: {other!r}\n"
            )
        case "task-result":
            status = draw(st.sampled_from(["completed", "partial", "failed"]))
            field = draw(st.sampled_from(["note", "is_blocked", "conflict_with"]))
            return f"original_task_ref: mkT1\nstatus: {status}\nsummary: {word!r}\n{field}: {other!r}\n"
        case "sdd-report":
            end = draw(st.sampled_from(["COMPLETE", "BLOCKED", "FAILED"]))
            return f"BUILDER_{end}\nFeature: mkfeature\nSummary: {word}\nTests: mk12\n[PATTERN] mkpattern\n"
        case "written":
            return "WRITTEN:mka.py\n"
        case _:
            verdict = draw(st.sampled_from(["GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED", "ERROR"]))
            code = draw(st.sampled_from(["C", "L"]))
            issue = f"ISSUES:\n{code}|mkcat|a.py:1|mkissue\n" if verdict != "ERROR" and draw(st.booleans()) else ""
            return f"VERDICT:{verdict}\nSCOPE:mkscope\n{issue}NOTES:\nmknote\n"


VERDICTS = {"GO": 0, "CONDITIONAL": 1, "NO-GO": 2, "SPEC-UPDATE-NEEDED": 2, "ERROR": 2}


def verdict_of(text: str) -> str:
    """The verdict that a result has, or leads to; empty if none."""
    try:
        return parse_report(convert(parse_report(text), "cpf").text).status_token
    except BadInput:
        return ""


def words_of(text: str) -> set[str]:
    return set(re.findall(r"mk[^\W_]+", text.casefold()))


@settings(max_examples=examples(120), suppress_health_check=[HealthCheck.too_slow])
@given(source=texts(), between=st.lists(st.sampled_from(DIALECTS), min_size=1, max_size=2))
def test_there_and_back_nothing_is_milder_and_nothing_is_lost(source: str, between: list[Dialect]):
    report = parse_report(source)
    before = verdict_of(source)
    for text in written(source, *between, report.dialect):
        back = parse_report(text)
        assert RANK[back.status or "SUCCESS"] <= RANK[report.status or "SUCCESS"], text
        after = verdict_of(text)
        assert not after or (before and VERDICTS[after] >= VERDICTS[before]), (before, after, text)
        assert words_of(source) <= words_of(text), text
