"""`renkei doctor`: what is there, and what to do about the rest."""

from pathlib import Path
from typing import Any

import pytest

from renkei import __version__
from tests.support.cli_run import Cli, files_in


def checks(document: Any) -> dict[str, Any]:
    return {check["name"]: check for check in document["checks"]}


def test_a_fresh_folder_is_well_and_stays_as_it_is(renkei: Cli):
    document = renkei.json("doctor")
    found = checks(document)
    assert document["ok"] is True
    assert set(found) == {"renkei", "sqlite", "git", "project", "store", "language", "you"}
    assert found["renkei"]["detail"].startswith(__version__)
    assert (found["store"]["state"], "renkei agent add" in found["store"]["remedy"]) == ("note", True)
    assert files_in(renkei.folder) == []


def test_a_store_is_counted(team: Cli):
    found = checks(team.json("doctor"))
    assert (found["store"]["state"], "4 events" in found["store"]["detail"]) == ("ok", True)
    assert found["project"]["detail"] == str(team.folder)


def test_people_read_marks_and_remedies(renkei: Cli):
    out = renkei.ok("doctor").out
    assert "✓ sqlite" in out
    assert "→ It is made by the first command that writes" in out


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_store_that_is_damaged_is_a_negative_verdict_with_a_remedy(team: Cli, content: bytes):
    team.store.write_bytes(content)
    ran = team("doctor", "--json")
    assert (ran.code, ran.document["ok"]) == (1, False)
    found = checks(ran.document)["store"]
    assert (found["state"], "bring back a copy" in found["remedy"].replace("\n", " ")) == ("fail", True)
    assert "✗ store" in team("doctor").out


def test_a_store_of_a_kind_that_is_not_there_fails(renkei: Cli):
    ran = renkei("doctor", "--store", "postgresql://localhost/x")
    assert ran.code == 1
    assert "sqlite:///" in ran.out


def test_it_says_who_you_are(team: Cli, token: dict[str, str]):
    assert "bob" in checks(team.ok("doctor", "--json", env=token).document)["you"]["detail"]
    assert "person" in checks(team.json("doctor"))["you"]["detail"]


def test_a_token_that_is_dead_fails(team: Cli):
    ran = team("doctor", "--json", env={"RENKEI_TOKEN": "rnk_guess"})
    assert (ran.code, checks(ran.document)["you"]["state"]) == (1, "fail")


def test_without_git_it_says_what_that_means(renkei: Cli, tmp_path: Path):
    document = renkei.ok("doctor", "--json", env={"PATH": str(tmp_path)}).document
    assert (checks(document)["git"]["state"], document["ok"]) == ("note", True)
