"""A person's answer to a decision or a question: posted like any other message, with all that follows from it."""

from renkei.board.posts import Post, post
from renkei.board.tables import DebtRow, DecisionRow
from renkei.board.team import PERSON, member
from renkei.errors import BadInput, NotFound
from renkei.handlers.base import Asked, Decision
from renkei.handlers.messages import has_only_its_options, post_message
from renkei.protocol.commands import Decide, PostMessage
from renkei.protocol.messages import DecisionResult, DecisionResultDraft, Draft, Freeform, FreeformDraft


def decide_as_person(asked: Asked, command: Decide) -> Decision:
    return post_message(asked, PostMessage(message=_answer(asked, command)))


def _answer(asked: Asked, command: Decide) -> Draft:
    decision = asked.view.get(DecisionRow, command.id)
    if decision:
        return _to_decision(asked, command, decision)
    question = post(asked.view, command.id)
    debt = asked.view.get(DebtRow, command.id, PERSON)
    if question is None or (question.type not in _QUESTIONS and debt is None):
        raise NotFound("No decision or question is called {id}. `renkei decide` lists them.", id=command.id)
    return _to_question(asked, command, question)


_QUESTIONS = ("CONFLICT_REPORT",)
"""A conflict may be settled by a person whoever was asked."""


def _to_decision(asked: Asked, command: Decide, decision: DecisionRow) -> Draft:
    labels = [option["label"] for option in decision.options]
    is_free = not has_only_its_options(asked.view, decision.id)
    if labels and is_free and command.why is None and decision.status == "open" and command.option not in labels:
        raise BadInput(
            "{option!r} is none of the options of {id} ({labels}). A person may choose it all the same: say why "
            "with --why TEXT.",
            option=command.option,
            id=decision.id,
            labels=", ".join(labels) or "-",
        )
    return _result(asked, command, [decision.requester, *decision.owners], decision.message)


def _to_question(asked: Asked, command: Decide, question: Post) -> Draft:
    if question.type == "CONFLICT_REPORT":
        return _result(asked, command, [question.sender], question.id)
    if question.type == "FREEFORM":
        text = "\n".join(filter(None, (command.option, command.why, *(f"- {each}" for each in command.constraints))))
        return FreeformDraft(
            type="FREEFORM", to=_present(asked, [question.sender]), in_reply_to=question.id, payload=Freeform(body=text)
        )
    raise BadInput(
        "{id} is a {type}: it is answered with {expected}. Post that with: renkei send",
        id=question.id,
        type=question.type,
        expected=" | ".join(question.expects) or "-",
    )


def _result(asked: Asked, command: Decide, to: list[str], request: str) -> Draft:
    payload = DecisionResult(
        decision_id=command.id,
        chosen_option=command.option,
        rationale=command.why or asked.say("A person chose it."),
        additional_constraints=command.constraints or None,
    )
    return DecisionResultDraft(type="DECISION_RESULT", to=_present(asked, to), in_reply_to=request, payload=payload)


def _present(asked: Asked, names: list[str]) -> list[str]:
    """Those who asked and those who were asked, as far as they are still there; else the chat."""
    return [name for name in dict.fromkeys(names) if member(asked.view, name)] or ["#general"]
