"""`renkei sdd import`: specs of cc-sdd and spec-kit, and what of them could not be taken over."""

import json
import os
from pathlib import Path

import pytest

from tests.support.cli_run import Cli
from tests.support.sdd_project import load


def write(folder: Path, **files: str | bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name.replace("__", ".").replace("_", "-")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


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


def test_nothing_to_take_over_is_said(renkei: Cli):
    assert renkei("sdd", "import", "nowhere").code == 3
    (renkei.folder / "empty").mkdir()
    assert renkei("sdd", "import", "empty").code == 2


@pytest.mark.parametrize("state", ["{broken", "5", "[]", "null", ""])
def test_a_state_that_is_no_object_keeps_nobody_from_taking_the_text_over(renkei: Cli, state: str):
    write(renkei.folder / "old/login", spec__json=state, requirements__md="# Log in\n")
    done = renkei.json("sdd", "import", "old")
    assert done["features"] == ["login"]
    assert done["left_out"] == ["login/spec.json: it is no JSON object: nothing of it was taken over"]
    assert load(renkei, "login")["description"] == "Log in"


def test_language_comes_along_and_every_other_field_is_listed(renkei: Cli):
    state = {"feature_name": "x", "language": "ja", "phase": "tasks-generated", "ready_for_implementation": True}
    write(renkei.folder / "old/login", spec__json=json.dumps(state), requirements__md="# ログイン\n")
    done = renkei.json("sdd", "import", "old")
    assert done["left_out"] == ["login/spec.json: there is no place for phase, ready_for_implementation"]
    assert (load(renkei, "login")["language"], load(renkei, "login")["description"]) == ("ja", "ログイン")


def test_one_spec_that_cannot_be_taken_over_does_not_keep_the_others_out(renkei: Cli):
    old = renkei.folder / "old"
    write(old / "認証", spec__md="# A\n")
    write(old / "handover", spec__md="# B\n")
    write(old / "Log_In", spec__md="# C\n")
    write(old / "log in", spec__md="# D\n")
    write(old / "notes", readme__md="x")
    write(old, constitution__md="x")
    write(old / "zoo", spec__md="# E\n", plan__md=b"\xff\xfe")
    done = renkei.json("sdd", "import", "old")
    assert done["features"] == ["log-in", "zoo"]
    left = {line.partition(": ")[0] for line in done["left_out"]}
    assert left == {"認証", "handover", "log in", "notes/", "constitution.md", "zoo/plan.md"}
    assert [each["feature"] for each in renkei.json("sdd", "status")["specs"]] == ["log-in", "zoo"]
    assert "<!-- from zoo/spec.md -->" in (renkei.folder / "specs/zoo/design.md").read_text("utf-8")


def test_specs_of_spec_kit_are_taken_over_where_they_lie_and_nothing_is_written_over(renkei: Cli):
    """spec-kit keeps its specs in the same folder as we do."""
    renkei.ok("sdd", "init", "mine")
    place = write(renkei.folder / "specs/001-albums", spec__md="# Albums\n", research__md="# R\n")
    taken = write(renkei.folder / "specs/002-maps", spec__md="# Maps\n", design__md="by hand\n")
    done = renkei.json("sdd", "import", "specs")
    assert done["features"] == ["001-albums"]
    assert done["left_out"] == ["002-maps: specs/002-maps/design.md is there already, and is not written over"]
    assert (place / "research.md").read_text() == "# R\n"
    assert (taken / "design.md").read_text() == "by hand\n"
    assert load(renkei, "mine")["phase"] == "initialized"


def test_a_rehearsal_lists_the_same_and_writes_nothing(renkei: Cli):
    write(renkei.folder / "old/login", spec__md="# L\n", tasks__md="- [ ] T001\n")
    planned = renkei.json("sdd", "import", "old", "--dry-run")
    assert not (renkei.folder / "specs").exists()
    done = renkei.json("sdd", "import", "old")
    assert (done["features"], done["left_out"]) == (planned["features"], planned["left_out"])
    assert planned["features"] == ["login"]


def test_a_link_out_of_the_folder_is_not_followed(renkei: Cli, tmp_path: Path):
    (tmp_path / "secret.md").write_text("# Secret\n")
    write(tmp_path / "elsewhere", spec__md="# Secret\n")
    login = write(renkei.folder / "old/login", spec__md="# Log in\n")
    (login / "plan.md").symlink_to(tmp_path / "secret.md")
    (login / "contracts").symlink_to(tmp_path / "elsewhere")
    (renkei.folder / "old/other").symlink_to(tmp_path / "elsewhere")
    done = renkei.json("sdd", "import", "old")
    assert done["features"] == ["login"]
    assert done["left_out"] == [
        f"{name}: it is a link that leads out of the folder" for name in ("other/", "login/contracts", "login/plan.md")
    ]
    assert "Secret" not in (renkei.folder / "specs/login/design.md").read_text("utf-8")


def test_what_is_huge_or_no_file_is_left_out_and_keeps_nobody_waiting(renkei: Cli):
    login = write(renkei.folder / "old/login", spec__md="# Log in\n", plan__md="x" * 1_000_001)
    os.mkfifo(login / "research.md")
    done = renkei.json("sdd", "import", "old")
    assert done["features"] == ["login"]
    assert [each.partition(":")[0] for each in done["left_out"]] == ["login/plan.md", "login/research.md"]


@pytest.mark.parametrize(
    ("title", "description"),
    [
        ("Feature Specification: Photo albums", "Photo albums"),
        ("Requirements Document", "Log in"),
        ("Log in", "Log in"),
    ],
)
def test_a_folder_that_is_a_spec_is_one_and_is_called_what_it_is_of(renkei: Cli, title: str, description: str):
    write(renkei.folder / "old/login", spec__json="{}", requirements__md=f"# {title}\n", design__md="# Log in\n")
    assert renkei.json("sdd", "import", "old/login")["features"] == ["login"]
    assert load(renkei, "login")["description"] == description
