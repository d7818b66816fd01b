"""`renkei sdd handover` and `knowledge`."""

import pytest

from tests.support.cli_run import Cli


@pytest.mark.slow
@pytest.mark.req("SDD-6")
@pytest.mark.req("SDD-21")
def test_a_session_that_is_saved_is_archived_and_no_draft_takes_its_sections(renkei: Cli):
    renkei.ok("sdd", "init", "auth")
    renkei.ok("sdd", "design", "auth", "--agents", "scripted")
    renkei.ok("sdd", "handover", "--save", "--note", "users come first")
    text = (renkei.folder / "specs/handover/session.md").read_text("utf-8")
    assert "auto-draft" not in text
    assert "- users come first" in text
    assert len(list((renkei.folder / "specs/handover/sessions").iterdir())) == 1
    renkei.ok("sdd", "review", "auth", "--agents", "scripted")
    assert "- users come first" in (renkei.folder / "specs/handover/session.md").read_text("utf-8")
    shown = renkei.json("sdd", "handover")
    assert shown["phases"] == {"auth": "design-generated"}
    assert shown["decisions"][-1]["type"] == "SESSION_END"


@pytest.mark.req("SDD-21", refused=True)
def test_a_phase_in_a_handover_file_moves_nothing(renkei: Cli):
    renkei.ok("sdd", "init", "auth")
    (renkei.folder / "specs/handover").mkdir()
    for name in ("session.md", "decisions.md", "buffer.md"):
        renkei.file(f"specs/handover/{name}", "phase: implementation-complete\n")
    assert renkei.json("sdd", "status")["specs"][0]["phase"] == "initialized"
    assert renkei("sdd", "impl", "auth", "--agents", "scripted").code == 4


def test_empty_states(renkei: Cli):
    assert "no session.md" in renkei.ok("sdd", "handover").out
    assert "Nothing was learned" in renkei.ok("sdd", "knowledge").out
