"""What a run has come to: the completion report for a person, and the progress file for everybody else."""

import json
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.runs.progress import workspace_id
from tests.support.cli_run import REHEARSE, Cli
from tests.support.run_project import git, made_repository, task, writes


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def playbook(renkei: Cli, *tasks: dict[str, Any], **fields: Any) -> str:
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks), **fields}
    return renkei.file("../p.yaml", yaml.safe_dump(whole))


def gate(**fields: Any) -> dict[str, Any]:
    counts = {"overall": "PASS", "p0_count": 0, "p1_count": 0, "p2_count": 0, **fields}
    return task("review", "spec", kind="gate", script=[{"report": yaml.safe_dump(counts)}])


def progress_of(renkei: Cli) -> tuple[Path, dict[str, Any]]:
    [path] = renkei.folder.glob(".*/workspaces/*/claude-progress.json")
    return path, json.loads(path.read_text("utf-8"))


@pytest.mark.req("TEAM-14")
def test_a_pass_is_reported_with_the_p1_that_is_left_and_all_p2(renkei: Cli):
    left = {"p1_count": 1, "rollback_targets": [{"phase": "spec", "reason": "docs/spec.md names no owner"}]}
    path = playbook(renkei, writes("spec"), gate(p2_count=2, p2_items=["a typo", "a long line"], **left))
    ran = renkei.ok("run", path, *REHEARSE, "--yes")
    for out in (ran.out, renkei.ok("runs", "show", renkei.json("runs")[0]["id"]).out):
        _, _, said = out.partition("Gate review: REHEARSAL PASS (P0 0, P1 1, P2 2)\n")
        assert said.startswith("  left: spec: docs/spec.md names no owner\n  P2: a typo\n  P2: a long line\n")
    assert len(git(renkei.folder, "worktree", "list").splitlines()) == 1  # all were shut down and cleaned up


@pytest.mark.req("TEAM-14")
def test_what_a_reviewer_counted_and_did_not_name_is_said(renkei: Cli):
    ran = renkei.ok("run", playbook(renkei, writes("spec"), gate(p1_count=1, p2_count=3)), *REHEARSE, "--yes")
    assert "  left: 1 P1 that the reviewer did not name\n  P2: 3 that the reviewer did not name\n" in ran.out


def test_of_many_refused_files_some_are_named_and_the_others_counted(renkei: Cli):
    greedy = [{"write": {"path": f"other/{number}.md", "text": "mine\n"}} for number in range(25)]
    ran = renkei.ok("run", playbook(renkei, writes("spec", script=greedy)), *REHEARSE, "--yes")
    told = [line for line in ran.out.splitlines() if line.startswith("Refused: ")]
    assert len(told) == 21
    assert told[-1] == "Refused: 5 more files. All of them: renkei --json runs show"
    assert len(renkei.json("runs", "show", "R-1")["report"]["refused"]) == 25


@pytest.mark.req("LEAD-5", "LEAD-16")
def test_a_gap_a_refusal_and_every_failure_are_told_and_written_into_the_progress_file(renkei: Cli):
    failing = task("look", critical=False, script=[{"crash": "boom"}])
    greedy = writes("spec", script=[{"write": {"path": "README.md", "text": "mine\n"}}])
    ran = renkei.ok("run", playbook(renkei, failing, greedy), *REHEARSE, "--yes", "--goal", "tea")
    [run] = renkei.json("runs")
    assert re.search(r"^Left out: look \(look\): .*boom", ran.out, re.MULTILINE)
    kept = re.search(r"^Refused: README.md of spec \[TEAM-9\], kept in the git folder as (.*)$", ran.out, re.MULTILINE)
    assert kept
    assert "+mine" in (renkei.folder / ".git" / kept[1]).read_text("utf-8")
    assert "spec does not declare README.md as its output [TEAM-9]" in ran.out
    warning = "Agent look failed, results may be incomplete"
    assert ran.out.count(warning) == 1  # for both attempts; the lines above and the file have each
    _, document = progress_of(renkei)
    assert document["warnings"] == [warning, warning]
    assert (document["status"], document["currentPhase"]) == ("completed", "p-completed")
    assert {entry["action"] for entry in document["log"]} == {"skipped", "completed"}
    assert document["resumptionContext"]["nextAction"] == f"renkei runs show {run['id']}"
    assert git(renkei.folder, "status", "--porcelain") == ""


def test_a_run_that_waits_says_in_the_file_what_for(renkei: Cli):
    assert renkei("run", playbook(renkei, writes("spec")), *REHEARSE).code == 1
    path, document = progress_of(renkei)
    [waiting] = renkei.json("runs")[0]["waiting_for"]
    assert document["status"] == "blocked"
    assert document["resumptionContext"]["nextAction"] == f"renkei decide {waiting}"
    assert path.parent.name == workspace_id(renkei.folder, "main", None)


def test_what_others_wrote_into_the_file_stays(renkei: Cli):
    run = playbook(renkei, writes("spec"))
    path = renkei.folder / ".claude" / "workspaces" / workspace_id(renkei.folder, "main", None) / "claude-progress.json"
    path.parent.mkdir(parents=True)
    theirs = {
        "sessions": [{"id": "s1"}],
        "warnings": ["mind the gap"],
        "log": [{"action": "began"}],
        "status": "blocked",
    }
    path.write_text(json.dumps(theirs), "utf-8")
    renkei.ok("run", run, *REHEARSE, "--yes")
    document = progress_of(renkei)[1]
    assert (document["sessions"], document["status"]) == ([{"id": "s1"}], "completed")
    assert document["warnings"] == ["mind the gap"]
    assert [entry["action"] for entry in document["log"]] == ["began", "completed"]


