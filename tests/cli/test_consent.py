"""Whether code of a repository may be run is asked once, with what would run; a no is remembered like a yes."""

from pathlib import Path

import pytest

from tests.support.cli_run import Ran, on_a_terminal
from tests.support.run_project import git, made_repository

QUESTION = "Allow it for this repository?"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository whose tests leave a file behind when they are run."""
    folder = made_repository(tmp_path / "project")
    (folder / "test_it.py").write_text("def test_it():\n    open('was-run', 'w').close()\n", "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "a test")
    return folder


def review(project: Path, *words: str, typed: bytes) -> Ran:
    state = {"XDG_STATE_HOME": str(project.parent / "state"), "XDG_CACHE_HOME": str(project.parent / "cache")}
    return on_a_terminal("review", "--no-pager", *words, folder=project, typed=typed, env=state)


@pytest.mark.req("DEC-30", refused=True)
def test_a_no_is_remembered_until_the_person_says_exec(project: Path):
    asked = review(project, typed=b"n\n")
    assert (asked.out.count(QUESTION), "\r\n  pytest" in asked.out) == (1, True)
    again = review(project, typed=b"y\n")
    assert (QUESTION in again.out, "you said no for this repository" in again.out) == (False, True)
    assert not [*project.rglob("was-run")]
    assert QUESTION not in review(project, "--exec", typed=b"").out
    assert QUESTION in review(project, "--no-cache", typed=b"n\n").out


@pytest.mark.slow
def test_another_repository_is_asked_about_for_itself(project: Path, tmp_path: Path):
    review(project, typed=b"n\n")
    other = made_repository(tmp_path / "other")
    (other / "test_it.py").write_text("def test_it():\n    pass\n", "utf-8")
    assert QUESTION in review(other, typed=b"n\n").out
