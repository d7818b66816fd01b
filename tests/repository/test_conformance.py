"""The conformance page says what a run of the tests said, for a commit, and no mark is lost."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import conformance
from scripts.conformance import Area, BadMark, Mark, RunRecord
from tests.support.marks import first_quick

AREAS = [
    Area(
        name="X",
        title="an area",
        requirements={"X-1": "one | thing", "X-2": "two " * 100, "X-3": "three"},
        must=frozenset({"X-1"}),
    )
]
COMMIT = "0123456789" * 4

REQUIREMENTS = """
[A]
title = "an area"
must = ["A-must", "A-allowed-only", "A-refused-only", "A-refusal-fails"]
A-passed = "p"
A-failed = "f"
A-skipped = "s"
A-case-skipped = "one case of several"
A-expected-to-fail = "x"
A-teardown = "t"
A-half = "one of two tests is skipped"
A-gap = "g"
A-must = "m"
A-allowed-only = "a"
A-refused-only = "r"
A-refusal-fails = "rf"
A-none = "n"
"""

TESTS = """
import pytest

@pytest.fixture
def broken():
    yield
    raise OSError("teardown")

class TestIt:
    @pytest.mark.slow
    @pytest.mark.req("A-passed", "A-half", "A-gap")
    def test_passes(self): ...

@pytest.mark.req("A-failed")
def test_fails(): assert False

@pytest.mark.req("A-failed")
def test_of_what_fails_that_passes(): ...

@pytest.mark.req("A-skipped", "A-half")
@pytest.mark.skip
def test_is_skipped(): ...

@pytest.mark.req("A-case-skipped")
@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.skip)])
def test_cases(n): ...

@pytest.mark.req("A-expected-to-fail")
@pytest.mark.xfail
def test_is_expected_to_fail(): assert False

@pytest.mark.req("A-teardown")
def test_teardown(broken): ...

@pytest.mark.req("A-must", "A-allowed-only", "A-refusal-fails")
def test_allowed(): ...

@pytest.mark.req("A-must", "A-refused-only", refused=True)
def test_refused(): ...

@pytest.mark.req("A-refusal-fails", refused=True)
def test_refusal_fails(): assert False

def test_without_a_mark(): assert False
"""


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


def write_project(folder: Path, tests: str = TESTS) -> Path:
    (folder / "docs").mkdir()
    (folder / "tests" / "spec").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\nmarkers = ["req", "slow"]\n'
        'addopts = ["--import-mode=importlib", "-p", "no:schemathesis"]\n'
    )
    (folder / ".gitignore").write_text("__pycache__/\n.pytest_cache/\n.hypothesis/\n")
    (folder / "tests" / "conftest.py").write_text((conformance.ROOT / "tests" / "conftest.py").read_text("utf-8"))
    (folder / "tests" / "spec" / "requirements.toml").write_text(REQUIREMENTS)
    (folder / "tests" / "spec" / "gaps.toml").write_text('A-gap = "the rest"\n')
    (folder / "tests" / "test_x.py").write_text(tests)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    return folder


@pytest.fixture(scope="module", autouse=True)
def no_workers() -> Iterator[None]:
    """Of pytest within pytest: it runs the few tests itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "0")
        yield


@pytest.fixture(scope="module")
def after_a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = write_project(tmp_path_factory.mktemp("project"))
    assert conformance.main(["--run"], project) == 1, "a test failed"
    return project


def read_page(project: Path) -> str:
    return (project / "docs" / "conformance.md").read_text("utf-8")


def state_of(page: str, req: str) -> str:
    row = next(line for line in page.splitlines() if line.startswith(f"| {req} |"))
    return row.removesuffix(" |").rsplit(" | ", 1)[1]


def copy_project(project: Path, folder: Path) -> Path:
    git(folder, "clone", "-q", str(project), "copy")
    (folder / "copy" / "docs").mkdir()
    (folder / "copy" / "docs" / "conformance.md").write_text(read_page(project))
    return folder / "copy"


def marks_of(source: str, folder: Path) -> list[Mark]:
    tests = folder / "tests"
    tests.mkdir(exist_ok=True)
    (tests / "test_x.py").write_text(source)
    return conformance.find_marks(folder)


def test_page_of_this_repository_agrees_with_its_marks(capsys: pytest.CaptureFixture[str]):
    assert conformance.main(["--check"]) == 0, capsys.readouterr().out


