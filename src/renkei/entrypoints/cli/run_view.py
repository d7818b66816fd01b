"""A run as a person sees it: line by line while it goes on, and its report at the end."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import local_time, show_line
from renkei.kit.words import Say
from renkei.protocol.terms import OWN_FAILURES

# The completion report of a run, as a person reads it.

_MOST_REFUSED: Final = 20


def tell_report(out: Output, report: dict[str, Any]) -> None:
    if report["rehearsal"]:
        out.tell("REHEARSAL: its agents follow a script, and nobody has judged anything.")
    for gate in report["gates"]:
        _tell_gate(out, gate)
    if verdict := report["verdict"]:
        for each in verdict["findings"]:
            show_line(out, f"  {each['severity']}  {each['location'].strip('`')}  {each['rules'][0]}")
        word = f"REHEARSAL {verdict['verdict']}" if report["rehearsal"] else verdict["verdict"]
        show_line(out, f"{word}: {verdict['reason']}")
    for each in report["skipped"]:
        out.tell("Left out: {task} ({agent}): {reason}", **each)
    _tell_refused(out, report["refused"])
    for each in report["unverified"]:
        out.tell("Unverified: {task}: {command} was not run", **each)
    for each in report["conflicts"]:
        said = " / ".join(f"{side['task']}: {_value_json(side['value'])}" for side in each["sides"])
        out.tell("Conflict {id} ({kind}) at {key}: {said}", **{**each, "said": said})
    for each in report["left_open"]:
        _tell_left_open(out, each, is_judged=verdict is not None)
    for each in report["doubts"]:
        _tell_doubts(out, each)
    for warning in report["warnings"]:
        show_line(out, (warning, "yellow"))


def _tell_refused(out: Output, refused: list[dict[str, Any]]) -> None:
    for each in refused[:_MOST_REFUSED]:
        out.tell("Refused: {path} of {task} [{rule}], kept in the git folder as {kept}", **each)
    if more := len(refused[_MOST_REFUSED:]):
        out.tell("Refused: {count} more files. All of them: renkei --json runs show", count=more)


def _tell_left_open(out: Output, of_task: dict[str, Any], *, is_judged: bool) -> None:
    """How bad it is, without a word of what: the verdict of a review has said that already."""
    named = {"task": of_task["task"], "severity": of_task["severity"] or "-"}
    if of_task["questions"]:
        out.tell("Left open by {task} ({severity}): {said}", **named, said="; ".join(of_task["questions"]))
    elif not is_judged:
        out.tell("{task} reports {severity}, and does not say what is left open.", **named)


def _tell_doubts(out: Output, of_task: dict[str, Any]) -> None:
    if of_task["flags"]:
        out.tell("Flagged: {task}: {flags}", task=of_task["task"], flags=", ".join(of_task["flags"]))
    for doubt in of_task["doubts"]:
        out.tell("Not verified in {task}: {doubt}", task=of_task["task"], doubt=doubt)


def gate_outcome(gate: Mapping[str, Any]) -> str:
    """The outcome of a gate; of a script's, that it is one (DEC-33)."""
    return f"REHEARSAL {gate['overall']}" if gate.get("rehearsal") else gate["overall"]


def _value_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _tell_gate(out: Output, gate: dict[str, Any]) -> None:
    """The outcome with what was found; what is left of it stays visible after a PASS, too (TEAM-14)."""
    out.tell(
        "Gate {task}: {overall} (P0 {p0}, P1 {p1}, P2 {p2})",
        task=gate["task"],
        overall=gate_outcome(gate),
        p0=gate["p0_count"],
        p1=gate["p1_count"],
        p2=gate["p2_count"],
    )
    if gate["said"]:
        out.tell("  it says: {said}", said=gate["said"])
    for item in gate["left"]:
        out.tell("  left: {item}", item=item)
    if gate["p1_count"] and not gate["left"]:
        out.tell("  left: {count} P1 that the reviewer did not name", count=gate["p1_count"])
    for item in gate["p2_items"]:
        show_line(out, f"  P2: {item}")
    if unnamed := gate["p2_count"] - len(gate["p2_items"]):
        out.tell("  P2: {count} that the reviewer did not name", count=unnamed)


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
    if data["kind"] == "limit":
        until = say("waits for its provider until {until}", until=local_time(data["until"]))
        return _join_words(f"{data['task']:<22}", f"{data['agent']:<16}", until, _notes_text(data))
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
    return _join_words("team-fallback-full", say("the agents go on each for itself ({reason})", reason=data["reason"]))


def _agent_dismissed(data: Data, say: Say) -> str:
    if why := data.get("note"):
        return say("{agent} failed after its result was taken: {why}", agent=data["agent"], why=why)
    return say("{agent} did not end when asked to, and was ended", agent=data["agent"])


def _outside_changed(data: Data, say: Say) -> str:
    changes = "; ".join(data.get("changes") or ["-"])
    if not data["tasks"]:
        return changes
    return say("outside, while {tasks} was at work: {changes}", tasks=", ".join(data["tasks"]), changes=changes)


def _cap_reached(data: Data, say: Say) -> str:
    is_money = data["unit"] == "micros"
    used, limit = (f"{data[name] / 1_000_000:.2f} $" if is_money else f"{data[name]:,}" for name in ("used", "limit"))
    name = data.get("run") or data.get("agent") or data["day"]
    return say("{used} of {limit} are used ({name})", used=used, limit=limit, name=name)


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
    "CapReached": EventFormat("!", "yellow", _cap_reached),
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
