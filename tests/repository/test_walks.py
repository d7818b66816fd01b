"""The walks of docs/why/walks.md are those that the code takes."""

import contextlib
import io
import os
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import renkei
from renkei.entrypoints.cli import main
from tests.support.run_project import made_repository

ROOT = Path(renkei.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "why" / "walks.md").read_text("utf-8")
WALKS = re.findall(r"<!-- walk: (.+?) -->\n(.+?)(?=\n\n|\Z)", PAGE, re.DOTALL)
STEP = re.compile(r"^\d+\. `([^`]+)` `([^`]+)`: ", re.MULTILINE)

FILES = {
    "message.yaml": "type: FREEFORM\nto: bob\ncontext_summary: x\npayload: {body: hello}\n",
    "playbook.yaml": """\
name: tiny
roles: {dev: {prompt: Be brief.}}
tasks:
  - id: build
    role: dev
    outputs: [b.py]
    script: [{write: {path: b.py, text: "y = 1"}}, {report: {summary: Built.}}]
""",
    "result.md": """\
## code-explorer Result
### Status
SUCCESS
### Confidence
90
### Summary
The value is set. It is one.
### Findings
- It is one at `a.py:1`: `x = 1`
### Key References
- `a.py:1`: the value
""",
    "a.py": "x = 1\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    folder = made_repository(tmp_path / "project", FILES)
    before = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(before)


def run(words: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main(words.split())


def walked(words: str) -> list[tuple[str, str]]:
    """The functions of ours that a command calls, each when it is called first, in whichever thread."""
    calls: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(f"{ROOT}{os.sep}"):
            calls.setdefault((Path(path).relative_to(ROOT).as_posix(), frame.f_code.co_qualname))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        run(words)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # pyright: ignore[reportArgumentType]
    return list(calls)


def test_there_are_three_walks():
    assert [len(STEP.findall(steps)) > 9 for _, steps in WALKS] == [True] * 3


@pytest.mark.parametrize(("words", "steps"), WALKS, ids=[words.partition(" ")[0] for words, _ in WALKS])
def test_each_step_is_taken_in_this_order(project: Path, words: str, steps: str):
    for name, role in (("ann", "lead"), ("bob", "dev")):
        run(f"agent add {name} --role {role}")
    calls = walked(words)
    wanted = STEP.findall(steps)
    assert [step for step in wanted if step not in calls] == []
    assert sorted(wanted, key=calls.index) == wanted
