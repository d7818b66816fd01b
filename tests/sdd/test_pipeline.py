"""The pipeline of a feature with scripted agents: what each step writes, what sends it back, who may write what."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from renkei.reports.cpf.batches import read_batches
from tests.support.cli_run import Cli
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, designed, edit, load, planned, reviewed, runs, script, writes

INSPECTORS = ("rulebase", "testability", "architecture", "consistency", "best-practices", "holistic")


@pytest.mark.req("SDD-3")
@pytest.mark.req("SDD-20")
@pytest.mark.req("SDD-6")
def test_design_writes_the_architects_files_and_the_lead_writes_the_phase(feature: Cli):
    ran = feature.json("sdd", "design", "auth", *REHEARSE)
    assert (ran["state"], ran["files"]) == ("done", ["specs/auth/design.md", "specs/auth/research.md"])
    spec = load(feature)
    assert (spec["phase"], spec["version_refs"]["design"]) == ("design-generated", "1.0.0")
    assert [each["action"] for each in spec["changelog"]] == ["initialized", "design-generated"]
    assert "auto-draft" in (feature.folder / "specs/handover/session.md").read_text("utf-8")
    traced = feature.json("runs", "trace", ran["run"], "sdd-architect")["signals"][0]["prompt"]
    for part in ("Feature: auth", "Log users in", "steering/product.md", "specs/auth/design.md", "# Architect"):
        assert part in traced


@pytest.mark.req("SDD-5", refused=True)
@pytest.mark.req("DEC-17", refused=True)
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"phase": "blocked", "blocked_info": {"blocked_by": "db"}}, "auth is blocked by db"),
        ({"phase": "half"}, "Unknown phase 'half'"),
        ({"phase": "implementation-complete"}, "renkei sdd revise auth"),
    ],
)
def test_a_gate_that_refuses_starts_no_agent(feature: Cli, fields: dict[str, Any], said: str):
    edit(feature, **fields)
    ran = feature("sdd", "design", "auth", *REHEARSE)
    assert ran.code == 4
    assert said in ran.err
    assert runs(feature) == []


@pytest.mark.req("SDD-20", refused=True)
def test_specs_that_git_ignores_start_no_agent_for_it_would_not_have_them(feature: Cli):
    feature.file(".gitignore", "specs/*/*.md\n")
    ran = feature("sdd", "design", "auth", *REHEARSE)
    assert (ran.code, runs(feature)) == (4, [])
    assert "Git ignores specs/auth/design.md (by .gitignore)" in ran.err
    feature.file(".gitignore", "specs/*/*.md\n!specs/auth/*\n")
    feature.ok("sdd", "design", "auth", *REHEARSE)


def test_a_design_without_specs_is_told_for_what_tasks_cover_is_not_checked(feature: Cli):
    designed(feature)
    feature.file("specs/auth/design.md", "# Log in\n## Requirement 1\n1. WHEN x THEN y\n")
    said = "specs/auth/design.md has no heading `### Spec 1: NAME`"
    assert said in feature("sdd", "impl", "auth", *REHEARSE, *script(feature, sdd_builder_A=[{"crash": "gone"}])).err


@pytest.mark.slow
@pytest.mark.req("DEC-17")
@pytest.mark.req("VIEW-2")
def test_another_phase_that_was_edited_by_hand_is_adopted_and_recorded(feature: Cli):
    designed(feature)
    ran = feature("sdd", "review", "auth", *REHEARSE)
    assert ran.code == 0
    assert "edited by hand" in ran.err
    said = (feature.folder / "specs/handover/decisions.md").read_text("utf-8")
    assert "D1: USER_DECISION | spec.yaml of auth was edited by hand (phase initialized -> design-generated)" in said


@pytest.mark.req("SDD-3", refused=True)
@pytest.mark.req("SDD-4", refused=True)
@pytest.mark.req("DEC-17", refused=True)
def test_an_agent_that_edits_spec_yaml_or_anothers_file_is_refused(feature: Cli):
    done = "ARCHITECT_COMPLETE\nFeature: auth\nArtifacts: specs/auth/design.md"
    steps = [
        {"write": {"path": "specs/auth/spec.yaml", "text": "phase: implementation-complete\n"}},
        {"write": {"path": "specs/auth/tasks.yaml", "text": "mine\n"}},
        {"write": {"path": "src/code.py", "text": "mine\n"}},
        {"write": {"path": "specs/auth/design.md", "text": "### Spec 1: A\n"}},
        {"write": {"path": "specs/auth/research.md", "text": "r\n"}},
        {"report": done},
    ]
    ran = feature.json("sdd", "design", "auth", *REHEARSE, *script(feature, sdd_architect=steps))
    assert load(feature)["phase"] == "design-generated"
    assert not (feature.folder / "specs/auth/tasks.yaml").exists()
    assert not (feature.folder / "src").exists()
    [task] = feature.json("runs", "show", ran["run"])["dag"]
    refused = {each["path"]: each["rule"] for each in task["refused"]}
    assert refused == {"specs/auth/spec.yaml": "SDD-3", "specs/auth/tasks.yaml": "TEAM-9", "src/code.py": "TEAM-9"}


@pytest.mark.slow
@pytest.mark.req("SDD-9", refused=True)
@pytest.mark.req("SDD-2", refused=True)
def test_an_architect_that_starts_an_agent_is_refused(feature: Cli):
    steps = [{"renkei": {"words": ["sdd", "review", "auth", "--agents", "scripted"]}}, {"report": "ARCHITECT_COMPLETE"}]
    ran = feature("sdd", "design", "auth", *REHEARSE, "--yes", *script(feature, sdd_architect=steps))
    assert ran.code == 1
    assert "SDD-3" in ran.out + ran.err
    assert load(feature)["phase"] == "initialized"
    assert [each["playbook"] for each in runs(feature)] == ["sdd-design"]


@pytest.mark.req("SDD-7")
@pytest.mark.req("SDD-11")
@pytest.mark.req("SDD-24")
def test_review_goes_through_files_to_one_entry_and_leaves_no_folder(feature: Cli):
    designed(feature)
    (feature.folder / "specs/auth/.review").mkdir()
    (feature.folder / "specs/auth/.review/sdd-inspector-holistic.cpf").write_text("VERDICT:NO-GO\nISSUES:\nC|a|b|old\n")
    path = "specs/auth/.review/sdd-inspector-testability.cpf"
    text = "VERDICT:CONDITIONAL\nSCOPE:auth\nISSUES:\nH|untestable|specs/auth/design.md#Spec 1|when is it fast\n"
    long = f"I have looked at everything.\nWRITTEN:{path}\n" + "and here is all of it\n" * 50
    ran = feature.json(
        "sdd", "review", "auth", *REHEARSE, *script(feature, sdd_inspector_testability=writes(path, text, long))
    )
    assert (ran["verdict"], ran["disposition"], ran["partial"]) == ("GO", "GO-ACCEPTED", [])
    assert not (feature.folder / "specs/auth/.review").exists()
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert (batch.label, batch.kind, batch.version, batch.runs) == ("B1", "design", "1.0.0", 1)
    shown = feature.json("runs", "show", ran["run"])["dag"]
    assert {each["task"] for each in shown} == {*(f"sdd-inspector-{each}" for each in INSPECTORS), "sdd-auditor-design"}
    said = next(each for each in shown if each["task"] == "sdd-inspector-testability")
    assert "all of it" not in str(said)


@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.req("SDD-10")
@pytest.mark.req("DEC-12")
def test_missing_and_unreadable_files_are_those_inspectors_failures(feature: Cli):
    designed(feature)
    bad = "specs/auth/.review/sdd-inspector-rulebase.cpf"
    ran = feature.json(
        "sdd",
        "review",
        "auth",
        *REHEARSE,
        *script(
            feature,
            sdd_inspector_rulebase=writes(bad, "this is no CPF\n"),
            sdd_inspector_holistic=[{"report": "WRITTEN:specs/auth/.review/sdd-inspector-holistic.cpf"}],
            sdd_inspector_consistency=[{"crash": "gone"}],
        ),
    )
    missing = ["sdd-inspector-consistency", "sdd-inspector-holistic", "sdd-inspector-rulebase"]
    assert (ran["verdict"], ran["partial"]) == ("GO", missing)
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert "PARTIAL:sdd-inspector-holistic|file not found\n" in batch.raw[0]
    assert f"PARTIAL:sdd-inspector-rulebase|{bad} is not of its form: 1: " in batch.raw[0]
    assert "git apply" not in batch.raw[0]
    reasons = {each["inspector"]: each["reason"] for each in ran["missing"]}
    assert reasons["sdd-inspector-consistency"] == "file not found: gone"
    assert reasons["sdd-inspector-rulebase"].startswith(f"{bad} is not of its form")
    [state] = feature.json("sdd", "status")["specs"]
    assert state["review"]["partial"] == missing
    shown = feature.ok("sdd", "status").out
    assert "GO-ACCEPTED PARTIAL" in shown
    assert f"B1 was judged without {', '.join(missing)}" in " ".join(shown.split())
    tried = {each["task"]: each["attempt"] for each in feature.json("runs", "show", ran["run"])["dag"]}
    assert tried["sdd-inspector-rulebase"] == 2


@pytest.mark.req("SDD-11")
@pytest.mark.req("SDD-24")
def test_words_around_the_last_line_lose_no_finding(feature: Cli):
    designed(feature)
    said = (
        "I have written it. WRITTEN:{path}",
        "Done.\n\n**WRITTEN:** `{path}`\n\nAnything else?",
        "WRITTEN: [{path}](./{path}).",
        "written {path}, with one finding",
        "ファイル{path}に書きました。",
        "WRITTEN:/somewhere/else/{path}",
    )
    named = zip(INSPECTORS, said, strict=True)
    paths = [(name, f"specs/auth/.review/sdd-inspector-{name}.cpf", text) for name, text in named]
    text = "VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|hole|specs/auth/design.md#Spec 1|seen by {name}\n"
    steps = {
        f"sdd_inspector_{name.replace('-', '_')}": writes(path, text.format(name=name), told.format(path=path))
        for name, path, told in paths
    }
    gone = [{"crash": "gone"}]
    given = script(feature, **steps, sdd_auditor_design=gone)
    ran = feature("sdd", "review", "auth", "--json", *REHEARSE, *given)
    assert (ran.document["verdict"], ran.document["partial"]) == ("NO-GO", [])
    assert "sdd-auditor-design gave no verdict: NO-GO is what the rules make of the inspectors' files" in ran.err
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert [each.agents for each in batch.consensus] == [INSPECTORS]


@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.req("SDD-24", refused=True)
def test_who_opened_nothing_or_names_no_file_has_judged_nothing(feature: Cli):
    designed(feature)
    lazy, silent, elsewhere = (f"specs/auth/.review/sdd-inspector-{each}.cpf" for each in INSPECTORS[:3])
    text = "VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|hole|specs/auth/design.md#Spec 1|a guess\n"
    verdict = "specs/auth/.review/verdict.cpf"
    found = "VERDICT:NO-GO\nSCOPE:auth\nVERIFIED:\nrulebase|C|hole|specs/auth/design.md#Spec 1|a guess\n"
    blind = [{"write": {"path": lazy, "text": text}}, {"report": f"WRITTEN:{lazy}"}]
    beside = [{"read": "README.md"}, {"write": {"path": elsewhere, "text": text}}, {"report": f"WRITTEN:{elsewhere}"}]
    said = script(
        feature,
        sdd_inspector_rulebase=blind,
        sdd_inspector_testability=writes(silent, text, "Done."),
        sdd_inspector_architecture=beside,
        sdd_auditor_design=[{"write": {"path": verdict, "text": found}}, {"report": f"WRITTEN:{verdict}"}],
    )
    ran = feature.json("sdd", "review", "auth", *REHEARSE, *said)
    assert (ran["verdict"], len(ran["partial"])) == ("GO", 3)
    reasons = {each["inspector"]: each["reason"] for each in ran["missing"]}
    nothing = "counts for nothing, for its agent opened none of: specs/auth/design.md"
    assert reasons["sdd-inspector-rulebase"] == f"{lazy} {nothing}"
    assert reasons["sdd-inspector-architecture"] == f"{elsewhere} {nothing}"
    assert "WRITTEN: and the path" in reasons["sdd-inspector-testability"]
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert "AUDITOR_UNAVAILABLE|lead-derived verdict" in batch.raw[0]


@pytest.mark.slow
@pytest.mark.req("SDD-7", refused=True)
def test_a_finding_of_who_did_not_look_again_is_not_resolved(feature: Cli):
    designed(feature)
    paths = [f"specs/auth/.review/sdd-inspector-{each}.cpf" for each in INSPECTORS[:2]]
    text = "VERDICT:CONDITIONAL\nSCOPE:auth\nISSUES:\nH|{name}|specs/auth/design.md#Spec 1|one\n"
    both = {
        f"sdd_inspector_{name}": writes(path, text.format(name=name))
        for name, path in zip(INSPECTORS[:2], paths, strict=True)
    }
    no_auditor = {"sdd_auditor_design": [{"crash": "gone"}]}
    feature.json("sdd", "review", "auth", *REHEARSE, *script(feature, **both, **no_auditor))
    gone = {"sdd_inspector_rulebase": [{"crash": "gone"}]}
    feature.json("sdd", "review", "auth", *REHEARSE, *script(feature, **gone, **no_auditor))
    first, second = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert {each.category for each in first.consensus} == {"rulebase", "testability"}
    assert second.resolved == ("testability|specs/auth/design.md#Spec 1",)


@pytest.mark.slow
@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_pipeline_that_goes_on_with_a_part_of_the_inspectors_says_so_first(feature: Cli, words: tuple[str, ...]):
    designed(feature)
    said = script(feature, sdd_inspector_holistic=[{"crash": "gone"}], sdd_inspector_rulebase=[{"crash": "gone"}])
    ran = feature("sdd", "run", "auth", "--gate", *words, *REHEARSE, *said)
    told = "auth: GO is what 4 of 6 inspectors say"
    assert (ran.code, told in ran.err) == (1, True)
    assert "sdd-inspector-holistic, sdd-inspector-rulebase" in ran.err
    if words:
        [step] = ran.document["steps"]
        assert [each["inspector"] for each in step["missing"]] == ["sdd-inspector-holistic", "sdd-inspector-rulebase"]


@pytest.mark.slow
@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.req("SDD-10")
def test_why_an_inspector_had_no_part_is_said_in_full(feature: Cli):
    designed(feature)
    bad, unavailable = (f"specs/auth/.review/sdd-inspector-{each}.cpf" for each in ("rulebase", "holistic"))
    said = script(
        feature,
        sdd_inspector_rulebase=writes(bad, "VERDICT:GO\nSCOPE:auth\nISSUES:\nhigh, somewhere\n"),
        sdd_inspector_holistic=writes(unavailable, "VERDICT:ERROR\nSCOPE:auth\n"),
        sdd_auditor_design=[{"crash": "gone"}],
    )
    ran = feature("sdd", "review", "auth", *REHEARSE, *said)
    assert "{count}" not in ran.out + ran.err
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert "PARTIAL:sdd-inspector-holistic|the inspector was unavailable" in batch.raw[0]
    assert "AUDITOR_UNAVAILABLE" in batch.raw[0]


@pytest.mark.slow
@pytest.mark.req("SDD-4", refused=True)
def test_an_inspector_that_edits_code_is_refused(feature: Cli):
    designed(feature)
    (feature.folder / "code.py").write_text("x = 1\n")
    path = "specs/auth/.review/sdd-inspector-holistic.cpf"
    steps = [{"write": {"path": "code.py", "text": "x = 2\n"}}, *writes(path, "VERDICT:GO\nSCOPE:auth\n")]
    ran = feature.json("sdd", "review", "auth", *REHEARSE, *script(feature, sdd_inspector_holistic=steps))
    assert (feature.folder / "code.py").read_text() == "x = 1\n"
    dag = feature.json("runs", "show", ran["run"])["dag"]
    task = next(each for each in dag if each["task"] == "sdd-inspector-holistic")
    assert [(each["path"], each["rule"]) for each in task["refused"]] == [("code.py", "TEAM-9")]


@pytest.mark.slow
@pytest.mark.req("SDD-7")
def test_without_an_auditor_the_rules_give_the_verdict(feature: Cli):
    designed(feature)
    path = "specs/auth/.review/sdd-inspector-holistic.cpf"
    found = writes(path, "VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|blind-spot|specs/auth/design.md#Spec 1|no way out\n")
    ran = feature(
        "sdd", "review", "auth", *REHEARSE, "--json",
        *script(feature, sdd_inspector_holistic=found, sdd_auditor_design=[{"crash": "gone"}]),
    )  # fmt: skip
    assert (ran.code, ran.document["verdict"], ran.document["disposition"]) == (1, "NO-GO", "ESCALATED")
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert "AUDITOR_UNAVAILABLE|lead-derived verdict" in batch.raw[0]


@pytest.mark.slow
@pytest.mark.req("SDD-7", refused=True)
def test_an_auditor_cannot_lose_a_critical_finding(feature: Cli):
    designed(feature)
    path = "specs/auth/.review/sdd-inspector-holistic.cpf"
    found = writes(path, "VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|blind-spot|specs/auth/design.md#Spec 1|no way out\n")
    ran = feature("sdd", "review", "auth", *REHEARSE, "--json", *script(feature, sdd_inspector_holistic=found))
    assert (ran.code, ran.document["verdict"]) == (1, "NO-GO")
    assert load(feature)["orchestration"]["retry_count"] == 0, "a review that is asked for alone mends nothing"


@pytest.mark.slow
@pytest.mark.req("SDD-15")
@pytest.mark.req("SDD-22")
@pytest.mark.req("SDD-8")
@pytest.mark.req("SDD-26")
@pytest.mark.req("SDD-27")
@pytest.mark.req("DEC-15")
def test_a_feature_goes_through_all_of_it_with_one_no_go_and_ends_in_one_commit(feature: Cli):
    verdict = "specs/auth/.review/verdict.cpf"
    no_go = "VERDICT:NO-GO\nSCOPE:auth\nVERIFIED:\nquality|C|dead-code|src/auth.py:1|does nothing\n"
    before = git(feature.folder, "rev-parse", "HEAD")
    (feature.folder / "mine.txt").write_text("staged by the person\n")
    git(feature.folder, "add", "mine.txt")
    better = [
        {"write": {"path": "src/auth.py", "text": "def answer():\n    return 'au' + 'th'\n"}},
        {"write": {"path": "tests/test_auth.py", "text": BETTER}},
        {"run": "git add -A && git commit -q -m 'GREEN: 1.1'"},
        {"write": {"path": "src/auth.py", "text": "def answer():\n    return 'auth'\n"}},
        {"report": "BUILDER_COMPLETE\nFeature: auth\nTasks completed: 1.1\nFiles: src/auth.py"},
    ]
    ran = feature(
        "sdd", "run", "auth", *REHEARSE, "--merge", "--json",
        *script(feature, sdd_auditor_impl__1=writes(verdict, no_go), sdd_builder_A__2=better),
    )  # fmt: skip
    assert ran.code == 0, ran.err
    steps = [(each["step"], each["verdict"], each["disposition"]) for each in ran.document["steps"]]
    assert steps == [
        ("design", None, None),
        ("review-design", "GO", "GO-ACCEPTED"),
        ("impl", None, None),
        ("review-impl", "NO-GO", "NO-GO-FIXED"),
        ("impl", None, None),
        ("review-impl", "GO", "GO-ACCEPTED"),
    ]
    shown = [each["shown"] for each in ran.document["steps"] if each["step"] == "impl"]
    phases = {task: [line.partition(":")[0] for line in lines] for each in shown for task, lines in each.items()}
    assert phases == {
        "sdd-builder-A": ["RED", "GREEN", "REFACTOR"],
        "sdd-builder-B": ["RED", "GREEN and REFACTOR together"],
    }
    spec = load(feature)
    assert (spec["phase"], spec["version"], spec["orchestration"]["retry_count"]) == (
        "implementation-complete", "1.0.1", 1,
    )  # fmt: skip
    assert spec["implementation"]["files_created"] == [
        "src/auth.py", "src/auth_report.py", "tests/test_auth.py", "tests/test_auth_report.py",
    ]  # fmt: skip
    assert git(feature.folder, "rev-parse", "HEAD^") == before
    assert git(feature.folder, "log", "-1", "--format=%s") == "auth: Log users in"
    assert git(feature.folder, "diff", "--cached", "--name-only") == "mine.txt"
    assert git(feature.folder, "branch", "--format=%(refname:short)") == "main"
    assert "[PATTERN] write the test first" in (feature.folder / "specs/handover/buffer.md").read_text("utf-8")
    for name in ("session.md", "decisions.md", "buffer.md"):
        path = feature.folder / "specs/handover" / name
        assert not path.exists() or "implementation-complete" not in path.read_text("utf-8")
    assert not any(each["type"] == "RunAsked" for each in feature.log()), "nothing was missing, and nobody was asked"
    assert feature.json("sdd", "run", "auth", *REHEARSE, "--merge")["steps"] == []


BETTER = """import sys, unittest
sys.path.insert(0, "src")
class Answers(unittest.TestCase):
    def test_it_answers(self):
        from auth import answer
        self.assertEqual(answer(), "auth")
    def test_it_is_short(self):
        import inspect, auth
        self.assertNotIn("rehearsal", inspect.getsource(auth))
