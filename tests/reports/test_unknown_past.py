"""A history that does not reach back tells nothing of what is gone."""

import subprocess
from pathlib import Path

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import WorkingTree


@pytest.mark.req("RES-9")
@pytest.mark.parametrize(
    "text",
    [
        "Removed the `src/old.py` module.",
        "- web: remove `src/old.py`",
        "- Removed the deprecated ``src/old.py`` module and any tests for it.",
        "`src/old.py` has been removed.",
        "`src/old.py`を削除しました。",
    ],
)
def test_what_is_said_to_be_gone_is_not_false_where_no_history_can_tell(text: str, tmp_path: Path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/app.py").write_bytes(b"import os\n")
    commit(tmp_path, "release")
    assert [each.state for each in check_report(text, WorkingTree(tmp_path)).references] == ["unverified"]


@pytest.mark.req("RES-9", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "主な変更対象ファイル:\n- `src/old.py`（制御コードの除去）",
        "- Removed the old arguments of `put` in `src/old.py`.",
    ],
)
def test_a_file_in_which_something_was_removed_has_to_be_there(text: str, tmp_path: Path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/app.py").write_bytes(b"import os\n")
    commit(tmp_path, "release")
    assert [each.state for each in check_report(text, WorkingTree(tmp_path)).references] == ["missing_file"]


@pytest.mark.req("RES-9", refused=True)
def test_what_never_was_there_is_false_where_the_history_tells(tmp_path: Path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/app.py").write_bytes(b"import os\n")
    commit(tmp_path, "first")
    (tmp_path / "src/app.py").write_bytes(b"x = 1\n")
    commit(tmp_path, "second")
    told = check_report("Removed the `src/old.py` module.", WorkingTree(tmp_path)).references
    assert [each.state for each in told] == ["missing_file"]


def commit(root: Path, message: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", message]):
        subprocess.run(["git", *who, *words], cwd=root, check=True)
