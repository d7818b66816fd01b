"""What a person decides about a feature: escalations, proposals, revisions, tasks again; and what a change means."""

from dataclasses import replace

import pytest
import yaml

from renkei.reports.cpf.batches import append_batch, read_batches
from renkei.sdd.handover import read_decisions
from tests.support.cli_run import Cli
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, edit, load, make_batch, reviewed, script, writes


def decided(renkei: Cli) -> list[str]:
    text = (renkei.folder / "specs/handover/decisions.md").read_text("utf-8")
    return [each.type for each in read_decisions(text) if each.type != "USER_DECISION"]


def next_of(renkei: Cli) -> str:
    return next(each["next"] for each in renkei.json("sdd", "status")["specs"] if each["feature"] == "auth")


@pytest.mark.req("SDD-5")
def test_an_escalation_is_accepted_by_a_person_once(implemented: Cli):
    reviewed(implemented, "ESCALATED")
    assert implemented("sdd", "run", "auth", *REHEARSE).code == 1
    implemented.ok("sdd", "resolve", "auth", "accept", "--why", "good enough")
    assert read_batches(implemented.folder / "specs/auth/verdicts.md")[-1].disposition == "CONDITIONAL-TRACKED"
    assert decided(implemented) == ["ESCALATION_RESOLVED"]
    assert implemented("sdd", "resolve", "auth", "accept").code == 4


@pytest.mark.req("SDD-5")
def test_an_escalation_counts_anew_and_reopens_the_tasks(implemented: Cli):
    reviewed(implemented, "ESCALATED")
    implemented.ok("sdd", "resolve", "auth", "again")
    spec = load(implemented)
    assert (spec["version"], spec["orchestration"]["last_phase_action"]) == ("1.0.1", "tasks-generated")
    tasks = yaml.safe_load((implemented.folder / "specs/auth/tasks.yaml").read_text("utf-8"))
    assert tasks["tasks"][0]["subtasks"][0]["status"] == "pending"


@pytest.mark.req("SDD-15", refused=True)
def test_status_names_no_release_that_would_be_refused(implemented: Cli):
    reviewed(implemented, "GO-ACCEPTED")
    assert next_of(implemented) == "renkei sdd run auth"
    git(implemented.folder, "add", "--all")
    git(implemented.folder, "commit", "-qm", "verdict")
    assert next_of(implemented) == "renkei sdd release patch auth"
    (implemented.folder / "mine.txt").write_text("mine")
    assert next_of(implemented) == "git status"


@pytest.mark.req("SDD-19")
def test_a_revision_goes_back_to_the_design_and_tells_what_it_means(implemented: Cli):
    assert implemented.json("sdd", "status", "--impact") == {"impacts": []}
    design = "### Spec 1: A\n1. users log in with a key [contract]\n2. in a second [behavior]\n3. new\n"
    steps = [
        {"write": {"path": "specs/auth/design.md", "text": design}},
        {"write": {"path": "specs/auth/research.md", "text": "r\n"}},
        {"report": "ARCHITECT_COMPLETE\nFeature: auth\nArtifacts: specs/auth/design.md"},
    ]
    implemented.file("../script.yaml", yaml.safe_dump({"sdd-architect": steps}))
    ran = implemented.ok("sdd", "revise", "auth", "keys", *REHEARSE, "--script", "../script.yaml")
    assert "auth  S1.AC1  INTERFACE" in ran.out
    assert "shop" in ran.out
    [impact] = implemented.json("sdd", "status", "--impact")["impacts"]
    assert impact["changed"] == {"S1.AC1": "INTERFACE", "S1.AC3": "COMPATIBLE"}
    spec = load(implemented)
    assert (spec["phase"], spec["version"], spec["version_refs"]["design"]) == ("design-generated", "1.1.0", "1.1.0")
    assert decided(implemented) == ["REVISION_INITIATED"]
    assert implemented("sdd", "revise", "auth", "keys", *REHEARSE).code == 4


@pytest.mark.req("SDD-8")
def test_tasks_are_done_again_by_their_names(implemented: Cli):
    assert implemented("sdd", "impl", "auth", *REHEARSE).code == 4
    assert implemented("sdd", "impl", "auth", "--tasks", "9.9", *REHEARSE).code == 2
    tech = implemented.folder / "steering/tech.md"
    tech.write_text(tech.read_text("utf-8").replace("# Test: ", "# Tests: "), "utf-8")
    implemented.ok("sdd", "impl", "auth", "--tasks", "1.1", *REHEARSE)
    spec = load(implemented)
    assert (spec["version"], spec["version_refs"]["implementation"]) == ("1.0.1", "1.0.1")
    assert spec["implementation"]["files_created"] == ["src/auth.py", "tests/test_auth.py"]


