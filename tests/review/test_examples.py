"""The examples for pipelines: they can be read, and the commands in them are ours."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from renkei.entrypoints.cli.parser import Parser
from renkei.entrypoints.cli.review_command import add_review_arguments
from renkei.kit.words import english

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "review").iterdir())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_commands_of_the_examples_are_understood(path: Path):
    text = path.read_text("utf-8")
    assert yaml.safe_load(text)
    parser = Parser(prog="renkei review", lang="en")
    add_review_arguments(parser, english)
    shown = re.findall(r"(?:run: |entry: |^ +)renkei review (.+?)(?: > .*| \|\| .*)?$", text, re.MULTILINE)
    parsed = [parser.parse_args(words.replace('"', "").split()) for words in shown]
    assert parsed
    assert all(each.base for each in parsed)


@pytest.mark.req("DEC-47")
@pytest.mark.parametrize(("verdict", "code"), [(0, 0), (1, 1), (5, 0), (2, 2)])
def test_the_workflow_fails_at_no_go_and_goes_on_when_something_was_not_looked_at(
    tmp_path: Path, verdict: int, code: int
):
    program = tmp_path / "renkei"
    program.write_text(f"#!/bin/sh\nexit {verdict}\n")
    program.chmod(0o755)
    workflow = yaml.safe_load((EXAMPLES[0].parent / "github-workflow.yml").read_text("utf-8"))
    [step] = [each["run"] for each in workflow["jobs"]["review"]["steps"] if "--format github" in each.get("run", "")]
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "BASE": "main"}
    ran = subprocess.run(["bash", "-e", "-c", step], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, "INCOMPLETE" in ran.stdout) == (code, verdict == 5)
