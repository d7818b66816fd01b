"""A command whose process is killed by the signal that nobody can catch, and the same command again: nothing is lost,
nothing is done twice."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from renkei.reports.cpf.batches import read_batches
from renkei.sdd.handover import read_decisions
from tests.support.cli_run import Cli
from tests.support.marks import first_quick
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, load

ROOT = Path(__file__).parents[2]
FILES = ["src/auth.py", "src/auth_report.py", "tests/test_auth.py", "tests/test_auth_report.py"]


def killed(renkei: Cli, said: str, number: int, *words: str) -> int:
    """The command in a process that dies before its act of this number whose words hold the text; how it ended."""
    command = [sys.executable, "-m", "tests.support.sdd_child", str(renkei.folder), said, str(number), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=False).returncode


def playbooks(renkei: Cli) -> list[str]:
    return [each["playbook"] for each in reversed(renkei.json("runs"))]


def attempts(renkei: Cli) -> set[str]:
    """Of every task that came to its end, how often that was."""
    ends = [each for each in renkei.log() if each["type"] == "TaskCompleted"]
    names = [(each["data"]["run"], each["data"]["task"]) for each in ends]
    return {f"{run} {task}" for run, task in names if names.count((run, task)) > 1}


def is_untouched(renkei: Cli) -> bool:
    """Nothing looks as if a person had edited it."""
    path = renkei.folder / "specs/handover/decisions.md"
    said = read_decisions(path.read_text("utf-8")) if path.exists() else []
    return not any("edited by hand" in each.summary for each in said)


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
    steps = [{"write": {"path": path, "text": text}}, {"report": f"WRITTEN:{path}"}]
    feature.file("../script.yaml", yaml.safe_dump({"sdd-auditor-design": steps}))
    words = ("sdd", verb, "auth", *REHEARSE, "--script", "../script.yaml", *(["--gate"] if verb == "run" else []))
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
