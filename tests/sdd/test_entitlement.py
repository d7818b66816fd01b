"""Agents that do what is another's, and answers that are none: each is refused with its rule, and moves nothing."""

import json
from typing import Any

import pytest

from renkei.errors import BadInput
from renkei.reports.cpf.codec import read_cpf
from renkei.sdd.pipeline import weigh_audit
from renkei.sdd.tasks import read_tasks
from tests.support.cli_run import Cli
from tests.support.marks import first_quick
from tests.support.sdd_project import (
    REHEARSE,
    TASKS,
    designed,
    edit,
    load,
    planned,
    refused_files,
    reviewed,
    runs,
    script,
    writes,
)

REVIEW = "specs/auth/.review"
GO = "VERDICT:GO\nSCOPE:auth\n"
BUILT = "BUILDER_COMPLETE\nFeature: auth\nTasks completed: 1.1\nFiles: src/a.py"
TEST_OF_A = """import sys, unittest
sys.path.insert(0, "src")
class A(unittest.TestCase):
    def test_a(self):
        import a
        self.assertEqual(a.x, 1)
"""
TWO_WAVES = """tasks:
  - {id: "1", summary: s, subtasks: [{id: "1.1", summary: t, specs: [1]}, {id: "1.2", summary: u, specs: [1]}]}
  - {id: "2", summary: s, subtasks: [{id: "2.1", summary: v, specs: [1], depends: ["1.2"]}]}
execution:
  - {wave: 1, groups: [{id: A, tasks: ["1.1"], files: [src/a.py]}, {id: B, tasks: ["1.2"], files: [src/b.py]}]}
  - {wave: 2, groups: [{id: C, tasks: ["2.1"], files: [src/c.py], depends: [B]}]}
"""
OWN_A = [
    {"write": {"path": "src/a.py", "text": "x = 1\n"}},
    {"write": {"path": "tests/test_a.py", "text": TEST_OF_A}},
]


def without_tests(renkei: Cli) -> None:
    """The project names no command that runs its tests."""
    tech = renkei.folder / "steering/tech.md"
    tech.write_text(tech.read_text("utf-8").replace("# Test: ", "# Tests: "), "utf-8")


def as_agent(renkei: Cli, name: str, role: str) -> dict[str, str]:
    """The surroundings of an agent of this role."""
    renkei.ok("agent", "add", name, "--role", role)
    return {"RENKEI_TOKEN": renkei.ok("agent", "token", name).out.strip()}


THE_LEADS = ("specs/auth/spec.yaml", "specs/auth/tasks.yaml", "specs/roadmap.md", "specs/handover/decisions.md")


@pytest.mark.req("SDD-3", "SDD-4", "SDD-6", "SDD-8", refused=True)
def test_a_builder_that_writes_what_is_not_of_its_group_is_refused(feature: Cli):
    planned(feature)
    others = {
        "specs/auth/spec.yaml": "SDD-3",
        "specs/auth/verdicts.md": "SDD-4",
        "specs/auth/design.md": "TEAM-9",
        "specs/auth/tasks.yaml": "TEAM-9",
        "specs/roadmap.md": "SDD-4",
        "specs/handover/decisions.md": "SDD-6",
        "steering/tech.md": "SDD-4",
        "src/b.py": "TEAM-9",
        ".claude/agents/sdd-builder.md": "TEAM-9",
    }
    before = {path: (feature.folder / path).read_bytes() for path in others if (feature.folder / path).exists()}
    steps: list[dict[str, Any]] = [{"write": {"path": path, "text": "mine\n"}} for path in others]
    ran = feature.json(
        "sdd", "impl", "auth", *REHEARSE, *script(feature, sdd_builder_A=[*steps, *OWN_A, {"report": BUILT}])
    )
    assert refused_files(feature, ran["run"], "sdd-builder-A") == others
    assert load(feature)["phase"] == "implementation-complete", "what is its own counts"
    assert load(feature)["implementation"]["files_created"] == ["src/a.py", "tests/test_a.py"]
    for path in others:
        found = (feature.folder / path).read_bytes() if (feature.folder / path).exists() else None
        assert found == before.get(path) or (path in THE_LEADS and b"mine" not in (found or b"")), path


