"""`renkei run --agents tools`: the inspectors of a review as the agents of a run."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.review import planted
from tests.support.cli_run import Cli
from tests.support.marks import first_quick
from tests.support.review_project import write
from tests.support.run_project import git, made_repository

SHELL = 'import subprocess\n\n\ndef go(words):\n    return subprocess.run("ls " + words, shell=True)\n'


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Commands in a repository with a program in it."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.delenv("CI", raising=False)
    files = {"README.md": "# Project\n\nSee [more](more.md).\n", "app.py": SHELL}
    return Cli(made_repository(tmp_path / "project", files), monkeypatch, capsys)


@pytest.mark.req("DEC-33")
def test_the_playbook_review_ends_with_the_auditors_verdict(renkei: Cli):
    ran = renkei.ok("--json", "run", "review", "--agents", "tools", "--yes")
    assert "Inspectors use no model: this costs nothing." in ran.err
    dag = {each["task"]: each for each in ran.document["dag"]}
    assert ran.document["state"] == "completed"
    assert ran.document["tokens"] == 0
    assert dag["security"]["steps"] == 7
    assert dag["security"]["note"] == "done: P0 0, P1 1, P2 0"
    assert dag["audit"]["note"].startswith("verdict GO: ")
    assert [each["severity"] for each in ran.document["report"]["verdict"]["findings"]] == ["important", "minor"]
    traced = renkei.json("runs", "trace", ran.document["id"], "documents")
    assert "README.md:3:1: note:" in traced["signals"][-1]["text"]
    assert git(renkei.folder, "status", "--porcelain") == ""
    trusted = {row["agent"]: (row["claims"] > 0, row["false"]) for row in renkei.json("trust")}
    assert (trusted["security"], trusted["auditor"]) == ((True, 0), (True, 0))


def test_what_the_gate_does_not_let_pass_waits_for_a_person(renkei: Cli):
    whole: dict[str, Any] = {
        "name": "p",
        "cycles": 0,
        "roles": {"security": {}, "auditor": {}},
        "tasks": [
            {"id": "look", "role": "security", "blackboard_keys": ["decisions.review.security"]},
            {"id": "audit", "role": "auditor", "kind": "gate", "blockedBy": ["look"]},
        ],
    }
    (renkei.folder / "more.py").write_text(SHELL, "utf-8")
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-q", "-m", "more")
    ran = renkei("run", renkei.file("../p.yaml", yaml.safe_dump(whole)), "--agents", "tools", "--yes")
    assert ran.code == 1
    assert "The gate audit still says ROLLBACK_P1 after 0 repairs (P0 0, P1 2)." in ran.out
    [run] = renkei.json("runs")
    [waiting] = run["waiting_for"]
    renkei.ok("decide", waiting, "accept")
    renkei.ok("resume")
    assert renkei.json("runs")[0]["state"] == "completed"


JAVA = "class Shop {}\n"
KEY = f'KEY = "{planted.AWS_KEY}"\n'
EVAL = "def calculate{n}(text: str) -> object:\n    return eval(text)\n"
TREES: dict[str, tuple[dict[str, str], str, int]] = {
    "tracked": ({}, "GO", 0),
    "conditional": ({f"m{n}.py": EVAL.format(n=n) for n in range(5)}, "CONDITIONAL", 0),
    "critical": ({"key.py": KEY}, "NO-GO", 1),
    "planted": ({**planted.PYTHON_CLEAN, **planted.PYTHON_DEFECTS}, "NO-GO", 1),
    "java": ({"Shop.java": JAVA}, "INCOMPLETE", 5),
    "mixed": ({"Shop.java": JAVA, "web/a.js": "module.exports = 1;\n", "a.bin": "\0\1"}, "GO", 0),
    "large": ({"large.py": "A = 1\n" * 200_000}, "INCOMPLETE", 5),
    "excluded": ({"ruff.toml": 'extend-exclude = ["app.py"]\n'}, "GO", 0),
}


def reviewed(renkei: Cli, *words: str) -> tuple[str, str, int, set[tuple[str, str, str]]]:
    ran = renkei("review", "--json", "--no-exec", *words)
    found = [each for each in ran.document["findings"] if each["confidence"] >= 80]
    places = {(each["severity"], _place(each), each["rule"]) for each in found}
    return ran.document["verdict"], ran.document["reason"], ran.code, places


def _place(finding: dict[str, Any]) -> str:
    return finding["path"] if finding["line"] is None else f"{finding['path']}:{finding['line']}"


@pytest.mark.req("DEC-48")
@pytest.mark.parametrize("name", first_quick(TREES))
def test_run_review_and_review_come_to_the_same_list_and_verdict(renkei: Cli, name: str):
    """With and without the cache, before and after the run."""
    files, verdict, code = TREES[name]
    write(renkei.folder, files)
    if name == "java":
        (renkei.folder / "app.py").unlink()
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-q", "--allow-empty", "-m", "more")
    before = reviewed(renkei, "--no-cache")
    ran = renkei("--json", "run", "review", "--no-exec")
    told = ran.document["report"]["verdict"]
    places = {(each["severity"], each["location"].strip("`"), each["rules"][0]) for each in told["findings"]}
    assert before == (told["verdict"], told["reason"], ran.code, places)
    assert (told["verdict"], ran.code) == (verdict, code)
    assert reviewed(renkei) == before
    assert reviewed(renkei, "--no-cache") == before


@pytest.mark.req("DEC-48")
def test_a_run_of_the_review_does_not_spoil_the_cache(renkei: Cli):
    """A work tree lies below `.git`, and bandit leaves out what does."""
    ran = renkei("run", "review", "--agents", "tools", "--no-exec")
    assert "left open" not in ran.out.lower(), "the verdict has said it"
    [found] = [each for each in renkei.json("review", "--no-exec")["findings"] if each["path"] == "app.py"]
    assert found["analysers"] == ["ruff", "bandit"]


@pytest.mark.req("DEC-33", "DEC-48", refused=True)
def test_nobody_but_the_auditor_ends_a_run_with_a_verdict(renkei: Cli):
    """An agent that reports one, and an auditor whose verdict is not what the reports come to."""
    whole: dict[str, Any] = {"name": "p", "roles": {"r": {}}, "tasks": [{"id": "a", **_claim("decisions.a")}]}
    ran = renkei("--json", "run", renkei.file("../p.yaml", yaml.safe_dump(whole)), "--agents", "scripted")
    assert (ran.code, ran.document["report"]["verdict"]) == (0, None)
    whole["tasks"].append({"id": "audit", "kind": "audit", "blockedBy": ["a"], **_claim("decisions.b")})
    ran = renkei("--json", "run", renkei.file("../p.yaml", yaml.safe_dump(whole)), "--agents", "scripted")
    assert (ran.code, ran.document["report"]["verdict"]) == (1, None)
    notes = {each["task"]: each["note"] for each in ran.document["dag"]}
    assert "the verdict says GO; the reports make it INCOMPLETE" in notes["audit"]


def _claim(key: str) -> dict[str, Any]:
    value = {"verdict": "GO", "reason": "no findings", "findings": list[str]()}
    said = {"status": "ok", "contract_outputs": [{"key": key, "value": value}], "open_questions": [], "blockers": []}
    return {"role": "r", "blackboard_keys": [key], "script": [{"report": yaml.safe_dump(said)}]}


@pytest.mark.req("DEC-52", refused=True)
def test_inspectors_go_by_the_projects_settings_and_not_by_those_of_their_work_tree(renkei: Cli):
    """An agent that wrote before them in the same run may have put others there."""
    settings = renkei.folder / "renkei/review.toml"
    settings.parent.mkdir()
    settings.write_text('exclude = ["**"]\n', "utf-8")
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-q", "-m", "What the work tree of a run has")
    settings.write_text('exclude = ["old/**"]\n', "utf-8")
    ran = renkei("--json", "run", "review", "--agents", "tools", "--yes")
    notes = {each["task"]: each["note"] for each in ran.document["dag"]}
    assert notes["security"] == "done: P0 0, P1 1, P2 0", ran.err
