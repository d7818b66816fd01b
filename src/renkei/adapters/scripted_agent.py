"""The scripted agent itself, in a process of its own: reads its job from standard input, works, reports."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NoReturn

from renkei.adapters import scripted_documents, scripted_review, scripted_team
from renkei.adapters.agent_stdio import ShutdownRequested, StdinListener, send_signal
from renkei.adapters.provider_limits import find_reset
from renkei.kit.words import speaker
from renkei.processes import daemon as daemon_program
from renkei.processes.sessions import kill_parent
from renkei.protocol.yaml import write_yaml
from renkei.reports.counts import counts_in, write_counts

Job = dict[str, Any]


def main() -> int:
    listener = StdinListener()
    job: Job = {**listener.read_line(), "listener": listener}
    if job["pace"]:
        time.sleep(job["pace"])
    try:
        _follow_script(job)
    except ShutdownRequested:
        return 0


def _follow_script(job: Job) -> NoReturn:
    """The script, then the handshake (TEAM-12): having reported, it waits until it is asked to end. Who speaks to it
    after that gets its next report, or the last one again."""
    last: tuple[str, Any] | None = None
    script: list[dict[str, Any]] = job["script"] or []
    for step in script:
        if not _is_applicable(step, job):
            continue
        verb, value = _split_step(step)
        if verb in _REPORTS:
            if last:
                _add_findings(job, [job["listener"].wait_for_notice()])
            last = verb, value
            job["has_reported"] = True
        _VERBS[verb](job, value)
        if last is None:  # what is said after a report asks for another one
            _add_findings(job, job["listener"].read_notices())
    if last is None:
        last = ("verify", {}) if job["verify"] else ("report", {}) if job["script"] is not None else ("derive", {})
        _VERBS[last[0]](job, last[1])
    while True:
        _add_findings(job, [job["listener"].wait_for_notice()])
        _VERBS[last[0]](job, last[1])


def _add_findings(job: Job, heard: Iterable[str]) -> None:
    """What it is told at work counts like what was found wrong before."""
    for text in heard:
        job["findings"] = "\n".join(filter(None, (job["findings"], text)))
        send_signal("text", text=f"Heard: {text}")


def write_file(job: Job, value: Mapping[str, Any]) -> None:
    path = Path(job["folder"]) / str(value["path"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(value.get("text", "")), encoding="utf-8")
    name = str(value["path"])
    send_signal("tool", name="Write", target=name, receipts=[{"path": name}])


def delete_file(job: Job, value: str) -> None:
    (Path(job["folder"]) / value).unlink()
    send_signal("tool", name="Delete", target=value)


def read_file(job: Job, value: Mapping[str, Any] | str) -> None:
    """Opens a file, or some of its lines; of one that is not there nothing comes back, as with any tool."""
    given: Mapping[str, Any] = {"path": value} if isinstance(value, str) else value
    path = Path(job["folder"]) / given["path"]
    if not path.is_file():
        send_signal("tool", name="Read", target=given["path"])
        return
    count = len(path.read_text(encoding="utf-8", errors="replace").splitlines())
    lines = (given.get("first_line") or 1, min(given.get("last_line") or count, count))
    receipt = {"path": given["path"], "first_line": lines[0], "last_line": lines[1]}
    send_signal("tool", name="Read", target=given["path"], receipts=[receipt])


def run_command(job: Job, command: str) -> None:
    """Runs a command, if code of the repository may be run; else it is not run, and no receipt says so."""
    if not job["execute"]:
        send_signal("text", text=f"Not run, for nobody has allowed it: {command}")
        return
    pipe, joined = subprocess.PIPE, subprocess.STDOUT
    done = subprocess.run(  # noqa: S602
        command, shell=True, cwd=job["folder"], stdin=subprocess.DEVNULL, stdout=pipe, stderr=joined
    )
    counts = write_counts(counts_in(done.stdout.decode(errors="replace")))
    receipt = {"command": command, "exit_code": done.returncode, "counts": counts}
    send_signal("tool", name="Bash", target=command, receipts=[receipt])


def send_report(job: Job, value: Mapping[str, Any] | str) -> None:
    """The completion report, in the specification's form; text is handed back as it is."""
    if isinstance(value, str):
        send_signal("result", text=value)
        return
    said = {"status": "ok", "severity": None, "artifacts": _list_artifacts(job), **value}
    text = write_yaml(said)
    send_signal("result", text=f"## Task Complete: {job['task']}\n\n```yaml\n{text}```\n")


