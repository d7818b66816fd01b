"""A section that says that there is none, and why, holds none; one that names something all the same does."""

import pytest

from renkei.reports.convert import convert
from renkei.reports.formats import parse_report

REPORT = "### Status: SUCCESS\n\n### Summary\ns\n\n### Findings\n- It locks: `src/a.py:1`\n\n#### Issues\n{}\n"


@pytest.mark.parametrize(
    "said",
    [
        "None: nothing beyond the finding above.",
        "- None: nothing beyond the finding above.",
        "None - all tests pass, no failures.",
        "None. The module is in order.",
        "N/A: no standard was given",
        "なし：上記の発見事項のとおり。",
        "**None**: see the findings",
    ],
)
def test_none_with_its_reason_is_no_issue(said: str):
    report = parse_report(REPORT.format(said))
    assert report.issues == ()
    words = said.strip("- ").partition(" ")[2]
    assert words in convert(report, "contract-ja").text
    assert convert(report, "cpf").text.startswith("VERDICT:GO\n")


@pytest.mark.parametrize(
    "said",
    [
        "None: but `src/a.py:3` leaks",
        "`None`: is handed to login() and ends it",
        "None: src/a.py:3 is the one place left",
        "None of the inputs is validated",
        "- None: is passed on | Severity: critical",
        "- None: the first\n- Locks are held too long",
        "None: except that the lock is never released",
        "None: dereferenced in login",
        "- None: see below\n  - Severity: critical",
    ],
)
def test_what_names_something_all_the_same_is_an_issue(said: str):
    assert parse_report(REPORT.format(said)).issues


def test_blockers_too():
    text = REPORT.format("None") + "\n### Blockers\nNone: nothing stands in the way.\n"
    assert parse_report(text).blockers == ()
