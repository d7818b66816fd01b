"""RED, GREEN and REFACTOR, shown by running the tests of a work tree as a builder left it."""

import os
from pathlib import Path

import pytest

from renkei.workspace import tdd
from renkei.workspace.locks import ProcessLock
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
        self.options: list[str] = []
        self.command = RUN
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
        known = git(self.folder, "ls-files").splitlines()
        git(self.folder, "add", "-A", "--", *(path for path in own if path in known or (self.folder / path).exists()))
        git(self.folder, "commit", "-q", "-m", "the work")
        git(self.folder, "reset", "-q", "--hard")
        git(self.folder, "clean", "-ffdq")
        code = tdd.main([*self.options, *(word for path in own for word in ("--own", path)), self.command])
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
def test_why_nothing_is_shown_is_said_in_the_language_asked_for(builder: Builder):
    builder.options = ["--lang", "ja"]
    builder.write("src/a.py", BETTER)
    code, [line] = builder.hand_over(*OWN)
    assert (code, line.startswith("RED は示されていません")) == (1, True)


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


@pytest.mark.req("SDD-27")
def test_what_the_project_links_and_sets_up_is_there_when_tests_are_run(builder: Builder, tmp_path: Path):
    (tmp_path / "project/deps").mkdir()
    (tmp_path / "project/deps/number.txt").write_text("1")
    (builder.folder / "deps").symlink_to(tmp_path / "project/deps")
    builder.options = ["--link", "deps", "--setup", "cp deps/number.txt number.txt"]
    builder.write(".gitignore", "deps\n")
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", "def one():\n    return int(open('number.txt').read())\n")
    code, lines = builder.hand_over(*OWN)
    assert code == 0, lines


@pytest.mark.req("DEC-30", refused=True)
def test_a_set_up_that_fails_shows_nothing(builder: Builder):
    builder.options = ["--setup", "exit 3"]
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, lines[0]) == (1, "the set-up command 'exit 3' fails (3)")


@pytest.mark.req("SDD-27")
def test_the_code_of_the_place_is_tested_though_python_is_led_elsewhere(
    builder: Builder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/a.py").write_text("def one():\n    return 2\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "elsewhere"))
    builder.write("tests/test_a.py", SAYS_ONE.replace("sys.path.insert(0, 'src')\n", ""))
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert code == 0, lines


@pytest.mark.req("SDD-27")
@pytest.mark.req("DEC-30")
def test_work_for_no_criterion_may_bring_no_test_and_then_shows_no_red(builder: Builder):
    builder.options = ["--tests-optional"]
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, len(lines)) == (0, 1), lines
    assert lines == ["SHOWN REFACTOR is not shown, nor RED and GREEN: there is no test yet"]
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.commit("a test of somebody's")
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    builder.write("src/a.py", FIRST)
    code, lines = builder.hand_over(*OWN)
    assert (code, len(lines)) == (0, 1), lines
    assert lines[0].startswith("SHOWN REFACTOR: the tests that were there pass")
    builder.write("src/a.py", "broken")
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    assert builder.hand_over(*OWN)[0] == 1


@pytest.mark.req("SDD-27", refused=True)
def test_a_test_that_such_work_brings_has_to_have_failed(builder: Builder):
    builder.options = ["--tests-optional"]
    builder.write("tests/test_a.py", "import unittest\nclass T(unittest.TestCase):\n    def test_it(self): pass\n")
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, lines[0].startswith("RED is not shown")) == (1, True)


LOADS = (
    "import sys, unittest\nsys.path.insert(0, 'src')\n{first}"
    "class T(unittest.TestCase):\n    def test_it(self):\n        {does}\n"
)


@pytest.mark.req("SDD-27", "DEC-30", refused=True)
@pytest.mark.parametrize("does", ["import a", "import a; assert a", "__import__('importlib').import_module('a')"])
def test_a_test_that_only_loads_the_new_module_shows_no_red(builder: Builder, does: str):
    builder.write("tests/test_a.py", LOADS.format(first="", does=does))
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, "they only load what is new: tests/test_a.py" in lines[0]) == (1, True), lines


