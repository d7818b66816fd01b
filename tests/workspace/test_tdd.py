"""RED, GREEN and REFACTOR, shown by running the tests of a work tree as a builder left it."""

from pathlib import Path

import pytest

from renkei.workspace import tdd
from tests.support.run_project import git, made_repository

RUN = "python3 -B -m unittest discover -q -s tests"
SAYS_ONE = (
    "import sys, unittest\nsys.path.insert(0, 'src')\n"
    "class T(unittest.TestCase):\n    def test_it(self):\n        from a import one\n"
    "        self.assertEqual(one(), 1)\n"
)
FIRST = "def one():\n    return 0 + 1\n"
BETTER = "def one():\n    return 1\n"


class Builder:
    """What is done in a work tree, and what the check says of it in the end."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def write(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(exist_ok=True)
        (self.folder / path).write_text(text)

    def commit(self, subject: str) -> None:
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-q", "-m", subject)

    def hand_over(self, *own: str) -> tuple[int, list[str]]:
        """As the run puts it: one commit on the base, whatever was committed on the way; only what is the builder's."""
        git(self.folder, "add", "-A")
        git(self.folder, "update-ref", "--no-deref", "HEAD", "main")
        git(self.folder, "reset", "-q")
        git(self.folder, "add", "--", *(path for path in own if (self.folder / path).exists()))
        git(self.folder, "commit", "-q", "-m", "the work")
        git(self.folder, "reset", "-q", "--hard")
        git(self.folder, "clean", "-ffdq")
        code = tdd.main([*(word for path in own for word in ("--own", path)), RUN])
        return code, self._capsys.readouterr().out.splitlines()


@pytest.fixture
def builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Builder:
    """In a work tree of a project whose newest commit calls itself GREEN."""
    project = made_repository(tmp_path / "project")
    git(project, "commit", "-q", "--allow-empty", "-m", "GREEN: the person's own")
    folder = tmp_path / "tree"
    git(project, "worktree", "add", "-q", "--detach", str(folder))
    monkeypatch.chdir(folder)
    return Builder(folder, capsys)


OWN = ("src/a.py", "tests/test_a.py")


@pytest.mark.req("SDD-27")
def test_a_marked_commit_shows_green_and_refactor_apart(builder: Builder):
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", FIRST)
    builder.commit("GREEN: 1.1")
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert code == 0, lines
    assert [line.partition(":")[0] for line in lines] == ["SHOWN RED", "SHOWN GREEN", "SHOWN REFACTOR"]
    assert "tests/test_a.py fail" in lines[0]
    assert git(builder.folder, "worktree", "list").count("\n") == 1, "nothing is left behind"


@pytest.mark.req("DEC-30", refused=True)
def test_without_a_mark_green_is_not_claimed_for_itself(builder: Builder):
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert code == 0
    assert [line.partition(":")[0] for line in lines] == ["SHOWN RED", "SHOWN GREEN and REFACTOR together"]


@pytest.mark.req("SDD-27", refused=True)
def test_a_mark_at_which_the_tests_fail_is_refused(builder: Builder):
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", "def one():\n    return 2\n")
    builder.commit("GREEN: not yet")
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert code == 1
    assert any(line.startswith("GREEN is not shown: at the commit") for line in lines)


@pytest.mark.slow
@pytest.mark.req("SDD-27", refused=True)
def test_a_mark_that_is_green_by_files_of_others_is_refused(builder: Builder):
    """What it wrote beside its own files counts neither at the end nor on the way."""
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", "from b import one\n")
    builder.write("src/b.py", FIRST)
    builder.commit("GREEN: 1.1")
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert code == 1
    assert any(line.startswith("GREEN is not shown: at the commit") for line in lines)


@pytest.mark.slow
@pytest.mark.req("SDD-27", refused=True)
def test_a_mark_without_a_test_is_refused(builder: Builder):
    builder.write("src/a.py", FIRST)
    builder.commit("GREEN: 1.1")
    builder.write("tests/test_a.py", SAYS_ONE)
    code, lines = builder.hand_over(*OWN)
    assert (code, "brings no test of yours" in lines[-1]) == (1, True)


@pytest.mark.slow
@pytest.mark.req("SDD-27", refused=True)
def test_a_refactoring_that_breaks_what_was_green_is_refused(builder: Builder):
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", FIRST)
    builder.commit("GREEN: 1.1")
    builder.write("src/a.py", "def two():\n    return 1\n")
    code, lines = builder.hand_over(*OWN)
    assert (code, "as it was handed over the tests fail" in lines[0]) == (1, True)


@pytest.mark.slow
@pytest.mark.req("SDD-27", refused=True)
@pytest.mark.parametrize("is_marked", [True, False])
def test_a_test_that_passes_without_the_change_is_refused(builder: Builder, is_marked: bool):
    builder.write("tests/test_a.py", "import unittest\nclass T(unittest.TestCase):\n    def test_it(self): pass\n")
    builder.write("src/a.py", FIRST)
    if is_marked:
        builder.commit("GREEN: 1.1")
    code, lines = builder.hand_over(*OWN)
    assert (code, "pass without the change" in lines[-1]) == (1, True)


@pytest.mark.slow
@pytest.mark.req("SDD-27", refused=True)
def test_a_test_that_came_while_refactoring_has_to_have_failed_too(builder: Builder):
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", FIRST)
    builder.commit("GREEN: 1.1")
    builder.write("tests/test_b.py", "import unittest\nclass T(unittest.TestCase):\n    def test_it(self): pass\n")
    code, lines = builder.hand_over(*OWN, "tests/test_b.py")
    assert (code, lines[-1].endswith("pass without the change: tests/test_b.py")) == (1, True)


@pytest.mark.req("SDD-27", refused=True)
def test_a_test_that_fails_for_the_place_where_it_is_run_shows_no_red(builder: Builder):
    builder.write(
        "tests/test_a.py",
        "import os, unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n"
        f"        self.assertEqual(os.getcwd(), {str(builder.folder)!r})\n",
    )
    builder.write("src/a.py", "")
    code, lines = builder.hand_over(*OWN)
    assert code == 1
    assert not any(line.startswith("SHOWN") for line in lines)
