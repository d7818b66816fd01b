"""A run told line by line, as a person reads it: a mark, the task, who is at it, and what matters of what happened."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from renkei.entrypoints.cli.run_report import marked
from renkei.kit.words import Say
from renkei.protocol.terms import OWN_FAILURES

Data = Mapping[str, Any]

_LONGEST: Final = 160


class Telling(NamedTuple):
    """How one kind of event is told; without a telling it is named and its few facts follow."""

    mark: str
    style: str
    words: Callable[[Data, Say], str]


def line_of(kind: str, data: Data, say: Say) -> tuple[str, str]:
    """An event of a run in one line, and how it is styled."""
    telling = _TELLINGS.get(kind)
    if telling is None:
        return _cut(f"· {kind}  {_facts(data)}"), ""
    return _cut(f"{telling.mark} {telling.words(data, say)}"), telling.style


def _task(data: Data, say: Say) -> str:
    again = say("attempt {number}", number=data["attempt"]) if data.get("attempt", 1) > 1 else ""
    return _joined(f"{data['task']:<22}", f"{data['agent']:<16}", again, _said(data))


def _completed(data: Data, say: Say) -> str:
    not_run = say("unverified: {command} was not run", command=data.get("not_run") or "-")
    return _joined(_task(data, say), not_run if data.get("unverified") else "")


def _verified(data: Data, say: Say) -> str:
    return _joined(f"{data['task']:<22}", say("its check was run now, and holds"))


def _started(data: Data, say: Say) -> str:
    if data.get("recheck"):
        return _joined(f"{data['task']:<22}", say("its check, which was held back, is run"))
    return _task(data, say)


def _failed(data: Data, say: Say) -> str:
    who = "renkei" if data["kind"] in OWN_FAILURES or data.get("agentless") else data["agent"]
    return _joined(f"{data['task']:<22}", f"{who:<16}", data["kind"], _said(data))


def _gate(data: Data, say: Say) -> str:
    counts = f"P0 {data['p0_count']}, P1 {data['p1_count']}, P2 {data['p2_count']}"
    return _joined(f"{data['task']:<22}", marked(data), f"({counts})")


def _reset(data: Data, say: Say) -> str:
    return say("to be done again: {tasks}", tasks=", ".join(data["tasks"]))


def _asked(data: Data, say: Say) -> str:
    """What an agent asks stands in the event; with nobody there to be asked, so does the answer."""
    question = " ".join(str(data.get("question") or "").split())
    if data.get("answer") is not None:
        return say(
            "{question} Nobody is asked; the answer is: {answer}", question=question, answer=data["answer"] or "-"
        )
    return _joined(question, say("waits for a person: renkei decide {id}", id=data["decision"]))


def _skipped(data: Data, say: Say) -> str:
    return say("{task} is left out", task=data["task"])


def _alone(data: Data, say: Say) -> str:
    return say("the agents go on each for itself ({reason})", reason=data["reason"])


def _dismissed(data: Data, say: Say) -> str:
    return say("{agent} did not end when asked to, and was ended", agent=data["agent"])


def _outside(data: Data, say: Say) -> str:
    changes = "; ".join(data.get("changes") or ["-"])
    if not data["tasks"]:
        return changes
    return say("outside, while {tasks} was at work: {changes}", tasks=", ".join(data["tasks"]), changes=changes)


def _began(data: Data, say: Say) -> str:
    return say("{run} begins: {count} tasks", run=data["run"], count=len(data["tasks"]))


def _stood(data: Data, say: Say) -> str:
    return _joined(data["run"], data["state"], _said(data))


_TELLINGS: Final[dict[str, Telling]] = {
    "RunStarted": Telling("●", "bold", _began),
    "RunMoved": Telling("●", "bold", _stood),
    "RunEnded": Telling("●", "bold", _stood),
    "RunAsked": Telling("?", "yellow", _asked),
    "TaskStarted": Telling("▸", "", _started),
    "TaskCompleted": Telling("✓", "green", _completed),
    "TaskVerified": Telling("✓", "green", _verified),
    "TaskFailed": Telling("✗", "red", _failed),
    "TaskSkipped": Telling("–", "yellow", _skipped),
    "TasksReset": Telling("↺", "yellow", _reset),
    "GateDecided": Telling("◆", "bold", _gate),
    "RunFellBack": Telling("–", "yellow", _alone),
    "OutsideChanged": Telling("!", "yellow", _outside),
    "AgentDismissed": Telling("–", "yellow", _dismissed),
}


def _said(data: Data) -> str:
    said = [data.get("summary") or data.get("note") or "", *data.get("notes", [])]
    return " ".join("; ".join(filter(None, said)).split())


def _facts(data: Data) -> str:
    names = ("task", "agent", "rule", "action", "kind", "sign", "holder", "commit")
    return _joined(*(str(data[name]) for name in names if data.get(name)))


def _joined(*words: str) -> str:
    return "  ".join(filter(None, words)).rstrip()


def _cut(text: str) -> str:
    text = text.rstrip()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
