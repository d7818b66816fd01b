"""Every dialect reads into one report and is written back without loss, in its own words."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.protocol.yaml import parse_yaml, write_yaml
from renkei.reports.formats import dialect_of, parse_report, render_report
from renkei.reports.formats.task_result import parse_task_result, render_task_result
from renkei.reports.report import (
    Artifact,
    Blocker,
    Dialect,
    Extra,
    Finding,
    Knowledge,
    Output,
    Passage,
    Report,
    Severity,
    Status,
)
from tests.support.examples import examples

COMPLETION = """## Task Complete: architecture-skeleton

```yaml
status: ok
severity: null
artifacts:
  - docs/03_architecture/architecture.md
  - docs/03_architecture/adr.md
contract_outputs:
  - key: decisions.architecture.tech_stack
    value: [Next.js, PostgreSQL, Prisma]
  - key: decisions.architecture.boundaries
    value:
      - name: frontend
        type: SPA
open_questions:
  - "キャッシュ戦略は Wave B で決定"
blockers: []
```
"""
TASK_RESULT = """original_task_ref: MSG-7
status: partial
output_artifacts: [ART-1]
summary: ログインを作った。src/auth.py:3 を参照。
deviations:
  - "トークンの更新は未実装"
open_questions: null
"""
MESSAGE = """{"id": "MSG-9", "type": "TASK_RESULT", "from": "agent-coder", "to": ["lead"], "priority": "high",
 "context_summary": "login", "related_state_refs": [{"type": "artifact", "id": "ART-1"}],
 "payload": {"original_task_ref": "MSG-7", "status": "failed", "output_artifacts": [], "summary": "no access"}}"""
BUILT = """BUILDER_COMPLETE
Feature: auth
Tasks completed: 1.1, 1.2
Files: src/auth.py, tests/test_auth.py
Tests: 12/12
Phase: implementation-complete
[PATTERN] tokens are made in one place
"""
BLOCKED = """BUILDER_BLOCKED
Feature: auth
Blocker: the users table is missing
Tasks affected: 1.2
Attempted:
- looked for a migration
- asked the schema
"""
SOURCES: dict[Dialect, str] = {
    "completion-yaml": COMPLETION,
    "task-result": TASK_RESULT,
    "sdd-report": BUILT,
    "written": "WRITTEN:specs/auth/.review/sdd-inspector-quality.cpf\n",
}


def read(text: str, dialect: Dialect) -> Report | BadInput:
    try:
        return parse_report(text, dialect)
    except BadInput as error:
        return error


LINE = st.lists(
    st.sampled_from(["login", "認証を", "src/a.py:3", "`x`", "a: b", "v1.2", "50%", "#1", "no", "1e3", "0x1F", "```"]),
    min_size=1,
    max_size=4,
).map(" ".join)
LINES = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
ANY = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ANY | LINE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY | LINE, inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["mode", "kind", "next", "agent_id"])
DATA = st.dictionaries(NAMES, JSON, max_size=2).map(lambda found: tuple(found.items()))
PASSAGES = st.lists(st.builds(Passage, text=ANY | LINES), max_size=3).map(tuple)
ARTIFACTS = st.lists(st.builds(Artifact, path=ANY | LINE), max_size=3).map(tuple)
AROUND = st.none() | LINE.filter(lambda text: not text.startswith("```")).map(lambda text: Passage(text=text))
AFTER = st.sampled_from([(), (Extra(title="", text="Bye.\n\nNow."),)])

Outcome = tuple[Status, str, str]
SEVERITIES: list[tuple[Severity | None, str]] = [(None, ""), ("critical", "P0"), ("important", "P1"), ("minor", "P2")]
COMPLETION_OUTCOMES: list[Outcome] = [
    ("SUCCESS", "ok", ""),
    ("PARTIAL", "needs_input", "needs_input"),
    ("PARTIAL", "conflict", "conflict"),
    ("PARTIAL", "blocked", "blocked"),
]
TASK_OUTCOMES: list[Outcome] = [
    ("SUCCESS", "completed", ""),
    ("PARTIAL", "partial", "partial"),
    ("FAILED", "failed", ""),
]
SDD_OUTCOMES: list[Outcome] = [("SUCCESS", "COMPLETE", ""), ("PARTIAL", "BLOCKED", "blocked"), ("FAILED", "FAILED", "")]


@st.composite
def completions(draw: st.DrawFn) -> Report:
    status, token, reason = draw(st.sampled_from(COMPLETION_OUTCOMES))
    severity, severity_token = draw(st.sampled_from(SEVERITIES))
    return Report(
        dialect="completion-yaml",
        status=status,
        status_token=token,
        reason=reason,
        severity=severity,
        severity_token=severity_token,
        task=draw(st.sampled_from(["", "database", "設計 1"])),
        artifacts=draw(ARTIFACTS),
        outputs=tuple(draw(st.lists(st.builds(Output, key=ANY, value=JSON), max_size=3))),
        questions=draw(PASSAGES),
        blockers=tuple(draw(st.lists(st.builds(Blocker, text=ANY | LINES), max_size=2))),
        fields=draw(DATA),
        preamble=draw(AROUND),
        extra=draw(AFTER),
    )


@st.composite
def task_results(draw: st.DrawFn) -> Report:
    status, token, reason = draw(st.sampled_from(TASK_OUTCOMES))
    sender = draw(st.none() | st.just("agent-coder"))
    header = (("type", "TASK_RESULT"), ("from", sender), ("to", ["lead"]))
    return Report(
        dialect="task-result",
        agent=sender,
        status=status,
        status_token=token,
        reason=reason,
        task=draw(LINE),
        summary=Passage(text=draw(LINES)),
        artifacts=draw(ARTIFACTS),
        deviations=draw(PASSAGES),
        questions=draw(PASSAGES),
        fields=draw(DATA),
        envelope=(*header, *draw(DATA)) if sender else (),
        preamble=draw(AROUND),
        extra=draw(AFTER),
    )


SDD_TEXT = st.lists(st.sampled_from(["login", "認証を", "src/a.py:3", "`x`", "(new)"]), min_size=1, max_size=4).map(
    " ".join
)
SDD_LINES = st.lists(SDD_TEXT, min_size=1, max_size=3).map("\n".join)


@st.composite
def sdd_reports(draw: st.DrawFn) -> Report:
    role, agent = draw(
        st.sampled_from([("ARCHITECT", "sdd-architect"), ("TASKGEN", "sdd-taskgenerator"), ("BUILDER", "sdd-builder")])
    )
    status, end, reason = draw(st.sampled_from(SDD_OUTCOMES))
    listed = st.lists(SDD_LINES, max_size=3)
    return Report(
        dialect="sdd-report",
        agent=agent,
        status=status,
        status_token=f"{role}_{end}",
        reason=reason,
        task=draw(st.just("") | SDD_TEXT),
        summary=draw(st.none() | SDD_LINES.map(lambda text: Passage(text=text))),
        findings=tuple(Finding(text=text) for text in draw(listed)) or None,
        blockers=tuple(Blocker(text=text) for text in draw(listed)),
        attempts=tuple(Passage(text=text) for text in draw(listed)),
        artifacts=tuple(Artifact(path=path) for path in draw(st.lists(SDD_TEXT, max_size=3))),
        knowledge=tuple(Knowledge(tag="PATTERN", text=text) for text in draw(st.lists(SDD_TEXT, max_size=2))),
        fields=tuple(draw(st.dictionaries(st.sampled_from(["Mode", "Tests", "Phase"]), SDD_LINES)).items()),
        preamble=draw(st.none() | SDD_TEXT.map(lambda text: Passage(text=text))),
        extra=draw(AFTER),
    )


WRITTEN = st.builds(
    Report,
    dialect=st.just("written"),
    status=st.just("SUCCESS"),
    status_token=st.just("WRITTEN"),
    artifacts=st.lists(
        st.builds(Artifact, path=st.sampled_from(["a.cpf", "specs/x y/.review/監査.cpf", "/abs/b.cpf"])),
        min_size=1,
        max_size=2,
    ).map(tuple),
)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(report=completions() | task_results() | sdd_reports() | WRITTEN)
@pytest.mark.req("TEAM-3")
def test_a_report_reads_back_as_it_was_written(report: Report) -> None:
    written = render_report(report, report.dialect)
    assert parse_report(written, report.dialect) == report, written
    assert parse_report(written, report.dialect).problems == ()


@settings(max_examples=examples(100))
@given(value=JSON)
def test_yaml_that_is_written_reads_back_as_the_same_value(value: Any) -> None:
    assert parse_yaml(write_yaml(value), "written") == value


@pytest.mark.parametrize("dialect", SOURCES)
def test_the_dialect_is_found_out(dialect: Dialect) -> None:
    for text in (SOURCES[dialect], "\ufeff\n" + SOURCES[dialect], SOURCES[dialect].replace("\n", "\r\n")):
        assert (dialect_of(text), parse_report(text).dialect) == (dialect, dialect)


@pytest.mark.parametrize("dialect", ["task-result", "sdd-report"])
def test_a_fence_around_all_of_it_changes_nothing(dialect: Dialect) -> None:
    assert parse_report(f"```\n{SOURCES[dialect]}```\n") == parse_report(SOURCES[dialect])


@pytest.mark.parametrize("dialect", SOURCES)
@pytest.mark.req("DEC-1")
def test_what_was_read_is_written_with_its_own_tokens(dialect: Dialect) -> None:
    report = parse_report(SOURCES[dialect])
    again = render_report(report, dialect)
    assert report.status_token in again
    assert parse_report(again) == report
    assert render_report(parse_report(again), dialect) == again


@pytest.mark.req("TEAM-3")
def test_the_completion_report_of_the_seed() -> None:
    report = parse_report(COMPLETION)
    assert (report.status, report.task, report.severity) == ("SUCCESS", "architecture-skeleton", None)
    assert [artifact.path for artifact in report.artifacts] == [
        "docs/03_architecture/architecture.md",
        "docs/03_architecture/adr.md",
    ]
    assert report.outputs[0] == Output(
        key="decisions.architecture.tech_stack", value=["Next.js", "PostgreSQL", "Prisma"]
    )
    assert report.questions == (Passage(text="キャッシュ戦略は Wave B で決定"),)
    assert [artifact.line for artifact in report.artifacts] == [7, 8]
    assert (report.outputs[1].line, report.questions[0].line, report.status_line) == (12, 17, 4)
    bare = COMPLETION.partition("```yaml\n")[2].removesuffix("```\n")
    assert parse_report(bare) == replace(report, task="")


@pytest.mark.req("RES-1", "TEAM-3")
def test_prose_may_stand_before_a_completion_report_in_a_fence() -> None:
    report = parse_report("I read `src/a.py:3` first.\n\n```yaml\nstatus: ok\nartifacts: [src/a.py]\n```\n")
    assert (report.dialect, report.status) == ("completion-yaml", "SUCCESS")
    assert [artifact.path for artifact in report.artifacts] == ["src/a.py"]
    for before in ("## scout Result\n", "Status: SUCCESS\n"):
        assert dialect_of(f"{before}```yaml\nstatus: ok\nartifacts: [src/a.py]\n```\n") == "contract-en"


def test_the_payload_of_a_task_result_with_and_without_its_message() -> None:
    bare = parse_report(TASK_RESULT)
    assert (bare.status, bare.reason, bare.task, bare.agent) == ("PARTIAL", "partial", "MSG-7", None)
    assert bare.deviations == (Passage(text="トークンの更新は未実装"),)
    assert bare.summary
    assert [found.text for found in bare.summary.references] == ["src/auth.py:3"]
    whole = parse_report(MESSAGE)
    assert (whole.status, whole.agent, whole.task) == ("FAILED", "agent-coder", "MSG-7")
    assert dict(whole.envelope)["related_state_refs"] == [{"type": "artifact", "id": "ART-1"}]
    wrapped = parse_report(f'{{"message": {MESSAGE}}}')
    assert wrapped == whole


def test_completion_reports_of_the_framework() -> None:
    built = parse_report(BUILT)
    assert (built.agent, built.status, built.task) == ("sdd-builder", "SUCCESS", "auth")
    assert [artifact.path for artifact in built.artifacts] == ["src/auth.py", "tests/test_auth.py"]
    assert built.knowledge == (Knowledge(tag="PATTERN", text="tokens are made in one place"),)
    assert dict(built.fields) == {
        "Tasks completed": "1.1, 1.2",
        "Tests": "12/12",
        "Phase": "implementation-complete",
    }
    blocked = parse_report(BLOCKED)
    assert (blocked.status, blocked.reason) == ("PARTIAL", "blocked")
    assert blocked.blockers == (Blocker(text="the users table is missing"),)
    assert [attempt.text for attempt in blocked.attempts] == ["looked for a migration", "asked the schema"]
    assert parse_report("TASK_BLOCKED\nBlocker: x\n").agent is None


@pytest.mark.req("SDD-11")
@pytest.mark.parametrize(
    "text", ["WRITTEN:a/b.cpf", "WRITTEN: a/b.cpf\n", "**WRITTEN:a/b.cpf**", "\n`WRITTEN:a/b.cpf`\n"]
)
def test_what_a_reviewer_returns(text: str) -> None:
    report = parse_report(text)
    assert (report.dialect, report.artifacts, report.extra) == ("written", (Artifact(path="a/b.cpf"),), ())


@pytest.mark.req("SDD-11")
def test_longer_text_beside_the_path_is_read_and_not_written_back() -> None:
    report = parse_report("WRITTEN:a.cpf\n\nI found three problems.\n")
    assert report.extra == (Extra(title="", text="I found three problems."),)
    assert report.extra[0].line == 3
    assert render_report(report, "written") == "WRITTEN:a.cpf\n"


OUTCOMES: list[tuple[str, Status, str]] = [
    ("status: ok\nblockers: []", "SUCCESS", ""),
    ("status: needs_input\nblockers: []", "PARTIAL", "needs_input"),
    ("status: conflict\nblockers: []", "PARTIAL", "conflict"),
    ("status: blocked\nblockers: []", "PARTIAL", "blocked"),
    (TASK_RESULT.replace("partial", "completed"), "SUCCESS", ""),
    (TASK_RESULT, "PARTIAL", "partial"),
    (TASK_RESULT.replace("partial", "failed"), "FAILED", ""),
    ("ARCHITECT_COMPLETE\nFeature: x", "SUCCESS", ""),
    ("TASKGEN_COMPLETE\nFeature: x", "SUCCESS", ""),
    ("BUILDER_BLOCKED\nFeature: x", "PARTIAL", "blocked"),
    ("TASK_BLOCKED\nFeature: x", "PARTIAL", "blocked"),
    ("### Status\nPARTIAL - needs_input\n### Summary\ns", "PARTIAL", "needs_input"),
]


@pytest.mark.parametrize(("text", "status", "reason"), OUTCOMES)
@pytest.mark.req("DEC-1")
def test_outcomes_of_all_dialects_are_one(text: str, status: Status, reason: str) -> None:
    report = parse_report(text)
    assert (report.status, report.reason) == (status, reason)
    assert parse_report(render_report(report, report.dialect)).status_token == report.status_token


@pytest.mark.parametrize(
    ("word", "severity"), [("P0", "critical"), ("P1", "important"), ("P2", "minor"), ("null", None)]
)
@pytest.mark.req("DEC-2")
def test_severities_of_the_completion_report(word: str, severity: Severity | None) -> None:
    report = parse_report(f"status: ok\nseverity: {word}\n")
    assert report.severity == severity
    assert f"severity: {word}" in render_report(report, "completion-yaml")


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("status: done\nartifacts: []\n", "status", 1),
        ("artifacts: []\nblockers: []\n", "status", 1),
        ("status: ok\nseverity: P7\n", "severity", 2),
        ("status: ok\nartifacts:\n- a\n- {b: 1}\n", "artifacts[1]", 4),
        ("status: ok\ncontract_outputs:\n- decisions.x\n", "contract_outputs[0]", 3),
        ("# c\nstatus: ok\nblockers: 7\n", "blockers", 3),
        (TASK_RESULT.replace("partial", "ok"), "status", 2),
        (TASK_RESULT.replace("original_task_ref: MSG-7\n", ""), "original_task_ref", 1),
        ("type: TASK_RESULT\npayload: 7\n", "payload.status", 2),
        (MESSAGE.replace('"summary": "no access"', '"summary": 5'), "payload.summary", 3),
    ],
)
def test_what_cannot_be_taken_is_named_by_field_and_line(text: str, path: str, line: int) -> None:
    dialect: Dialect = "task-result" if "output_artifacts" in text or "TASK_RESULT" in text else "completion-yaml"
    found = [(problem.path, problem.line) for problem in parse_report(text, dialect).problems]
    assert (path, line) in found


@pytest.mark.parametrize("dialect", SOURCES)
@pytest.mark.parametrize(
    "text",
    ["", " \n", "I am done.", "[1, 2]", "```yaml\n```", "status: [", '{"a": "\\ud800"}', '{"a": 1e999}', "a: 1\na: 2"],
    ids=repr,
)
def test_a_text_that_is_not_of_the_dialect_is_cleanly_refused(dialect: Dialect, text: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_report(text, dialect)
    assert refused.value.problems


@pytest.mark.parametrize("dialect", SOURCES)
@settings(max_examples=examples(60))
@given(text=st.text() | st.lists(LINE | st.sampled_from([*SOURCES.values(), "```", "- a", "  b"])).map("\n".join))
def test_any_text_is_read_or_cleanly_refused(dialect: Dialect, text: str) -> None:
    report = read(text, dialect)
    if isinstance(report, BadInput):
        assert report.problems
    else:
        assert isinstance(parse_report(render_report(report, dialect), dialect), Report)


@pytest.mark.parametrize("dialect", SOURCES)
def test_words_of_other_dialects_in_a_contract_do_not_change_what_it_is(dialect: Dialect) -> None:
    text = f"## x Result\n### Status\nSUCCESS\n### Summary\ns\n### Findings\n```\n{SOURCES[dialect]}```\n"
    assert parse_report(text).dialect == "contract-en"


@pytest.mark.req("DEC-25")
def test_a_task_result_describes_its_artifacts_or_names_them():
    text = """original_task_ref: MSG-7
