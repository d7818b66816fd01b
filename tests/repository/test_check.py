"""What cannot be run is said to be not run, and never counts as passed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from renkei.adapters.acp import PACKAGES
from scripts import check

INSTALL = check.ROOT / "scripts" / "install-clients"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A tree with that script alone; on its PATH is what every system has."""
    for folder in ("scripts", "bin"):
        (tmp_path / folder).mkdir()
    shutil.copy(INSTALL, tmp_path / "scripts")
    for name in ("sh", "cat", "dirname", "mkdir", "rm", "touch"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or name)
    return tmp_path


def installed(tree: Path) -> tuple[int, str]:
    script = [tree / "scripts" / "install-clients"]
    done = subprocess.run(script, env={"PATH": str(tree / "bin")}, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.strip().splitlines()[-1]


def test_without_npm_no_client_is_installed_and_it_says_so(bare: Path):
    assert installed(bare) == (5, "npm is missing: install Node.js 20 or newer with npm")


@pytest.mark.parametrize(
    ("npm", "said"),
    [
        ("exit 1", "npm could not install them"),
        ("exit 0", "codex-acp was installed and does not start: it needs Node.js 20 or newer"),
    ],
)
def test_what_npm_cannot_install_or_does_not_start_is_not_taken_for_installed(bare: Path, npm: str, said: str):
    (bare / "bin" / "npm").write_text(f"#!/bin/sh\n{npm}\n", "utf-8")
    (bare / "bin" / "npm").chmod(0o755)
    assert [installed(bare), installed(bare)] == [(5, said)] * 2


def test_every_client_that_renkei_starts_by_acp_is_installed_at_one_version():
    [line] = [line for line in INSTALL.read_text("utf-8").splitlines() if line.startswith("clients=")]
    assert {each.rpartition("@")[0] for each in line.split('"')[1].split()} >= {*PACKAGES.values()}


def test_teams_whose_clients_are_not_there_are_named_as_not_run(tmp_path: Path):
    stages = check.clients("npm is missing")
    assert check.run_stages(stages[1:], str(tmp_path)) == [], "nothing has passed"
    [said] = check.list_not_run(stages)
    assert "ACP teams NOT RUN" in said
    assert said.endswith("tests/clients/test_run_acp.py): npm is missing")
    assert check.list_not_run(check.clients("")) == []
