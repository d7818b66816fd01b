"""A report written in any language and form reads back as the same report."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.reports.formats import Form, parse_report, render_report
from renkei.reports.report import (
    Artifact,
    Blocker,
    Box,
    Code,
    Confidence,
    Dialect,
    ErrorDetails,
    Evidence,
    Extra,
    Finding,
    Issue,
    Justification,
    KeyReference,
    Passage,
    Report,
    Score,
)
from tests.support.examples import examples

WORDS = st.lists(
    st.sampled_from(
        ["login", "JWT", "caches", "認証を", "発見", "src/a.py:3", "`x = 1`", "(twice)", "の値", "v1.2", "a|b", "50%"]
    ),
    min_size=1,
    max_size=5,
).map(" ".join)
TEXT = WORDS.map(lambda words: f"The {words}")
LINES = st.lists(TEXT, min_size=1, max_size=3).map("\n".join)
CELL = st.just("") | TEXT
PLAIN = st.lists(st.sampled_from(["alpha", "beta", "認可", "gamma"]), min_size=1, max_size=3).map(" ".join)
NUMBER = st.integers(0, 100).map(float) | st.sampled_from([96.5, 0.5])
SCORE = st.none() | st.builds(Score, value=NUMBER, reason=st.just("") | TEXT)

CODE = st.builds(
    Code,
    text=st.sampled_from(["x = 1", "def f():\n    return 1\n\nf()", "```\ninner\n```"]),
    info=st.sampled_from(["", "python"]),
)
EVIDENCE = st.one_of(
    st.builds(Evidence, kind=st.just("confirmed"), text=TEXT),
    st.builds(Evidence, kind=st.just("code_match"), text=st.just("`x = 1`")),
    st.builds(Evidence, kind=st.just("confidence"), text=st.just("95（直接の証拠）")),
)
FINDING = st.builds(
    Finding, text=LINES, evidence=st.lists(EVIDENCE, max_size=2).map(tuple), code=st.lists(CODE, max_size=2).map(tuple)
)
NOTE = st.builds(Finding, text=PLAIN, kind=st.just("note"))


@st.composite
def findings(draw: st.DrawFn) -> tuple[Finding, ...]:
    groups = draw(
        st.lists(st.lists(PLAIN.map("Part {}".format), min_size=1, max_size=3).map(tuple), max_size=3, unique=True)
    )
    found: list[Finding] = []
    for group in [(), *groups]:
        here = draw(st.lists(FINDING, min_size=1, max_size=3))
        notes = draw(st.lists(NOTE, max_size=1))
        found += [replace(each, group=group) for each in [*notes, *here]]
    return tuple(found)


KEY = st.builds(
    KeyReference,
    item=TEXT,
    location=st.sampled_from(["`src/a.py:3`", "src/b.py:4"]),
    relevance=CELL,
    code=st.sampled_from(["", "x | y", "a\nb"]),
    extra=st.sampled_from([(), (("Owner", "me"),)]),
)
ISSUE = st.builds(
    Issue,
    text=LINES,
    id=st.sampled_from(["", "SEC-001"]),
    severity=st.just("critical"),
    severity_token=st.just("critical"),
    category=st.sampled_from(["", "SEC"]),
    confidence=st.none() | NUMBER,
    location=st.sampled_from(["", "`src/a.py:3`"]),
    extra=st.sampled_from([(), (("Owner", "me"),)]),
)
JUSTIFICATION = st.builds(Justification, score=st.just("95"), evidence_count=CELL, method=CELL, blind_spots=CELL)
CONFIDENCE = st.builds(
    Confidence,
    stated=NUMBER,
    reason=st.just("") | LINES,
    verified=SCORE,
    inferred=SCORE,
    combined=SCORE,
    justification=st.none() | JUSTIFICATION,
)
PASSAGES = st.lists(st.builds(Passage, text=LINES), max_size=3).map(tuple)
PASSAGE = st.none() | st.builds(Passage, text=LINES)
BOXES = st.sampled_from(
    [
        (),
        (Box(subject="**証拠が文書化済み**: はい", ticked=True, point="evidence"), Box(subject="other", ticked=False)),
        (Box(subject="**File References Valid**", ticked=False, point="file_references"),),
    ]
)
ERRORS = st.builds(
    ErrorDetails, type=st.just("Timeout"), message=LINES, location=CELL, recoverable=st.sampled_from(["", "true"])
)
EXTRAS = st.sampled_from(
    [
        (),
        (Extra(title="Trade-offs", text="- a: rejected"),),
        (Extra(title="備考", text="x\n\ny"), Extra(title="", text="Bye.\n\nNow.")),
    ]
)
REPORTS = st.builds(
    Report,
    dialect=st.just("contract-en"),
    agent=st.none() | st.sampled_from(["qa-engineer", "Code Explorer", "監査役"]),
    status=st.just("PARTIAL"),
    status_token=st.just("PARTIAL"),
    summary=st.builds(Passage, text=LINES),
    findings=st.none() | findings(),
    key_references=st.none() | st.lists(KEY, max_size=3).map(tuple),
    confidence=st.none() | CONFIDENCE,
    issues=st.lists(ISSUE, max_size=3).map(tuple),
    next_steps=PASSAGES,
    blockers=st.lists(st.builds(Blocker, text=LINES, resolution=CELL), max_size=2).map(tuple),
    checklist=BOXES,
    uncertainty=PASSAGE,
    error=st.none() | ERRORS,
    attempts=PASSAGES,
    root_cause=PASSAGE,
    recovery=PASSAGES,
    reason=st.sampled_from(["", "blocked", "needs_input"]),
    artifacts=st.sampled_from([(), (Artifact(path="docs/a.md"), Artifact(path="b c.md"))]),
    questions=PASSAGES,
    deviations=PASSAGES,
    preamble=st.none() | st.builds(Passage, text=PLAIN),
    extra=EXTRAS,
)


@pytest.mark.req("RES-1")
@pytest.mark.parametrize("dialect", ["contract-ja", "contract-en"])
@pytest.mark.parametrize("form", ["block", "inline"])
@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(report=REPORTS)
def test_a_report_reads_back_as_it_was_written(dialect: Dialect, form: Form, report: Report) -> None:
    written = render_report(report, dialect, form)
    assert parse_report(written) == replace(report, dialect=dialect), written


@pytest.mark.req("RES-1")
def test_its_own_dialect_keeps_the_words_that_the_agent_used() -> None:
    text = "### Status\nsuccess\n### Summary\ns\n### Issues\n- x | Severity: Major\n"
    report = parse_report(text)
    assert (report.status, report.status_token) == ("SUCCESS", "success")
    assert (report.issues[0].severity, report.issues[0].severity_token) == ("important", "Major")
    assert "success" in render_report(report, "contract-en")
    assert "Severity: Major" in render_report(report, "contract-en")
    assert "SUCCESS" in render_report(report, "contract-ja")
    assert "重大度: important" in render_report(report, "contract-ja")
