"""Runs what has to hold, stage by stage, and stops after the first stage in which something fails.

The steps of a stage run at the same time, as many as there are processors: the type checker and most others use one.
The times of all are shown at the end. Without `--full` temporary files are in memory, where the system has a folder for
that: the tests end processes, not machines, and waiting for the disk at each commit is most of what they wait for.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable


@dataclass(frozen=True, kw_only=True)
class Step:
    """One command and the name that it is known by. One that shows how far it is writes straight to the terminal."""

    name: str
    command: list[str]
    is_watched: bool = False
    lack: str = ""
    """Why it cannot be run here: that is told, and it does not count as passed."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a step ended."""

    step: Step
    passed: bool
    seconds: float


Stage = Sequence[Step]

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - only folders of our own are made in it
ENOUGH = 4 * 2**30
"""Bytes that have to be free there; all tests leave a quarter of that."""

WORKERS = 2 * (os.cpu_count() or 1)
"""A test that starts processes or lets a deadline pass waits for half of its time: another one computes meanwhile."""

PYTEST = [PYTHON, "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal"]
QUICKLY = [*PYTEST, "--hypothesis-profile=quick"]
THOROUGHLY = [*PYTEST, "--hypothesis-profile=ci"]
RECORD = "build/junit.xml"
"""What `make conformance` takes the results from."""


def tree_name() -> str:
    """The commit that the tree is, for the page of conformance; a tree that is none has no name."""
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return commit.stdout.strip() if not changed.stdout else "changed"


def recorded_tests() -> Step:
    """Every test, with the record."""
    record = [f"--junitxml={RECORD}", "-o", f"junit_suite_name={tree_name()}"]
    return Step(name="all tests", command=[*THOROUGHLY, *record], is_watched=True)


READ: Stage = [
    Step(name="conformance", command=[PYTHON, "scripts/conformance.py", "--check"]),
    Step(name="reference", command=[PYTHON, "scripts/reference.py", "--check"]),
    Step(name="review", command=["renkei", "review", "--no-exec"]),
    Step(name="lint", command=["ruff", "check", "."]),
    Step(name="format", command=["ruff", "format", "--check", "."]),
    Step(name="imports", command=["lint-imports", "--no-logo"]),
    Step(name="forms", command=[PYTHON, "scripts/forms.py", "--check"]),
    Step(name="docs", command=[PYTHON, "scripts/docs.py"]),
]
TYPES = Step(name="types", command=["basedpyright"])
TESTS = Step(name="tests", command=[*QUICKLY, "-m", "not slow and not stores"], is_watched=True)
STORES = Step(name="stores", command=[*QUICKLY, "-m", "stores and not slow"], is_watched=True)
CLIENTS = ROOT / ".tools" / "clients" / "node_modules" / ".bin"
"""Where scripts/install-clients puts those of npm."""
REAL = [PYTHON, "-m", "pytest", "-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
"""A real client computes by itself: no more of them than there are processors."""
TEAMS = [f"tests/clients/test_team_{name}.py" for name in ("design_docs", "spec_review")]
ACP_TEAMS = "tests/clients/test_run_acp.py"
COVERAGE = Step(name="coverage", command=[*QUICKLY, "--cov", "-m", "not slow and not stores"], is_watched=True)
"""By itself: tracing takes a test two to three times as long, and what is measured or bounded in time is off."""
MEASUREMENTS: Stage = [
    Step(name="cold start", command=[PYTHON, "bench/cold_start.py", "--quick", "--check"]),
    Step(name="hook", command=[PYTHON, "bench/hook.py", "--quick", "--check"]),
    Step(name="references", command=[PYTHON, "bench/references.py", "--check"]),
    Step(name="claims", command=[PYTHON, "bench/claims.py", "--check"]),
    Step(name="review times", command=[PYTHON, "bench/review.py", "--check"]),
    Step(name="evidence", command=[PYTHON, "-m", "scripts.evidence", "--check"]),
    Step(name="fresh install", command=[PYTHON, "scripts/fresh.py"]),
]


def daily() -> list[Stage]:
    return [READ, [TYPES, TESTS]]


def stores() -> list[Stage]:
    return [[STORES]]


def clients(lack: str) -> list[Stage]:
    """Teams of real clients against a fake model. Claude Code comes with the development tools, those of ACP from npm:
    `lack` says why they are not there. One after the other, for what hangs in them is found by the clock."""
    teams = Step(name="Claude teams", command=[*REAL, *TEAMS], is_watched=True)
    return [[teams], [Step(name="ACP teams", command=[*REAL, ACP_TEAMS], is_watched=True, lack=lack)]]


def install_clients() -> str:
    """Why those of npm could not be installed; empty where they are there."""
    done = subprocess.run([ROOT / "scripts" / "install-clients"], stderr=subprocess.PIPE, text=True)
    print(done.stderr, end="", flush=True)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["?"])[-1]


