"""The inspectors as agents: what they report holds, and what the auditor makes of it adds up."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.adapters.base import Brief, Broken, Job, Receipt, Result, Signal, Text, ToolCall, Usage
from renkei.adapters.tools import Tools
from renkei.adapters.tools_gate import build_gate, find_inspections
from renkei.adapters.tools_report import render_inspection
from renkei.errors import BadInput
from renkei.kit.words import english
from renkei.reports.check import check_report
from renkei.reports.formats import parse_report
from renkei.reports.report import Report
from renkei.reports.tree import WorkingTree
from renkei.review.audit import audit_findings
from renkei.review.coverage import Coverage, Gap, Sight
from renkei.review.finding import SEVERITIES, Category, Finding
from renkei.review.jobs import AnalyserResult
from renkei.review.review import InspectorResult, Review
from renkei.runs.results import read_gate
from renkei.sentence import Sentence
from tests.support.review_project import write

LOOKED = Sight(gaps=(), looked_at=1, seen_code=1, unseen_code=())
SHELL = 'import subprocess\n\n\ndef go(words):\n    return subprocess.run("ls " + words, shell=True)\n'

WRITTEN = "docs/review/security.md"


def shown(folder: Path, role: str, *, execute: bool = False, **brief: Any) -> list[Signal]:
    job = Job(
        run="R-1", task="t", agent=role, role=role, prompt="", folder=folder, execute=execute, brief=Brief(**brief)
    )
    agent = Tools().start(job)
    found = list(agent.signals())
    agent.cancel()
    return found


def reported(folder: Path, *signals: Signal) -> Report:
    """The report at the end, which holds."""
    last = signals[-1]
    assert isinstance(last, Result)
    judgement = check_report(last.text, WorkingTree(folder))
    assert [each for each in judgement.violations if each.level == "L1" and each.rule != "TEAM-11"] == []
    assert judgement.report
    return judgement.report


def test_an_inspector_shows_each_of_its_analysers_and_where_it_found_something(tmp_path: Path):
    write(tmp_path, {"app.py": SHELL})
    signals = shown(tmp_path, "security", keys=("decisions.review.security",))
    calls = {each.name for each in signals if isinstance(each, ToolCall)}
    assert calls == {"ruff", "bandit", "oxlint", "ast-grep", "secrets", "detect-secrets", "pip-audit"}
    opened = {each.name: each.receipts for each in signals if isinstance(each, ToolCall)}
    assert opened["bandit"] == (Receipt(path="app.py"),)
    assert Text(text="security looks at 1 files") in signals
    assert Usage(tokens=0, micros=0) in signals
    report = reported(tmp_path, *signals)
    [output] = report.outputs
    value = cast(dict[str, Any], output.value)
    assert (output.key, report.status, report.severity) == ("decisions.review.security", "SUCCESS", "important")
    assert value["counts"] == {"P0": 0, "P1": 1, "P2": 0}
    assert [each["location"] for each in value["findings"]] == ["`app.py:5`"]


def test_what_is_missing_and_odd_names_are_not_held_against_the_report(tmp_path: Path):
    write(tmp_path, {"my notes.md": "See [b](gone.md), and gone/too.py:7.\n", "メモ 1.md": "[c](また.md)\n"})
    report = reported(tmp_path, *shown(tmp_path, "documents", keys=("decisions.review.documents",)))
    found = {each["location"] for each in cast(Any, report.outputs[0].value)["findings"]}
    assert {"`my notes.md:1`", "`メモ 1.md:1`"} <= found


def test_an_inspector_writes_a_document_where_the_task_asks_for_one(tmp_path: Path):
    write(tmp_path, {"app.py": SHELL})
    signals = shown(tmp_path, "security", outputs=("docs/review/security.md",))
    assert ToolCall(name="Write", target=WRITTEN, receipts=(Receipt(path=WRITTEN),)) in signals
    assert [each.path for each in reported(tmp_path, *signals).artifacts] == ["docs/review/security.md"]
    assert "app.py:5" in (tmp_path / "docs" / "review" / "security.md").read_text("utf-8")


def test_a_reason_on_the_line_counts_as_in_a_review(tmp_path: Path):
    write(tmp_path, {"app.py": SHELL.replace("True)", "True)  # renkei: ignore[S602] constants only")})
    report = reported(tmp_path, *shown(tmp_path, "security", keys=("decisions.a",)))
    assert cast(Any, report.outputs[0].value)["findings"] == []


def test_code_of_the_repository_is_run_only_where_that_is_allowed(tmp_path: Path):
    write(tmp_path, {"test_a.py": "def test_it():\n    assert 1 + 1 == 3\n"})
    left = cast(Any, reported(tmp_path, *shown(tmp_path, "tests", keys=("a",))).outputs[0].value)
    assert (left["state"], left["left_out"]) == ("partial", {"pytest": "skipped"})
    ran = cast(Any, reported(tmp_path, *shown(tmp_path, "tests", keys=("a",), execute=True)).outputs[0].value)
    assert (ran["state"], ran["counts"]["P0"]) == ("done", 1)


@pytest.mark.parametrize(
    ("role", "is_gate", "said"),
    [
        ("writer", False, "The role writer is no inspector. Known: correctness, security, tests"),
        ("auditor", True, "There is nothing to audit: no inspector before t"),
    ],
)
def test_what_no_inspector_can_do_is_broken_with_the_reason(tmp_path: Path, role: str, is_gate: bool, said: str):
    last = shown(tmp_path, role, gate=is_gate)[-1]
    assert isinstance(last, Broken)
    assert last.kind == "agent"
    assert last.reason.startswith(said)


@pytest.mark.req("DEC-47", refused=True)
def test_what_an_inspector_could_not_look_at_passes_no_gate():
    absent = AnalyserResult(
        inspector="complexity", analyser="ruff", version=None, state="missing", reason=Sentence("it is not there")
    )
    sight = replace(LOOKED, gaps=(Gap(analyser="ruff", state="missing"),))
    review = Review(
        audit=audit_findings([], sight),
        findings=(),
        inspectors=(InspectorResult(name="complexity", state="missing", analysers=(absent,)),),
        coverage=Coverage(languages={}, unseen={}, sight=sight),
        base=None,
        commit=None,
        suppressed=0,
        accepted=0,
    )
    told = parse_report(render_inspection("t", review, english, keys=["k"]))
    assert (told.severity, dict(told.fields)["summary"]) == (
        "critical",
        "missing: P0 0, P1 0, P2 0; did not look: ruff (missing)",
    )
    with pytest.raises(BadInput, match="INCOMPLETE"):
        build_gate(find_inspections({output.key: output.value for output in told.outputs}), english)


@pytest.mark.req("TEAM-14")
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=6))
def test_the_auditor_counts_what_the_inspectors_found(counts: list[tuple[int, int, int]]):
    found = [_found(f"t{n}", each) for n, each in enumerate(counts)]
    decided, _ = read_gate(build_gate(found, english), "audit")
    p0, p1, p2 = (sum(each[n] for each in counts) for n in range(3))
    assert (decided.p0_count, decided.p1_count, decided.p2_count) == (p0, p1, p2)
    assert decided.overall == ("ROLLBACK_P0" if p0 else "ROLLBACK_P1" if p1 >= 2 else "PASS")
    assert len(decided.p2_items) == p2
    assert decided.rollback_targets == [f"t{n}" for n, each in enumerate(counts) if each[0] or each[1]]


def _found(task: str, counts: tuple[int, int, int]) -> dict[str, Any]:
    by_name = dict(zip(("P0", "P1", "P2"), counts, strict=True))
    listed = [
        {"severity": name, "location": f"`{task}.py:{n + 1}`", "rules": ["a/b"], "category": f"c{name}"}
        for name, count in by_name.items()
        for n in range(count)
    ]
    sight = {"looked_at": 1, "seen_code": 1}
    return {"inspector": task, "task": task, "counts": by_name, "findings": listed, "sight": sight}


FINDINGS = st.lists(
    st.builds(
        Finding,
        id=st.uuids().map(str),
        path=st.sampled_from(["a.py", "b c.py"]),
        line=st.integers(1, 3) | st.none(),
        end_line=st.none(),
        severity=st.sampled_from(SEVERITIES),
        category=st.sampled_from(get_args(Category)),
        message=st.just("m"),
        rule=st.sampled_from(["x/1", "y/2"]),
        confidence=st.sampled_from([70, 80, 90]),
        inspectors=st.just(("one",)),
        analysers=st.just(("x",)),
        verified=st.booleans(),
        snippet=st.just(""),
    ),
    max_size=8,
    unique_by=lambda each: (each.place, each.category),
)


@given(FINDINGS)
def test_the_auditor_of_a_run_comes_to_the_verdict_of_a_review(findings: list[Finding]):
    """By one function; and the gate is never easier than the verdict: NO-GO is ROLLBACK_P0, and nothing else is."""
    found = sorted(findings, key=_order)
    told = parse_report(render_inspection("t", _review(found), english, keys=["k"]))
    text = build_gate(find_inspections({output.key: output.value for output in told.outputs}), english)
    decided, said = read_gate(text, "audit")
    judged = audit_findings(found, LOOKED)
    assert said.splitlines()[0] == f"verdict {judged.verdict}: {english(judged.reason)}"
    assert (decided.overall == "ROLLBACK_P0") == (judged.verdict == "NO-GO")
    if decided.overall == "PASS":
        assert judged.passes


def _order(finding: Finding) -> tuple[int, str, int, str]:
    """As in the list of a review."""
    return SEVERITIES.index(finding.severity), finding.path, finding.line or 0, finding.rule


def test_what_two_inspectors_say_of_one_line_is_one_finding():
    one, two = _found("a", (0, 1, 0)), _found("b", (0, 0, 1))
    for each in (*one["findings"], *two["findings"]):
        each.update(location="`a.py:1`", category="correctness")
    decided, _ = read_gate(build_gate([one, two], english), "audit")
    assert (decided.p1_count, decided.p2_count, decided.overall) == (1, 0, "PASS")


def _review(findings: list[Finding]) -> Review:
    return Review(
        audit=audit_findings(findings, LOOKED),
        findings=tuple(findings),
        inspectors=(InspectorResult(name="one", state="done", analysers=()),),
        coverage=Coverage(languages={}, unseen={}, sight=LOOKED),
        base=None,
        commit=None,
        suppressed=0,
        accepted=0,
    )
