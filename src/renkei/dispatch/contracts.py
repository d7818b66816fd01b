"""What follows for contracts: a hand-off offers, a result delivers, verdicts decide, limits are kept (CON-2, CON-3)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal

from renkei.board.contracts import contract_of_task, contract_terms, find_contract, list_contracts
from renkei.board.names import contract_question
from renkei.board.posts import find_post
from renkei.board.tables import ContractRow
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.contracts.checks import Check, constraints_without_check, list_checks, soft_deviations, unmet_checks
from renkei.contracts.states import ACTIVE, is_allowed, move_contract
from renkei.contracts.text import Instruction, parse_instruction
from renkei.dispatch.base import (
    Cause,
    Effect,
    Rule,
    Trigger,
    own_effect,
    payload_of,
    set_status_event,
    status_of,
    system_effect,
)
from renkei.dispatch.notices import send_notice, share_knowledge
from renkei.dispatch.release import agents_waiting_for
from renkei.eventlog.base import View
from renkei.policy.authority import ImposeStatus, has_authority
from renkei.protocol.board import Awaited
from renkei.protocol.contracts import TaskContract
from renkei.protocol.events import (
    ContractBody,
    ContractClosed,
    ContractLinked,
    ContractMoved,
    ContractOffered,
    ContractVerified,
    Debt,
    MessagePosted,
    StepsCounted,
)
from renkei.protocol.messages import (
    ConflictReport,
    DecisionRequest,
    KnowledgeShare,
    Payload,
    StatusUpdate,
    TaskBlocked,
    TaskHandoff,
    TaskResult,
)
from renkei.protocol.terms import AgentStatus, ContractOutcome, ContractStep, MessageType


def a_handoff_offers_the_contract_it_carries(cause: Cause) -> Iterable[Effect]:
    """CON-5."""
    payload = payload_of(cause, TaskHandoff)
    if payload is None or payload.task_contract is None:
        return
    assert isinstance(cause.event, MessagePosted)
    if isinstance(payload.task_contract, str):
        yield system_effect(ContractLinked(contract=payload.task_contract, message=cause.event.id))
    else:
        yield own_effect(cause, offer_event(payload.task_contract, delegator=cause.actor, handoff=cause.event.id))


def an_offer_is_told_to_its_assignee(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, ContractOffered) or event.handoff or event.body is None or event.delegator == SYSTEM:
        return  # a run's agent is told in its prompt
    yield from share_knowledge(
        cause,
        [event.assignee],
        "high",
        topic=cause.say("{delegator} offers you the contract {id}", delegator=event.delegator, id=event.id),
        content=TaskContract.model_validate(event.body.contract).inputs.description,
        relevance=cause.say("You are its assignee."),
        action=cause.say(
            "Read it: renkei contract show {id}. Then: renkei contract accept {id}, or decline {id}.", id=event.id
        ),
    )


def a_refusal_of_a_contract_is_told_to_its_delegator(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, ContractMoved) or event.step != "decline":
        return
    row, _ = _row_and_terms(cause, event.contract)
    why = event.body.note if event.body else ""
    topic = cause.say("{assignee} has declined the contract {id}", assignee=row.assignee, id=row.id)
    yield from _with_debts_paid(
        row,
        share_knowledge(
            cause,
            [row.delegator],
            "high",
            topic=topic,
            content=why or topic,
            relevance=cause.say("You are its delegator."),
            action=cause.say("Offer it to another agent, or on other terms."),
        ),
    )


def a_refusal_of_a_contract_is_told_to_those_who_wait_for_it(cause: Cause) -> Iterable[Effect]:
    """They go on waiting: what becomes of it is its delegator's to say."""
    event = cause.event
    if not isinstance(event, ContractMoved) or event.step != "decline":
        return
    row, _ = _row_and_terms(cause, event.contract)
    names = [Awaited("contract", row.id), *(Awaited("task", name) for name in (row.id, *row.handoffs))]
    yield from share_knowledge(
        cause,
        [name for name in agents_waiting_for(cause, names) if name not in (cause.actor, row.delegator)],
        "high",
        topic=cause.say("{assignee} has declined the contract {id}", assignee=row.assignee, id=row.id),
        content=cause.say(
            "What you wait for does not come from {assignee}: it has declined the contract {id}. {delegator} hands it "
            "over anew, or withdraws it.",
            assignee=row.assignee,
            id=row.id,
            delegator=row.delegator,
        ),
        relevance=cause.say("You wait for it."),
        action=cause.say("Take your wait back with a reason, or ask the lead what comes instead."),
    )


