"""A person's answer to a decision or a question: posted like any other message, with all that follows from it."""

from renkei.board.posts import Post, find_post
from renkei.board.tables import DebtRow, DecisionRow
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.commands.messages import has_only_its_options, post_message
from renkei.errors import BadInput, NotFound
from renkei.policy.access import ALL, DECIDE_IS_A_PERSONS
from renkei.protocol.base import FilledText, Ref
from renkei.protocol.messages import DecisionResult, DecisionResultDraft, Draft, Freeform, FreeformDraft
from renkei.sentence import Parameter


class Decide(Command):
    """A person answers a decision or a question. What was not offered needs a reason."""

    tag = "Decide"
    who = DECIDE_IS_A_PERSONS
    layer = ALL

    id: Ref
    option: FilledText
    why: FilledText | None = None
    constraints: list[FilledText] = []
    """What has to be kept from now on by those whom the decision affects."""

    def decide(self, context: CommandContext) -> Outcome:
        return post_message(context, _answer_draft(context, self))


def _answer_draft(context: CommandContext, command: Decide) -> Draft:
    question = find_post(context.view, command.id)
    is_request = question is not None and question.type == "DECISION_REQUEST"
    named = str(question.payload.get("decision_id")) if question and is_request else command.id
    if decision := context.view.get(DecisionRow, named):
        return _decision_draft(context, command, decision)
    debt = context.view.get(DebtRow, command.id, PERSON)
    if question is None or (question.type not in _QUESTIONS and debt is None):
        raise NotFound("No decision or question is called {id}. `renkei decide` lists them.", id=command.id)
    return _question_draft(context, command, question)


_QUESTIONS = ("CONFLICT_REPORT",)
"""A conflict may be settled by a person whoever was asked."""


def _decision_draft(context: CommandContext, command: Decide, decision: DecisionRow) -> Draft:
    labels = [option["label"] for option in decision.options]
    is_free = not has_only_its_options(context.view, decision.id)
    if labels and is_free and command.why is None and decision.status == "open" and command.option not in labels:
        raise BadInput(
            "{option!r} is none of the options of {id} ({labels}). A person may choose it all the same: say why "
            "({how}).",
            how=Parameter("why"),
            option=command.option,
            id=decision.id,
            labels=", ".join(labels) or "-",
        )
    return _result_draft(context, command, decision.id, [decision.requester, *decision.owners], decision.message)


def _question_draft(context: CommandContext, command: Decide, question: Post) -> Draft:
    if question.type == "CONFLICT_REPORT" and question.sender == SYSTEM and question.in_reply_to is None:
        raise BadInput(
            "{id} is a circle of waits: no answer ends it. End one of them: renkei board resolve BLK-n --why TEXT",
            id=question.id,
        )
    if question.type == "CONFLICT_REPORT":
        return _result_draft(context, command, question.id, [question.sender], question.id)
    if question.type == "FREEFORM":
        _check_not_answered(context, question)
        text = "\n".join(filter(None, (command.option, command.why, *(f"- {each}" for each in command.constraints))))
        return FreeformDraft(
            type="FREEFORM",
            to=_present_members(context, [question.sender]),
            in_reply_to=question.id,
            payload=Freeform(body=text),
        )
    raise BadInput(
        "{id} is a {type}: it is answered with {expected}. Post that with: renkei send",
        id=question.id,
        type=question.type,
        expected=" | ".join(question.expects) or "-",
    )


def _check_not_answered(context: CommandContext, question: Post) -> None:
    debt = context.view.get(DebtRow, question.id, PERSON)
    if debt and debt.settled_by:
        raise BadInput(
            "{id} is answered already, with {answer}. To say more: renkei chat general TEXT",
            id=question.id,
            answer=debt.settled_by,
        )


def _result_draft(context: CommandContext, command: Decide, decision: str, to: list[str], request: str) -> Draft:
    payload = DecisionResult(
        decision_id=decision,
        chosen_option=command.option,
        rationale=command.why or context.say("A person chose it."),
        additional_constraints=command.constraints or None,
    )
    return DecisionResultDraft(
        type="DECISION_RESULT", to=_present_members(context, to), in_reply_to=request, payload=payload
    )


def _present_members(context: CommandContext, names: list[str]) -> list[str]:
    """Those who asked and those who were asked, as far as they are still there; else the chat."""
    return [name for name in dict.fromkeys(names) if find_member(context.view, name)] or ["#general"]
