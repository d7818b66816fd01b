"""What agents at work ask: put to a person as a decision, and taken back when nobody needs the answer any more."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from pydantic import Field

from renkei.board.contracts import find_contract
from renkei.board.names import run_question
from renkei.board.run_tables import RunAskRow, RunRow, RunTaskRow
from renkei.board.tables import DecisionRow
from renkei.board.team import PERSON
from renkei.commands.base import CommandContext, Outcome
from renkei.commands.messages import post_message
from renkei.commands.run_base import ExecutorCommand, ExecutorStep, require_current, require_lease, require_running_task
from renkei.contracts.states import ACTIVE
from renkei.protocol.base import FilledText, Name, Ref
from renkei.protocol.events import (
    ContractConsulted,
    Debt,
    Event,
    MessageBody,
    MessagePosted,
)
from renkei.protocol.messages import DRAFT, DecisionResult
from renkei.protocol.run_events import AskBody, RunAsked
from renkei.protocol.terms import AskKind

WITHDRAWN: Final = "withdrawn"
"""What stands where an answer would; a word of the log, in no language."""


class AskPerson(ExecutorStep):
    tag = "AskPerson"

    kind: AskKind
    task: Name | None = None
    about: FilledText | None = None
    """The id of the conflict that it is about."""
    question: FilledText
    options: Annotated[dict[str, str], Field(min_length=1)]
    """Label and what it means."""

    def decide(self, context: CommandContext) -> Outcome:
        """Asks like any agent would, so that `renkei decide` and every other way in can answer."""
        run = require_current(context, self)
        parts = (run.id, self.kind, self.task, str(run.cycle), str(context.view.head.seq + 1))
        decision = run_question(context.view, "-".join(filter(None, parts)))
        payload = {
            "decision_id": decision,
            "question": self.question,
            "options": [{"label": label, "analysis": meaning} for label, meaning in self.options.items()],
        }
        draft = DRAFT.validate_python(
            {"type": "DECISION_REQUEST", "to": PERSON, "payload": payload, "priority": "high"}
        )
        posted = post_message(context, draft, named_by_renkei=True).events
        question = RunAsked(
            run=run.id, decision=decision, kind=self.kind, task=self.task, cycle=run.cycle, about=self.about
        )
        return Outcome(events=(question, *posted))


class PutQuestion(ExecutorCommand):
    """An agent at work asks what only a person can answer."""

    tag = "PutQuestion"

    lease: int
    task: Name
    token: int
    question: FilledText
    options: list[FilledText] = []
    recommended: FilledText | None = None

    def decide(self, context: CommandContext) -> Outcome:
        run = require_lease(context, self.run, self.lease)
        return put_question(context, run, require_running_task(context, run, self.task, self.token), self)


class WithdrawQuestion(ExecutorStep):
    """What a person was asked and nobody needs to know any more."""

    tag = "WithdrawQuestion"

    decision: Ref
    why: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        require_current(context, self)
        return Outcome(events=tuple(withdraw_question(context, self.decision, self.why)))


def put_question(context: CommandContext, run: RunRow, row: RunTaskRow, command: PutQuestion) -> Outcome:
    """With nobody there to be asked it is answered at once; what an attempt before asked is not asked twice."""
    if run.yes:
        answer = command.recommended or next(iter(command.options), "")
        return Outcome(events=(_run_asked(run, row, command, _question_name(context, run, row), answer),))
    if known := _find_open_question(context, row, command):
        return Outcome(events=(_run_asked(run, row, command, known.decision),))
    decision = _question_name(context, run, row)
    said = context.say("{teammate} needs to know: {question}", teammate=row.agent, question=command.question)
    request = {
        "decision_id": decision,
        "question": said,
        "options": [{"label": label, "analysis": "-"} for label in dict.fromkeys(command.options)],
        "recommended": command.recommended if command.recommended in command.options else None,
    }
    question = _run_asked(run, row, command, decision)
    return Outcome(events=(question, *_post_request(context, request), *_consult_contract(context, row, decision)))


def withdraw_task_question(context: CommandContext, row: RunTaskRow) -> Iterator[Event]:
    """Nobody waits for the answer any more: the task is done, or the run goes on without it."""
    if row.question:
        yield from withdraw_question(
            context, row.question, context.say("{task} has ended without the answer.", task=row.task)
        )


def withdraw_question(context: CommandContext, name: str, why: str) -> Iterator[Event]:
    """Takes back what a person was asked, with the reason."""
    decision = context.view.get(DecisionRow, name)
    if decision is None or decision.status != "open":
        return
    payload = DecisionResult(decision_id=decision.id, chosen_option=WITHDRAWN, rationale=why)
    yield MessagePosted(
        id="",
        kind="DECISION_RESULT",
        sender=context.actor.name,
        to=PERSON,
        readers=[PERSON],
        priority="normal",
        in_reply_to=decision.message,
        settles=[Debt(message=decision.message, debtor=owner) for owner in decision.owners],
        body=MessageBody(context_summary=why, related_state_refs=[], payload=payload.model_dump()),
    )


def _run_asked(
    run: RunRow, row: RunTaskRow, command: PutQuestion, decision: str, answer: str | None = None
) -> RunAsked:
    return RunAsked(
        run=run.id,
        decision=decision,
        kind="question",
        task=row.task,
        cycle=run.cycle,
        token=row.token,
        body=AskBody(question=command.question, answer=answer),
    )


def _question_name(context: CommandContext, run: RunRow, row: RunTaskRow) -> str:
    return run_question(context.view, f"{run.id}-question-{row.task}-{run.cycle}-{context.view.head.seq + 1}")


def _find_open_question(context: CommandContext, row: RunTaskRow, command: PutQuestion) -> RunAskRow | None:
    known = context.view.get(RunAskRow, row.question) if row.question else None
    return known if known and known.question == command.question and known.answer is None else None


def _post_request(context: CommandContext, request: dict[str, Any]) -> tuple[Event, ...]:
    draft = DRAFT.validate_python({"type": "DECISION_REQUEST", "to": PERSON, "payload": request, "priority": "high"})
    return post_message(context, draft, named_by_renkei=True).events


def _consult_contract(context: CommandContext, row: RunTaskRow, decision: str) -> Iterator[Event]:
    """CON-3: what was asked under a contract is decided before it is delivered."""
    under = find_contract(context.view, row.contract) if row.contract else None
    if under and under.state in ACTIVE:
        yield ContractConsulted(contract=under.id, decision=decision)
