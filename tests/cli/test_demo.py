"""`renkei demo`: a scripted team builds and reviews a small feature, as a run like any other."""

import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.support.cli_run import COMMAND, Cli, files_in
from tests.support.run_project import git, made_repository
from tests.support.transcripts import blocks


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.req("DEC-33")
@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.slow)])
def test_the_demo_shows_the_protocol_and_leaves_nothing_behind(
    renkei: Cli, scratch: Path, lang: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", path_without_renkei())
    ran = renkei.ok("demo", "--lang", lang)
    shown = ran.out
    for word in ("TASK_HANDOFF", "DECISION_REQUEST", "DECISION_RESULT", "reference", "HUNG", "TASK_RESULT"):
        assert word in shown
    assert shown.index("DECISION_REQUEST") < shown.index("ROLLBACK_P1") < shown.index("PASS")
    assert ("find_tea" in shown, "決定は" in shown) == (True, lang == "ja")
    assert re.search(
        r": +status: ok; .*summary: done as src/search_index\.py:42 has it\n.*: +src/search_index\.py:42 ", shown
    )
    assert re.search(r": +status: ok; artifacts: docs/guide\.md\n", shown)
    assert not {"plan", "deliver"} & set(re.findall(r"\w+", shown.partition("ROLLBACK_P1")[0]))  # folded behind -v
    assert ran.err == ""
    assert files_in(renkei.folder) == []
    assert files_in(scratch) == []
    if lang == "en":
        check_readme(shown)
    check_printed_commands(shown, scratch / "mine")


def path_without_renkei() -> str:
    """As it is for somebody who has just cloned the project."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(each for each in folders if not (Path(each) / "renkei").exists())


def check_readme(shown: str) -> None:
    """What the README shows of it is shown, in that order, but for the times."""
    [block] = [each for each in blocks("README.md") if each.note == "shown by: renkei demo"]
    printed = iter(re.sub(r"^ *\d+\.\d s  ", "", line) for line in shown.splitlines())
    assert [line for line in block.body.splitlines() if line not in printed] == []


def check_printed_commands(shown: str, folder: Path) -> None:
    """What it says to do next works as it is printed, with no `renkei` on PATH, and changes nothing of the person's."""
    made_repository(folder)
    commands = re.findall(r"^  (\S.*)$", shown.rpartition("\n\n")[2], re.MULTILINE)
    assert [command.split()[1] for command in commands] == ["review", "init"]
    for command in commands:
        env = {"PATH": path_without_renkei(), "HOME": str(folder.parent)}
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, check=False)
        assert done.returncode == 0, command
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "branch", "--format=%(refname:short)") == "main"


@pytest.mark.slow
def test_the_demo_is_one_document_for_scripts_and_keeps_away_from_the_callers_store(team: Cli, token: dict[str, str]):
    before = team.log()
    ran = team.ok("demo", "--json", "-v", "--keep", env={**token, "RENKEI_STORE": f"sqlite:///{team.store}"})
    assert team.log() == before
    told = ran.document
    assert (told["ok"], told["state"], told["contract"], told["log_proven"]) == (True, "completed", "completed", True)
    assert (told["gates"], told["decisions"]) == (["ROLLBACK_P1", "PASS"], ["any case"])
    assert git(Path(told["kept"]), "show", "main:docs/guide.md") != ""
    assert "Begins plan." in ran.err
    assert told["task_contracts"] == {"completed": 7}
    assert set(told["hung_agents_replaced"]) == {"reporter"}
    assert len(told["references_caught"]) == 1
    assert {"docs/spec.md", "src/feature.py", "src/test_feature.py"} <= set(told["files"])
    assert "DECISION_REQUEST" in ran.err


def test_ctrl_c_ends_the_demo_with_all_that_it_started(renkei: Cli, scratch: Path):
    process = subprocess.Popen(
        [COMMAND, "demo"],
        cwd=renkei.folder,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(scratch), "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "RUN" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert files_in(scratch) == []
