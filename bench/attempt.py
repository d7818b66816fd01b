"""What an attempt of a run costs beside a bare start of the same client: the real Claude Code, against a fake model.

An attempt is from `TaskStarted` to `TaskCompleted` in the log of a run by `renkei run`: work tree, client, our tools,
the check of the result, landing. Bare is the client alone with the same prompt, from its start to its result. Both
write one file and report. Runs and bare starts take turns, so that a busy machine is busy for both, and medians are
compared. The first attempt of a run is told apart: it also loads what the others find loaded.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import IO, Any, cast

from renkei.testing.claude import find_claude, offline_env
from renkei.testing.fakemodel import FakeModel, script

RENKEI = str(Path(sys.executable).parent / "renkei")
GOAL = 0.5
"""Seconds that an attempt may take longer."""
TASKS = 3
REPORT = "## Task Complete: {task}\n```yaml\nstatus: ok\nartifacts: [{file}]\n```"


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="runs, of three attempts each (default 7)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when the goal is missed")
    args = parser.parse_args()
    found = measure(args.runs)
    bare = found["bare"]
    over = {name: seconds - bare for name, seconds in found.items() if name != "bare"}
    met = all(seconds <= GOAL for seconds in over.values())
    if args.json:
        print(json.dumps({"seconds": found, "over": over, "goal": GOAL, "met": met}))
        return 1 if args.check and not met else 0
    print(f"{'bare client':<18}{bare:>6.2f} s")
    for name, seconds in over.items():
        print(f"{name:<18}{found[name]:>6.2f} s, {seconds:+.2f} s, goal {GOAL} s")
    return 1 if args.check and not met else 0


def measure(runs: int) -> dict[str, float]:
    """Medians in seconds, after one turn that is not counted."""
    first: list[float] = []
    later: list[float] = []
    bare: list[float] = []
    with FakeModel() as model, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        home.mkdir()
        env = offline_env(home=home, url=model.url)
        for turn in range(runs + 1):
            place = make_repository(Path(folder) / f"{turn}")
            alone = [_time_bare(place, f"bare-{each}", env) for each in range(TASKS)]
            begun, *rest = _time_attempts(place, env)
            if turn:
                bare += alone
                first.append(begun)
                later += rest
    times = {"bare": bare, "first attempt": first, "later attempts": later}
    return {name: round(statistics.median(found), 3) for name, found in times.items()}


def make_prompt(task: str) -> str:
    file = f"{task}.md"
    write = {"tool": "Write", "input": {"file_path": file, "content": "x\n"}}
    return f"Do it. {script([write, {'text': REPORT.format(task=task, file=file)}])}"  # pyright: ignore[reportArgumentType]


def _time_bare(folder: Path, name: str, env: Mapping[str, str]) -> float:
    words = [
        str(find_claude()),
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        "--permission-mode",
        "acceptEdits",
    ]
    started = time.perf_counter()
    with subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        given, said = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        given.write(make_prompt(name).encode())
        given.close()
        lines = (json.loads(line) for line in said)
        result = next(line for line in lines if line["type"] == "result")
        seconds = time.perf_counter() - started
    if result["is_error"]:
        raise SystemExit(f"the client failed: {result}")
    (folder / f"{name}.md").unlink()
    return seconds


def _time_attempts(folder: Path, env: Mapping[str, str]) -> list[float]:
    """A run of tasks one after another, in their order."""
    names = [f"task-{each}" for each in range(TASKS)]
    tasks = [
        {
            "id": name,
            "role": "writer",
            "prompt": make_prompt(name),
            "outputs": [f"{name}.md"],
            "blockedBy": names[max(0, index - 1) : index],
        }
        for index, name in enumerate(names)
    ]
    playbook = folder / ".renkei-attempts.json"
    playbook.write_text(json.dumps({"name": "p", "roles": {"writer": {}}, "tasks": tasks}), "utf-8")
    words = [RENKEI, "run", playbook.name, "--yes", "--agents", "claude"]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    log = subprocess.run([RENKEI, "log", "--json"], cwd=folder, env=env, capture_output=True, text=True, check=True)
    events = [json.loads(line) for line in log.stdout.splitlines()]
    return [_moment(events, "TaskCompleted", name) - _moment(events, "TaskStarted", name) for name in names]


def _moment(events: list[dict[str, Any]], kind: str, task: str) -> float:
    [event] = [each for each in events if each["type"] == kind and each["data"]["task"] == task]
    return datetime.fromisoformat(event["at"]).timestamp()


def make_repository(folder: Path) -> Path:
    folder.mkdir()
    (folder / "README.md").write_text("# A project\n", "utf-8")
    person = {
        "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t@t",
        "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@t",
    }
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "start"]):
        subprocess.run(["git", *words], cwd=folder, env={**os.environ, **person}, check=True)
    return folder


if __name__ == "__main__":
    sys.exit(main())
