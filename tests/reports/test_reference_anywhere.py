"""A false place is seen wherever it stands: at the end of each line of a result, in every dialect (DEC-36)."""

import json
from pathlib import Path

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree, WorkingTree

TREE = MemoryTree({"src/app.py": b"import os\n\n\ndef login(user):\n    return user\n", "docs/api.md": b"# API\n"})
FALSE = " src/ghost.py:45"

ENGLISH = """\
I looked around first.

## code-explorer Result
### Status
SUCCESS
### Summary
Login was read.
### Findings
Two things were found:
#### Entry Points
**The door**
- login at `src/app.py:4`
  - Confirmed: read
  - Code match: `def login(user):`
  - Confidence: 95 (read)

| Entry | File:Line |
|---|---|
| login | `src/app.py:4` |
### Key References
| Item | Location | Relevance |
|---|---|---|
| login | `src/app.py:4` | entry |
### Confidence
90 - read
- verified_confidence: 90
- inferred_confidence: 90
- combined_confidence: 90
### Confidence Justification
**Score**: 90
**Evidence Count**: 1
**Verification Method**: read
**Potential Blind Spots**: tests
### Issues
- QA-001: slow `src/app.py:4` | Severity: minor | Owner: me
  - Note: later
### Next Steps
1. Test it
### Blockers
- no key | Resolution: hand it out
### Other
More text.
### Verification
- [x] File references are valid
- [x] Code snippets are exact
- [x] No invented paths
- [x] Evidence is documented

---

Bye.
"""
RESULTS = {
    "contract-en": ENGLISH,
    "completion-yaml": "Done.\n\n## Task Complete: api\n```yaml\nstatus: ok\nseverity: null\n"
    "artifacts:\n- docs/api.md\ncontract_outputs:\n- key: api\n  value: v1\n"
    "open_questions: []\nblockers: []\nnotes: none\n```\n\nBye.\n",
    "sdd-report": "BUILDER_COMPLETE\nFeature: login\nSummary: done\nFiles:\n- src/app.py\nKey findings:\n- one door\n"
    "Tests: 3/3\n[PATTERN] doors\n\nBye.\n",
    "prose": "See `src/app.py:4`.\n\n## Why\n\n- **It** logs in\n  - twice\n\n> quoted\n\n1. one\n\n"
    "| a | b |\n|---|---|\n| c | d |\n",
}


@pytest.mark.req("DEC-36", "RES-4", refused=True)
@pytest.mark.parametrize("name", RESULTS)
def test_a_false_place_is_seen_at_the_end_of_every_line(name: str):
    lines = RESULTS[name].split("\n")
    unseen: list[str] = []
    for number, line in enumerate(lines):
        if line.strip():
            text = "\n".join([*lines[:number], line + FALSE, *lines[number + 1 :]])
            unseen += [line] if check_report(text, TREE).valid else []
    assert unseen == []


@pytest.mark.req("DEC-36", refused=True)
@pytest.mark.parametrize("where", ["key", "value", "nested", "escaped", "summary"])
def test_a_false_place_is_seen_in_keys_and_values_of_json(where: str):
    value: dict[str, object] = {"original_task_ref": "M-1", "status": "completed", "output_artifacts": ["A-1"]}
    value["summary"] = "done\nsrc/ghost.py:45" if where == "summary" else "done"
    more: dict[str, dict[str, object]] = {
        "key": {"src/ghost.py:45": 1},
        "value": {"note": "src/ghost.py:45"},
        "nested": {"list": [{"deep": ["src/ghost.py:45"]}]},
        "escaped": {"note": 'say "x"\n\tsrc/ghost.py:45\n'},
        "summary": {},
    }
    text = json.dumps({**value, **more[where]})
    (checked,) = check_report(text, TREE).references
    assert (checked.claim.reference.path, checked.claim.reference.line, checked.state) == (
        "src/ghost.py",
        45,
        "missing_file",
    )


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    "entry", ["docs/gone.md", "docs/my notes.md", "src/*.rs", "the login page", "`docs/gone.md` (new)"]
)
def test_every_entry_of_a_list_of_files_claims_to_be_there(entry: str):
    text = f"status: ok\nartifacts:\n- docs/api.md\n- '{entry}'\n"
    judgement = check_report(text, TREE)
    assert sorted(each.state for each in judgement.references) == ["missing_file", "verified"]
    assert not judgement.valid


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize(
    "entry", ["docs/api.md", "src/*.py", "**/*.md", "src/", "`docs/api.md` (new)", "src/app.py - the door"]
)
def test_entries_that_are_there_are_verified(entry: str):
    judgement = check_report(f"status: ok\nartifacts:\n- '{entry}'\n", TREE)
    assert [each.state for each in judgement.references] == ["verified"]
    assert judgement.valid


@pytest.mark.req("DEC-36", "DEC-44", refused=True)
@pytest.mark.parametrize(
    "noise",
    [
        "In `src/app.py` " * 1200 + " line 3 " * 9,
        "`" * 20_000,
        "_" * 9_000 + "src/app.py:3",
        "file: src/app.py\nline: 3\n" * 99,
    ],
)
def test_a_false_place_is_told_however_much_stands_before_it(noise: str, tmp_path: Path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/app.py").write_text("x = 1\n" * 9)
    judged = check_report(f"{noise}\n\nSecrets at src/ghost.py:3.", WorkingTree(tmp_path))
    assert ("src/ghost.py", "missing_file") in [(each.claim.reference.path, each.state) for each in judged.references]
