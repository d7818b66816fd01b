"""The job file of the public repository: what it runs, and that it agrees with what the package says of itself."""

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
WORKFLOW: dict[str, Any] = yaml.load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"), yaml.BaseLoader)  # noqa: S506 - all is text
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
JOB = WORKFLOW["jobs"]["test"]


def test_every_version_is_tested_on_linux_and_macos():
    matrix = JOB["strategy"]["matrix"]
    assert matrix == {"os": ["ubuntu-latest", "macos-latest"], "python": ["3.11", "3.12", "3.13", "3.14"]}
    assert JOB["runs-on"] == "${{ matrix.os }}"
    assert WORKFLOW["on"].keys() == {"push", "pull_request"}


def test_job_runs_what_a_developer_runs_with_the_version_it_names():
    python, *commands = [step for step in JOB["steps"] if not step.get("uses", "").startswith("actions/checkout@")]
    assert python["uses"].startswith("actions/setup-python@")
    assert python["with"] == {"python-version": "${{ matrix.python }}"}
    runs = [step["run"] for step in commands]
    assert (runs[0], runs[-2:]) == ("make demo", ["make test", "make test-stores"])
    assert "matrix.python" in runs[1]


def test_the_stores_and_teams_of_real_clients_are_tested_wherever_the_tests_are():
    lines = (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert lines[-3:] == ["make test", "make test-stores", "make test-clients"]


def test_the_clients_of_the_job_are_those_of_a_developer():
    steps = "\n".join(step.get("run", "") for step in WORKFLOW["jobs"]["clients"]["steps"])
    assert "scripts/install-clients\n" in steps
    assert "npm" not in steps


def test_job_may_only_read():
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_package_claims_no_version_that_is_not_tested():
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert claimed
    assert set(claimed) <= set(JOB["strategy"]["matrix"]["python"])
    assert PROJECT["requires-python"] == f">={min(claimed, key=lambda each: int(each.partition('.')[2]))}"
