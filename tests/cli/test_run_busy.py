"""Runs on a machine that has something else to do."""

import json
from pathlib import Path

import pytest

from tests.support.busy import busy
from tests.support.cli_run import REHEARSE, real
from tests.support.run_project import made_repository


@pytest.mark.req("DEC-32")
@pytest.mark.slow
def test_design_docs_loses_no_attempt_to_git(tmp_path: Path):
    """No task of it fails by itself, so whatever failed was Renkei's own."""
    project = made_repository(tmp_path / "project")
    with busy():
        for _ in range(30):
            ran = real("--json", "run", "design-docs", *REHEARSE, "--goal", "x", "--yes", folder=project)
            assert ran.code == 0, ran.err
            run = json.loads(ran.out)
            assert (run["state"], {each["attempt"] for each in run["dag"]}) == ("completed", {1}), ran.err