@pytest.mark.slow
@pytest.mark.req("SDD-4", "SDD-7", refused=True)
def test_who_reviews_writes_its_own_file_and_neither_anothers_nor_code(feature: Cli):
    designed(feature)
    mine, verdict = f"{REVIEW}/sdd-inspector-holistic.cpf", f"{REVIEW}/verdict.cpf"
    other = f"{REVIEW}/sdd-inspector-rulebase.cpf"
    bad = "VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|x|specs/auth/design.md#Spec 1|not mine to say\n"
    inspector = [
        {"write": {"path": other, "text": bad}},
        {"write": {"path": verdict, "text": bad}},
        {"write": {"path": "specs/auth/design.md", "text": "better\n"}},
        *writes(mine, GO),
    ]
    auditor = [{"write": {"path": mine, "text": bad}}, {"delete": "README.md"}, *writes(verdict, GO)]
    ran = feature.json(
        "sdd", "review", "auth", *REHEARSE,
        *script(feature, sdd_inspector_holistic=inspector, sdd_auditor_design=auditor),
    )  # fmt: skip
    assert ran["verdict"] == "GO"
    assert set(refused_files(feature, ran["run"], "sdd-inspector-holistic")) == {other, verdict, "specs/auth/design.md"}
    assert set(refused_files(feature, ran["run"], "sdd-auditor-design")) == {mine, "README.md"}
    assert (feature.folder / "specs/auth/design.md").read_text("utf-8") == "### Spec 1: A\n1. a\n"


VERBS = [
    ("design", "auth"),
    ("review", "auth"),
    ("impl", "auth"),
    ("revise", "auth", "other"),
    ("run",),
    ("run", "auth"),
    ("resolve", "auth", "accept"),
    ("unblock", "auth", "--skip"),
    ("steering", "accept", "auth", "1"),
    ("handover", "--save"),
    ("knowledge", "--flush"),
    ("release", "patch", "x"),
    ("import", "specs"),
    ("init", "more"),
]


@pytest.mark.req("SDD-2", "SDD-3", "SDD-9", "SDD-15", refused=True)
@pytest.mark.parametrize("role", first_quick(["sdd-architect", "sdd-builder", "sdd-auditor-impl", "developer"]))
def test_no_agent_directs_the_pipeline(feature: Cli, role: str):
    env = as_agent(feature, "someone", role)
    before = load(feature)
    for words in VERBS:
        ran = feature("sdd", *words, env=env)
        assert (ran.code, "[SDD-3]" in ran.err) == (4, True), (words, ran.err)
    assert load(feature) == before
    assert runs(feature) == []
    assert feature("sdd", "status", env=env).code == 0, "looking is free"


@pytest.mark.slow
@pytest.mark.req("SDD-2", "SDD-3")
def test_the_lead_directs_the_pipeline(feature: Cli):
    env = as_agent(feature, "lead", "lead")
    allowed = feature("sdd", "design", "auth", *REHEARSE, env=env)
    assert (allowed.code, "[CON-2]" in allowed.err) == (4, True), "that code is run is a person's word"
    assert feature("sdd", "design", "auth", "--agents", "scripted", env=env).code == 0
    assert load(feature)["phase"] == "design-generated"