@pytest.mark.req("SDD-27", "DEC-30")
@pytest.mark.parametrize(
    ("first", "does", "said"),
    [
        ("", "import a; self.assertEqual(a.one(), 1)", "and with empty files in place of the new ones"),
        ("from a import one\n", "self.assertEqual(one(), 1)", "that they ask what it does is not shown"),
    ],
)
def test_a_red_for_want_of_a_module_says_how_much_it_shows(builder: Builder, first: str, does: str, said: str):
    builder.write("tests/test_a.py", LOADS.format(first=first, does=does))
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, lines[0].startswith("SHOWN RED: "), lines[0].endswith(said)) == (0, True, True), lines


@pytest.mark.req("SDD-27", "DEC-30", refused=True)
def test_tests_that_are_not_run_without_the_change_show_no_red(builder: Builder):
    """As where pytest or unittest finds none: their exit code says so."""
    builder.command = "test -e src/a.py || exit 5"
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, "without the change no test is run" in lines[0]) == (1, True), lines


@pytest.mark.req("SDD-27")
def test_a_folder_for_tests_without_one_is_no_failure_before_the_work(builder: Builder):
    builder.write("tests/__init__.py", "")
    builder.commit("a place for tests")
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    builder.command = "ls tests/test_*.py >/dev/null 2>&1 || exit 5; " + RUN
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, lines[0].startswith("SHOWN RED")) == (0, True), lines


KNOWN = "import sys, unittest\nsys.path.insert(0, 'src')\nfrom a import one\nclass K(unittest.TestCase):\n"
ONE = "    def test_one(self): self.assertEqual(one(), 1)\n"
TWO = "    def test_two(self): self.assertEqual(one(), 2)\n"


@pytest.mark.req("SDD-27", "DEC-30", refused=True)
@pytest.mark.parametrize("after", [KNOWN + TWO, None])
def test_tests_that_were_there_and_that_the_work_changed_are_asked_as_they_were(builder: Builder, after: str | None):
    """An implementation that edits the test, or takes it away: all tests pass, and what they passed by is told."""
    builder.write("tests/test_known.py", KNOWN + ONE)
    builder.write("src/a.py", BETTER)
    builder.commit("what was there")
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    builder.write("tests/test_known.py", after or "")
    if after is None:
        (builder.folder / "tests/test_known.py").unlink()
    builder.write("tests/test_a.py", KNOWN + TWO)
    builder.write("src/a.py", "def one():\n    return 2\n")
    code, lines = builder.hand_over(*OWN, "tests/test_known.py")
    said = "as they were they fail with the work (1): tests/test_known.py"
    assert (code, [said in each for each in lines]) == (0, [True, False, False]), lines


@pytest.mark.req("SDD-27")
def test_a_test_added_to_those_that_were_there_is_no_change_of_them(builder: Builder):
    builder.write("tests/test_known.py", KNOWN + ONE)
    builder.write("src/a.py", BETTER)
    builder.commit("what was there")
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    builder.write("tests/test_known.py", f"{KNOWN}{ONE}    def test_kind(self): self.assertIs(type(one()), float)\n")
    builder.write("src/a.py", "def one():\n    return 1.0\n")
    code, lines = builder.hand_over(*OWN, "tests/test_known.py")
    assert (code, lines[0].startswith("SHOWN RED: ")) == (0, True), lines


@pytest.mark.req("SDD-27", "DEC-30")
def test_a_file_of_tests_that_could_not_be_loaded_without_the_change_has_asked_nothing(builder: Builder):
    """As pytest says it: none of its tests was run."""
    builder.command = "test -s src/a.py || { echo 'Interrupted: 1 error during collection'; exit 2; }"
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", BETTER)
    code, lines = builder.hand_over(*OWN)
    assert (code, lines[0].endswith("that they ask what it does is not shown")) == (0, True), lines


@pytest.fixture
def sent_back(builder: Builder) -> Builder:
    """Work that was shown once, and that a review sent back."""
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", FIRST)
    builder.commit("what was shown before")
    git(builder.folder, "update-ref", "refs/heads/main", "HEAD")
    builder.options = ["--repair"]
    return builder


@pytest.mark.req("SDD-27", "DEC-30")
def test_a_repair_that_changes_no_behaviour_is_told_as_that(sent_back: Builder):
    sent_back.write("src/a.py", BETTER)
    code, lines = sent_back.hand_over(*OWN)
    assert (code, len(lines)) == (0, 1), lines
    assert lines[0].startswith(
        "SHOWN REFACTOR: all tests pass before the repair and with it; RED and GREEN are not shown"
    )


