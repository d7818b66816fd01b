"""Features of one wave at once: turns at the work tree, files that two would write, and Ctrl-C."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.app.sdd_desk import Desk
from tests.support.cli_run import COMMAND, Cli
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, begin, load

TEST_OF = """import sys, unittest
sys.path.insert(0, "src")
class T(unittest.TestCase):
    def test_it(self):
        from {module} import answer
        self.assertEqual(answer(), "{module}")
"""
TASKS = """feature: {feature}
tasks:
  - {{id: "1", summary: s, subtasks: [{{id: "1.1", summary: t, specs: [1, 2], acs: [S1.AC1]}}]}}
execution:
  - {{wave: 1, groups: [{{id: A, tasks: ["1.1"], files: [{files}]}}]}}
"""


def begin_two(renkei: Cli) -> None:
    """Neither waits for the other."""
    begin(renkei, "db", "--description", "Keep users")
    begin(renkei, "ui", "--description", "Show users")


def play(renkei: Cli, scripts: dict[str, list[dict[str, Any]]]) -> tuple[str, str]:
    renkei.file("../script.yaml", yaml.safe_dump(scripts))
    return "--script", "../script.yaml"


def builds(module: str, *before: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        *before,
        {"write": {"path": f"src/{module}.py", "text": f'def answer():\n    return "{module}"\n'}},
        {"write": {"path": f"tests/test_{module}.py", "text": TEST_OF.format(module=module)}},
        {"report": f"BUILDER_COMPLETE\nFeature: {module}\nTasks completed: 1.1\nFiles: src/{module}.py"},
    ]


def meets(folder: Path, mine: str, other: str) -> dict[str, Any]:
    """A step that comes to its end only while the other one is at work, too."""
    looks = (
        f"for n in $(seq 300); do test -e {folder}/{other} && exit 0; sleep 0.1; done; touch {folder}/missed; exit 1"
    )
    return {"run": f"touch {folder}/{mine}; {looks}"}


@pytest.mark.slow
@pytest.mark.req("SDD-8")
def test_features_of_one_wave_are_built_at_the_same_time_and_end_in_one_commit(renkei: Cli, tmp_path: Path):
    begin_two(renkei)
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-qm", "framework")
    (meeting := tmp_path / "meeting").mkdir()
    scripts = {
        f"{mine}/sdd-builder-A": builds(mine, meets(meeting, mine, other))
        for mine, other in (("db", "ui"), ("ui", "db"))
    }
    ran = renkei("sdd", "run", *REHEARSE, "--merge", "--json", *play(renkei, scripts))
    assert ran.code == 0, ran.err
    assert sorted(path.name for path in meeting.iterdir()) == ["db", "ui"], "both were at work at once"
    assert git(renkei.folder, "log", "-1", "--format=%s") == "Wave 1: Keep users, Show users"
    for name in ("db", "ui"):
        made = [f"src/{name}.py", f"src/{name}_report.py", f"tests/test_{name}.py", f"tests/test_{name}_report.py"]
        assert load(renkei, name)["implementation"]["files_created"] == made
    assert [each["feature"] for each in ran.document["features"]] == ["db", "ui"]
    told = [each for each in renkei.log() if each["type"] == "OutsideChanged"]
    assert not told, "what one feature brings in is not told as the doing of the other's agents"
    said = (renkei.folder / "specs/handover/decisions.md").exists()
    assert not said, "nothing looks as if a person had edited it"
    assert git(renkei.folder, "status", "--porcelain") == ""


@pytest.mark.slow
@pytest.mark.req("SDD-8", refused=True)
def test_features_that_write_one_file_are_built_one_after_the_other(renkei: Cli):
    begin_two(renkei)
    scripts: dict[str, list[dict[str, Any]]] = {}
    for name in ("db", "ui"):
        path = f"specs/{name}/tasks.yaml"
        files = f"src/{name}.py, tests/test_{name}.py, src/shared.txt"
        report = f"TASKGEN_COMPLETE\nFeature: {name}\nArtifacts: {path}\nSpecs covered: all"
        scripts[f"{name}/sdd-taskgenerator"] = [
            {"write": {"path": path, "text": TASKS.format(feature=name, files=files)}},
            {"report": report},
        ]
        add = {"run": f"echo {name} >> src/shared.txt"}
        scripts[f"{name}/sdd-builder-A"] = [*builds(name)[:-1], add, builds(name)[-1]]
    ran = renkei("sdd", "run", *REHEARSE, "--json", *play(renkei, scripts))
    assert ran.code == 0, ran.err
    assert "both write src/shared.txt" in ran.err
    assert sorted((renkei.folder / "src/shared.txt").read_text().split()) == ["db", "ui"], "neither loses the other's"


@pytest.mark.slow
@pytest.mark.req("SDD-28")
def test_ctrl_c_pauses_every_feature_of_the_wave(renkei: Cli):
    begin_two(renkei)
    words = play(renkei, {"sdd-architect": [{"hang": True}]})
    env = {**os.environ, "PWD": str(renkei.folder)}
    process = subprocess.Popen(
        [COMMAND, "sdd", "run", *REHEARSE, *words], cwd=renkei.folder, env=env, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert wait_for(lambda: [each["type"] for each in renkei.log()].count("TaskStarted") == 2)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode != 0
    assert "Traceback" not in said
    assert sorted(each["state"] for each in renkei.json("runs")) == ["paused", "paused"]
    assert load(renkei, "db")["phase"] == load(renkei, "ui")["phase"] == "initialized"


def wait_for(is_so: Any, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.2)
    return False


@pytest.mark.req("SDD-8")
def test_a_feature_waits_for_a_file_that_anothers_builders_write_and_only_for_that():
    desk, told, got = Desk(), list[tuple[str, str]](), threading.Event()

    def hear(other: str, path: str) -> None:
        told.append((other, path))

    desk.claim("db", ["src/a.py", "src/b/**"], hear)
    desk.claim("ui", ["src/c.py"], hear)

    def claim_late() -> None:
        desk.claim("api", ["src/b/x.py"], hear)
        got.set()

    thread = threading.Thread(target=claim_late, daemon=True)
    thread.start()
    assert not got.wait(0.5)
    assert told == [("db", "src/b/x.py")]
    desk.claim("db", ["src/a.py"], hear)
    assert got.wait(10), "what db no longer writes is free"
    thread.join(10)


@pytest.mark.req("SDD-8", refused=True)
def test_one_feature_at_a_time_has_its_turn_and_gives_it_up_while_agents_are_at_work():
    desk, inside, most = Desk(), list[str](), list[int]()

    def work(name: str) -> None:
        for _ in range(20):
            with desk.turn():
                inside.append(name)
                most.append(len(inside))
                with desk.turn():  # one turn within another is the same one
                    pass
                inside.remove(name)
                with desk.away():
                    time.sleep(0.001)

    threads = [threading.Thread(target=work, args=(name,), daemon=True) for name in ("db", "ui", "api")]
    for each in threads:
        each.start()
    for each in threads:
        each.join(30)
    assert not any(each.is_alive() for each in threads)
    assert max(most) == 1


@pytest.mark.req("SDD-28")
def test_a_feature_that_waits_for_a_file_is_interrupted_too():
    desk, ended = Desk(), list[str]()
    desk.claim("db", ["a"], lambda other, path: None)

    def claim() -> None:
        try:
            desk.claim("ui", ["a"], lambda other, path: None)
        except KeyboardInterrupt:
            ended.append("interrupted")

    thread = threading.Thread(target=claim, daemon=True)
    thread.start()
    desk.interrupt()
    thread.join(10)
    assert ended == ["interrupted"]
