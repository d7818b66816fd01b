"""A test cannot name a requirement that does not exist."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def collect(folder: Path, req: str) -> subprocess.CompletedProcess[str]:
    for name in ("conftest.py", "spec/requirements.toml"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text((ROOT / "tests" / name).read_text("utf-8"), "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = req\naddopts = -p no:schemathesis\n")
    (folder / "test_it.py").write_text(f"import pytest\n@pytest.mark.req({req!r})\ndef test_it(): ...\n")
    return subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=folder, capture_output=True, text=True)


def test_known_requirement_is_taken(tmp_path: Path):
    assert collect(tmp_path, "MSG-1").returncode == 0


def test_unknown_requirement_stops_the_run(tmp_path: Path):
    done = collect(tmp_path, "MSG-0")
    assert done.returncode == 4
    assert "test_it.py::test_it: unknown requirement MSG-0" in done.stderr
