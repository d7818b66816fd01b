"""Every entry of a list of files claims that its file is there, in any dialect; those said to be deleted do not."""

import json

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree

pytestmark = pytest.mark.req("DEC-37")

TREE = MemoryTree({"src/a.py": b"a = 1\n" * 20, "zzz.md": b"x\n"}, FixedSurroundings(history={"src/old.py": b"x\n"}))

CONTRACT = """## Status: SUCCESS

### Summary
It adds, see `src/a.py:3`.

### Findings
- It adds (`src/a.py:3`).

### Confidence
60

{}
"""
COMPLETION = """## Task Complete: spec

```yaml
status: ok
summary: It adds, see src/a.py:3.
artifacts:
  - src/a.py
{}
blockers: []
questions: []
next: nothing
```
"""
RESULT = {"original_task_ref": "T-1", "status": "completed", "output_artifacts": ["src/a.py"], "summary": "src/a.py:3"}

MARKDOWN = [
    "### Files Changed\n- {}",
    "### Files Changed\n- {}: adds",
    "### Files Modified (2)\n\n1. {} - adds\n2. src/a.py",
    "### Files Created\n| File | Change |\n|---|---|\n| {} | adds |",
    "### Changed files\n* **{}**",
    "**Files changed:**\n- {}",
    "Files touched:\n- M {}",
    "Files changed: {}",
    "### 変更ファイル\n- {}",
    "### 作成したファイル\n- {}（追加）",
    "| File | Status |\n|---|---|\n| {} | modified |",
]


def false_places(text: str) -> list[str]:
    return [
        each.claim.reference.path for each in check_report(text, TREE).references if each.state.startswith("missing")
    ]


@pytest.mark.parametrize("form", MARKDOWN)
@pytest.mark.parametrize(("path", "lies"), [("src/a.py", []), ("src/zzz.py", ["src/zzz.py"]), ("zzz.md", [])])
def test_an_entry_of_a_list_in_markdown_has_to_be_there(form: str, path: str, lies: list[str]):
    assert false_places(CONTRACT.format(form.format(path))) == lies


@pytest.mark.parametrize("key", ["files", "files_changed", "files_created", "modified_files"])
@pytest.mark.parametrize("form", ["{}: [src/a.py, {}]", "{}:\n  - {}", '{}: ["{}"]', "{}:\n  - path: {}"])
@pytest.mark.parametrize(("path", "lies"), [("src/a.py", []), ("zzz", ["zzz"]), ("src/zzz.py", ["src/zzz.py"])])
def test_a_value_of_a_key_has_to_be_there_whatever_it_looks_like(key: str, form: str, path: str, lies: list[str]):
    assert false_places(COMPLETION.format(form.format(key, path))) == lies


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(("path", "lies"), [("src/a.py", []), ("zzz.py", ["zzz.py"]), ("src/zzz.py", ["src/zzz.py"])])
def test_a_list_in_json_is_one_on_one_line_and_on_many(indent: int | None, path: str, lies: list[str]):
    assert false_places(json.dumps({**RESULT, "files_changed": [path, "src/a.py"]}, indent=indent)) == lies


@pytest.mark.parametrize(
    "said",
    [
        "### Files Changed\n- src/old.py (deleted)",
        "### Files Changed\n- D src/old.py",
        "### Files Changed\n- src/old.py → src/a.py",
        "### Files Deleted\n- src/old.py",
        "### 変更ファイル\n- src/old.py: 削除",
        "### Files Changed\n- none",
        "### Files Changed\n- No files were changed.",
        "### Files Changed\n- Updated the tests",
        "### Files to create\n- src/new.py",
        "### Files Changed\n3 files",
        "### Next Steps\n- New files: src/new.py",
        "### Files Changed\n- the README and Node.js",
    ],
)
def test_what_is_deleted_planned_or_no_file_is_left_alone(said: str):
    assert false_places(CONTRACT.format(said)) == []


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    ("artifact", "lie"),
    [
        ("zzz.py", "zzz.py"),
        ("src/zzz.py", "src/zzz.py"),
        ("zzz.py (new)", "zzz.py"),
        ("lib/*.py", "lib/*.py"),
        ({"ref": "auth", "path": "zzz"}, "zzz"),
        ({"ref": "zzz.py", "description": "adds"}, "zzz.py"),
    ],
)
def test_a_file_that_a_task_yielded_has_to_be_there(artifact: str | dict[str, str], lie: str):
    assert false_places(json.dumps({**RESULT, "output_artifacts": ["src/a.py", artifact]})) == [lie]


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize(
    "artifact",
    ["a.py", "src/a.py", "zzz.md", "src/*.py", "API design", "api-design", "spec-v2", "spec:2", "user.service",
     "auth/design", "Node.js", "https://example.com/a.md", {"ref": "auth", "path": "src/a.py"}, {"ref": "auth"}],
)  # fmt: skip
def test_what_a_task_yielded_may_be_a_file_that_is_there_or_a_name(artifact: str | dict[str, str]):
    assert false_places(json.dumps({**RESULT, "output_artifacts": ["src/a.py", artifact]})) == []


