"""How long `renkei review` takes on this repository, cold and from its cache, beside its analysers one after another;
and `--base` on a change of ten files, beside the slowest analyser that has to look at more than these.

No code of the repository is run. The analysers are given what the inspectors give them, each on its own.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from renkei.review.analysers.base import Absent
from renkei.review.config import load_config
from renkei.review.inspectors import make_inspectors
from renkei.review.target import open_target

ROOT = Path(__file__).parent.parent
RENKEI = str(Path(sys.executable).parent / "renkei")
GOALS = {"cold": 1.2, "cached": 0.35, "one file changed": 0.6}
"""Times the analysers one after another."""

CHANGE_GOALS = {"ten files changed": 1.5}
"""Times the slowest of the analysers that look at the whole tree, or at what depends on the change."""


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    args = parser.parse_args()
    alone, slowest = one_after_another()
    together = sum(alone.values())
    seconds = {**reviews(), **changes()}
    goals = {**GOALS, **CHANGE_GOALS}
    ratios = {name: seconds[name] / (together if name in GOALS else slowest) for name in goals}
    met = all(ratios[name] <= goal for name, goal in goals.items())
    measured = {**seconds, "one after another": together, "slowest of the tree": slowest}
    if args.json:
        rounded = {name: round(value, 2) for name, value in measured.items()}
        print(json.dumps({"seconds": rounded, "ratios": ratios, "goals": goals, "met": met}))
    else:
        for name, value in sorted(alone.items(), key=lambda pair: -pair[1]):
            print(f"  {name:<28}{value:>7.2f} s")
        for name, value in measured.items():
            goal = f"{ratios[name]:>6.2f} times, goal {goals[name]:.2f}" if name in goals else ""
            print(f"{name:<30}{value:>7.2f} s {goal}".rstrip())
    return 1 if args.check and not met else 0


def one_after_another() -> tuple[dict[str, float], float]:
    """The seconds of each analyser of each inspector that has something to look at; and the most that one took whose
    findings depend on more than a file."""
    config = load_config(ROOT)
    times: dict[str, float] = {}
    slowest = 0.0
    for inspector in make_inspectors(execute=False, online=False, disabled=config.disable):
        for analyser in inspector.analysers:
            target = open_target(ROOT, exclude=config.exclude)
            inputs = analyser.input_files(target)
            if not inputs or isinstance(analyser.version(target), Absent):
                continue
            started = time.perf_counter()
            list(analyser.run(target, inputs, config.limits[""]))
            took = times[f"{inspector.name}: {analyser.name}"] = time.perf_counter() - started
            slowest = max(slowest, took if analyser.scope != "file" else 0.0)
    return times, slowest


def reviews() -> dict[str, float]:
    """The seconds of the whole command: with an empty cache, again, and after one file of a copy has changed."""
    with cloned() as (copy, env):
        times = {"cold": timed(copy, env), "cached": timed(copy, env)}
        add_line(copy / "src" / "renkei" / "entrypoints" / "cli" / "board_view.py")
        return {**times, "one file changed": timed(copy, env)}


def changes() -> dict[str, float]:
    """The seconds of `--base` after ten files all over a copy have changed: with the state before in the cache, as a
    branch finds it that was begun at something reviewed; and with nothing in it."""
    with cloned() as (copy, env):
        timed(copy, env)
        files = sorted((copy / "src").rglob("*.py"))
        for path in files[:: len(files) // 10][:10]:
            add_line(path)
        known = timed(copy, env, "--base", "HEAD")
        return {
            "ten files changed": known,
            "ten files, nothing cached": timed(copy, env, "--base", "HEAD", "--no-cache"),
        }


@contextmanager
def cloned() -> Generator[tuple[Path, dict[str, str]]]:
    """A copy of this repository, and an environment with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "renkei"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(copy)], check=True)
        yield copy, {**os.environ, "XDG_CACHE_HOME": str(Path(folder) / "cache")}


def add_line(path: Path) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("\n# One more line.\n")


def timed(folder: Path, env: dict[str, str], *words: str) -> float:
    """One review; a verdict against the code is no reason to stop."""
    started = time.perf_counter()
    command = [RENKEI, "review", str(folder), "--no-exec", *words]
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
