"""`renkei demo`: a scripted team builds and reviews a small feature, as a run like any other."""

import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.support.cli_run import COMMAND, Cli, files_in


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.slow)])
def test_the_demo_shows_the_protocol_and_leaves_nothing_behind(renkei: Cli, scratch: Path, lang: str):
    ran = renkei.ok("demo", "--lang", lang)
    shown = ran.out
    for word in ("TASK_HANDOFF", "DECISION_REQUEST", "DECISION_RESULT", "reference", "HUNG", "TASK_RESULT"):
        assert word in shown
    assert shown.index("DECISION_REQUEST") < shown.index("ROLLBACK_P1") < shown.index("PASS")
    assert "src/search_index.py:42" in shown
    assert "find_tea" in shown
    assert ran.err == ""
    assert files_in(renkei.folder) == []
    assert files_in(scratch) == []


def test_the_demo_is_one_document_for_scripts_and_keeps_away_from_the_callers_store(team: Cli, token: dict[str, str]):
    before = team.log()
    ran = team.ok("demo", "--json", env={**token, "RENKEI_STORE": f"sqlite:///{team.store}"})
    assert team.log() == before
    told = ran.document
    assert (told["ok"], told["state"], told["contract"], told["log_proven"]) == (True, "completed", "completed", True)
    assert (told["gates"], told["decisions"]) == (["ROLLBACK_P1", "PASS"], ["any case"])
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
