"""Runs what has to hold, step by step, and stops at the first step that fails. The time of each is shown at the end."""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable


@dataclass(frozen=True, kw_only=True)
class Step:
    """One command and the name that it is known by."""

    name: str
    command: list[str]


PYTEST = [PYTHON, "-m", "pytest", "-n", "auto", "--hypothesis-profile=ci"]
RECORD = "build/junit.xml"
"""What `make conformance` takes the results from."""


def tree_name() -> str:
    """The commit that the tree is, for the page of conformance; a tree that is none has no name."""
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return commit.stdout.strip() if not changed.stdout else "changed"


STEPS = [
    Step(name="lint", command=["ruff", "check", "."]),
    Step(name="format", command=["ruff", "format", "--check", "."]),
    Step(name="types", command=["basedpyright"]),
    Step(name="imports", command=["lint-imports", "--no-logo"]),
    Step(name="conformance", command=[PYTHON, "scripts/conformance.py", "--check"]),
    Step(name="reference", command=[PYTHON, "scripts/reference.py", "--check"]),
    Step(name="forms", command=[PYTHON, "scripts/forms.py", "--check"]),
    Step(name="docs", command=[PYTHON, "scripts/docs.py"]),
    Step(name="review", command=["renkei", "review", "--no-exec"]),
    Step(name="tests", command=[*PYTEST, "-m", "not slow"]),
]

FULL = [
    *STEPS[:-1],
    Step(name="all tests", command=[*PYTEST, "--cov", f"--junitxml={RECORD}", "-o", f"junit_suite_name={tree_name()}"]),
    Step(name="cold start", command=[PYTHON, "bench/cold_start.py", "--quick", "--check"]),
    Step(name="hook", command=[PYTHON, "bench/hook.py", "--quick", "--check"]),
    Step(name="references", command=[PYTHON, "bench/references.py", "--check"]),
    Step(name="claims", command=[PYTHON, "bench/claims.py", "--check"]),
    Step(name="review times", command=[PYTHON, "bench/review.py", "--check"]),
    Step(name="evidence", command=[PYTHON, "-m", "scripts.evidence", "--check"]),
    Step(name="fresh install", command=[PYTHON, "scripts/fresh.py"]),
]


def main() -> int:
    """Run the steps; 0 when all passed, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="the slow tests, the benchmarks and a fresh install too")
    steps = FULL if parser.parse_args().full else STEPS
    times: list[tuple[str, float]] = []
    failed = None
    for step in steps:
        print(f"\n── {step.name} ──", flush=True)
        started = time.monotonic()
        passed = run(step)
        times.append((step.name, time.monotonic() - started))
        if not passed:
            failed = step
            break
    print()
    for name, seconds in times:
        print(f"{name:<15}{seconds:>7.1f} s  {'FAILED' if failed and failed.name == name else 'ok'}")
    print(f"{'all':<15}{sum(seconds for _, seconds in times):>7.1f} s")
    if failed:
        print(f"\n{failed.name} failed: {' '.join(failed.command)}")
    return 1 if failed else 0


def run(step: Step) -> bool:
    """Run one step with the tools of this environment first on PATH; its output goes straight through."""
    path = f"{Path(PYTHON).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return subprocess.run(step.command, cwd=ROOT, env=os.environ | {"PATH": path}).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