@pytest.mark.slow
@pytest.mark.req("SDD-7")
def test_several_reviews_agree_and_what_an_auditor_proposes_waits_for_a_person(implemented: Cli):
    verdict = "VERDICT:GO\nSCOPE:auth\nSTEERING:\nPROPOSE|tech.md|no globals\n"
    path = implemented.json("sdd", "review", "auth", "--consensus", "2", *REHEARSE)
    assert path["verdict"] == "GO"
    [batch] = read_batches(implemented.folder / "specs/auth/verdicts.md")
    assert batch.runs == 2
    where = "specs/auth/.review/verdict.cpf"
    implemented.ok("sdd", "review", "auth", *REHEARSE, *script(implemented, sdd_auditor_impl=writes(where, verdict)))
    [proposal] = implemented.json("sdd", "steering")
    assert (proposal["target"], proposal["decision"]) == ("steering/tech.md", "no globals")
    assert implemented("sdd", "run", "auth", *REHEARSE).code == 1
    implemented.ok("sdd", "steering", "refuse", "auth", "1", "--why", "we need one")
    assert decided(implemented) == ["STEERING_EXCEPTION"]
    assert implemented.json("sdd", "steering") == []


@pytest.mark.slow
@pytest.mark.req("SDD-15")
@pytest.mark.req("SDD-28")
def test_the_gate_of_a_wave_sends_work_back_though_its_process_was_killed_before(implemented: Cli):
    """The entry of the gate is there, and nothing was done about it."""
    reviewed(implemented, "GO-ACCEPTED")
    tech = implemented.folder / "steering/tech.md"
    tech.write_text(tech.read_text("utf-8").replace("# Test: ", "# Tests: "), "utf-8")
    log = implemented.folder / "specs/verdicts-wave.md"
    append_batch(log, make_batch("NO-GO-FIXED", "auth@1.0.0", "W1-"))
    path = implemented.folder / "specs/shop/spec.yaml"
    blocked = {**yaml.safe_load(path.read_text("utf-8")), "phase": "blocked", "blocked_info": {"blocked_by": "auth"}}
    path.write_text(yaml.safe_dump(blocked, sort_keys=False), "utf-8")
    ran = implemented("sdd", "run", *REHEARSE, "--json")
    assert (ran.code, ran.document["state"]) == (1, "waiting"), ran.err
    assert [each["verdict"] for each in ran.document["gates"]] == ["GO", "GO"]
    assert load(implemented)["version"] == "1.0.1"
    assert [each.disposition for each in read_batches(log)] == ["NO-GO-FIXED", "GO-ACCEPTED", "GO-ACCEPTED"]
    done = [each["playbook"] for each in reversed(implemented.json("runs"))]
    assert done == ["sdd-impl", "sdd-review-impl", "sdd-review-impl", "sdd-review-dead-code"]
    mending = implemented.json("runs")[-1]["id"]
    [prompt, *_] = implemented.json("runs", "trace", mending, "sdd-builder-A")["signals"]
    assert "The review W1-" in prompt["prompt"], "who mends it is told what was found"


def test_an_answer_to_a_proposal_names_its_feature(implemented: Cli):
    ran = implemented("sdd", "steering", "accept")
    assert (ran.code, "renkei sdd steering accept FEATURE N" in ran.err) == (2, True)


@pytest.mark.slow
@pytest.mark.req("SDD-7")
@pytest.mark.parametrize("target", ["tech", "tech.md", "steering/tech.md"])
def test_a_line_for_steering_names_its_file_in_any_form(implemented: Cli, target: str):
    review(implemented, f"CODIFY|{target}|no globals")
    assert "- no globals" in (implemented.folder / "steering/tech.md").read_text("utf-8")
    assert decided(implemented) == ["STEERING_UPDATE"]


@pytest.mark.slow
@pytest.mark.req("SDD-7", refused=True)
def test_a_line_for_what_is_no_steering_is_told_and_written_nowhere(implemented: Cli):
    before = git(implemented.folder, "status", "--porcelain", "README.md", "steering")
    told = review(implemented, "CODIFY|../README.md|say more", "PROPOSE|/etc/x|say less")
    assert ("../README.md" in told, "/etc/x" in told, "say less" in told) == (True, True, True)
    assert implemented.json("sdd", "steering") == []
    assert git(implemented.folder, "status", "--porcelain", "README.md", "steering") == before


def review(implemented: Cli, *lines: str) -> str:
    """What is told of a review whose auditor says this of steering."""
    path = "specs/auth/.review/verdict.cpf"
    verdict = "\n".join(["VERDICT:GO", "SCOPE:auth", "STEERING:", *lines, ""])
    said = script(implemented, sdd_auditor_impl=writes(path, verdict))
    ran = implemented("sdd", "review", "auth", *REHEARSE, *said)
    assert ran.code == 0, ran.err
    return ran.err


