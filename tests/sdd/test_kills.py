"""A command whose process is killed by the signal that nobody can catch, and the same command again: nothing is lost,
nothing is done twice."""

import signal

import pytest

from renkei.reports.cpf.batches import append_batch, read_batches
from renkei.sdd.handover import Knowledge, read_buffer, read_decisions, render_buffer
from tests.support.cli_run import Cli
from tests.support.marks import first_quick
from tests.support.run_project import git
from tests.support.sdd_child import run_killed
from tests.support.sdd_project import REHEARSE, begin, edit, load, make_batch, script, writes

FILES = ["src/auth.py", "src/auth_report.py", "tests/test_auth.py", "tests/test_auth_report.py"]


def killed(renkei: Cli, said: str, number: int, *words: str) -> int:
    return run_killed(renkei.folder, said, number, *words)


def playbooks(renkei: Cli) -> list[str]:
    return [each["playbook"] for each in reversed(renkei.json("runs"))]


def attempts(renkei: Cli) -> set[str]:
    """Of every task that came to its end, how often that was."""
    ends = [each for each in renkei.log() if each["type"] == "TaskCompleted"]
    names = [(each["data"]["run"], each["data"]["task"]) for each in ends]
    return {f"{run} {task}" for run, task in names if names.count((run, task)) > 1}


def is_untouched(renkei: Cli) -> bool:
    """Nothing looks as if a person had edited it, and nothing half-written lies there."""
    if [path for path in renkei.folder.rglob(".*.new") if ".git" not in path.parts and ".renkei" not in path.parts]:
        return False
    path = renkei.folder / "specs/handover/decisions.md"
    said = read_decisions(path.read_text("utf-8")) if path.exists() else []
    return not any("by hand" in each.summary or "put back" in each.summary for each in said)


DESIGN = [
    ("auth/spec.yaml", 1),
    ("commit-tree", 1),
    ("update-ref refs/heads/renkei/R-1", 1),
    ("worktree add", 1),
    ("commit-tree", 2),
    ("update-ref refs/heads/renkei/R-1", 2),
    ("auth/design.md", 2),
    ("auth/research.md", 1),
    (".renkei/sdd.json", 1),
    (".renkei/sdd.json", 2),
]


@pytest.mark.req("SDD-28")
@pytest.mark.req("SDD-21")
@pytest.mark.parametrize(("said", "number"), first_quick([DESIGN[3], *DESIGN[:3], *DESIGN[4:]]))
def test_a_design_that_was_killed_goes_on(feature: Cli, said: str, number: int):
    assert killed(feature, said, number, "sdd", "design", "auth", *REHEARSE) == -signal.SIGKILL
    if load(feature)["phase"] == "initialized":
        feature.ok("sdd", "design", "auth", *REHEARSE)
    assert load(feature)["phase"] == "design-generated"
    assert playbooks(feature) == ["sdd-design"]
    assert not attempts(feature)
    assert (feature.folder / "specs/auth/research.md").is_file()
    assert is_untouched(feature)
    assert feature.json("sdd", "status")["specs"][0]["edited_by_hand"] is False


REVIEW = [
    ("verdicts.md", 1),
    ("worktree add", 4),
    ("commit-tree", 3),
    ("steering/tech.md", 1),
    ("decisions.md", 1),
    ("auth/spec.yaml", 1),
]


@pytest.mark.slow
@pytest.mark.req("SDD-28")
@pytest.mark.parametrize(("said", "number"), REVIEW)
@pytest.mark.parametrize("verb", ["review", "run"])
def test_a_review_that_was_killed_goes_on_and_counts_once(feature: Cli, verb: str, said: str, number: int):
    feature.ok("sdd", "design", "auth", *REHEARSE)
    path = "specs/auth/.review/verdict.cpf"
    text = "VERDICT:GO\nSCOPE:auth\nSTEERING:\nCODIFY|tech.md|we use one database\n"
    said_by = script(feature, sdd_auditor_design=writes(path, text))
    words = ("sdd", verb, "auth", *REHEARSE, *said_by, *(["--gate"] if verb == "run" else []))
    assert killed(feature, said, number, *words) == -signal.SIGKILL
    again = feature(*words)
    assert again.code == (1 if verb == "run" else 0), again.err
    [batch] = read_batches(feature.folder / "specs/auth/verdicts.md")
    assert batch.disposition == "GO-ACCEPTED"
    assert playbooks(feature) == ["sdd-design", "sdd-review-design"]
    assert not attempts(feature)
    assert (feature.folder / "steering/tech.md").read_text("utf-8").count("- we use one database") == 1
    said_so = read_decisions((feature.folder / "specs/handover/decisions.md").read_text("utf-8"))
    assert [each.type for each in said_so] == ["STEERING_UPDATE"]
    assert not (feature.folder / "specs/auth/.review").exists()
    assert is_untouched(feature)


IMPL = [
    ("auth/tasks.yaml", 2),
    ("worktree add", 1),
    ("worktree add", 2),
    ("commit-tree", 3),
    ("auth/tasks.yaml", 1),
    ("auth/tasks.yaml", 3),
    ("auth/tasks.yaml", 4),
    ("/src/auth.py", 3),
    ("handover/buffer.md", 1),
    ("auth/spec.yaml", 1),
    ("auth/spec.yaml", 2),
    (".renkei/sdd.json", 3),
]