def a_result_delivers_or_ends_its_contract(cause: Cause) -> Iterable[Effect]:
    """What is complete goes to verification; what its assignee says is not, ends with that."""
    result = payload_of(cause, TaskResult)
    row = contract_of_task(cause.view, result.original_task_ref) if result else None
    if result is None or row is None or cause.actor not in (row.assignee, PERSON, SYSTEM):
        return
    assert isinstance(cause.event, MessagePosted)
    if result.status == "completed":
        if is_allowed(row.state, "deliver"):
            yield own_effect(cause, _contract_moved(row, "deliver", message=cause.event.id))
    elif is_allowed(row.state, "close"):
        yield own_effect(cause, ContractClosed(contract=row.id, outcome=result.status, message=cause.event.id))
        if cause.actor == SYSTEM and find_member(cause.view, row.assignee):
            # Renkei reports in the assignee's place, so it sets the status that the report would have set.
            status: AgentStatus = "idle" if result.status == "partial" else "error"
            if has_authority(cause.view, SYSTEM, ImposeStatus(agent=row.assignee, status=status)):
                yield system_effect(set_status_event(cause, row.assignee, status))


def a_delivery_is_put_to_its_reviewer(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, ContractMoved) or event.step != "deliver":
        return
    row, said = _row_and_terms(cause, event.contract)
    waiting = "\n".join(
        f"{check.number}. {check.text}" + (f" ({check.method})" if check.method else "")
        for check in (list_checks(said) if said else [])
        if check.command is None
    )
    content = cause.say("{assignee} has delivered {id}.", assignee=row.assignee, id=row.id)
    if waiting:
        content = cause.say("{delivered} Your word is needed on:\n{checks}", delivered=content, checks=waiting)
    action = f"renkei contract verify {row.id} --met N --unmet N"
    if unchecked := "\n".join(f"- {each.constraint}" for each in (constraints_without_check(said) if said else [])):
        content = cause.say(
            "{delivered}\nNothing checks these hard constraints; confirm that they are kept:\n{constraints}",
            delivered=content,
            constraints=unchecked,
        )
        action = f"{action}\nrenkei contract verify {row.id} --confirm TEXT"
    yield from share_knowledge(
        cause,
        [row.delegator],
        "high",
        topic=cause.say("The contract {id} waits to be verified", id=row.id),
        content=content,
        relevance=cause.say("You are its delegator."),
        action=action,
    )