def hang(job: Job, value: Any) -> None:
    while True:
        time.sleep(3600)


def wait_seconds(job: Job, seconds: float) -> None:
    """Does nothing for a while. Until it has reported it hears what is said to it."""
    if job.get("has_reported"):
        time.sleep(seconds)
        return
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        _add_findings(job, job["listener"].read_notices(left))


def crash(job: Job, value: Any) -> None:
    print(value if isinstance(value, str) else "the script says: crash", file=sys.stderr, flush=True)
    os._exit(value if isinstance(value, int) and not isinstance(value, bool) else 1)


def flood_output(job: Job, value: Any) -> None:
    line = "x" * 65536
    while True:
        print(line, flush=True)


def reach_limit(job: Job, said: str) -> None:
    found = find_reset(said, datetime.now(UTC))
    send_signal("broken", kind="limit", reason=said, until=found.isoformat() if found else None)


def leave_running(job: Job, value: str) -> None:
    """A process that outlives the agent, unless somebody ends its whole group; it writes a file in the end."""
    program = f"import time; time.sleep(1); open({value!r}, 'w').write('alive')"
    subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603


def start_daemon(job: Job, value: Mapping[str, str]) -> None:
    words = [sys.executable, "-I", "-S", daemon_program.__file__, value["kind"], value["path"]]
    subprocess.run(words, stdin=subprocess.DEVNULL, check=True)  # noqa: S603


def kill_guard(job: Job, value: Any) -> None:
    kill_parent()
    hang(job, value)


def derive_outputs(job: Job, slips: Mapping[str, Any]) -> None:
    """Writes each output from goal, inputs and blackboard, and reports. Of a slip that was found it makes no second."""
    known = {name: value for name, value in slips.items() if value and value not in job["findings"]}
    if job["answer"] == "result":
        files = _read_inputs(job)
        send_report(job, scripted_review.build_result(job["agent"], job["role"], files, known.get("invent")))
        return
    send_report(job, _derive_report(job, **known))


def verify_places(job: Job, said: Mapping[str, Mapping[str, str]]) -> None:
    """Opens each place that it is to look at, and says of each what the script says, else that it is borne out."""
    verdicts: list[dict[str, str]] = []
    for place in job["verify"]:
        told = said.get(place, {})
        if told.get("verdict") != "not verifiable":
            read_file(job, _file_of(job, place))
        verdicts.append({"place": place, "verdict": "confirmed", "why": "", **told})
    text = write_yaml({"verdicts": verdicts})
    send_signal("result", text=f"```yaml\n{text}```\n")


def _file_of(job: Job, place: str) -> str:
    """The file of `a/b.py:3`; a name may have colons of its own."""
    whole = place
    while place and not (Path(job["folder"]) / place).is_file():
        place = place.rpartition(":")[0]
    return place or whole


def _derive_report(job: Job, *, misremember: str | None = None, invent: str | None = None) -> dict[str, Any]:
    if job["gate"]:
        return _review_inputs(job)
    answers: dict[str, Any] = job.get("answers", {})
    said = {
        key: answers.get(key) or scripted_documents.decide_value(key, job["task"], job["goal"]) for key in job["keys"]
    }
    facts = {**job["blackboard"], **said}
    if misremember in facts:
        facts[misremember] = scripted_documents.misremember_value(facts[misremember])
    _write_outputs(job, facts, tuple(f"From {path}." for path in _read_inputs(job)))
    outputs = [{"key": key, "value": value} for key, value in said.items()]
    place = {"summary": f"done as {invent} has it"} if invent else {}
    return {"contract_outputs": outputs, "open_questions": [], "blockers": [], **place}