ENTRIES = [
    "src/zzz.py",
    "src/zzz.py, src/a.py",
    "src/a.py, src/zzz.py.",
    "src/zzz.py.",
    "```\nsrc/a.py\nsrc/zzz.py\n```",
    "```text\nA  src/zzz.py\n```",
    "```\nsrc/\n├── a.py\n└── zzz.py  # new\n```",
    "- src/zzz/",
    "- src/zzz",
    "- deploy/Dockerfile",
    "- Dockerfile.zzz",
    "- .zzzrc",
    "- src/zzz_*.py",
    "- src/a{,_zzz}.py",
    "- + src/zzz.py",
    "- New: src/zzz.py",
    "- the class in src/zzz.py",
    "- src/zzz.py | new | 120 lines",
    "- src/zzz.py: removed the old check",
    "- src/zzz.py: `def f() -> int` is new",
    "- src/old.py -> src/zzz.py",
    "| # | File |\n|---|---|\n| 1 | src/zzz.py |",
]
TITLES = [
    "## Artifacts",
    "**New files (2):**",
    "成果物:",
    "### 作成・変更したファイル",
    "### Files created and modified",
    "Created:",
    "### Changes made",
    "### 変更内容",
    "## Deliverables",
]


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("title", ["#### Files Created", "#### Files Changed"])
def test_an_entry_of_any_form_has_to_be_there(title: str, entry: str):
    text = CONTRACT.format(f"{title}\n{entry}")
    assert len(false_places(text)) == 1
    assert not check_report(text, TREE).valid


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize("title", TITLES)
def test_a_list_has_many_names(title: str):
    assert false_places(f"See src/a.py:3.\n\n{title}\n- src/zzz.py\n- src/a.py: adds\n") == ["src/zzz.py"]


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    "said",
    [
        {"files": {"created": ["src/zzz.py"], "modified": ["src/a.py"], "deleted": ["src/gone.py"]}},
        {"filesCreated": ["src/zzz.py"]},
        {"output_files": ["src/zzz.py"]},
        {"artifacts": [{"path": "src/zzz.py", "type": "code"}]},
        {"artifacts": {"code": "src/zzz.py"}},
        {"changes": [{"file": "src/zzz.py", "change": "added"}, {"file": "src/gone.py", "change": "deleted"}]},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_lists_in_json_may_be_nested(said: dict[str, object], indent: int | None):
    assert false_places(json.dumps({**said, "note": "src/a.py:3"}, indent=indent)) == ["src/zzz.py"]


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    "said",
    [
        "files:\n  created:\n    - src/zzz.py\n  deleted:\n    - src/gone.py\n  modified: [src/a.py]",
        "files:\n  - path: src/a.py\n    kind: code\n  - path: src/zzz.py\n    kind: code",
    ],
)
def test_lists_in_yaml_may_be_nested(said: str):
    assert false_places(COMPLETION.format(said)) == ["src/zzz.py"]


@pytest.mark.parametrize(
    "said",
    [
        "### Files Changed\nsrc/a.py, src/*.py and zzz.md.",
        "### Files Changed\n- src/\n- src/{a,a}.py\n- N/A",
        "### Files Changed\n```\nsrc/\n└── a.py\n```",
        "### Files Changed\n```python\nfrom src/zzz import x\n```",
        "### Files Changed\nI also looked at how CI/CD works.",
        "### Changes made\n- CI/CD runs faster\n- Node.js was updated",
        "### Created\n- a session for each user",
        "### Files Changed\n- Renamed src/old.py to src/a.py",
        "### Files Changed\n- Removed src/old.py",
        "### Proposal\n- New files: src/new.py",
    ],
)
def test_what_is_there_or_no_file_is_left_alone_in_any_form(said: str):
    assert false_places(CONTRACT.format(said)) == []


@pytest.mark.req("DEC-40")
def test_a_list_that_is_quoted_and_cut_off_ends_with_its_fence():
    text = (
        'Seen at `src/a.py:3`:\n\n```json\n"files_changed": [\n    "src/a.py",\n```\n\n- The next one at `src/a.py:2`\n'
    )
    assert false_places(text) == []


@pytest.mark.req("DEC-37", refused=True)
def test_a_list_behind_one_that_is_cut_off_is_read():
    text = 'See `src/a.py:3`:\n\n```json\n"files_changed": [\n```\n\nThe result: {"files_changed": ["src/zzz.py"]}\n'
    assert false_places(text) == ["src/zzz.py"]


@pytest.mark.req("DEC-37")
def test_a_list_that_is_cut_off_in_a_fence_takes_no_entry_behind_it():
    tree = MemoryTree({"m.json": b'"files": [\n    "one.py"\n', "src/app.py": b"x = 1\n"})
    text = '- It is at `m.json:1`\n  ```python\n  "files": [\n  ```\n- Then `src/app.py:1`\n'
    assert [each.claim.reference.text for each in check_report(text, tree).references] == ["m.json:1", "src/app.py:1"]
