"""What waits for a person, and a person's answer; what an agent asks, and what it answers."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from renkei.app.messages import send
from renkei.app.project import Done, Project
from renkei.board.debts import OwedAnswer, list_overdue, list_owed
from renkei.board.pages import MOST_LOOKED_AT, PAGE, Page, require_limit
from renkei.board.read import find_message, inbox_page
from renkei.board.tables import DecisionRow
from renkei.board.team import PERSON, SYSTEM
from renkei.commands.decisions import Decide
from renkei.context.tiers import is_to_a_group, list_addresses
from renkei.errors import BadInput, NotFound
from renkei.eventlog.base import View
from renkei.eventlog.records import utc_now
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.messages import Message
from renkei.values import value


@value
class OpenDecision:
    id: str
    question: str
    options: list[dict[str, Any]]
    owners: list[str]
    requester: str
    message: str
    deadline_steps: int | None
    for_person: bool


@value
class WaitingItems:
    """What waits for a person."""

    decisions: Page[OpenDecision]
    """A person may make any; those that are a person's come first."""
    questions: Page[OwedAnswer]
    """What else a person owes an answer to."""
    reports: Page[Message]
    """Conflicts that Renkei itself has put to a person: nobody is owed an answer, and somebody has to act."""
    overdue: Page[OwedAnswer]
    """Answers of anybody that somebody waits for too long."""

    @property
    def more(self) -> int:
        """How many decisions, questions and reports are left out."""
        return self.decisions.more + self.questions.more + self.reports.more


@value
class WaitingCounts:
    decisions: int
    questions: int


def list_waiting(project: Project, *, limit: int = PAGE) -> WaitingItems:
    now, within, limit = utc_now(), project.settings.answer_within, require_limit(limit)
    with project.reader.read() as view:
        return WaitingItems(
            decisions=_open_decisions(view, limit),
            questions=_questions_to_person(view, now, within, limit),
            reports=_conflict_reports(view, limit),
            overdue=list_overdue(view, now=now, within=within, limit=limit),
        )


def count_waiting(view: View, *, within: int) -> WaitingCounts:
    """How many there are, wherever they stand on a list."""
    questions = _questions_to_person(view, utc_now(), within, MOST_LOOKED_AT)
    decisions = view.count(DecisionRow, order="seq", status="open")
    return WaitingCounts(decisions=decisions, questions=len(questions.items) + questions.more)


def decide(
    project: Project,
    name: str,
    option: str,
    *,
    why: str | None = None,
    constraints: Sequence[str] = (),
    actor: Actor | None = None,
    key: str | None = None,
) -> Done:
    """Answers a decision or a question; `constraints` are told to everybody whom it affects.

    Raises:
        NotFound: nothing of this name waits.
        BadInput: what was not offered needs a reason.
        Refused: not for this actor.
    """
    given = {"id": name, "option": option, "why": why, "constraints": list(constraints)}
    return project.do(validate_model(Decide, given), actor=actor or project.actor(), key=key)


# What agents ask each other, or a person, and what they answer.


@value
class Question:
    """What was asked, and where its answer will stand."""

    done: Done
    decision: str | None
    """None: it has no options, and is answered in words."""


def ask(
    project: Project,
    question: str,
    *,
    to: str | list[str],
    options: Sequence[str] = (),
    recommended: str | None = None,
    is_blocking: bool = False,
    actor: Actor,
) -> Question:
    """Asks somebody to decide, or to answer in words. The same question asked again is the same decision: its id
    follows from who asks whom what.

    Raises:
        BadInput: it was asked before, and is decided.
    """
    payload: dict[str, Any] = {"intent_hint": "question", "body": question, "requires_response": True}
    decision = _decision_name(actor, to, question, options) if options else None
    if decision:
        _check_not_decided(project, decision)
        labels = [{"label": each, "analysis": ""} for each in options]
        payload = {"decision_id": decision, "question": question, "options": labels, "recommended": recommended}
    elif recommended is not None:
        raise BadInput("recommended: expected one of the options, and there are none.")
    fields = {
        "type": "DECISION_REQUEST" if decision else "FREEFORM",
        "to": to,
        "priority": "blocking" if is_blocking else "normal",
        "payload": payload,
    }
    return Question(done=send(project, fields, actor=actor), decision=decision)


