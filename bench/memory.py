"""What a run keeps over many attempts: memory, open files and threads of the process of `renkei run` (Linux).

Each agent writes one file and reports: scripted ones, or with `--claude` the real Claude Code against a fake model. The
process is looked at whenever an attempt has completed. Compared are the medians of the second tenth of the attempts,
when everything is loaded, and of the last.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from attempt import RENKEI, make_prompt, make_repository

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel

GOAL = 1.1
"""Times what it had."""
DONE = "✓"


class Look(NamedTuple):
    """A process at one moment."""

    megabytes: float
    files: int
    threads: int


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attempts", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--claude", action="store_true", help="by the real Claude Code")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when the goal is missed")
    args = parser.parse_args()
    looks = measure(args.attempts, "claude" if args.claude else "scripted")
    tenth = max(1, len(looks) // 10)
    early, late = _median(looks[tenth : 2 * tenth]), _median(looks[-tenth:])
    met = late.megabytes <= early.megabytes * GOAL and late.files <= early.files * GOAL
    if args.json:
        print(json.dumps({"attempts": len(looks), "early": early._asdict(), "late": late._asdict(), "met": met}))
    else:
        for name, look in (("second tenth", early), ("last tenth", late)):
            print(f"{name:<13}{look.megabytes:>7.1f} MB {look.files:>4} open files {look.threads:>4} threads")
        print(f"{len(looks)} attempts: {late.megabytes / early.megabytes:.2f} times the memory, goal {GOAL}")
    return 1 if args.check and not met else 0


def measure(attempts: int, agents: str) -> list[Look]:
    """A look after each attempt."""
    with FakeModel() as model, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        home.mkdir()
        project = make_repository(Path(folder) / "project")
        names = [f"task-{each}" for each in range(attempts)]
        tasks = [_make_task(name) for name in names]
        playbook = Path(folder) / "p.json"
        playbook.write_text(
            json.dumps({"name": "p", "roles": {"writer": {}}, "tasks": tasks, "parallel": 4, "merge": "none"}), "utf-8"
        )
        return list(_follow_run(playbook, project, agents, offline_env(home=home, url=model.url)))


def _make_task(name: str) -> dict[str, Any]:
    return {"id": name, "role": "writer", "prompt": make_prompt(name), "outputs": [f"{name}.md"]}


def _follow_run(playbook: Path, project: Path, agents: str, env: Mapping[str, str]) -> Iterator[Look]:
    words = [RENKEI, "run", str(playbook), "--yes", "--agents", agents]
    with subprocess.Popen(
        words, cwd=project, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        for line in cast(IO[str], process.stdout):
            if DONE in line:
                yield _look_at(process.pid)
    if process.returncode:
        raise SystemExit(f"the run failed: {process.returncode}")


def _look_at(pid: int) -> Look:
    place = Path(f"/proc/{pid}")
    fields = dict(line.split(":", 1) for line in (place / "status").read_text("utf-8").splitlines())
    kilobytes = int(fields["VmRSS"].split()[0])
    return Look(kilobytes / 1024, len(list((place / "fd").iterdir())), int(fields["Threads"]))


def _median(looks: list[Look]) -> Look:
    return Look(
        statistics.median(each.megabytes for each in looks),
        round(statistics.median(each.files for each in looks)),
        round(statistics.median(each.threads for each in looks)),
    )


if __name__ == "__main__":
    sys.exit(main())