@pytest.mark.slow
@pytest.mark.req("SDD-8", refused=True)
def test_a_wave_whose_builder_failed_lets_nobody_begin_who_waits_for_it(feature: Cli):
    planned(feature, TWO_WAVES)
    without_tests(feature)
    ran = feature(
        "sdd", "impl", "auth", *REHEARSE, "--yes", "--json", *script(feature, sdd_builder_B=[{"crash": "gone"}])
    )
    assert (ran.code, ran.document["state"]) == (1, "failed")
    spec = load(feature)
    assert (spec["phase"], spec["implementation"]["files_created"]) == ("design-generated", [])
    states = {each["task"]: each["state"] for each in feature.json("runs", "show", ran.document["run"])["dag"]}
    assert (states["sdd-builder-A"], states["sdd-builder-C"]) == ("completed", "waiting")
    started = [each["data"]["task"] for each in feature.log() if each["type"] == "TaskStarted"]
    assert "sdd-builder-C" not in started
    tasks = (feature.folder / "specs/auth/tasks.yaml").read_text("utf-8")
    assert tasks.count("status: done") == 1, "what A did is taken in"
    again = feature("sdd", "impl", "auth", *REHEARSE, "--json")
    assert again.code == 0, again.err
    assert load(feature)["implementation"]["files_created"] == ["src/a.py", "src/b.py", "src/c.py"]
    second = {each["task"] for each in feature.json("runs", "show", again.document["run"])["dag"]}
    assert second == {"sdd-builder-B", "sdd-builder-C"}, "what is done is not done again"


@pytest.mark.slow
@pytest.mark.req("SDD-28")
@pytest.mark.req("SDD-8")
def test_as_many_agents_are_at_work_as_the_person_allows(feature: Cli):
    """All inspectors at once where nobody set a limit; one after the other where that was asked for."""
    designed(feature)
    for words, most in (((), 6), (("--parallel", "1"), 1)):
        ran = feature.json("sdd", "review", "auth", *REHEARSE, *words)
        at_work, seen = 0, 0
        for each in feature.log():
            if each["data"].get("run") == ran["run"] and each["type"] in ("TaskStarted", "TaskCompleted"):
                at_work += 1 if each["type"] == "TaskStarted" else -1
                seen = max(seen, at_work)
        assert seen == most


@pytest.mark.req("SDD-10", "SDD-24", refused=True)
def test_an_architect_that_writes_nothing_is_called_once_more_alike_and_then_it_is_over(feature: Cli):
    ran = feature(
        "sdd", "design", "auth", *REHEARSE, "--yes", "--json",
        *script(feature, sdd_architect=[{"report": "ARCHITECT_COMPLETE\nFeature: auth"}]),
    )  # fmt: skip
    assert (ran.code, ran.document["state"]) == (1, "failed")
    assert "specs/auth/design.md" in ran.document["note"]
    assert load(feature)["phase"] == "initialized"
    [task] = feature.json("runs", "show", ran.document["run"])["dag"]
    assert task["attempt"] == 2
    signals = feature.json("runs", "trace", ran.document["run"], "sdd-architect")["signals"]
    [first, second] = [each["prompt"] for each in signals if "prompt" in each]
    assert first == second


ANSWERS = [
    ("All is done, I have written it.", "names no path"),
    (f"WRITTEN:{REVIEW}/nowhere.cpf", "another path"),
    ("WRITTEN:", "an empty one"),
]


@pytest.mark.slow
@pytest.mark.req("SDD-24", refused=True)
@pytest.mark.req("SDD-11", refused=True)
@pytest.mark.parametrize(("answer", "what"), ANSWERS)
def test_an_inspector_whose_answer_names_no_file_of_its_own_has_no_output(feature: Cli, answer: str, what: str):
    designed(feature)
    path = f"{REVIEW}/sdd-inspector-holistic.cpf"
    steps = [{"write": {"path": path, "text": GO}}, {"report": answer}]
    ran = feature.json("sdd", "review", "auth", *REHEARSE, *script(feature, sdd_inspector_holistic=steps))
    assert ran["partial"] == ["sdd-inspector-holistic"], what
    tried = {each["task"]: each["attempt"] for each in feature.json("runs", "show", ran["run"])["dag"]}
    assert tried["sdd-inspector-holistic"] == 2


