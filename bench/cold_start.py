"""How long `renkei --version` and `--help` take beside `python -c pass`, and how many packages the core installs.

The commands take turns, so that a busy moment of the machine hits all of them; medians are compared.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

RENKEI = str(Path(sys.executable).parent / "renkei")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "renkei --version": [RENKEI, "--version"],
    "renkei --help": [RENKEI, "--help"],
}
GOALS = {"renkei --version": 4.0, "renkei --help": 8.0}
MOST_PACKAGES = 15


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=31, help="runs of each command (default 31)")
    parser.add_argument("--quick", action="store_true", help="15 runs of each command")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    args = parser.parse_args()
    medians = measure(15 if args.quick else args.runs)
    packages = sorted(closure("renkei"))
    base = medians["python -c pass"]
    ratios = {name: medians[name] / base for name in GOALS}
    met = all(ratios[name] <= goal for name, goal in GOALS.items()) and len(packages) <= MOST_PACKAGES
    if args.json:
        seconds = {name: round(value, 4) for name, value in medians.items()}
        rounded = {name: round(value, 2) for name, value in ratios.items()}
        print(json.dumps({"seconds": seconds, "ratios": rounded, "goals": GOALS, "packages": packages, "met": met}))
    else:
        print(f"{'python -c pass':<18}{base * 1000:>7.1f} ms")
        for name, goal in GOALS.items():
            print(f"{name:<18}{medians[name] * 1000:>7.1f} ms {ratios[name]:>6.1f} times, goal {goal:.0f}")
        print(f"{'core packages':<18}{len(packages):>7}            goal {MOST_PACKAGES}: {', '.join(packages)}")
    return 1 if args.check and not met else 0


def measure(runs: int) -> dict[str, float]:
    """The median time of each command in seconds, after one run that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RENKEI_"))}
    for turn in range(runs + 1):
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
            if turn:
                times[name].append(time.perf_counter() - started)
    return {name: statistics.median(values) for name, values in times.items()}


def closure(package: str) -> set[str]:
    """The package and all that installing it brings on this machine, without extras."""
    seen: set[tuple[str, str]] = set()
    todo = [(package, "")]
    while todo:
        name, extra = todo.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for need in map(Requirement, requires(name) or []):
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                todo += [(canonicalize_name(need.name), extra) for extra in ("", *need.extras)]
    return {name for name, _ in seen}


if __name__ == "__main__":
    sys.exit(main())
