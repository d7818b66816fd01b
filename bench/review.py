"""How long `renkei review` takes on this repository, cold and from its cache, beside its analysers one after another.

No code of the repository is run. The analysers are given what the inspectors give them, each on its own.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from renkei.review.analysers.base import Absent
from renkei.review.config import load
from renkei.review.inspectors import inspectors
from renkei.review.target import open_target

ROOT = Path(__file__).parent.parent
RENKEI = str(Path(sys.executable).parent / "renkei")
GOALS = {"cold": 1.2, "cached": 0.35, "one file changed": 0.6}
"""Times the analysers one after another."""


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    args = parser.parse_args()
    alone = one_after_another()
    together = sum(alone.values())
    seconds = reviews()
    ratios = {name: seconds[name] / together for name in GOALS}
    met = all(ratios[name] <= goal for name, goal in GOALS.items())
    if args.json:
        rounded = {name: round(value, 2) for name, value in {**seconds, "one after another": together}.items()}
        print(json.dumps({"seconds": rounded, "ratios": ratios, "goals": GOALS, "met": met}))
    else:
        for name, value in sorted(alone.items(), key=lambda pair: -pair[1]):
            print(f"  {name:<28}{value:>7.2f} s")
        print(f"{'one after another':<30}{together:>7.2f} s")
        for name, goal in GOALS.items():
            print(f"{name:<30}{seconds[name]:>7.2f} s {ratios[name]:>6.2f} times, goal {goal:.2f}")
    return 1 if args.check and not met else 0


def one_after_another() -> dict[str, float]:
    """The seconds of each analyser of each inspector that has something to look at."""
    config = load(ROOT)
    times: dict[str, float] = {}
    for inspector in inspectors(execute=False, online=False, disabled=config.disable):
        for analyser in inspector.analysers:
            target = open_target(ROOT, exclude=config.exclude)
            inputs = analyser.inputs(target)
            if not inputs or isinstance(analyser.version(target), Absent):
                continue
            started = time.perf_counter()
            list(analyser.run(target, inputs, config.limits[""]))
            times[f"{inspector.name}: {analyser.name}"] = time.perf_counter() - started
    return times


def reviews() -> dict[str, float]:
    """The seconds of the whole command: with an empty cache, again, and after one file of a copy has changed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "renkei"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(copy)], check=True)
        env = {**os.environ, "XDG_CACHE_HOME": str(Path(folder) / "cache")}
        times = {"cold": timed(copy, env), "cached": timed(copy, env)}
        with (copy / "src" / "renkei" / "entrypoints" / "cli" / "board_view.py").open("a", encoding="utf-8") as file:
            file.write("\n# One more line.\n")
        return {**times, "one file changed": timed(copy, env)}


def timed(folder: Path, env: dict[str, str]) -> float:
    """One review; a verdict against the code is no reason to stop."""
    started = time.perf_counter()
    subprocess.run([RENKEI, "review", str(folder), "--no-exec"], env=env, stdout=subprocess.DEVNULL, cwd=folder)
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