def test_a_file_that_cannot_be_read_is_put_aside(renkei: Cli):
    path = renkei.folder / ".claude" / "workspaces" / workspace_id(renkei.folder, "main", None) / "claude-progress.json"
    path.parent.mkdir(parents=True)
    path.write_text("{ half", "utf-8")
    renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    assert progress_of(renkei)[1]["status"] == "completed"
    assert path.with_suffix(".unreadable").read_text("utf-8") == "{ half"


def _link_to_zero(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [os.mkfifo, _link_to_zero, Path.mkdir])
@pytest.mark.parametrize("name", ["claude-progress.json", "feature-list.json"])
def test_what_is_no_file_in_its_place_is_put_aside(renkei: Cli, name: str, make: Callable[[Path], object]):
    path = renkei.folder / ".claude" / "workspaces" / workspace_id(renkei.folder, "main", None) / name
    path.parent.mkdir(parents=True)
    make(path)
    numbers = {"key": "traceability.us_to_fr", "value": {"US-1": ["FR-1"]}}
    said = [{"report": {"contract_outputs": [numbers]}}]
    spec = writes("spec", blackboard_keys=["traceability.us_to_fr"])
    renkei.ok("run", playbook(renkei, {**spec, "script": [*spec["script"], *said]}), *REHEARSE, "--yes")
    assert json.loads(path.read_bytes())["seq"]
    assert path.with_suffix(".unreadable").stat(follow_symlinks=False)


def test_a_committed_link_leads_no_view_out_of_the_project(renkei: Cli):
    outside = renkei.folder.parent / "outside"
    outside.mkdir()
    (renkei.folder / ".claude").mkdir()
    (renkei.folder / ".claude" / "workspaces").symlink_to("../../outside")
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-qm", "link")
    spec = writes("spec", script=[{"say": "PATTERN: links are followed"}])
    ran = renkei.ok("run", playbook(renkei, spec), *REHEARSE, "--yes")
    assert "claude-progress.json cannot be written (a link that is committed leads out of the project)" in ran.err
    assert list(outside.iterdir()) == []


def test_where_the_file_cannot_be_written_the_run_goes_on(renkei: Cli):
    (renkei.folder / ".claude").write_text("no folder\n", "utf-8")
    ran = renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    assert "claude-progress.json cannot be written" in ran.err


@pytest.mark.parametrize(
    ("branch", "base", "name"),
    [
        ("feature/a b", "1" * 40, "feature-a-b"),
        ("日本-x", None, "-x"),
        ("x" * 80, None, "x" * 50),
        (None, "abcdef0" + "1" * 33, "detached-abcdef0"),
        (None, None, "no-git"),
    ],
)
def test_a_workspace_is_named_by_branch_and_folder(branch: str | None, base: str | None, name: str):
    assert workspace_id(Path("/p"), branch, base) == f"{name}_b86493d2"


def test_what_was_used_by_task_and_by_agent_is_shown_and_in_the_report(renkei: Cli):
    used = {"usage": {"tokens": 70, "micros": 2_000_000}}
    steps = [used, {"write": {"path": "docs/spec.md", "text": "x\n"}}]
    renkei.ok("run", playbook(renkei, writes("spec", script=steps), writes("plan")), *REHEARSE, "--yes")
    shown = renkei.ok("runs", "show").out
    assert re.search(r"^spec +completed +spec .* 70 +\$2\.0000", shown, re.MULTILINE)
    assert "By agent: spec 70 ($2.0000)\n" in shown
    renkei.ok("runs", "report", "--html", "r.html")
    report = (renkei.folder / "r.html").read_text("utf-8")
    assert "<tr><td>spec</td><td>70</td><td>$2.0000</td></tr>" in report


def test_the_report_of_a_run_without_prices_says_so(renkei: Cli):
    steps = [{"usage": {"tokens": 70}}, {"write": {"path": "docs/spec.md", "text": "x\n"}}]
    renkei.ok("run", playbook(renkei, writes("spec", script=steps)), *REHEARSE, "--yes")
    renkei.ok("runs", "report", "--html", "r.html")
    assert "70 tokens, no price" in (renkei.folder / "r.html").read_text("utf-8")


def test_the_report_names_states_in_the_readers_language(renkei: Cli):
    renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    renkei.ok("--lang", "ja", "runs", "report", "--html", "r.html")
    report = (renkei.folder / "r.html").read_text("utf-8")
    assert "■ 完了" in report
    assert "■ completed" not in report


@pytest.mark.skipif(sys.platform == "win32", reason="there are no devices in folders")
def test_the_report_never_takes_the_place_of_a_device(renkei: Cli):
    device = renkei.folder / "full"
    try:
        os.mknod(device, stat.S_IFCHR | 0o600, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("only root makes devices")
    renkei.ok("run", playbook(renkei, writes("spec")), *REHEARSE, "--yes")
    assert "a device stands there" in renkei("runs", "report", "--html", "full").err
    assert stat.S_ISCHR(device.stat().st_mode)
