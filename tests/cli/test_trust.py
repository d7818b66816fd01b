"""`renkei trust`: who was right how often, how sure, and at what price."""

import pytest

from tests.support.cli_run import Cli, files_in
from tests.support.hook_project import LIE, report, repository

KEYS = ["agent", "role", "model", "category", "claims", "verified", "false", "brier", "tokens", "cost"]


@pytest.fixture
def project(renkei: Cli) -> Cli:
    """bob told one truth, for money, and one lie."""
    renkei.folder.rmdir()
    repository(renkei.folder)
    renkei.enter(renkei.folder)
    renkei.ok("agent", "add", "bob", "--role", "qa", "--model", "big")
    paid = ["--tokens", "1000", "--cost", "0.5"]
    renkei.ok("check", "-", "--record", "--as", "bob", *paid, stdin=report("src/app.py:1", confidence=80).encode())
    renkei("check", "-", "--record", "--as", "bob", stdin=LIE.encode())
    return renkei


def test_document_has_the_shape_that_scripts_rely_on(project: Cli):
    (row,) = project.json("trust")
    assert list(row) == KEYS
    assert row == {
        "agent": "bob", "role": "qa", "model": "big", "category": "qa", "claims": 4, "verified": 2, "false": 2,
        "brier": pytest.approx((2 * 0.2**2 + 2 * 0.7**2) / 4), "tokens": 1000, "cost": 0.5,
    }  # fmt: skip


def test_table_shows_stated_beside_observed_and_what_a_dollar_brings(project: Cli):
    heading, row = project.ok("trust").out.splitlines()
    numbers = "Claims Verified False Stated Observed Brier Tokens Cost ($) Verified per $"
    assert " ".join(heading.split()) == f"Agent Role Model Category {numbers}"
    assert row.split() == ["bob", "qa", "big", "qa", "4", "2", "2", "75%", "50%", "0.265", "1,000", "0.50", "4.0"]


def test_by_puts_together(project: Cli):
    project.ok("check", "-", "--record", stdin=report("src/app.py:2").encode())
    assert [(row["agent"], row["claims"]) for row in project.json("trust", "--by", "agent")] == [
        ("bob", 4),
        ("person", 2),
    ]
    assert [(row["role"], row["category"], row["agent"]) for row in project.json("trust", "--by", "role,category")] == [
        ("person", "person", None),
        ("qa", "qa", None),
    ]
    assert project.json("trust", "--by", "role", "--by", "category") == project.json("trust", "--by", "role,category")


def test_claim_of_an_issue_has_the_issues_category(project: Cli):
    issues = (
        "### Issues\n| ID | Category | Location | Description |\n|---|---|---|---|\n"
        "| SEC-1 | | `src/app.py:1` | no limit |\n| X-2 | Style | `src/app.py:2` | a bare return |\n\n### Confidence"
    )
    text = report("src/app.py:1").replace("### Confidence", issues)
    project.ok("check", "-", "--record", "--as", "bob", stdin=text.encode())
    rows = project.json("trust", "--by", "category")
    assert [(row["category"], row["claims"], row["verified"]) for row in rows] == [
        ("SEC", 1, 1), ("Style", 1, 1), ("qa", 6, 4),
    ]  # fmt: skip


def test_by_something_else_is_refused(project: Cli):
    ran = project("trust", "--by", "agent,colour")
    assert ran.code == 2
    assert "--by: expected some of agent, role, model, category, not 'colour'." in ran.err


def test_nothing_checked_says_how_checks_come_to_be(renkei: Cli):
    assert "No result has been checked yet." in renkei.ok("trust").out
    assert renkei.json("trust") == []
    assert files_in(renkei.folder) == []


def test_trust_changes_nothing(project: Cli):
    before = project.log()
    project.ok("trust")
    assert project.log() == before


def test_columns_that_were_not_asked_for_or_of_which_nothing_is_known_take_no_room(renkei: Cli):
    repository(renkei.folder)
    renkei.ok("agent", "add", "bob", "--role", "qa")
    renkei.ok("check", "-", "--record", "--as", "bob", stdin=report("src/app.py:1").encode())
    assert renkei.ok("trust").out.split()[:5] == ["Agent", "Role", "Category", "Claims", "Verified"]
    heading = renkei.ok("trust", "--by", "agent").out.splitlines()[0]
    assert heading.split() == ["Agent", "Claims", "Verified", "False", "Stated", "Observed", "Brier"]
