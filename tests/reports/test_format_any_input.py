"""Whatever an agent hands back, reading it ends in a report or in one clean error."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.check import check_report as check_result
from renkei.reports.formats import find_claims, parse_report, render_report
from renkei.reports.references import check_claims
from renkei.reports.report import Report
from renkei.reports.rules import judge_report, no_report
from renkei.reports.tree import MemoryTree

PIECES = st.sampled_from(
    [
        "## qa-engineer Result",
        "### Status",
        "### Status: SUCCESS",
        "### ステータス",
        "SUCCESS",
        "**Status**: PARTIAL",
        "### Summary",
        "### 調査結果",
        "#### 詳細",
        "**太字**",
        "- a `src/a.py:1`",
        "  - コード一致: `x = 1`",
        "- 確認済み: y",
        "| a | b |",
        "|---|---|",
        "a | b",
        "```",
        "```python",
        "~~~",
        "# src/a.py:1",
        "### 主要な参照",
        "### Confidence: 85",
        "85 - 理由",
        "verified_confidence: 90",
        "- [x] 証拠が文書化済み",
        "- [ ] File references valid",
        "---",
        "===",
        ">",
        "> ### Status",
        "### 問題",
        "- SEC-001: z | 重大度: critical",
        "### Blockers",
        "- b | Resolution: r",
        "",
        "    indented",
        "\t- tab",
        "１．番号",
        "### エラー詳細",
        "| タイプ | E |",
        "### Recovery Options",
        "１００",
        "None",
        "なし",
        "### Unknown",
        "|",
        "[]",
        ":",
        "**",
        "`",
    ]
)
DOCUMENTS = st.lists(PIECES | st.text(max_size=20), max_size=40).map("\n".join)


def read(text: str) -> Report | BadInput:
    try:
        return parse_report(text)
    except BadInput as error:
        return error


@pytest.mark.req("RES-1")
@given(DOCUMENTS | st.text())
def test_any_text_is_read_or_cleanly_refused(text: str) -> None:
    report = read(text)
    if isinstance(report, BadInput):
        assert report.problems
        assert not no_report(report).valid
        return
    references = check_claims(find_claims(report), MemoryTree({"src/a.py": b"x = 1\n"}))
    document = judge_report(report, references).to_json()
    assert set(document) == {
        "agent",
        "commands",
        "dialect",
        "status",
        "valid",
        "violations",
        "references",
        "confidence",
        "flags",
    }


@given(DOCUMENTS)
def test_what_is_read_can_be_written_in_every_form_and_read_again(text: str) -> None:
    report = read(text)
    if isinstance(report, BadInput):
        return
    for form in ("block", "inline"):
        assert isinstance(read(render_report(report, "contract-ja", form)), Report | BadInput)
        assert isinstance(read(render_report(report, "contract-en", form)), Report | BadInput)


HEAD = "## x Result\n### Status\nSUCCESS\n### Summary\ns\n### Findings\n"
LONG = {
    "blanks": " ",
    "bars": "|",
    "back-ticks": "`",
    "stars": "*",
    "hashes": "#",
    "dashes": "- ",
    "brackets": "((",
    "colons": "a: ",
    "bullets": "- a\n",
    "nested": "  - a.py:1\n",
    "fences": "```\n",
    "rows": "| a | b |\n",
    "empty lines": "\n",
    "headings": "#### h\n",
    "statuses": "### Status: SUCCESS\n",
    "quotes": "> ",
    "fields": "- x | Severity: minor",
    "ticked fields": "`a` | Severity: `b",
    "numbers": "### Confidence\n85 -",
    "issues": "### Issues\n- a | b: c\n",
    "paragraphs": "word\n\n",
}


def seconds(text: str) -> float:
    start = time.process_time()
    check_result(text, MemoryTree({}))
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize("unit", LONG.values(), ids=LONG)
def test_the_time_grows_with_the_length_and_no_faster(unit: str) -> None:
    size = 20_000
    short = min(seconds(HEAD + unit * (size // len(unit))) for _ in range(3))
    long = min(seconds(HEAD + unit * (8 * size // len(unit))) for _ in range(3))
    assert long < 24 * short + 0.05


OTHERS = {
    "stars behind a status": ("## x Result\n### Status\nPARTIAL - a", "*", "x\n### Summary\ns\n"),
    "blanks behind a path": ("WRITTEN:a", " ", "x"),
    "lines of an item": ("BUILDER_COMPLETE\nFiles:\n- a\n", "  b\n", ""),
    "items": ("BUILDER_COMPLETE\nFiles:\n", "- a\n", ""),
    "fields": ("BUILDER_COMPLETE\n", "Name: value\n", ""),
    "artifacts": ("status: ok\nartifacts:\n", "- a.py\n", ""),
    "dots": ("status: ok\nartifacts: ['", ".", " x']\n"),
    "fences in a report": ("## Task Complete: x\n", "```\n", ""),
    "keys": ('{"status": "ok", "blockers": [], ', '"a":1,', '"z": 1}'),
}


@pytest.mark.slow
@pytest.mark.parametrize("pieces", OTHERS.values(), ids=OTHERS)
def test_the_time_for_the_other_dialects_grows_no_faster_either(pieces: tuple[str, str, str]) -> None:
    head, unit, tail = pieces
    size = 10_000
    short = min(seconds(head + unit * (size // len(unit)) + tail) for _ in range(3))
    long = min(seconds(head + unit * (8 * size // len(unit)) + tail) for _ in range(3))
    assert long < 24 * short + 0.1