@pytest.mark.slow
@pytest.mark.req("SDD-28")
@pytest.mark.req("SDD-8")
@pytest.mark.parametrize(("said", "number"), IMPL)
def test_builders_that_were_killed_go_on_and_no_file_is_forgotten(feature: Cli, said: str, number: int):
    feature.ok("sdd", "design", "auth", *REHEARSE)
    assert killed(feature, said, number, "sdd", "impl", "auth", *REHEARSE) == -signal.SIGKILL
    if load(feature)["phase"] != "implementation-complete":
        feature.ok("sdd", "impl", "auth", *REHEARSE)
    spec = load(feature)
    assert (spec["phase"], spec["implementation"]["files_created"]) == ("implementation-complete", FILES)
    assert all((feature.folder / path).is_file() for path in FILES)
    assert playbooks(feature) == ["sdd-design", "sdd-tasks", "sdd-impl"]
    assert not attempts(feature)
    assert is_untouched(feature)
    text = (feature.folder / "specs/handover/buffer.md").read_text("utf-8")
    assert text.count("write the test first") == text.count("[PATTERN] write the test first")


@pytest.mark.slow
@pytest.mark.req("SDD-28")
@pytest.mark.req("SDD-22")
def test_a_pipeline_that_is_killed_again_and_again_ends_in_one_commit(feature: Cli):
    words = ("sdd", "run", "auth", *REHEARSE, "--merge")
    places = ("auth/spec.yaml", "verdicts.md", "auth/tasks.yaml", "commit --quiet", "branch -q -D")
    for said in places:
        assert killed(feature, said, 1, *words) == -signal.SIGKILL, said
    feature.ok(*words)
    assert load(feature)["implementation"]["files_created"] == FILES
    assert git(feature.folder, "log", "--format=%s").splitlines() == ["auth: Log users in", "start"]
    assert git(feature.folder, "branch", "--format=%(refname:short)") == "main"
    assert playbooks(feature) == ["sdd-design", "sdd-review-design", "sdd-tasks", "sdd-impl", "sdd-review-impl"]
    assert not attempts(feature)
    assert is_untouched(feature)


@pytest.mark.slow
@pytest.mark.req("SDD-28")
@pytest.mark.req("SDD-8")
def test_a_wave_of_two_features_that_is_killed_again_and_again_ends_in_one_commit(renkei: Cli):
    begin(renkei, "db", "--description", "Keep users")
    begin(renkei, "ui", "--description", "Show users")
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-qm", "framework")
    words = ("sdd", "run", *REHEARSE, "--merge")
    for said in ("db/design.md", "ui/verdicts.md", "db/tasks.yaml", "ui/spec.yaml", "commit --quiet"):
        assert killed(renkei, said, 1, *words) == -signal.SIGKILL, said
    renkei.ok(*words)
    assert git(renkei.folder, "log", "-2", "--format=%s").splitlines() == [
        "Wave 1: Keep users, Show users",
        "framework",
    ]
    for name in ("db", "ui"):
        made = [f"src/{name}.py", f"src/{name}_report.py", f"tests/test_{name}.py", f"tests/test_{name}_report.py"]
        assert load(renkei, name)["implementation"]["files_created"] == made
    assert not attempts(renkei)
    assert is_untouched(renkei)
    assert git(renkei.folder, "status", "--porcelain") == ""


REVISE = [
    ("handover/decisions.md", 1),
    ("auth/spec.yaml", 1),
    (".renkei/sdd.json", 1),
    (".renkei/sdd.json", 2),
    ("specs/roadmap.md", 1),
    ("worktree add", 1),
    ("auth/design.md", 2),
    ("auth/spec.yaml", 2),
]


@pytest.mark.slow
@pytest.mark.req("SDD-28", "SDD-19")
@pytest.mark.parametrize("verb", ["revise", "run"])
@pytest.mark.parametrize(("said", "number"), REVISE)
def test_a_revision_that_was_killed_goes_on_and_is_recorded_once(implemented: Cli, said: str, number: int, verb: str):
    """Whether the same command is given again, or `run`, once the revision was begun."""
    implemented.ok("sdd", "status")
    edit(implemented)
    implemented("sdd", "review", "auth", "--type", "design", *REHEARSE)  # what was written by hand is adopted
    before = playbooks(implemented)
    words = ("sdd", "revise", "auth", "with", "keys", *REHEARSE)
    assert killed(implemented, said, number, *words) == -signal.SIGKILL
    is_begun = load(implemented)["version"] == "1.1.0"
    again = ("sdd", "run", "auth", "--gate", *REHEARSE) if verb == "run" and is_begun else words
    ran = implemented(*again)
    assert ran.code in (0, 1), ran.err
    spec = load(implemented)
    assert (spec["phase"], spec["version"], spec["version_refs"]["design"]) == ("design-generated", "1.1.0", "1.1.0")
    assert [each["action"] for each in spec["changelog"]].count("revision: with keys") == 1
    said_so = read_decisions((implemented.folder / "specs/handover/decisions.md").read_text("utf-8"))
    assert [each.summary for each in said_so if each.type == "REVISION_INITIATED"] == ["auth 1.1.0: with keys"]
    assert playbooks(implemented)[len(before) :][:1] == ["sdd-design"]
    assert playbooks(implemented).count("sdd-design") == 1
    assert not attempts(implemented)
    prompt = implemented.json("runs", "trace", f"R-{len(before) + 1}", "sdd-architect")["signals"][0]["prompt"]
    assert "revision: with keys" in prompt