@pytest.mark.req("DEC-50")
def test_page_names_the_commit_of_the_run_and_what_came_of_it(after_a_run: Path):
    page = read_page(after_a_run)
    assert f"at commit `{git(after_a_run, 'rev-parse', 'HEAD')}`:\n4 passed, 4 failed, 2 skipped.\n" in page
    assert "`test_x.py::TestIt::test_passes`: passed" in page
    assert "`test_x.py::test_fails`: failed<br>" in page
    assert "`test_x.py::test_is_skipped`: skipped" in page
    assert "`test_x.py::test_refused` (refused): passed" in page
    assert "test_without_a_mark" not in page
    assert page.splitlines()[2] == "2 of 13 requirements are shown by tests, 4 in part, 6 not shown, 1 not yet tested."


@pytest.mark.req("DEC-50")
@pytest.mark.parametrize(
    ("req", "state"),
    [
        ("A-passed", "shown"),
        ("A-must", "shown"),
        ("A-gap", "in part: the rest"),
        ("A-none", "not yet"),
    ],
)
def test_what_the_run_showed_counts(after_a_run: Path, req: str, state: str):
    assert state_of(read_page(after_a_run), req) == state


@pytest.mark.req("DEC-50", refused=True)
@pytest.mark.parametrize(
    ("req", "state"),
    [
        ("A-failed", "not shown: 1 failed"),
        ("A-skipped", "not shown: 1 skipped"),
        ("A-case-skipped", "not shown: 1 skipped"),
        ("A-expected-to-fail", "not shown: 1 failed"),
        ("A-teardown", "not shown: 1 failed"),
        ("A-half", "in part: 1 skipped"),
        ("A-allowed-only", "in part: no test of what is refused"),
        ("A-refused-only", "in part: no test of what is allowed"),
        ("A-refusal-fails", "not shown: 1 failed"),
    ],
)
def test_what_failed_was_skipped_or_refuses_nothing_is_not_shown(after_a_run: Path, req: str, state: str):
    assert state_of(read_page(after_a_run), req) == state


@pytest.mark.req("DEC-50", refused=True)
def test_mark_that_came_after_the_run_is_told_and_then_stands_as_not_run(
    after_a_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    project = copy_project(after_a_run, tmp_path)
    assert conformance.main(["--check"], project) == 0
    with (project / "tests" / "test_x.py").open("a") as tests:
        tests.write('\n@pytest.mark.req("A-none", "A-passed")\ndef test_new(): ...\n')
    capsys.readouterr()
    assert conformance.main(["--check"], project) == 1
    assert "docs/conformance.md is stale: run `make conformance`" in capsys.readouterr().out
    assert conformance.main([], project) == 0
    page = read_page(project)
    assert "4 passed, 4 failed, 2 skipped; 1 not run: they came or changed later." in page
    assert state_of(page, "A-none") == "not shown: 1 not run"
    assert state_of(page, "A-passed") == "in part: 1 not run"
    assert state_of(page, "A-must") == "shown", "the results of the run are kept"
    assert conformance.main(["--check"], project) == 0


@pytest.mark.req("DEC-50", refused=True)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("tests/test_x.py", '"A-refused-only", refused=True', '"A-refused-only"'),
        ("tests/test_x.py", '"A-must", "A-allowed-only"', '"A-must"'),
        ("tests/test_x.py", "def test_allowed", "def test_renamed"),
        ("tests/test_x.py", "def test_allowed(): ...", "def test_allowed(): pass"),
        ("tests/test_x.py", '@pytest.mark.parametrize("n", [1,', '@pytest.mark.parametrize("n", [3,'),
        ("tests/spec/requirements.toml", 'must = ["A-must", ', "must = ["),
        ("tests/spec/requirements.toml", 'A-none = "n"\n', ""),
        ("tests/spec/gaps.toml", "the rest", "less"),
        ("docs/conformance.md", "| in part: the rest |", "| shown |"),
        ("docs/conformance.md", "A requirement is shown", "Everything is shown"),
    ],
)
def test_page_that_does_not_agree_is_told(after_a_run: Path, tmp_path: Path, file: str, old: str, new: str):
    project = copy_project(after_a_run, tmp_path)
    text = (project / file).read_text("utf-8")
    assert old in text
    (project / file).write_text(text.replace(old, new))
    assert conformance.main(["--check"], project) == 1