def _decision_name(actor: Actor, to: str | list[str], question: str, options: Sequence[str]) -> str:
    whom = [to] if isinstance(to, str) else sorted(to)
    asked = json.dumps([actor.name, whom, question, list(options)]).encode(errors="surrogatepass")
    return f"D-{actor.name}-{hashlib.sha256(asked).hexdigest()[:8]}"


def _check_not_decided(project: Project, name: str) -> None:
    with project.reader.read() as view:
        decision = view.get(DecisionRow, name)
    if decision and decision.status == "resolved":
        raise BadInput(
            "You have asked this before, and it is decided: {resolution} ({id}). If you ask for something else now, "
            "say in the question what it is.",
            resolution=decision.resolution,
            id=name,
        )


def answer(project: Project, name: str, text: str, *, why: str | None = None, actor: Actor) -> Done:
    """Answers a decision that the actor owns, or a question that it was asked.

    Raises:
        NotFound: nothing of this name was asked.
        BadInput: it is answered with a message of its own type, or by others.
        Refused: it is another's to decide; a person's is never an agent's.
    """
    with project.reader.read() as view:
        asked = find_message(view, name)
        is_request = asked is not None and asked.type == "DECISION_REQUEST"
        decision = view.get(DecisionRow, asked.payload.get("decision_id", name) if asked and is_request else name)
    if decision:
        return _answer_decision(project, decision, text, why, actor)
    if asked is None:
        raise NotFound("Nobody has asked anything under {id}.", id=name)
    if asked.type != "FREEFORM":
        expected = " | ".join(asked.expected_response_type) or "-"
        raise BadInput("{id} is a {type}: it is answered with {expected}.", id=name, type=asked.type, expected=expected)
    if asked.sender == actor.name or not (actor.name in list_addresses(asked) or is_to_a_group(asked)):
        raise _not_asked_error(name, list_addresses(asked), asked.sender, actor)
    body = f"{text}\n{why}" if why else text
    return send(
        project,
        {"type": "FREEFORM", "to": asked.sender, "in_reply_to": asked.id, "payload": {"body": body}},
        actor=actor,
    )


def _not_asked_error(name: str, to: Sequence[str], sender: str, actor: Actor) -> BadInput:
    return BadInput(
        "{id} is answered by {to}: {sender} asks, and {agent} was not asked.",
        id=name,
        to=", ".join(to) or "-",
        sender=sender,
        agent=actor.name,
    )


def _answer_decision(project: Project, decision: DecisionRow, option: str, why: str | None, actor: Actor) -> Done:
    if decision.requester == actor.name:
        raise _not_asked_error(decision.id, decision.owners, decision.requester, actor)
    payload = {"decision_id": decision.id, "chosen_option": option, "rationale": why or ""}
    fields = {"type": "DECISION_RESULT", "to": decision.requester, "in_reply_to": decision.message, "payload": payload}
    return send(project, fields, actor=actor)


def _open_decisions(view: View, limit: int) -> Page[OpenDecision]:
    rows = view.select(DecisionRow, order="seq", status="open", limit=max(limit, MOST_LOOKED_AT))
    chosen = sorted(rows, key=lambda row: PERSON not in row.owners)[:limit]
    more = view.count(DecisionRow, order="seq", status="open") - len(chosen)
    return Page(items=[_open_decision(row) for row in chosen], more=more)


def _open_decision(row: DecisionRow) -> OpenDecision:
    return OpenDecision(
        id=row.id,
        question=row.question,
        options=row.options,
        owners=row.owners,
        requester=row.requester,
        message=row.message,
        deadline_steps=row.deadline_steps,
        for_person=PERSON in row.owners,
    )


def _questions_to_person(view: View, now: str, within: int, limit: int) -> Page[OwedAnswer]:
    debts = list_owed(view, now=now, within=within, debtor=PERSON, limit=MOST_LOOKED_AT)
    questions = [debt for debt in debts.items if debt.type != "DECISION_REQUEST"]
    return Page(items=questions[:limit], more=len(questions[limit:]) + debts.more)


def _conflict_reports(view: View, limit: int) -> Page[Message]:
    waiting = inbox_page(view, PERSON, limit=max(limit, MOST_LOOKED_AT))
    found = [each for each in waiting.items if each.type == "CONFLICT_REPORT" and each.sender == SYSTEM]
    reports = [each for each in found if each.in_reply_to is None]
    return Page(items=reports[:limit], more=len(reports[limit:]))