CLOSE = [
    ("knowledge/pattern-", 1),
    ("handover/buffer.md", 1),
    ("auth/spec.yaml", 1),
    (".renkei/sdd.json", 1),
    (".renkei/sdd.json", 2),
    ("add --all --pathspec", 1),
    ("commit --quiet", 1),
    ("branch -q -D", 1),
]


@pytest.mark.slow
@pytest.mark.req("SDD-28", "SDD-15", "SDD-22")
@pytest.mark.parametrize(("said", "number"), CLOSE)
def test_the_close_of_a_wave_that_was_killed_is_one_commit_and_is_not_done_again(
    implemented: Cli, said: str, number: int
):
    edit(implemented, orchestration={**load(implemented)["orchestration"], "retry_count": 1})
    edit_shop_blocked(implemented)
    log = implemented.folder / "specs/verdicts-wave.md"
    append_batch(log, make_batch("GO-ACCEPTED", "auth@1.0.0", "W1-"))
    append_batch(log, make_batch("GO-ACCEPTED", "auth@1.0.0", "W1-DC-", "dead-code"))
    implemented.ok("sdd", "review", "auth", *REHEARSE)
    buffer = implemented.folder / "specs/handover/buffer.md"
    learned = Knowledge(tag="PATTERN", text="one door for all", spec="auth", role="builder", task="A")
    buffer.write_text(render_buffer([learned]), "utf-8")
    words = ("sdd", "run", *REHEARSE, "--merge")
    assert killed(implemented, said, number, *words) == -signal.SIGKILL
    ran = implemented(*words)
    assert (ran.code, "auth" in ran.out) == (1, True), ran.err
    subjects = git(implemented.folder, "log", "--format=%s").splitlines()
    assert subjects == ["Wave 1: Log users in", "auth", "start"]
    spec = load(implemented)
    assert spec["orchestration"]["retry_count"] == 0
    assert [each["action"] for each in spec["changelog"]].count("wave 1 complete") == 1
    assert len(list((implemented.folder / "specs/knowledge").iterdir())) == 1
    assert read_buffer(buffer.read_text("utf-8")) == []
    assert git(implemented.folder, "branch", "--format=%(refname:short)") == "main"
    assert playbooks(implemented) == ["sdd-review-impl"]

    later = Knowledge(tag="PATTERN", text="of the next wave", spec="shop", role="builder", task="A")
    buffer.write_text(render_buffer([later]), "utf-8")
    implemented(*words)
    assert read_buffer(buffer.read_text("utf-8")) == [later], "what lies there is the next wave's"
    assert git(implemented.folder, "log", "--format=%s").splitlines() == subjects


def edit_shop_blocked(renkei: Cli) -> None:
    """The second wave does not begin."""
    edit(
        renkei,
        "shop",
        phase="blocked",
        blocked_info={"blocked_by": "auth", "reason": "upstream_failure", "blocked_at_phase": "initialized"},
    )


GATE = [
    ("auth/tasks.yaml", 1),
    ("auth/spec.yaml", 1),
    ("auth/spec.yaml", 2),
    ("verdicts-wave.md", 1),
    ("verdicts-wave.md", 2),
]


@pytest.mark.slow
@pytest.mark.req("SDD-28", "SDD-15")
@pytest.mark.parametrize(("said", "number"), GATE)
def test_the_gate_of_a_wave_that_was_killed_sends_back_once(implemented: Cli, said: str, number: int):
    append_batch(implemented.folder / "specs/auth/verdicts.md", make_batch("GO-ACCEPTED", "1.0.0"))
    tech = implemented.folder / "steering/tech.md"
    tech.write_text(tech.read_text("utf-8").replace("# Test: ", "# Tests: "), "utf-8")
    log = implemented.folder / "specs/verdicts-wave.md"
    append_batch(log, make_batch("NO-GO-FIXED", "auth@1.0.0", "W1-"))
    edit_shop_blocked(implemented)
    words = ("sdd", "run", *REHEARSE)
    assert killed(implemented, said, number, *words) == -signal.SIGKILL
    ran = implemented(*words)
    assert ran.code == 1, ran.err
    assert load(implemented)["version"] == "1.0.1"
    assert [each.disposition for each in read_batches(log)] == ["NO-GO-FIXED", "GO-ACCEPTED", "GO-ACCEPTED"]
    done = playbooks(implemented)
    assert done == ["sdd-impl", "sdd-review-impl", "sdd-review-impl", "sdd-review-dead-code"]
    assert not attempts(implemented)
