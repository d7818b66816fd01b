"""What an event of the demonstration means, in one line for somebody who sees it for the first time."""

from collections.abc import Callable
from typing import Any, Final

from renkei.app.demo import is_invented_reference, is_task_contract_step, short_refusal
from renkei.app.log import LogEvent
from renkei.sentence import Sentence
from renkei.values import value

Data = dict[str, Any]


@value
class StoryLine:
    """Who, the protocol's word for it, and what it means."""

    who: str
    word: str
    text: Sentence
    style: str = ""
    is_detail: bool = False
    """One step of many, which a newcomer need not see."""


class Story:
    """The events of a run, told one after the other."""

    def __init__(self) -> None:
        self._done: set[str] = set()

    def line_for(self, event: LogEvent) -> StoryLine | None:
        """The line of an event; None for what a newcomer need not see."""
        line_of = _LINE_BUILDERS.get(event.type)
        if line_of is None or is_task_contract_step(event):
            return None
        data = {**event.data, "actor": event.actor}
        line = line_of(data | {"again": data.get("task") in self._done})
        if event.type == "TaskCompleted":
            self._done.add(data["task"])
        return line


def _run_started(data: Data) -> StoryLine:
    text = Sentence("A run begins: each agent is a process of its own, in a git work tree of its own.")
    return StoryLine(who=data["actor"], word="RUN", text=text, style="bold")


def _field_set(data: Data) -> StoryLine | None:
    if data["field"] != "goal":
        return None
    return StoryLine(
        who=data["actor"], word="BOARD", text=Sentence("The goal on the shared board: {goal}", goal=data["value"])
    )


def _message_posted(data: Data) -> StoryLine | None:
    said = data["payload"].get("task_description") or data["payload"].get("summary")
    if data["type"] not in ("TASK_HANDOFF", "TASK_RESULT") or not said:
        return None
    to = data["to"] if isinstance(data["to"], str) else ", ".join(data["to"])
    return StoryLine(
        who=data["from"], word=data["type"], text=Sentence("To {to}: {said}", to=to, said=said), style="cyan"
    )


def _decision_requested(data: Data) -> StoryLine:
    options = " / ".join(option["label"] for option in data["options"])
    text = Sentence("Asks a person and waits: {question} {options}", question=data["question"], options=options)
    return StoryLine(who=data["requester"], word="DECISION_REQUEST", text=text, style="yellow")


def _decision_resolved(data: Data) -> StoryLine:
    text = Sentence("{option}. {why}", option=data["chosen_option"], why=data["rationale"])
    return StoryLine(who=data["actor"], word="DECISION_RESULT", text=text, style="yellow")


def _contract_offered(data: Data) -> StoryLine:
    text = Sentence(
        "{id} is offered to {assignee}: what goes in, what comes out, how it is judged.", **_offer_params(data)
    )
    return StoryLine(who=data["delegator"], word="CONTRACT", text=text, style="cyan")


def _offer_params(data: Data) -> dict[str, str]:
    return {"id": data["id"], "assignee": data["assignee"]}


def _contract_moved(data: Data) -> StoryLine:
    text = Sentence("{id} is now {state}.", id=data["contract"], state=data["state"])
    return StoryLine(who=data["actor"], word="CONTRACT", text=text, style="cyan", is_detail=True)


def _contract_closed(data: Data) -> StoryLine:
    text = Sentence("{id} is verified and closed: {outcome}.", id=data["contract"], outcome=data["outcome"])
    return StoryLine(who=data["actor"], word="CONTRACT", text=text, style="cyan")


def _task_started(data: Data) -> StoryLine:
    is_first = data["attempt"] == 1
    if not is_first:
        text = Sentence("A fresh agent takes {task} on; it is told what went wrong.", task=data["task"])
    elif data["again"]:
        text = Sentence("Does {task} again, knowing what the gate found.", task=data["task"])
    else:
        text = Sentence("Begins {task}.", task=data["task"])
    return StoryLine(who=data["agent"], word="TASK", text=text, style="dim", is_detail=is_first)


def _task_completed(data: Data) -> StoryLine:
    task, commit, files = data["task"], (data["commit"] or "")[:7], ", ".join(data["artifacts"]) or "-"
    if data["summary"]:
        text = Sentence("{task} is done. It found: {found}", task=task, found=data["summary"])
    elif commit:
        text = Sentence("{task} is checked and committed ({commit}): {files}", task=task, commit=commit, files=files)
    else:
        text = Sentence("{task} is done.", task=task)
    return StoryLine(who=data["agent"], word="TASK", text=text, style="green", is_detail=True)


def _task_failed(data: Data) -> StoryLine:
    task, reason = data["task"], short_refusal(data) if is_invented_reference(data) else data["summary"]
    if data["kind"] == "hung":
        word, text = "HUNG", Sentence("Hangs at {task}: {reason}. It is ended and replaced.", task=task, reason=reason)
    elif is_invented_reference(data):
        word, text = "REFUSED", Sentence("A hallucinated reference is caught: {reason}", reason=reason)
    else:
        word, text = "FAILED", Sentence("{task} failed: {reason}", task=task, reason=reason)
    return StoryLine(who=data["agent"], word=word, text=text, style="red")


def _gate_decided(data: Data) -> StoryLine:
    if data["overall"] == "PASS":
        text, style = Sentence("REHEARSAL PASS: every file says what was decided."), "bold green"
    else:
        counts = {"p0": data["p0_count"], "p1": data["p1_count"], "targets": ", ".join(data["rollback_targets"]) or "-"}
        text = Sentence(
            "REHEARSAL {overall}: {p0} P0 and {p1} P1; sent back: {targets}", overall=data["overall"], **counts
        )
        style = "bold red"
    return StoryLine(who=data["task"], word="GATE", text=text, style=style)


def _tasks_reset(data: Data) -> StoryLine:
    text = Sentence("Only what is affected is done again: {tasks}", tasks=", ".join(data["tasks"]))
    return StoryLine(who="renkei", word=data["cause"], text=text, style="bold")


def _run_ended(data: Data) -> StoryLine:
    text = Sentence(
        "The run is {state}; merged as {commit} in this demo's own temporary repository",
        state=data["state"],
        commit=(data["commit"] or "-")[:7],
    )
    return StoryLine(who="renkei", word="RUN", text=text, style="bold")


_LINE_BUILDERS: Final[dict[str, Callable[[Data], StoryLine | None]]] = {
    "RunStarted": _run_started,
    "FieldSet": _field_set,
    "MessagePosted": _message_posted,
    "DecisionRequested": _decision_requested,
    "DecisionResolved": _decision_resolved,
    "ContractOffered": _contract_offered,
    "ContractMoved": _contract_moved,
    "ContractClosed": _contract_closed,
    "TaskStarted": _task_started,
    "TaskCompleted": _task_completed,
    "TaskFailed": _task_failed,
    "GateDecided": _gate_decided,
    "TasksReset": _tasks_reset,
    "RunEnded": _run_ended,
}
