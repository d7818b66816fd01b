"""`renkei demo`: a message's walk through all of it."""

import tempfile
from pathlib import Path

import pytest

from tests.support.cli_run import Cli, files_in


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_demo_shows_the_protocol_and_leaves_nothing_behind(renkei: Cli, scratch: Path, lang: str):
    ran = renkei.ok("demo", "--lang", lang)
    for word in ("TASK_HANDOFF", "DECISION_REQUEST", "BOARD-4", "KNOWLEDGE_SHARE", "payload.new_status"):
        assert word in ran.out
    assert files_in(renkei.folder) == []
    assert files_in(scratch) == []


def test_the_demo_keeps_away_from_the_callers_store_and_token(team: Cli, token: dict[str, str]):
    before = team.log()
    team.ok("demo", env={**token, "RENKEI_STORE": f"sqlite:///{team.store}"})
    assert team.log() == before


def test_the_demo_is_one_document_for_scripts(renkei: Cli):
    ran = renkei.ok("demo", "--json")
    assert ran.document["ok"] is True
    assert {"command": "board", "exit_code": 0} in ran.document["steps"]
    assert "TASK_HANDOFF" in ran.err


def test_a_step_that_goes_wrong_fails_the_demo(renkei: Cli, monkeypatch: pytest.MonkeyPatch, scratch: Path):
    def fail(*_: object) -> int:
        return 1

    monkeypatch.setattr("renkei.entrypoints.cli.inbox_command.run", fail)
    ran = renkei("demo")
    assert ran.code == 1
    assert "expected exit code 0 here and got 1" in ran.err
    assert files_in(scratch) == []


def test_ctrl_c_ends_the_demo(renkei: Cli, monkeypatch: pytest.MonkeyPatch, scratch: Path):
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("renkei.entrypoints.cli.inbox_command.run", interrupt)
    assert renkei("demo").code == 130
    assert files_in(scratch) == []