def full() -> list[Stage]:
    """Each measurement is a stage of its own: nothing else computes meanwhile."""
    return [READ, [TYPES, recorded_tests()], *([each] for each in MEASUREMENTS)]


def main() -> int:
    """Run the stages; 0 when all passed, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--stores", action="store_true", help="instead: the suites of the hub on SQLite and PostgreSQL")
    either.add_argument("--clients", action="store_true", help="instead: teams of real clients, against a fake model")
    either.add_argument("--coverage", action="store_true", help="instead: what the tests run, child processes included")
    either.add_argument("--full", action="store_true", help="all tests, the benchmarks and a fresh install too")
    options = parser.parse_args()
    others: dict[str, Callable[[], list[Stage]]] = {
        "full": full,
        "stores": stores,
        "clients": lambda: clients(install_clients()),
        "coverage": lambda: [[COVERAGE]],
    }
    [stages] = [make() for name, make in others.items() if getattr(options, name)] or [daily()]
    started = time.monotonic()
    with nullcontext(tempfile.gettempdir()) if options.full else folder_in_memory() as folder:
        ran = run_stages(stages, folder)
    print()
    for each in ran:
        print(f"{each.step.name:<15}{each.seconds:>7.1f} s  {'ok' if each.passed else 'FAILED'}")
    print(f"{'all':<15}{time.monotonic() - started:>7.1f} s")
    for line in list_not_run(stages):
        print(line)
    failed = [each.step for each in ran if not each.passed]
    for step in failed:
        print(f"\n{step.name} failed: {' '.join(step.command)}")
    return 1 if failed else 0


@contextmanager
def folder_in_memory() -> Generator[str]:
    """Where the steps put their temporary files: in memory, or on the disk as ever."""
    if not has_room(IN_MEMORY):
        yield tempfile.gettempdir()
        return
    with tempfile.TemporaryDirectory(prefix="renkei-check-", dir=IN_MEMORY, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # some tests become another user
        yield folder


def has_room(folder: Path) -> bool:
    """Whether it may be used for programs, too, as some tests write them, and is large enough."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return not found.f_flag & os.ST_NOEXEC and found.f_bavail * found.f_frsize >= ENOUGH


def run_stages(stages: Sequence[Stage], temporary: str) -> list[Ran]:
    """What was run, up to the end of the first stage in which something failed."""
    ran: list[Ran] = []
    for stage in stages:
        stage = [step for step in stage if not step.lack]
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            ran += [each.result() for each in as_completed([pool.submit(run, step, temporary) for step in stage])]
        if not all(each.passed for each in ran):
            break
    return ran


def list_not_run(stages: Sequence[Stage]) -> list[str]:
    """What nobody knows to pass, said as plainly as what failed."""
    lacking = [step for stage in stages for step in stage if step.lack]
    return [f"\n{step.name} NOT RUN ({' '.join(step.command)}): {step.lack}" for step in lacking]


def run(step: Step, temporary: str) -> Ran:
    """Run one step with the tools of this environment first on PATH; behind them the clients that a step is about."""
    own = [Path(PYTHON).parent, *([CLIENTS] if ACP_TEAMS in step.command else [])]
    path = os.pathsep.join([*map(str, own), os.environ.get("PATH", "")])
    started = time.monotonic()
    if step.is_watched:
        print(f"── {step.name} ──", flush=True)
    done = subprocess.run(
        step.command,
        cwd=ROOT,
        env=os.environ | {"PATH": path, "TMPDIR": temporary},
        stdout=None if step.is_watched else subprocess.PIPE,
        stderr=None if step.is_watched else subprocess.STDOUT,
    )
    seconds = time.monotonic() - started
    if not step.is_watched:
        print(f"── {step.name} ──\n{done.stdout.decode(errors='replace')}", end="", flush=True)
    return Ran(step=step, passed=done.returncode == 0, seconds=seconds)


if __name__ == "__main__":
    sys.exit(main())