@pytest.mark.req("SDD-27", "DEC-30", refused=True)
def test_a_repair_that_breaks_a_test_is_refused(sent_back: Builder):
    sent_back.write("src/a.py", "def one():\n    return 2\n")
    code, lines = sent_back.hand_over(*OWN)
    assert (code, any(line.startswith("SHOWN") for line in lines)) == (1, False), lines


@pytest.mark.req("SDD-27")
def test_a_repair_with_a_test_that_failed_without_it_shows_red(sent_back: Builder):
    sent_back.write("tests/test_a.py", SAYS_ONE.replace("one(), 1", "one(), 2"))
    sent_back.write("src/a.py", "def one():\n    return 2\n")
    code, lines = sent_back.hand_over(*OWN)
    assert "changed or took away" in lines.pop(0)
    assert [line.partition(":")[0] for line in lines] == ["SHOWN RED", "SHOWN GREEN and REFACTOR together"], lines
    assert code == 0


@pytest.mark.req("SDD-27", "DEC-30")
def test_a_repair_of_what_failed_claims_red_only_where_it_left_the_tests_alone(sent_back: Builder):
    sent_back.write("src/a.py", "def one():\n    return 2\n")
    sent_back.commit("broken by somebody")
    git(sent_back.folder, "update-ref", "refs/heads/main", "HEAD")
    sent_back.write("tests/test_a.py", SAYS_ONE.replace("one(), 1", "one(), 2"))
    code, lines = sent_back.hand_over(*OWN)
    assert "as they were they fail with the work" in lines[0]
    assert (code, "RED is not shown: they failed before it (1), and it changed them" in lines[1]) == (0, True), lines
    git(sent_back.folder, "reset", "-q", "--hard", "main")
    sent_back.write("src/a.py", BETTER)
    code, lines = sent_back.hand_over(*OWN)
    assert (code, lines[0]) == (0, "SHOWN RED: the tests that were there failed before the repair (1)"), lines


@pytest.mark.req("SDD-27", "DEC-30", refused=True)
def test_a_repair_that_weakens_a_test_is_told_as_that(sent_back: Builder):
    sent_back.write("tests/test_a.py", SAYS_ONE.replace("self.assertEqual(one(), 1)", "one()"))
    sent_back.write("src/a.py", "def one():\n    return 2\n")
    code, lines = sent_back.hand_over(*OWN)
    assert (code, "as they were they fail with the work (1): tests/test_a.py" in lines[0]) == (0, True), lines


@pytest.mark.req("SDD-27", "DEC-30", refused=True)
def test_a_repair_that_takes_a_test_away_is_told_as_that(sent_back: Builder):
    sent_back.write("tests/test_b.py", SAYS_ONE)
    sent_back.commit("another")
    git(sent_back.folder, "update-ref", "refs/heads/main", "HEAD")
    (sent_back.folder / "tests/test_b.py").unlink()
    sent_back.write("src/a.py", BETTER)
    code, lines = sent_back.hand_over(*OWN, "tests/test_b.py")
    assert (code, lines[0].endswith("test files that it took away: tests/test_b.py")) == (0, True), lines


def test_places_that_killed_checks_left_are_taken_away_and_those_in_use_are_not(
    builder: Builder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    beside = tmp_path / "project/.git/renkei"
    builder.folder = beside / "tree"
    git(tmp_path / "project", "worktree", "add", "-q", "--detach", str(builder.folder))
    monkeypatch.chdir(builder.folder)
    for name in ("left", "cut-off", "in-use", "young"):
        git(
            tmp_path / "project",
            "worktree",
            "add",
            "-q",
            "--lock",
            "--detach",
            str(beside / f"renkei-tests-{name}/base"),
        )
        if name != "young":
            os.utime(beside / f"renkei-tests-{name}", (0, 0))
    (beside / "renkei-tests-cut-off/base/.git").unlink()
    builder.write("tests/test_a.py", SAYS_ONE)
    builder.write("src/a.py", BETTER)
    with ProcessLock(beside / "renkei-tests-in-use/in-use"):
        os.utime(beside / "renkei-tests-in-use", (0, 0))
        assert builder.hand_over("src/a.py", "tests/test_a.py")[0] == 0
    assert {path.name for path in beside.iterdir()} == {"tree", "renkei-tests-in-use", "renkei-tests-young"}
    known = git(tmp_path / "project", "worktree", "list", "--porcelain")
    assert ("renkei-tests-left" in known, "renkei-tests-cut-off" in known) == (False, False)