@pytest.mark.slow
@pytest.mark.req("SDD-20", "SDD-2", refused=True)
@pytest.mark.parametrize("answer", ["Everything is done.", "BUILDER_BLOCKED\nFeature: auth\nBlocker: no design"])
def test_an_answer_that_is_no_completion_report_moves_nothing(feature: Cli, answer: str):
    planned(feature)
    ran = feature(
        "sdd", "impl", "auth", *REHEARSE, "--yes", "--json",
        *script(feature, sdd_builder_A=[*OWN_A, {"report": answer}]),
    )  # fmt: skip
    assert (ran.code, ran.document["state"]) == (1, "failed"), ran.err
    assert load(feature)["phase"] == "design-generated"
    assert not (feature.folder / "src/a.py").exists()


@pytest.mark.slow
@pytest.mark.req("SDD-17", "SDD-9", refused=True)
def test_no_agent_is_told_what_is_for_the_lead_alone(feature: Cli):
    ran = feature.json("sdd", "design", "auth", *REHEARSE)
    lead = (feature.folder / "CLAUDE.md").read_text("utf-8")
    prompt = feature.json("runs", "trace", ran["run"], "sdd-architect")["signals"][0]["prompt"]
    assert "(Lead only)" in lead
    for line in lead.splitlines():
        assert len(line) < 40 or line not in prompt


@pytest.mark.req("SDD-16", "SDD-23", "SDD-17", refused=True)
@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".claude/settings.json", "{not json"),
        (".claude/settings.json", '{"permissions": {"allow": "all"}}'),
        (".claude/settings.json", '{"env": ["x"]}'),
        ("CLAUDE.md", "# Ours\n<!-- renkei:sdd -->\nno end\n"),
    ],
)
def test_a_file_that_cannot_be_merged_into_is_named_and_nothing_is_written(renkei: Cli, path: str, text: str):
    (renkei.folder / ".claude").mkdir()
    renkei.file(path, text)
    ran = renkei("sdd", "init", "auth")
    assert (ran.code, path in ran.err) == (2, True), ran.err
    assert (renkei.folder / path).read_text("utf-8") == text
    assert not (renkei.folder / "specs").exists()
    assert not (renkei.folder / ".claude/agents").exists()