def _write_outputs(job: Job, facts: Mapping[str, Any], more: tuple[str, ...] = ()) -> None:
    goal = " ".join(str(job["goal"]).split()) or "-"
    heading = [f"Goal: {goal}", f"By {job['agent']}, cycle {job['cycle']}.", *more]
    for output in job["outputs"]:
        path = output.replace("**", f"{job['task']}.md").replace("*", job["task"])
        write_file(job, {"path": path, "text": scripted_documents.render_document(path, job["task"], heading, facts)})


def _review_inputs(job: Job) -> dict[str, Any]:
    """Reads its inputs, compares them with what was decided, and writes down what differs."""
    files = {path: text for path, text in _read_inputs(job).items() if path not in job["outputs"]}
    found = scripted_review.find_differences(files, job["blackboard"])
    _write_outputs(job, {}, tuple(str(each) for each in found))
    return scripted_review.build_gate(found, files, speaker(os.environ.get("RENKEI_LANG", "en")))


def _read_inputs(job: Job) -> dict[str, str]:
    """What stands in its inputs."""
    folder, found = Path(job["folder"]), dict[str, str]()
    for source in job["inputs"]:
        for path in sorted((folder / source).rglob("*") if (folder / source).is_dir() else folder.glob(source)):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                send_signal("tool", name="Read", target=name, receipts=[{"path": name}])
                found[name] = path.read_text(encoding="utf-8", errors="replace")
    return found


def request_decision(job: Job, asked: Mapping[str, Any]) -> None:
    """Asks, waits for the answer, and keeps it."""
    send_signal("text", text=asked["question"])
    job.setdefault("answers", {})[asked["key"]] = scripted_team.await_decision(asked)


def ask_question(job: Job, asked: Mapping[str, Any] | str) -> None:
    """Asks whoever started it and waits. What it is told becomes the value of `key`."""
    question: Mapping[str, Any] = {"question": asked} if isinstance(asked, str) else asked
    options, recommended = question.get("options", ()), question.get("recommended")
    name = job["asked"] = job.get("asked", 0) + 1
    send_signal("question", id=str(name), text=question["question"], options=options, recommended=recommended)
    answer, others = job["listener"].wait_for_answer(str(name))
    _add_findings(job, others)
    send_signal("text", text=f"Heard: {answer or 'nobody answers'}")
    if key := question.get("key"):
        job.setdefault("answers", {})[key] = answer or recommended


def run_renkei(job: Job, value: Mapping[str, Any]) -> None:
    send_signal("tool", name="renkei", target=" ".join(value["words"]))
    scripted_team.call_renkei(value["words"], value.get("input"))


def _list_artifacts(job: Job) -> list[str]:
    folder = Path(job["folder"])
    return [
        str(path.relative_to(folder))
        for output in job["outputs"]
        for path in sorted(folder.glob(output))
        if path.is_file()
    ]


def _is_applicable(step: Mapping[str, Any], job: Job) -> bool:
    return all(job[name] == step[name] for name in _CONDITIONS if name in step)


def _split_step(step: Mapping[str, Any]) -> tuple[str, Any]:
    return next((name, value) for name, value in step.items() if name not in _CONDITIONS)


_REPORTS: Final = ("report", "derive", "verify")

_CONDITIONS: Final = ("attempt", "cycle", "parks")

_VERBS: Final[dict[str, Callable[[Job, Any], None]]] = {
    "write": write_file,
    "delete": delete_file,
    "read": read_file,
    "run": run_command,
    "report": send_report,
    "derive": derive_outputs,
    "verify": verify_places,
    "renkei": run_renkei,
    "decide": request_decision,
    "say": lambda job, value: send_signal("text", text=value),
    "ask": ask_question,
    "usage": lambda job, value: send_signal("usage", **value),
    "idle": lambda job, value: send_signal("idle"),
    "api_error": lambda job, value: send_signal("broken", kind="api", reason=str(value)),
    "limit": reach_limit,
    "wait": wait_seconds,
    "hang": hang,
    "crash": crash,
    "flood": flood_output,
    "leave_running": leave_running,
    "daemon": start_daemon,
    "kill_guard": kill_guard,
    "stay": lambda job, value: wait_seconds(job, 3600),
}
"""What a step of a script may be. `hang`, `crash`, `flood`, `leave_running`, `daemon` and `kill_guard` are faults on
request; a lie is a report of what was not done."""

if __name__ == "__main__":
    sys.exit(main())
