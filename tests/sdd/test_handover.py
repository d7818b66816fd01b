"""`renkei sdd handover`, `knowledge` and `import`."""

import json

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
    assert renkei("sdd", "import", "nowhere").code == 3
    (renkei.folder / "empty").mkdir()
    assert renkei("sdd", "import", "empty").code == 2


def test_specs_of_cc_sdd_and_spec_kit_are_taken_over_with_what_was_left_out(renkei: Cli):
    kiro = renkei.folder / ".kiro/specs/user_auth"
    kiro.mkdir(parents=True)
    (kiro / "spec.json").write_text(json.dumps({"feature_name": "x", "approvals": {}}))
    (kiro / "requirements.md").write_text("# Users\n1. WHEN x THEN y\n")
    (kiro / "design.md").write_text("# Design\n")
    (kiro / "tasks.md").write_text("- [ ] 1. do\n")
    done = renkei.json("sdd", "import", ".kiro/specs")
    assert done["features"] == ["user-auth"]
    assert [each.partition(":")[0] for each in done["left_out"]] == ["user_auth/tasks.md", "user_auth/spec.json"]
    design = (renkei.folder / "specs/user-auth/design.md").read_text("utf-8")
    assert "1. WHEN x THEN y" in design
    assert renkei.json("sdd", "status")["specs"][0]["phase"] == "design-generated"
    kit = renkei.folder / "other/001-photo-albums"
    (kit / "contracts").mkdir(parents=True)
    (kit / "spec.md").write_text("# Albums\n")
    (kit / "plan.md").write_text("# Plan\n")
    again = renkei.json("sdd", "import", "other")
    assert again["features"] == ["001-photo-albums"]
    assert again["left_out"] == ["001-photo-albums/contracts/: folders are not taken over"]
    assert renkei.json("sdd", "import", "other")["features"] == []
