"""The scripted agent itself, in a process of its own: reads its job from standard input, works, reports."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from renkei.adapters.wire import signal

Job = dict[str, Any]


def main() -> int:
    job: Job = json.loads(sys.stdin.readline())
    if job["pace"]:
        time.sleep(job["pace"])
    reported = False
    script: list[dict[str, Any]] = job["script"] or []
    for step in script:
        if _applies(step, job):
            verb, value = _verb(step)
            _VERBS[verb](job, value)
            reported = reported or verb == "report"
    if not reported:
        report(job, {} if job["script"] is not None else derived(job))
    _wait_for_shutdown()
    return 0


def write(job: Job, value: Mapping[str, Any]) -> None:
    path = Path(job["folder"]) / str(value["path"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(value.get("text", "")), encoding="utf-8")
    signal("tool", name="Write", target=str(value["path"]))


def delete(job: Job, value: str) -> None:
    (Path(job["folder"]) / value).unlink()
    signal("tool", name="Delete", target=value)


def read(job: Job, value: str) -> None:
    (Path(job["folder"]) / value).read_text(encoding="utf-8")
    signal("tool", name="Read", target=value)


def report(job: Job, value: Mapping[str, Any] | str) -> None:
    """The completion report, in the seed's form; text is handed back as it is."""
    if isinstance(value, str):
        signal("result", text=value)
        return
    said = {"status": "ok", "severity": None, "artifacts": _written(job), **value}
    text = yaml.safe_dump(said, allow_unicode=True, sort_keys=False)
    signal("result", text=f"## Task Complete: {job['task']}\n\n```yaml\n{text}```\n")


def hang(job: Job, value: Any) -> None:
    while True:
        time.sleep(3600)


def crash(job: Job, value: Any) -> None:
    print(value if isinstance(value, str) else "the script says: crash", file=sys.stderr, flush=True)
    os._exit(value if isinstance(value, int) and not isinstance(value, bool) else 1)


def flood(job: Job, value: Any) -> None:
    line = "x" * 65536
    while True:
        print(line, flush=True)


def leave_running(job: Job, value: str) -> None:
    """A process that outlives the agent, unless somebody ends its whole group; it writes a file in the end."""
    program = f"import time; time.sleep(1); open({value!r}, 'w').write('alive')"
    subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603


def derived(job: Job) -> dict[str, Any]:
    """What an agent without a script does: writes each output from goal and inputs, and says what it decided."""
    known = _headings(job)
    for output in job["outputs"]:
        path = output.replace("**", f"{job['task']}.md").replace("*", job["task"])
        lines = [
            f"# {job['task']}",
            "",
            f"Goal: {job['goal'] or '-'}",
            "",
            f"By {job['agent']}, cycle {job['cycle']}.",
            "",
        ]
        lines += [f"- {source}: {heading}" for source, heading in known]
        lines += [
            f"- {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in sorted(job["blackboard"].items())
        ]
        write(job, {"path": path, "text": "\n".join(lines) + "\n"})
    outputs = [{"key": key, "value": f"{job['task']}: {job['goal'] or '-'}"} for key in job["keys"]]
    if job["gate"]:
        return {"overall": "PASS", "p0_count": 0, "p1_count": 0, "p2_count": 0, "rollback_targets": [], "p2_items": []}
    return {"contract_outputs": outputs, "open_questions": [], "blockers": []}


def _headings(job: Job) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for source in job["inputs"]:
        for path in sorted(Path(job["folder"]).glob(source)):
            if path.is_file():
                signal("tool", name="Read", target=source)
                text = path.read_text(encoding="utf-8", errors="replace")
                found += [(source, line.lstrip("# ")) for line in text.splitlines() if line.startswith("#")]
    return found


def _written(job: Job) -> list[str]:
    folder = Path(job["folder"])
    return [
        str(path.relative_to(folder))
        for output in job["outputs"]
        for path in sorted(folder.glob(output))
        if path.is_file()
    ]


def _applies(step: Mapping[str, Any], job: Job) -> bool:
    return all(job[name] == step[name] for name in _CONDITIONS if name in step)


def _verb(step: Mapping[str, Any]) -> tuple[str, Any]:
    return next((name, value) for name, value in step.items() if name not in _CONDITIONS)


def _wait_for_shutdown() -> None:
    """The handshake (TEAM-12): having reported, it waits until it is asked to end."""
    for line in sys.stdin:
        if "shutdown_request" in line:
            return


_CONDITIONS: Final = ("attempt", "cycle")

_VERBS: Final[dict[str, Callable[[Job, Any], None]]] = {
    "write": write,
    "delete": delete,
    "read": read,
    "report": report,
    "say": lambda job, value: signal("text", text=value),
    "ask": lambda job, value: signal("question", text=value),
    "usage": lambda job, value: signal("usage", **value),
    "idle": lambda job, value: signal("idle"),
    "api_error": lambda job, value: signal("broken", kind="api", reason=str(value)),
    "wait": lambda job, value: time.sleep(value),
    "hang": hang,
    "crash": crash,
    "flood": flood,
    "leave_running": leave_running,
    "stay": lambda job, value: time.sleep(3600),
}
"""What a step of a script may be. `hang`, `crash`, `flood` and `leave_running` are faults on request; a lie is a report
of what was not done."""

if __name__ == "__main__":
    sys.exit(main())