status: completed
output_artifacts:
  - ART-1
  - {ref: spec, path: docs/spec.md, description: The API}
  - {ref: notes}
  - {path: docs/other.md}
  - {ref: 3}
summary: done
"""
    report = parse_task_result(text)
    assert report.artifacts == (
        Artifact(path="ART-1"),
        Artifact(path="docs/spec.md", ref="spec", description="The API"),
        Artifact(path="notes", ref="notes"),
    )
    assert [(each.line, each.path) for each in report.problems] == [
        (7, "output_artifacts[3]"),
        (8, "output_artifacts[4]"),
    ]
    again = parse_task_result(render_task_result(report))
    assert (again.artifacts, again.problems) == (report.artifacts, ())


ENGLISH = Report(
    dialect="contract-en",
    agent="qa-engineer",
    status="SUCCESS",
    status_token="SUCCESS",
    summary=Passage(text="Everything is tested."),
    next_steps=(Passage(text="Ship it."),),
)
RESULTS: dict[str, tuple[str, Dialect]] = {
    "english block": (render_report(ENGLISH, "contract-en"), "contract-en"),
    "english inline": (render_report(ENGLISH, "contract-en", "inline"), "contract-en"),
    "japanese block": (render_report(ENGLISH, "contract-ja"), "contract-ja"),
    "japanese inline": (render_report(ENGLISH, "contract-ja", "inline"), "contract-ja"),
    "english without a title": ("**Status**: SUCCESS\n\n**Summary**: All is well.\n", "contract-en"),
    "japanese without a title": ("**ステータス**: SUCCESS\n\n**サマリー**: 問題ありません。\n", "contract-ja"),
    "english headings, japanese words": ("## Status\nSUCCESS\n\n## Summary\n問題ありません。\n", "contract-en"),
    "japanese headings, english words": ("## ステータス\nSUCCESS\n\n## サマリー\nAll is well.\n", "contract-ja"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_dialect_of_a_contract_is_the_language_of_its_headings(name: str):
    text, dialect = RESULTS[name]
    assert (dialect_of(text), parse_report(text).dialect) == (dialect, dialect)