@pytest.mark.slow
@pytest.mark.req("SDD-23", refused=True)
def test_a_setting_that_a_person_made_is_not_changed_by_later_commands(feature: Cli):
    path = feature.folder / ".claude/settings.json"
    path.write_text(json.dumps({"env": {"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "0"}, "permissions": {"allow": []}}))
    feature.ok("sdd", "init")
    made = json.loads(path.read_text())
    assert made["env"] == {"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "0"}
    path.write_text("{}")
    feature.ok("sdd", "design", "auth", *REHEARSE)
    assert path.read_text() == "{}", "only init writes it"


@pytest.mark.req("SDD-1", refused=True)
def test_a_role_on_another_model_is_told_of(feature: Cli):
    path = feature.folder / ".claude/agents/sdd-architect.md"
    path.write_text(path.read_text("utf-8").replace("model: opus", "model: haiku"), "utf-8")
    assert "model is haiku; this role runs on opus" in feature("agents", "lint").out


@pytest.mark.req("SDD-26", refused=True)
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"proposals": ["steering/tech.md|no globals"]}, "renkei sdd steering"),
        ({"phase": "blocked", "blocked_info": {"blocked_by": "db"}}, "auth is blocked by db"),
    ],
)
def test_what_a_person_has_to_say_is_asked_before_an_agent_is_started(feature: Cli, fields: dict[str, Any], said: str):
    edit(feature, **fields)
    ran = feature("sdd", "run", "auth", *REHEARSE)
    assert ran.code in (1, 4)
    assert said in ran.out + ran.err
    assert runs(feature) == []


DONE_ALREADY = TASKS.replace("acs: [S1.AC1]", "acs: [S1.AC1], status: done")


@pytest.mark.req("SDD-8", "SDD-27", refused=True)
def test_a_taskgenerator_that_says_all_is_done_spares_no_builder(feature: Cli):
    designed(feature)
    path = "specs/auth/tasks.yaml"
    report = f"TASKGEN_COMPLETE\nFeature: auth\nArtifacts: {path}"
    ran = feature(
        "sdd", "impl", "auth", *REHEARSE, "--yes", "--json",
        *script(feature, sdd_taskgenerator=writes(path, DONE_ALREADY, report)),
    )  # fmt: skip
    assert (ran.code, ran.document["state"]) == (1, "failed")
    assert "what is done only builders show (1.1)" in ran.document["note"]
    assert load(feature)["phase"] == "design-generated"
    assert not (feature.folder / path).exists()


@pytest.mark.req("SDD-4", refused=True)
@pytest.mark.parametrize(
    "path",
    ["specs/auth/design.md", "specs/**", "**", "steering/tech.md", ".claude/agents/sdd-auditor-impl.md", "CLAUDE.md",
     ".claude/settings.json", "../out.py", ".git/config", "./specs/verdicts-wave.md"],
)  # fmt: skip
def test_no_group_is_given_what_has_another_writer(path: str):
    with pytest.raises(BadInput) as caught:
        read_tasks(TASKS.replace("src/a.py", f'"{path}"').encode(), "tasks.yaml")
    assert "expected files that builders may write" in str(caught.value.problems[0].expected)


@pytest.mark.req("SDD-8", refused=True)
@pytest.mark.parametrize("path", ["src/*.py", "./src/b.py", "src/**", "src/"])
def test_a_pattern_that_means_anothers_file_is_refused(path: str):
    with pytest.raises(BadInput) as caught:
        read_tasks(TWO_WAVES.replace("src/a.py", f'"{path}"').encode(), "tasks.yaml")
    assert "expected each file in one group of a wave" in str(caught.value.problems[0].expected)


@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.parametrize("place", ["src/a.py:1", ""])
@pytest.mark.parametrize(
    "said",
    ["", "VERIFIED:\nquality|L|nit|src/a.py:1|blank line\n", "VERIFIED:\nquality|L|hole|src/a.py:1|no way out\n",
     "REMOVED:\nquality|false positive|src/a.py:12 style\n", "REMOVED:\ninterface|taste|src/a.py:1 is long\n",
     "RESOLVED:\ninterface+test|one of them is right|src/a.py:1 either way\n"],
)  # fmt: skip
def test_an_auditor_loses_no_critical_finding_by_something_beside_it(place: str, said: str):
    found = read_cpf(f"VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|hole|{place}|no way out\n")
    weighed = weigh_audit("impl", read_cpf(f"VERDICT:GO\nSCOPE:auth\n{said}"), {"quality": found})
    assert weighed.verdict == "NO-GO"


@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("hole at src/a.py:1", "NO-GO"),
        ("src/a.py:1", "NO-GO"),
        ("no way out", "NO-GO"),
        ("hole, leak at src/a.py:1", "GO"),
    ],
)
def test_of_two_findings_at_one_place_one_that_is_removed_takes_no_other_along(said: str, verdict: str):
    found = read_cpf("VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|hole|src/a.py:1|no way out\nC|leak|src/a.py:1|it is open\n")
    audit = read_cpf(f"VERDICT:GO\nSCOPE:auth\nREMOVED:\nsdd-inspector-quality|false positive|{said}\n")
    assert weigh_audit("impl", audit, {"quality": found}).verdict == verdict


