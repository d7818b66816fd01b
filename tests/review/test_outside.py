"""What others have installed: the project's own linters, advisories, and analysers that are not there."""

import json
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from renkei.installed import install_command
from tests.support.review_project import Project, places


def install(folder: Path, name: str, answer: object, code: int = 0) -> None:
    """A program that gives its version, and else always the same answer."""
    folder.mkdir(parents=True, exist_ok=True)
    said = answer if isinstance(answer, str) else json.dumps(answer)
    (folder / f"{name}.answer").write_text(said)
    program = folder / name
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo "{name} 1.2.3"; exit; fi\ncat "$0.answer"; exit {code}\n'
    )
    program.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for programs that are on the path."""
    folder = tmp_path / "programs"
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


def analyser(document: Any, name: str) -> dict[str, Any]:
    return next(each for inspector in document["inspectors"] for each in inspector["analysers"] if each["name"] == name)


def test_a_linter_that_the_project_names_is_used_or_named_as_missing(project: Project, programs: Path):
    project.write({"run.sh": "echo $1\n"})
    assert analyser(project.document(), "shellcheck")["state"] == "nothing"
    project.write({".shellcheckrc": "\n"})
    document = project.document()
    assert (analyser(document, "shellcheck")["state"], document["inspectors"][0]["state"]) == ("missing", "partial")
    assert "shellcheck" in project.review().out
    found = {"file": "run.sh", "line": 1, "level": "warning", "code": 2086, "message": "Double quote"}
    install(programs, "shellcheck", {"comments": [found, {**found, "level": "style"}]}, code=1)
    document = project.document()
    assert places(document) == {("run.sh", 1, "shellcheck/SC2086")}
    assert analyser(document, "shellcheck")["version"] == "1.2.3"


def test_a_linter_whose_configuration_is_a_program_needs_consent(project: Project, programs: Path):
    project.write({"eslint.config.js": "export default [];\n", "a.js": "export var a = 1;\n"})
    message = {"ruleId": "no-var", "severity": 2, "line": 1, "message": "Unexpected var"}
    answer = [{"filePath": str(project.folder / "a.js"), "messages": [message, {**message, "severity": 1}]}]
    install(project.folder / "node_modules/.bin", "eslint", answer, code=1)
    assert analyser(project.document(), "eslint")["state"] == "skipped"
    assert project.places("--exec") == {("a.js", 1, "eslint/no-var")}


def test_a_linter_that_breaks_is_named(project: Project, programs: Path):
    project.write({".golangci.yml": "\n", "a.go": "package a\n", "mypy.ini": "[mypy]\n", "a.py": "A = 1\n"})
    install(programs, "golangci-lint", "no configuration", code=3)
    install(programs, "mypy", "a.py:1: error: Wrong  [assignment]\nb.py:1: error: Not ours  [x]\n", code=1)
    document = project.document("--exec")
    assert analyser(document, "golangci-lint")["state"] == "failed"
    assert "no configuration" in analyser(document, "golangci-lint")["reason"]
    assert places(document) == {("a.py", 1, "mypy/assignment")}


def test_advisories_are_asked_for_on_demand_alone(project: Project, programs: Path):
    project.write({"requirements.txt": "first==1.0\nsome_thing==2.0\n"})
    assert analyser(project.document(), "pip-audit")["state"] == "skipped"
    assert "--online" in project.review().out
    assert analyser(project.document("--online"), "pip-audit")["state"] == "missing"
    weakness = {"id": "PYSEC-1", "fix_versions": ["2.1"]}
    answer = {"dependencies": [{"name": "some-thing", "version": "2.0", "vulns": [weakness]}, {"name": "first"}]}
    install(programs, "pip-audit", answer, code=1)
    document = project.document("--online")
    assert places(document) == {("requirements.txt", 2, "advisories/PYSEC-1")}
    assert "2.1" in document["findings"][0]["message"]


def test_analysers_that_are_not_installed_are_named(project: Project, monkeypatch: pytest.MonkeyPatch, programs: Path):
    monkeypatch.setattr(sysconfig, "get_path", lambda name: "/nowhere")  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    project.write({"tool.py": "def calculate(text: str) -> object:\n    return eval(text)\n"})
    document = project.document()
    assert analyser(document, "ruff") == {
        "name": "ruff",
        "version": None,
        "state": "missing",
        "files": 1,
        "reason": f"ruff is not installed. Type: {install_command('review')}",
    }
    states = {each["name"]: each["state"] for each in document["inspectors"]}
    assert (states["security"], states["complexity"], states["documents"]) == ("partial", "missing", "done")
    assert places(document) == {("tool.py", 2, "bandit/B307")}
