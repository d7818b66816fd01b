"""Whether Python has the module that a test command wants it to run."""

from pathlib import Path

import pytest

from renkei.workspace.shell import find_missing_module


@pytest.mark.req("SDD-27", refused=True)
@pytest.mark.parametrize("command", ["python3 -m no_such_runner -q", "python3 -B -Wd -m no_such_runner.main tests"])
def test_a_module_that_python_does_not_have_is_named(tmp_path: Path, command: str):
    assert find_missing_module(command, tmp_path) == "no_such_runner"


@pytest.mark.req("SDD-27")
@pytest.mark.parametrize(
    "command",
    [
        "python3 -B -m unittest discover -s tests",
        "python3 -m of_the_project",
        "python3 -m of_src.main",
        "python3 run_tests.py -m slow",
        "pytest -m no_such_mark",
        "uv run python -m no_such_runner",
        ".venv/bin/python -m no_such_runner",
        "python3 -m 'no_such_runner",
        "python3 -m",
        "",
    ],
)
def test_what_is_there_or_cannot_be_told_is_not_named(tmp_path: Path, command: str):
    (tmp_path / "of_the_project.py").write_text("")
    (tmp_path / "src/of_src").mkdir(parents=True)
    assert find_missing_module(command, tmp_path) is None


@pytest.mark.req("DEC-30", refused=True)
def test_nothing_of_the_folder_is_run_to_find_that_out(tmp_path: Path):
    for name in ("sitecustomize", "importlib", "types", "contextlib"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')\n")
    find_missing_module("python3 -m no_such_runner", tmp_path)
    assert not (tmp_path / "ran").exists()