@pytest.mark.req("DEC-50", refused=True)
def test_tree_that_is_no_commit_gets_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    project = write_project(tmp_path)
    (project / "tests" / "test_x.py").write_text(f"{TESTS}# changed\n")
    assert conformance.main(["--run"], project) == 1
    assert capsys.readouterr().out.startswith("the tree differs from its commit (tests/test_x.py): commit first")
    git(project, "checkout", "-q", ".")
    (project / "new.py").write_text("")
    assert conformance.main(["--run"], project) == 1
    assert not (project / "docs" / "conformance.md").exists()


@pytest.mark.req("DEC-50", refused=True)
def test_run_that_did_not_come_to_its_tests_gets_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    project = write_project(tmp_path, f"{TESTS}\nimport nothing_of_that_name\n")
    assert conformance.main(["--run"], project) == 1
    assert "pytest did not run 10 marked tests (tests/test_x.py::TestIt::test_passes)" in capsys.readouterr().out
    assert not (project / "docs" / "conformance.md").exists()


def write_record(project: Path, name: str) -> None:
    """What a run of all tests leaves, with everything passed."""
    tests = conformance.tests_of(conformance.find_marks(project))
    cases = [f'<testcase classname="{where}" name="{what}"/>' for where, what in map(conformance.junit_name, tests)]
    record = project / conformance.RECORD
    record.parent.mkdir(exist_ok=True)
    record.write_text(f'<testsuites><testsuite name="{name}">{"".join(cases)}</testsuite></testsuites>', "utf-8")


@pytest.mark.req("DEC-50")
def test_results_of_a_run_of_all_tests_of_this_commit_are_taken(tmp_path: Path):
    project = write_project(tmp_path)
    (project / ".git" / "info" / "exclude").write_text("build/\n")
    write_record(project, conformance.read_git(project, "rev-parse", "HEAD").strip())
    assert conformance.main(["--run"], project) == 0
    assert "`test_x.py::test_fails`: passed" in read_page(project)


@pytest.mark.req("DEC-50", refused=True)
@pytest.mark.slow
def test_results_of_another_commit_are_not_taken(tmp_path: Path):
    project = write_project(tmp_path)
    (project / ".git" / "info" / "exclude").write_text("build/\n")
    write_record(project, "changed")
    assert conformance.main(["--run"], project) == 1
    assert "`test_x.py::test_fails`: failed" in read_page(project)


@pytest.mark.req("DEC-50", refused=True)
def test_page_is_no_witness_of_a_run_that_was_not(
    after_a_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Neither of a commit that this history does not have, nor of a test that the commit does not have."""
    project = copy_project(after_a_run, tmp_path)
    page = read_page(project)
    (project / "docs" / "conformance.md").write_text(page.replace(git(project, "rev-parse", "HEAD"), COMMIT))
    assert conformance.main(["--check"], project) == 1
    with (project / "tests" / "test_x.py").open("a") as tests:
        tests.write('\n@pytest.mark.req("A-none")\ndef test_new(): ...\n')
    forged = page.replace("| n |  | not yet |", "| n | `test_x.py::test_new`: passed | shown |")
    assert forged != page
    (project / "docs" / "conformance.md").write_text(forged)
    assert conformance.main([], project) == 0
    assert state_of(read_page(project), "A-none") == "not shown: 1 not run"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{project}", "shallow")
    (tmp_path / "shallow" / "docs").mkdir()
    (tmp_path / "shallow" / "docs" / "conformance.md").write_text(
        page.replace(git(project, "rev-parse", "HEAD"), COMMIT)
    )
    capsys.readouterr()
    assert conformance.main(["--check"], tmp_path / "shallow") == 1
    assert "git fetch --unshallow" in capsys.readouterr().out


@pytest.mark.req("DEC-50", refused=True)
def test_page_of_two_runs_tells_of_none(after_a_run: Path, tmp_path: Path):
    project = copy_project(after_a_run, tmp_path)
    page = read_page(project)
    mine = git(after_a_run, "rev-parse", "HEAD")
    merged = f"<<<<<<< ours\n{page}=======\n{page.replace(mine, COMMIT)}>>>>>>> theirs\n"
    (project / "docs" / "conformance.md").write_text(merged)
    assert conformance.main([], project) == 0
    assert "were not run for this page" in read_page(project)
    assert read_page(project).splitlines()[2].startswith("0 of 13 requirements are shown")


def test_marks_of_module_class_and_test_all_count(tmp_path: Path):
    source = """
import pytest
pytestmark = [pytest.mark.req("X-1")]
@pytest.mark.req("X-2")
class TestIt:
    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.req("X-3"))])
    async def test_a(self): ...
