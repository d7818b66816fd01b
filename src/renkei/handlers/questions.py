"""What agents at work ask: put to a person as a decision, and taken back when nobody needs the answer any more."""

from collections.abc import Iterator
from typing import Any

from renkei.board.contracts import contract
from renkei.board.names import run_question
from renkei.board.run_tables import RunAskRow, RunRow, RunTaskRow
from renkei.board.tables import DecisionRow
from renkei.board.team import PERSON
from renkei.contracts.states import ACTIVE
from renkei.handlers.base import Asked, Decision
from renkei.handlers.messages import post_message
from renkei.protocol.commands import PostMessage
from renkei.protocol.events import ContractConsulted, Debt, Event, MessageBody, MessagePosted
from renkei.protocol.messages import DRAFT, DecisionResult
from renkei.protocol.run_commands import PutQuestion
from renkei.protocol.run_events import AskBody, RunAsked


def put(asked: Asked, run: RunRow, row: RunTaskRow, command: PutQuestion) -> Decision:
    """With nobody there to be asked it is answered at once; what an attempt before asked is not asked twice."""
    if run.yes:
        answer = command.recommended or next(iter(command.options), "")
        return Decision(events=(_asked(run, row, command, _name(asked, run, row), answer),))
    if known := _asked_before(asked, row, command):
        return Decision(events=(_asked(run, row, command, known.decision),))
    decision = _name(asked, run, row)
    said = asked.say("{agent} at {task} asks: {question}", agent=row.agent, task=row.task, question=command.question)
    request = {
        "decision_id": decision,
        "question": said,
        "options": [{"label": label, "analysis": "-"} for label in dict.fromkeys(command.options)],
        "recommended": command.recommended if command.recommended in command.options else None,
    }
    question = _asked(run, row, command, decision)
    return Decision(events=(question, *_posted(asked, request), *_consulted(asked, row, decision)))


def withdrawn(asked: Asked, row: RunTaskRow) -> Iterator[Event]:
    """Nobody waits for the answer any more: the task is done, or the run goes on without it."""
    if row.question:
        yield from withdraw(asked, row.question, asked.say("{task} has ended without the answer.", task=row.task))


def withdraw(asked: Asked, name: str, why: str) -> Iterator[Event]:
    """Takes back what a person was asked, with the reason."""
    decision = asked.view.get(DecisionRow, name)
    if decision is None or decision.status != "open":
        return
    payload = DecisionResult(decision_id=decision.id, chosen_option=asked.say("withdrawn"), rationale=why)
    yield MessagePosted(
        id="",
        kind="DECISION_RESULT",
        sender=asked.actor.name,
        to=PERSON,
        readers=[PERSON],
        priority="normal",
        in_reply_to=decision.message,
        settles=[Debt(message=decision.message, debtor=owner) for owner in decision.owners],
        body=MessageBody(context_summary=why, related_state_refs=[], payload=payload.model_dump()),
    )


def _asked(run: RunRow, row: RunTaskRow, command: PutQuestion, decision: str, answer: str | None = None) -> RunAsked:
    return RunAsked(
        run=run.id,
        decision=decision,
        kind="question",
        task=row.task,
        cycle=run.cycle,
        token=row.token,
        body=AskBody(question=command.question, answer=answer),
    )


def _name(asked: Asked, run: RunRow, row: RunTaskRow) -> str:
    return run_question(asked.view, f"{run.id}-question-{row.task}-{run.cycle}-{asked.view.head.seq + 1}")


def _asked_before(asked: Asked, row: RunTaskRow, command: PutQuestion) -> RunAskRow | None:
    known = asked.view.get(RunAskRow, row.question) if row.question else None
    return known if known and known.question == command.question and known.answer is None else None


def _posted(asked: Asked, request: dict[str, Any]) -> tuple[Event, ...]:
    draft = DRAFT.validate_python({"type": "DECISION_REQUEST", "to": PERSON, "payload": request, "priority": "high"})
    return post_message(asked, PostMessage(message=draft), named_by_renkei=True).events


def _consulted(asked: Asked, row: RunTaskRow, decision: str) -> Iterator[Event]:
    """CON-3: what was asked under a contract is decided before it is delivered."""
    under = contract(asked.view, row.contract) if row.contract else None
    if under and under.state in ACTIVE:
        yield ContractConsulted(contract=under.id, decision=decision)