def the_first_sign_of_work_starts_a_contract(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    row: ContractRow | None = None
    if isinstance(event, StepsCounted):
        row = find_contract(cause.view, event.contract)
    elif (update := payload_of(cause, StatusUpdate)) and update.task_ref and update.new_status == "working":
        row = contract_of_task(cause.view, update.task_ref)
        row = row if row and cause.actor == row.assignee else None
    if row and is_allowed(row.state, "start"):
        yield Effect(event=_contract_moved(row, "start"), actor=row.assignee)


def a_contract_at_its_step_limit_follows_its_instruction(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, StepsCounted):
        return
    row, said = _row_and_terms(cause, event.contract)
    if said is None or row.state not in ACTIVE:
        return
    limit = said.timeout.max_steps
    if limit is not None and row.steps >= limit:
        what = cause.say("The contract {id} has come to its limit of {limit} steps.", id=row.id, limit=limit)
        yield from _end_contract(cause, row, said, parse_instruction(said.timeout.on_timeout), what, "partial")


def verdicts_decide_a_delivered_contract(cause: Cause) -> Iterable[Effect]:
    """One that is not met sends it back, as often as the contract allows; all that are met close it.

    So that nothing counts which was not shown, a hard constraint that nothing checks needs somebody's word (DEC-29).
    """
    event = cause.event
    if not isinstance(event, ContractVerified):
        return
    row, said = _row_and_terms(cause, event.contract)
    if said is None or row.state != "delivered":
        return
    if unmet := unmet_checks(said, row.verdicts):
        yield from _send_back(cause, row, said, unmet, event.body.note if event.body else "")
    elif _is_fulfilled(row, said):
        move_contract(row.state, "verify", row.id)
        yield own_effect(cause, ContractClosed(contract=row.id, outcome="completed"))


def _is_fulfilled(row: ContractRow, said: TaskContract) -> bool:
    is_decided = all(str(check.number) in row.verdicts for check in list_checks(said))
    return is_decided and (row.confirmed or not constraints_without_check(said))


def a_hold_repeats_what_the_contract_says_for_it(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, ContractMoved) or event.step != "hold":
        return
    row, said = _row_and_terms(cause, event.contract)
    if said:
        handling = said.failure_handling
        yield from _share_verbatim(
            cause, row, handling.on_blocked if event.reason == "blocked" else handling.on_assumption_violation
        )


def the_answer_to_a_report_ends_the_hold(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, MessagePosted):
        return
    for debt in event.settles:
        report = find_post(cause.view, debt.message)
        held = list_contracts(cause.view, assignee=report.sender, state="held") if report else []
        for row in held:
            if row.held_by == debt.message:
                yield own_effect(cause, _contract_moved(row, "resume", message=event.id))


def the_end_of_a_contract_is_told_to_its_assignee(cause: Cause) -> Iterable[Effect]:
    """Its own report needs no answer; what others decided does, and frees it of what it owes."""
    event = cause.event
    if not isinstance(event, ContractClosed) or event.message:
        return
    row, said = _row_and_terms(cause, event.contract)
    if row.delegator == SYSTEM:
        return
    topic = cause.say("The contract {id} is closed: {outcome}", id=row.id, outcome=event.outcome)
    content = (event.body.note if event.body else "") or topic
    deviations = soft_deviations(said, row.verdicts) if said else []
    if deviations:
        listed = "; ".join(deviations)
        content = cause.say("{closed}\nDeviations: {deviations}", closed=content, deviations=listed)
    yield from _with_debts_paid(
        row,
        share_knowledge(
            cause,
            [row.assignee, row.delegator] if deviations else [row.assignee],
            "normal",
            topic=topic,
            content=content,
            relevance=cause.say("You are a party to this contract."),
        ),
    )


CONTRACT_RULES: Final[dict[Rule, tuple[Trigger, ...]]] = {
    a_handoff_offers_the_contract_it_carries: ("TASK_HANDOFF",),
    an_offer_is_told_to_its_assignee: (ContractOffered,),
    a_refusal_of_a_contract_is_told_to_its_delegator: (ContractMoved,),
    a_refusal_of_a_contract_is_told_to_those_who_wait_for_it: (ContractMoved,),
    a_result_delivers_or_ends_its_contract: ("TASK_RESULT",),
    a_delivery_is_put_to_its_reviewer: (ContractMoved,),
    the_first_sign_of_work_starts_a_contract: (StepsCounted, "STATUS_UPDATE"),
    a_contract_at_its_step_limit_follows_its_instruction: (StepsCounted,),
    verdicts_decide_a_delivered_contract: (ContractVerified,),
    a_hold_repeats_what_the_contract_says_for_it: (ContractMoved,),
    the_answer_to_a_report_ends_the_hold: (MessagePosted,),
    the_end_of_a_contract_is_told_to_its_assignee: (ContractClosed,),
}


def offer_event(given: TaskContract, *, delegator: str, handoff: str | None = None) -> ContractOffered:
    """The event of an offer."""
    whole = given.model_copy(update={"delegator": delegator})
    return ContractOffered(
        id=given.id or "",
        delegator=delegator,
        assignee=given.assignee,
        artifacts=given.inputs.artifacts,
        handoff=handoff,
        body=ContractBody(contract=whole.model_dump(by_alias=True)),
    )


def payload_for(
    view: View, kind: MessageType | None, said: TaskContract, row: ContractRow, *, what: str, status: str | None
) -> tuple[MessageType, Payload]:
    """A message of the type that an instruction names, about what has happened; a STATUS_UPDATE where none fits."""
    match kind:
        case "TASK_RESULT":
            ended = "failed" if status == "failed" else "partial"
            return kind, TaskResult(
                original_task_ref=row.id, status=ended, output_artifacts=[], summary=what, deviations=[what]
            )
        case "CONFLICT_REPORT":
            artifacts = said.inputs.artifacts
            return kind, ConflictReport(conflict_description=what, conflicting_artifacts=artifacts, severity="warning")
        case "TASK_BLOCKED":
            return kind, TaskBlocked(
                original_task_ref=row.id, blocked_by=what, needed=what, can_continue_partially=False
            )
        case "DECISION_REQUEST":
            return kind, DecisionRequest(decision_id=contract_question(view, row), question=what, options=[])
        case "KNOWLEDGE_SHARE":
            return kind, KnowledgeShare(topic=row.id, content=what, relevance_to_recipients=row.id, actionable=True)
        case _:
            return "STATUS_UPDATE", StatusUpdate(
                task_ref=row.id, new_status=_status_to_report(status), progress_summary=what
            )


def _send_back(cause: Cause, row: ContractRow, said: TaskContract, unmet: list[Check], note: str) -> Iterable[Effect]:
    most = said.failure_handling.max_retries
    if most is not None and row.retries >= most:
        what = cause.say("The contract {id} was sent back {most} times and is still not met.", id=row.id, most=most)
        told = parse_instruction(said.failure_handling.on_partial_completion)
        yield from _end_contract(cause, row, said, told, what, "partial" if told.text.strip() else "failed")
        return
    yield own_effect(cause, _contract_moved(row, "return"))
    if row.delegator == SYSTEM:
        return  # the next attempt's prompt says what was wrong
    if find_member(cause.view, row.assignee) and status_of(cause.view, row.assignee) == "completed":
        yield system_effect(set_status_event(cause, row.assignee, "idle"))  # its report has not come true
    named = "\n".join(f"{check.number}. {check.text}" for check in unmet)
    yield from share_knowledge(
        cause,
        [row.assignee],
        "high",
        topic=cause.say("The contract {id} comes back to you", id=row.id),
        content=cause.say("The contract {id} is not met yet:\n{checks}\n{note}", id=row.id, checks=named, note=note),
        relevance=cause.say("You are its assignee."),
        action=cause.say("Mend it, then deliver it again: renkei contract deliver {id} FILE", id=row.id),
    )


def _end_contract(
    cause: Cause, row: ContractRow, said: TaskContract, told: Instruction, what: str, outcome: ContractOutcome
) -> Iterable[Effect]:
    """The contract's own instruction is followed, and the TASK_RESULT that ends it is posted by Renkei."""
    yield from _share_verbatim(cause, row, told.text)
    if told.type not in (None, "TASK_RESULT"):
        kind, payload = payload_for(cause.view, told.type, said, row, what=what, status=told.status)
        yield from send_notice(cause.view, kind, payload, [row.delegator], "high", summary=what)
    result = TaskResult(
        original_task_ref=row.id,
        status="failed" if (told.status or outcome) == "failed" else "partial",
        output_artifacts=[],
        summary=what,
        deviations=[check.text for check in list_checks(said) if not row.verdicts.get(str(check.number))],
    )
    posted = list(send_notice(cause.view, "TASK_RESULT", result, [row.delegator], "high", summary=what))
    yield from _with_debts_paid(row, posted)
    if not posted:  # the delegator has left: nobody is told, and it ends all the same
        yield system_effect(ContractClosed(contract=row.id, outcome=result.status))


def _share_verbatim(cause: Cause, row: ContractRow, text: str) -> Iterable[Effect]:
    """An instruction word for word, to both who are bound by it."""
    if text.strip() and row.delegator != SYSTEM:
        yield from share_knowledge(
            cause,
            [row.assignee, row.delegator],
            "high",
            topic=cause.say("What the contract {id} says for this case", id=row.id),
            content=text,
            relevance=cause.say("You are a party to this contract."),
            action=text,
        )


def _with_debts_paid(row: ContractRow, told: Iterable[Effect]) -> Iterable[Effect]:
    """Whoever no longer works under a contract owes no answer to the hand-offs that carried it."""
    settles = [Debt(message=handoff, debtor=row.assignee) for handoff in row.handoffs]
    for effect in told:
        yield replace(effect, event=effect.event.model_copy(update={"settles": settles}))


def _status_to_report(status: str | None) -> Literal["working", "blocked", "completed", "error"]:
    match status:
        case "working" | "completed" | "error":
            return status
        case _:
            return "blocked"


def _contract_moved(row: ContractRow, step: ContractStep, *, message: str | None = None) -> ContractMoved:
    return ContractMoved(contract=row.id, step=step, state=move_contract(row.state, step, row.id), message=message)


def _row_and_terms(cause: Cause, name: str) -> tuple[ContractRow, TaskContract | None]:
    row = find_contract(cause.view, name)
    assert row is not None, f"an event speaks of the contract {name!r}, which is not there"
    return row, contract_terms(row)