@pytest.mark.req("X-2", "X-3")
def test_b(): ...
"""
    assert marks_of(source, tmp_path) == [
        *(Mark(req=req, test="tests/test_x.py::TestIt::test_a") for req in ("X-1", "X-2", "X-3")),
        *(Mark(req=req, test="tests/test_x.py::test_b") for req in ("X-1", "X-2", "X-3")),
    ]


def test_what_a_test_says_of_itself_beats_its_module(tmp_path: Path):
    source = """
pytestmark = pytest.mark.req("X-1")
@pytest.mark.req("X-1", refused=True)
def test_a(): ...
@pytest.mark.req("X-1")
@pytest.mark.req("X-1", refused=True)
def test_both(): ...
"""
    assert marks_of(source, tmp_path) == [
        Mark(req="X-1", test="tests/test_x.py::test_a", refused=True),
        Mark(req="X-1", test="tests/test_x.py::test_both"),
        Mark(req="X-1", test="tests/test_x.py::test_both", refused=True),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "req = pytest.mark.req",
        "cases = [pytest.param(1, marks=pytest.mark.req('X-1'))]",
        "@pytest.mark.req('X-1')\ndef helper(): ...",
        "@pytest.mark.req(ID)\ndef test_a(): ...",
        "@pytest.mark.req\ndef test_a(): ...",
        "from pytest import mark\nreq = mark.req('X-1')",
        "@pytest.mark.req('X-1', refused=False)\ndef test_a(): ...",
        "@pytest.mark.req('X-1', allowed=True)\ndef test_a(): ...",
        "@pytest.mark.req('X-1', **KINDS)\ndef test_a(): ...",
    ],
)
def test_mark_that_would_be_lost_is_an_error(source: str, tmp_path: Path):
    with pytest.raises(BadMark, match=r"tests/test_x\.py:"):
        marks_of(source, tmp_path)


@pytest.mark.parametrize(
    ("mark", "told"),
    first_quick(
        [
            ('"A-passed", refuse=True', "a req mark takes ids and `refused=True`"),
            ('"A-unknown"', "unknown requirement A-unknown"),
        ]
    ),
)
def test_mark_that_cannot_be_counted_ends_every_run_of_the_tests(tmp_path: Path, mark: str, told: str):
    project = write_project(tmp_path, f"import pytest\n@pytest.mark.req({mark})\ndef test_a(): ...\n")
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=project, capture_output=True, text=True
    )
    assert ended.returncode == 4
    assert told in ended.stderr


def test_page_is_cut_to_what_can_be_read():
    marks = [
        Mark(req="X-1", test="b"),
        Mark(req="X-1", test="a", refused=True),
        Mark(req="X-1", test="b"),
        Mark(req="X-2", test="a"),
    ]
    run = RunRecord(commit=COMMIT, results={"a": "passed", "b": "passed"})
    page = conformance.render(AREAS, {"X-2": "no faults"}, marks, run)
    assert page.splitlines()[-3:] == [
        "| X-1 | must | one \\| thing | `b`: passed<br>`a` (refused): passed | shown |",
        f"| X-2 |  | {'two ' * 27}… | `a`: passed | in part: no faults |",
        "| X-3 |  | three |  | not yet |",
    ]


def test_unknown_requirement_is_an_error():
    with pytest.raises(BadMark, match="'X-9' is not in"):
        conformance.render(AREAS, {}, [Mark(req="X-9", test="a")], RunRecord())


def test_gap_without_a_test_is_an_error():
    with pytest.raises(BadMark, match="'X-1' is unknown or has no test"):
        conformance.render(AREAS, {"X-1": "all of it"}, [], RunRecord())


def test_gap_that_says_nothing_is_an_error(tmp_path: Path):
    (tmp_path / "tests" / "spec").mkdir(parents=True)
    (tmp_path / "tests" / "spec" / "gaps.toml").write_text('X-1 = " "\n')
    with pytest.raises(BadMark, match="X-1 says nothing"):
        conformance.read_gaps(tmp_path)


def test_must_of_an_unknown_requirement_is_an_error(tmp_path: Path):
    (tmp_path / "tests" / "spec").mkdir(parents=True)
    (tmp_path / "tests" / "spec" / "requirements.toml").write_text('[A]\ntitle = "a"\nmust = ["A-2"]\nA-1 = "one"\n')
    with pytest.raises(BadMark, match="must of A names 'A-2'"):
        conformance.read_areas(tmp_path)