"""


@pytest.mark.slow
@pytest.mark.req("DEC-33", refused=True)
def test_a_rehearsal_commits_nothing_unless_asked_to(feature: Cli):
    before = git(feature.folder, "rev-parse", "HEAD")
    designed(feature)
    feature.ok("sdd", "review", "auth", *REHEARSE)
    assert git(feature.folder, "rev-parse", "HEAD") == before


@pytest.mark.req("SDD-27", refused=True)
def test_a_builder_whose_test_did_not_fail_first_is_refused(feature: Cli):
    planned(feature)
    empty = "import unittest\nclass T(unittest.TestCase):\n    def test_x(self):\n        pass\n"
    steps = [
        {"write": {"path": "src/a.py", "text": "x = 1\n"}},
        {"write": {"path": "tests/test_a.py", "text": empty}},
        {"report": "BUILDER_COMPLETE\nFeature: auth\nFiles: src/a.py"},
    ]
    ran = feature("sdd", "impl", "auth", *REHEARSE, "--yes", "--json", *script(feature, sdd_builder_A=steps))
    assert (ran.code, ran.document["state"]) == (1, "failed")
    assert "RED is not shown: the new tests pass without the change" in ran.document["note"]
    assert not (feature.folder / "src").exists()
    assert load(feature)["phase"] == "design-generated"


@pytest.mark.slow
@pytest.mark.req("DEC-30", refused=True)
def test_tests_that_were_not_run_are_not_shown(feature: Cli):
    planned(feature)
    ran = feature("sdd", "impl", "auth", "--agents", "scripted", "--no-exec", "--json")
    assert (ran.code, ran.document["state"]) == (1, "waiting")
    assert "renkei sdd impl auth --exec" in ran.document["note"]
    assert not (feature.folder / "src").exists(), "what was not shown is not brought in"
    assert load(feature)["phase"] == "design-generated"
    again = feature("sdd", "impl", "auth", *REHEARSE, "--json")
    assert again.code == 0, again.err
    assert load(feature)["phase"] == "implementation-complete"
    assert len(runs(feature)) == 1, "the same run goes on"
    [lines] = again.document["shown"].values()
    assert [line.partition(":")[0] for line in lines] == ["RED", "GREEN and REFACTOR together"]


@pytest.mark.req("SDD-27")
def test_what_is_shown_is_said_in_the_language_of_the_reader(feature: Cli):
    planned(feature)
    ran = feature.ok("--lang", "ja", "sdd", "impl", "auth", *REHEARSE)
    assert ("で失敗します" in ran.out, "GREEN と REFACTOR をまとめて" in ran.out) == (True, True), ran.out
    assert "all tests pass" not in ran.out


def test_a_change_of_the_persons_is_not_overwritten(feature: Cli, tmp_path: Path):
    designed(feature)
    path = feature.folder / "specs/auth/design.md"
    done = "ARCHITECT_COMPLETE\nFeature: auth\nArtifacts: specs/auth/design.md"
    mine = f"python3 -c \"open('{path}', 'w').write('mine')\""
    steps = [
        {"write": {"path": "specs/auth/design.md", "text": "### Spec 1: theirs\n"}},
        {"write": {"path": "specs/auth/research.md", "text": "r\n"}},
        {"run": mine},
        {"report": done},
    ]
    ran = feature("sdd", "design", "auth", *REHEARSE, *script(feature, sdd_architect=steps))
    assert ran.code == 4
    assert "specs/auth/design.md" in ran.err
    assert path.read_text() == "mine"
    path.write_text("### Spec 1: A\n1. a\n")
    feature.ok("sdd", "design", "auth", *REHEARSE)
    assert "theirs" in path.read_text()
    assert len(runs(feature)) == 1, "the work that waited was taken in"


@pytest.mark.slow
@pytest.mark.req("DEC-14", refused=True)
@pytest.mark.req("SDD-2", refused=True)
def test_agents_do_not_write_to_each_other(feature: Cli):
    feature.ok("agent", "add", "friend", "--role", "developer")
    message = {"type": "FREEFORM", "to": "friend", "payload": {"body": "psst"}}
    steps = [{"renkei": {"words": ["send", "-"], "input": message}}, {"report": "ARCHITECT_COMPLETE"}]
    ran = feature("sdd", "design", "auth", *REHEARSE, "--yes", *script(feature, sdd_architect=steps))
    assert ran.code == 1
    assert "[DEC-14]" in ran.out + ran.err
    assert feature.json("inbox", "friend") == []


@pytest.mark.slow
@pytest.mark.req("DEC-14")
@pytest.mark.req("SDD-2")
def test_agents_write_to_a_person(feature: Cli):
    message = {"type": "FREEFORM", "to": "person", "payload": {"body": "look"}}
    done = "ARCHITECT_COMPLETE\nFeature: auth\nArtifacts: specs/auth/design.md"
    steps = [
        {"renkei": {"words": ["send", "-"], "input": message}},
        {"write": {"path": "specs/auth/design.md", "text": "d\n"}},
        {"write": {"path": "specs/auth/research.md", "text": "r\n"}},
        {"report": done},
    ]
    feature.ok("sdd", "design", "auth", *REHEARSE, *script(feature, sdd_architect=steps))


ASKS = [
    {"ask": {"question": "which?\nThe first or the second.", "options": ["one", "two"]}},
    {"write": {"path": "specs/auth/design.md", "text": "### Spec 1: A\n1. a\n"}},
    {"write": {"path": "specs/auth/research.md", "text": "r\n"}},
    {"report": "ARCHITECT_COMPLETE\nFeature: auth\nArtifacts: specs/auth/design.md"},
]


@pytest.mark.req("SDD-28")
def test_an_agent_that_asks_keeps_nobody_waiting_and_goes_on_with_the_answer(feature: Cli):
    words = ("sdd", "design", "auth", *REHEARSE, "--json", *script(feature, sdd_architect=ASKS))
    told = feature(*(each for each in words if each != "--json"))
    assert ("which?" in told.out, "u000a" in told.out) == (True, False)
    ran = feature(*words)
    assert (ran.code, ran.document["state"]) == (1, "waiting"), ran.err
    [asked] = ran.document["questions"]
    [shown] = feature.json("sdd", "status")["specs"]
    assert shown["next"] == f"renkei decide {asked['id']} one|two"
    assert load(feature)["phase"] == "initialized"
    feature.ok("decide", asked["id"], "one")
    feature.ok(*words)
    assert load(feature)["phase"] == "design-generated"
    assert feature.json("sdd", "status")["specs"][0]["next"] == "renkei sdd review auth"
    assert len(runs(feature)) == 1
    [task] = feature.json("runs", "show", ran.document["run"])["dag"]
    assert task["attempt"] == 2, "no agent was started before the answer"


@pytest.mark.req("ORCH-6", refused=True)
def test_a_model_that_cannot_be_reached_gives_up_no_team_that_was_not_asked_for(feature: Cli):
    ran = feature(
        "sdd", "design", "auth", *REHEARSE, "--yes", *script(feature, sdd_architect=[{"api_error": "overloaded"}])
    )
    assert ran.code == 1
    assert "team" not in ran.out + ran.err


def test_what_git_ignores_is_no_part_of_a_commit_and_one_on_no_branch_is_told(implemented: Cli):
    reviewed(implemented, "GO-ACCEPTED")
    implemented.file(".git/info/exclude", ".DS_Store\n")
    implemented.file("specs/auth/.DS_Store", "x")
    git(implemented.folder, "switch", "-q", "--detach")
    assert "Keep it with: git switch -c NAME" in implemented.ok("sdd", "run", "auth").err
    committed = git(implemented.folder, "show", "--name-only", "--format=%s", "HEAD").splitlines()
    assert (committed[0], "specs/auth/verdicts.md" in committed) == ("auth: Log users in", True)
    assert "specs/auth/.DS_Store" not in committed


@pytest.mark.req("SDD-22", refused=True)
def test_a_rehearsal_is_not_committed_by_whoever_goes_on_without_scripted_agents(feature: Cli):
    before = git(feature.folder, "rev-parse", "HEAD")
    feature.ok("sdd", "run", "auth", *REHEARSE)
    [shown] = feature.json("sdd", "status")["specs"]
    assert shown["next"] == "renkei sdd run auth --merge"
    ran = feature.ok("sdd", "run", "auth")
    assert "nothing was committed: scripted agents did this" in ran.out
    assert git(feature.folder, "rev-parse", "HEAD") == before
    feature.ok("sdd", "run", "auth", "--merge")
    assert git(feature.folder, "log", "-1", "--format=%s") == "auth: Log users in"
    git(feature.folder, "add", "-A")
    git(feature.folder, "commit", "-qm", "the rest")
    assert feature.json("sdd", "status")["specs"][0]["next"] == "renkei sdd release patch auth"
    git(feature.folder, "tag", "v1.0.0")
    assert feature.json("sdd", "status")["specs"][0]["next"] == "", "it is released"


@pytest.mark.req("SDD-28", refused=True)
def test_a_feature_that_is_begun_anew_takes_in_nothing_of_the_one_before(feature: Cli):
    first = feature.json("sdd", "design", "auth", *REHEARSE)["run"]
    shutil.rmtree(feature.folder / "specs")
    feature.ok("sdd", "init", "auth")
    edit(feature, created_at="2999-01-01T00:00:00Z")
    assert feature.json("sdd", "design", "auth", *REHEARSE)["run"] != first


@pytest.mark.req("SDD-27", refused=True)
def test_a_test_command_that_no_work_tree_has_starts_nobody(feature: Cli):
    planned(feature)
    tech = feature.folder / "steering/tech.md"
    tech.write_text(re.sub("# Test: .*", "# Test: .venv/bin/pytest -q", tech.read_text("utf-8")), "utf-8")
    feature.file(".gitignore", ".venv\n")
    ran = feature("sdd", "impl", "auth", *REHEARSE)
    assert (ran.code, 'link = [".venv"]' in ran.err, runs(feature)) == (2, True, [])


@pytest.mark.req("SDD-27", refused=True)
def test_a_test_command_that_is_not_installed_starts_nobody(feature: Cli):
    planned(feature)
    tech = feature.folder / "steering/tech.md"
    tech.write_text(re.sub("# Test: .*", "# Test: no-such-runner -q", tech.read_text("utf-8")), "utf-8")
    ran = feature("sdd", "impl", "auth", *REHEARSE)
    assert (ran.code, "no-such-runner" in ran.err, runs(feature)) == (2, True, [])


@pytest.mark.req("SDD-27", refused=True)
def test_a_test_module_that_is_not_installed_starts_nobody(feature: Cli):
    planned(feature)
    tech = feature.folder / "steering/tech.md"
    tech.write_text(re.sub("# Test: .*", "# Test: python3 -B -m no_such_runner -q", tech.read_text("utf-8")), "utf-8")
    ran = feature("sdd", "impl", "auth", *REHEARSE)
    assert (ran.code, "no_such_runner" in ran.err, runs(feature)) == (2, True, [])


@pytest.mark.req("SDD-3")
@pytest.mark.req("DEC-17")
def test_a_spec_that_is_edited_while_agents_are_at_work_keeps_what_was_written(feature: Cli):
    ran = feature(
        "sdd", "design", "auth", *REHEARSE, *editing(feature, 's.replace("description: ", "description: mine ")')
    )
    assert ran.code == 0, ran.err
    assert "edited by hand" in ran.err
    spec = load(feature)
    assert (spec["phase"], spec["description"].startswith("mine")) == ("design-generated", True)


@pytest.mark.req("SDD-5", refused=True)
@pytest.mark.req("DEC-17", refused=True)
def test_a_feature_that_is_blocked_while_agents_are_at_work_moves_no_further(feature: Cli):
    blocks = 's.replace(": initialized", ": blocked").replace("blocked_info: null", "blocked_info: {blocked_by: db}")'
    ran = feature("sdd", "design", "auth", *REHEARSE, *editing(feature, blocks))
    assert (ran.code, "auth is blocked by db" in ran.err) == (4, True)
    assert load(feature)["phase"] == "blocked"
    assert not (feature.folder / "specs/auth/design.md").exists()


def editing(feature: Cli, change: str) -> tuple[str, str]:
    """An Architect; and somebody who edits spec.yaml meanwhile."""
    path = feature.folder / "specs/auth/spec.yaml"
    feature.file(
        "../edit.py", f"from pathlib import Path\np = Path({str(path)!r})\ns = p.read_text()\np.write_text({change})\n"
    )
    return script(
        feature,
        sdd_architect=[
            {"run": f"python3 {feature.folder.parent / 'edit.py'}"},
            {"write": {"path": "specs/auth/design.md", "text": "### Spec 1: A\n1. a\n"}},
            {"write": {"path": "specs/auth/research.md", "text": "r\n"}},
            {"report": "ARCHITECT_COMPLETE\nFeature: auth\nArtifacts: specs/auth/design.md, specs/auth/research.md"},
        ],
    )


@pytest.mark.slow
@pytest.mark.req("SDD-4")
def test_a_design_that_was_changed_after_its_review_is_told(feature: Cli):
    designed(feature)
    feature.ok("sdd", "review", "auth", *REHEARSE)
    told = "changed since the review B1 of auth"
    assert told not in feature("sdd", "impl", "auth", "--tasks", "9.9", *REHEARSE).err
    path = feature.folder / "specs/auth/design.md"
    path.write_text(path.read_text("utf-8") + "2. more\n", "utf-8")
    assert f"specs/auth/design.md {told}" in feature("sdd", "impl", "auth", "--tasks", "9.9", *REHEARSE).err


@pytest.mark.slow
@pytest.mark.req("SDD-22")
def test_code_that_was_changed_after_its_review_is_told_until_it_is_committed(feature: Cli):
    feature.ok("sdd", "run", "auth", *REHEARSE)
    told = "changed since the review B2 of auth"
    assert told not in feature("sdd", "run", "auth", *REHEARSE).err
    feature.file("src/auth.py", "def answer():\n    return 3\n")
    assert f"src/auth.py {told}" in feature("sdd", "run", "auth", *REHEARSE, "--merge").err
    assert told not in feature("sdd", "run", "auth", *REHEARSE, "--merge").err


@pytest.mark.req("SDD-12")
@pytest.mark.req("SDD-9", refused=True)
def test_a_definition_that_may_more_than_the_table_says_is_told_of_when_it_is_started(feature: Cli):
    path = feature.folder / ".claude/agents/sdd-architect.md"
    path.write_text(re.sub("(?m)^tools: .*", "tools: Read, Write, Task", path.read_text("utf-8")), "utf-8")
    (feature.folder / ".claude/agents/sdd-builder.md").write_text("not started now\n", "utf-8")
    ran = feature("sdd", "design", "auth", *REHEARSE)
    assert (ran.code, "tools has Task: an agent may not start another one" in ran.err) == (0, True)


def test_a_feature_that_is_built_before_what_it_depends_on_is_told_of(feature: Cli):
    feature.ok("sdd", "init", "db")
    planned(feature)
    edit(feature, roadmap={"wave": 1, "dependencies": ["db"]})
    ran = feature("sdd", "impl", "auth", "--tasks", "9.9", *REHEARSE)
    assert "auth depends on db, not implemented yet" in ran.err
