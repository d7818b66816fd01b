"""An inspector of a review as an agent, in a process of its own: reads its job, lets its analysers look, reports."""

import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from renkei.adapters.agent_stdio import send_signal
from renkei.adapters.tools_gate import audit_report, build_gate, find_inspections
from renkei.adapters.tools_report import render_inspection
from renkei.errors import BadInput, RenkeiError
from renkei.kit.words import Say, speaker
from renkei.review.cache import open_cache
from renkei.review.config import load_config
from renkei.review.formats.text_lines import review_markdown
from renkei.review.inspectors import make_inspectors
from renkei.review.jobs import AnalyserResult
from renkei.review.review import Review, review_target
from renkei.review.suppressions import read_baseline
from renkei.review.target import Target, open_target

Job = dict[str, Any]


def main() -> int:
    job: Job = json.loads(sys.stdin.readline())
    say = speaker(os.environ.get("RENKEI_LANG", "en"))
    reports = _Reports()
    listener = threading.Thread(target=_listen_to_stdin, args=(say, reports), daemon=True)
    listener.start()
    try:
        text = _run_audit(job, say) if job["gate"] or job["audit"] else _run_inspection(job, say)
    except RenkeiError as error:
        send_signal("broken", kind="agent", reason=say(error.text, **error.params))
    else:
        send_signal("usage", tokens=0, micros=0)
        reports.send_report(text)
    listener.join()
    return 0


def _run_inspection(job: Job, say: Say) -> str:
    root, name = Path(job["folder"]), str(job["role"])
    team = {each.name: each for each in make_inspectors(execute=job["execute"], online=False)}
    if name not in team:
        raise BadInput(
            "The role {role} is no inspector. Known: {known}; a gate is the auditor.", role=name, known=", ".join(team)
        )
    settled = Path(os.environ.get("RENKEI_PROJECT") or root)  # what is reviewed does not say how
    config = load_config(settled)
    target = _open_project_target(root, config.exclude)
    send_signal("text", text=say("{inspector} looks at {count} files", inspector=name, count=len(target.files)))
    cache = open_cache(_cache_folder())
    try:
        found = review_target(
            target,
            config=config,
            cache=cache,
            execute=job["execute"],
            online=False,
            change=None,
            baseline=read_baseline(settled / config.baseline),
            watch=lambda looked, total: _signal_progress(looked, say),
            only=name,
        )
    finally:
        cache.close()
    return render_inspection(job["task"], found, say, keys=job["keys"], artifacts=_write_report(job, found, say))


def _run_audit(job: Job, say: Say) -> str:
    found = find_inspections(job["blackboard"])
    if not found:
        raise BadInput(
            "There is nothing to audit: no inspector before {task} has put anything on the blackboard.",
            task=job["task"],
        )
    for each in found:
        send_signal("tool", name="audit", target=each["inspector"])
    send_signal("text", text=say("{count} inspectors have reported", count=len(found)))
    return build_gate(found, say) if job["gate"] else audit_report(job["task"], job["keys"][0], found, say)


def _signal_progress(looked: Iterator[AnalyserResult], say: Say) -> Iterable[AnalyserResult]:
    """Each analyser as it has looked."""
    for each in looked:
        opened = sorted({finding.path for finding in each.findings})
        send_signal("tool", name=each.analyser, target=each.inspector, receipts=[{"path": path} for path in opened])
        if each.state == "done":
            said = say("{analyser}: {count} findings", analyser=each.analyser, count=len(each.findings))
        else:
            said = f"{each.analyser}: {say(each.reason) if each.reason else each.state}"
        send_signal("text", text=said)
        yield each


def _open_project_target(root: Path, exclude: Iterable[str]) -> Target:
    """The work tree; the project's own virtual environment lies where the project is."""
    target = open_target(root, exclude=exclude)
    project = os.environ.get("RENKEI_PROJECT")
    return replace(target, environment=Path(project)) if project else target


def _cache_folder() -> Path | None:
    """That of `renkei review`, so that one knows what the other has looked at."""
    project = os.environ.get("RENKEI_PROJECT")
    return Path(project, ".renkei", "cache") if project and Path(project, ".renkei").is_dir() else None


def _write_report(job: Job, found: Review, say: Say) -> list[str]:
    """Its report as a document, where the task asks for one."""
    paths = [output.replace("**", f"{job['task']}.md").replace("*", job["task"]) for output in job["outputs"]]
    for path in paths:
        file = Path(job["folder"]) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(review_markdown(found, say)) + "\n", encoding="utf-8")
        send_signal("tool", name="Write", target=path, receipts=[{"path": path}])
    return paths


class _Reports:
    """Its report, once it has one."""

    def __init__(self) -> None:
        self._text: str | None = None
        self._lock = threading.Lock()

    def send_report(self, text: str) -> None:
        with self._lock:
            self._text = text
            send_signal("result", text=text)

    def repeat_report(self) -> None:
        with self._lock:
            if self._text is not None:
                send_signal("result", text=self._text)


def _listen_to_stdin(say: Say, reports: _Reports) -> None:
    """What it found stands, whatever it is told: who speaks to it after its report gets that again.

    Ends when asked to, also in the middle of its work: all that it has started ends with it (TEAM-12).
    """
    for line in sys.stdin:
        if "shutdown_request" in line:
            break
        send_signal("text", text=say("An inspector takes no instructions: its role says what it looks at."))
        reports.repeat_report()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