def wave_said(implemented: Cli, disposition: str, raw: str, version: str, place: str) -> None:
    batch = make_batch(disposition, version, place)
    append_batch(implemented.folder / "specs/verdicts-wave.md", replace(batch, raw=(raw,)))


@pytest.mark.slow
@pytest.mark.req("SDD-7")
@pytest.mark.req("SDD-19")
def test_the_gate_of_a_wave_that_blames_a_spec_goes_back_to_its_design(implemented: Cli):
    reviewed(implemented, "GO-ACCEPTED")
    raw = "VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:wave-1\nSPEC_FEEDBACK:\nspecifications|auth|S1.AC2 cannot be\n"
    wave_said(implemented, "SPEC-UPDATE-CASCADED", raw, "auth@1.0.0", "W1-")
    ran = implemented("sdd", "run", *REHEARSE, "--gate", "--json")
    assert (ran.code, ran.document["state"]) == (1, "waiting"), ran.err
    spec = load(implemented)
    assert (spec["version"], spec["phase"]) == ("1.1.0", "design-generated")
    assert spec["orchestration"]["spec_update_count"] == 1
    design = next(each["id"] for each in implemented.json("runs") if each["playbook"] == "sdd-design")
    [prompt, *_] = implemented.json("runs", "trace", design, "sdd-architect")["signals"]
    assert "S1.AC2 cannot be" in prompt["prompt"]


@pytest.mark.slow
@pytest.mark.req("SDD-8")
@pytest.mark.req("SDD-15")
def test_what_the_gate_of_a_later_wave_finds_goes_to_who_owns_the_file(implemented: Cli):
    """`shop` is of wave 2; what its gate finds is in a file of `auth`."""
    tech = implemented.folder / "steering/tech.md"
    tech.write_text(tech.read_text("utf-8").replace("# Test: ", "# Tests: "), "utf-8")
    edit(implemented, implementation={"files_created": ["src/auth.py"]})
    reviewed(implemented, "GO-ACCEPTED")
    path = "specs/.review-wave-2/verdict.cpf"
    no_go = "VERDICT:NO-GO\nSCOPE:wave-1..2\nVERIFIED:\ninterface|C|call-site-error|src/auth.py:1|called wrongly\n"
    said = writes(path, no_go)
    implemented.file("../script.yaml", yaml.safe_dump({"wave-2/sdd-auditor-impl@1": said}))
    ran = implemented("sdd", "run", *REHEARSE, "--merge", "--json", "--script", "../script.yaml")
    assert (ran.code, ran.document["state"]) == (0, "done"), ran.err
    assert (load(implemented)["version"], load(implemented, "shop")["version"]) == ("1.0.1", "1.0.0")
    assert git(implemented.folder, "log", "-1", "--format=%s") == "Wave 2: shop"
    assert git(implemented.folder, "status", "--porcelain", "src", "specs/auth") == "", (
        "the mended part is in the commit"
    )
    told = "A later gate had features of wave 1 mended"
    assert told in ran.err
    again = implemented("sdd", "run", *REHEARSE, "--merge", "--json")
    judged = [(each["feature"], each["disposition"]) for each in again.document["gates"]]
    assert judged == [("wave-1", "GO-ACCEPTED"), ("wave-1-dc", "GO-ACCEPTED")]
    assert told not in again.err


@pytest.mark.slow
@pytest.mark.req("SDD-7")
def test_what_the_auditor_of_a_wave_proposes_waits_for_a_person(implemented: Cli):
    reviewed(implemented, "GO-ACCEPTED")
    path = "specs/.review-wave-1/verdict.cpf"
    said = writes(path, "VERDICT:GO\nSCOPE:wave-1\nSTEERING:\nPROPOSE|tech.md|no globals\n")
    implemented.file("../script.yaml", yaml.safe_dump({"wave-1/sdd-auditor-impl": said}))
    ran = implemented("sdd", "run", *REHEARSE, "--json", "--script", "../script.yaml")
    assert (ran.code, ran.document["state"]) == (1, "waiting"), ran.err
    [proposal] = implemented.json("sdd", "steering")
    assert (proposal["feature"], proposal["decision"]) == ("auth", "no globals")


@pytest.mark.slow
@pytest.mark.req("SDD-7")
def test_a_verdict_that_is_not_that_of_the_rules_is_told(implemented: Cli):
    where = "specs/auth/.review/verdict.cpf"
    verdict = "VERDICT:GO\nSCOPE:auth\nVERIFIED:\nquality|C|hole|src/auth.py:1|no way out\nNOTES:\nIt is not reached.\n"
    ran = implemented("sdd", "review", "auth", *REHEARSE, *script(implemented, sdd_auditor_impl=writes(where, verdict)))
    assert ran.code == 0
    assert "(NO-GO by the rules; the auditor said GO with a reason)" in " ".join(ran.err.split())
