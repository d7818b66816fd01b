"""A run told line by line, as a person reads it: a mark, the task, who is at it, and what matters of what happened."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from renkei.entrypoints.cli.run_report import gate_outcome
from renkei.kit.words import Say
from renkei.protocol.terms import OWN_FAILURES

Data = Mapping[str, Any]

_LONGEST: Final = 160


class EventFormat(NamedTuple):
    """How one kind of event is told; without a telling it is named and its few facts follow."""

    mark: str
    style: str
    words: Callable[[Data, Say], str]


def event_line(kind: str, data: Data, say: Say) -> tuple[str, str]:
    """An event of a run in one line, and how it is styled."""
    telling = _FORMATS.get(kind)
    if telling is None:
        return _shorten_line(f"· {kind}  {_main_facts(data)}"), ""
    return _shorten_line(f"{telling.mark} {telling.words(data, say)}"), telling.style


def _task_line(data: Data, say: Say) -> str:
    again = say("attempt {number}", number=data["attempt"]) if data.get("attempt", 1) > 1 else ""
    return _join_words(f"{data['task']:<22}", f"{data['agent']:<16}", again, _notes_text(data))


def _task_completed(data: Data, say: Say) -> str:
    not_run = say("unverified: {command} was not run", command=data.get("not_run") or "-")
    return _join_words(_task_line(data, say), not_run if data.get("unverified") else "")


def _task_verified(data: Data, say: Say) -> str:
    return _join_words(f"{data['task']:<22}", say("its check was run now, and holds"))


def _task_started(data: Data, say: Say) -> str:
    if data.get("recheck"):
        return _join_words(f"{data['task']:<22}", say("its check, which was held back, is run"))
    return _task_line(data, say)


def _task_failed(data: Data, say: Say) -> str:
    who = "renkei" if data["kind"] in OWN_FAILURES or data.get("agentless") else data["agent"]
    return _join_words(f"{data['task']:<22}", f"{who:<16}", data["kind"], _notes_text(data))


def _gate_decided(data: Data, say: Say) -> str:
    counts = f"P0 {data['p0_count']}, P1 {data['p1_count']}, P2 {data['p2_count']}"
    return _join_words(f"{data['task']:<22}", gate_outcome(data), f"({counts})")


def _tasks_reset(data: Data, say: Say) -> str:
    return say("to be done again: {tasks}", tasks=", ".join(data["tasks"]))


def _run_asked(data: Data, say: Say) -> str:
    """What an agent asks stands in the event; with nobody there to be asked, so does the answer."""
    question = " ".join(str(data.get("question") or "").split())
    if data.get("answer") is not None:
        return say(
            "{question} Nobody is asked; the answer is: {answer}", question=question, answer=data["answer"] or "-"
        )
    return _join_words(question, say("waits for a person: renkei decide {id}", id=data["decision"]))


def _task_skipped(data: Data, say: Say) -> str:
    return say("{task} is left out", task=data["task"])


def _run_fell_back(data: Data, say: Say) -> str:
    return say("the agents go on each for itself ({reason})", reason=data["reason"])


def _agent_dismissed(data: Data, say: Say) -> str:
    return say("{agent} did not end when asked to, and was ended", agent=data["agent"])


def _outside_changed(data: Data, say: Say) -> str:
    changes = "; ".join(data.get("changes") or ["-"])
    if not data["tasks"]:
        return changes
    return say("outside, while {tasks} was at work: {changes}", tasks=", ".join(data["tasks"]), changes=changes)


def _run_started(data: Data, say: Say) -> str:
    return say("{run} begins: {count} tasks", run=data["run"], count=len(data["tasks"]))


def _run_moved(data: Data, say: Say) -> str:
    return _join_words(data["run"], data["state"], _notes_text(data))


_FORMATS: Final[dict[str, EventFormat]] = {
    "RunStarted": EventFormat("●", "bold", _run_started),
    "RunMoved": EventFormat("●", "bold", _run_moved),
    "RunEnded": EventFormat("●", "bold", _run_moved),
    "RunAsked": EventFormat("?", "yellow", _run_asked),
    "TaskStarted": EventFormat("▸", "", _task_started),
    "TaskCompleted": EventFormat("✓", "green", _task_completed),
    "TaskVerified": EventFormat("✓", "green", _task_verified),
    "TaskFailed": EventFormat("✗", "red", _task_failed),
    "TaskSkipped": EventFormat("–", "yellow", _task_skipped),
    "TasksReset": EventFormat("↺", "yellow", _tasks_reset),
    "GateDecided": EventFormat("◆", "bold", _gate_decided),
    "RunFellBack": EventFormat("–", "yellow", _run_fell_back),
    "OutsideChanged": EventFormat("!", "yellow", _outside_changed),
    "AgentDismissed": EventFormat("–", "yellow", _agent_dismissed),
}


def _notes_text(data: Data) -> str:
    said = [data.get("summary") or data.get("note") or "", *data.get("notes", [])]
    return " ".join("; ".join(filter(None, said)).split())


def _main_facts(data: Data) -> str:
    names = ("task", "agent", "rule", "action", "kind", "sign", "holder", "commit")
    return _join_words(*(str(data[name]) for name in names if data.get(name)))


def _join_words(*words: str) -> str:
    return "  ".join(filter(None, words)).rstrip()


def _shorten_line(text: str) -> str:
    text = text.rstrip()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