@pytest.mark.req("SDD-7", refused=True)
@pytest.mark.parametrize(
    ("said", "verdict"),
    [("", "NO-GO"), ("REMOVED:\ntest|flaky on purpose|tests/test_a.py:3 fails\n", "GO")],
)
def test_an_auditor_loses_no_failing_test(said: str, verdict: str):
    found = read_cpf("VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nH|test-failure|tests/test_a.py:3|2 of 5 fail\n")
    weighed = weigh_audit("impl", read_cpf(f"VERDICT:GO\nSCOPE:auth\n{said}"), {"test": found})
    assert weighed.verdict == verdict


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize(
    "said",
    ["REMOVED:\nquality|false positive|src/a.py:1 is not reached\n",
     "REMOVED:\nsdd-inspector-quality+test|false positive|no way out, they say\n",
     "RESOLVED:\nquality+test|it is not reached|hole at src/a.py:1\n",
     "VERIFIED:\nquality|L|hole|src/a.py:1|no way out\nNOTES:\nIt is behind a switch that is off.\n"],
)  # fmt: skip
def test_an_auditor_that_says_why_is_heard(said: str):
    found = read_cpf("VERDICT:NO-GO\nSCOPE:auth\nISSUES:\nC|hole|src/a.py:1|no way out\n")
    assert weigh_audit("impl", read_cpf(f"VERDICT:GO\nSCOPE:auth\n{said}"), {"quality": found}).verdict == "GO"


@pytest.mark.req("SDD-5", refused=True)
def test_the_lead_does_not_decide_for_the_person(implemented: Cli):
    reviewed(implemented, "ESCALATED")
    edit(implemented, proposals=["steering/tech.md|no globals"])
    env = as_agent(implemented, "lead", "lead")
    before = (implemented.folder / "specs/auth/verdicts.md").read_bytes(), load(implemented)
    for words in (
        ("resolve", "auth", "accept"), ("resolve", "auth", "again"), ("resolve", "wave-1", "accept"),
        ("steering", "accept", "auth", "1"), ("steering", "refuse", "auth", "1"), ("unblock", "shop", "--skip"),
    ):  # fmt: skip
        ran = implemented("sdd", *words, env=env)
        assert (ran.code, "[ACTOR-6]" in ran.err) == (4, True), (words, ran.err)
    assert ((implemented.folder / "specs/auth/verdicts.md").read_bytes(), load(implemented)) == before
    implemented.ok("sdd", "steering", "accept", "auth", "1")


@pytest.mark.req("SDD-5", "SDD-19")
def test_the_lead_unblocks_what_is_mended_and_a_person_what_is_not(implemented: Cli):
    env = as_agent(implemented, "lead", "lead")
    blocked = {"phase": "blocked", "blocked_info": {"blocked_by": "auth", "blocked_at_phase": "initialized"}}
    edit(implemented, "shop", **blocked)
    assert implemented("sdd", "unblock", "shop", "--fix", env=env).code == 0
    edit(implemented, "shop", **blocked)
    refused = implemented("sdd", "unblock", "shop", "--skip", env=env)
    assert (refused.code, "[ACTOR-6]" in refused.err, load(implemented, "shop")["phase"]) == (4, True, "blocked")
    implemented.ok("sdd", "unblock", "shop", "--skip")
    assert "shop goes on without auth" in (implemented.folder / "specs/handover/decisions.md").read_text("utf-8")


@pytest.mark.req("SDD-7", "SDD-18", refused=True)
@pytest.mark.parametrize("name", ["wave-1", "wave-12-dc", "verdicts-wave.md", "a b", "a/b", "..", "日本", "a..b"])
def test_no_feature_is_called_as_a_review_of_a_wave_or_what_no_folder_is(renkei: Cli, name: str):
    """What the reviews of a wave found would be taken for the feature's own."""
    ran = renkei("sdd", "init", name)
    assert (ran.code, "cannot be the name of a feature" in ran.err) == (2, True)
    assert not (renkei.folder / "specs").exists()
