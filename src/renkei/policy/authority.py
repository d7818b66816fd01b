"""Who may say that something is so (DEC-24 to DEC-28): one function, asked by handlers and by rules.

Ownership stands on the board: whose a task, an artifact, an answer, a block is. An `Act` says what somebody is about to
do to it; `refusal` answers None, or why not: the rule, and who may. A person and Renkei itself may do all of it, but
for what nobody may: completing by a word what only verification completes.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from renkei.board.run_tables import RunRow
from renkei.board.tables import BlockerRow, DebtRow, FieldRow, TurnRow
from renkei.board.tasks import (
    Task,
    find_artifact,
    find_task,
    list_undelivered,
    owners_of_artifact,
    task_that_yields,
    terms_of_task,
)
from renkei.board.team import PERSON, SYSTEM, find_member, is_above_rules, is_lead, list_leads, list_names
from renkei.board.waits import blocks_put_on, is_blocking, open_blockers, own_waits
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.playbooks.states import ENDED
from renkei.policy.acts import (
    Act,
    ActInTurn,
    AnswerConflict,
    AnswerReview,
    AskFor,
    Complete,
    Dismiss,
    HandOver,
    HandTaskOver,
    ImposeStatus,
    NameOwnBlock,
    OfferAs,
    Produce,
    ReportOn,
    ResolveDecision,
    SetOwnStatus,
    Settle,
    TakeStep,
    TakeUp,
    Unblock,
    Withdraw,
    WriteField,
)
from renkei.policy.answer_authority import refuse_end_of_conflict, refuse_resolution, refuse_settling
from renkei.policy.name_authority import refuse_asking, refuse_offer
from renkei.policy.task_authority import (
    refuse_completion,
    refuse_handing_over,
    refuse_report,
    refuse_taking_up,
    refuse_withdrawal,
    verification_only_error,
)
from renkei.protocol.artifacts import artifact_name, deliverable_refs
from renkei.protocol.messages import TaskHandoff


def require_authority(view: View, actor: str, act: Act) -> None:
    """Raises the refusal, if there is one."""
    if (refused := find_refusal(view, actor, act)) is not None:
        raise refused


def has_authority(view: View, actor: str, act: Act) -> bool:
    return find_refusal(view, actor, act) is None


def find_refusal(view: View, actor: str, act: Act) -> Refused | None:
    """Why this actor may not do this now; None when it may."""
    return _RULES[type(act)](view, actor, act)


def owner_of_artifact(view: View, ref: str) -> str | None:
    """Whose an artifact is that is there; nobody's once its owner has left without being followed by anybody."""
    return next(iter(owners_of_artifact(view, ref)), None) if find_artifact(view, ref) else None


def _refuse_producing(view: View, actor: str, act: Produce) -> Refused | None:
    """An artifact is its owner's; another hands it in only under a task by which it changed hands."""
    if is_above_rules(actor):
        return None
    names = [act.artifact, act.path] if act.path else [act.artifact]
    return next((refused for name in names if (refused := _refuse_producing_one(view, actor, act.task, name))), None)


def _refuse_producing_one(view: View, actor: str, name: str, artifact: str) -> Refused | None:
    owners, task = owners_of_artifact(view, artifact), find_task(view, name)
    producer = (task.owner if task else None) or actor
    if not owners or producer in owners:
        return None
    delegator = task.delegator if task and _names_artifact(view, task, artifact) else None
    if delegator and has_authority(view, delegator, HandOver(artifact=artifact, task=name)):
        return None
    return Refused(
        "{artifact} belongs to {owner}: {actor} may not hand it in. It changes hands by a TASK_HANDOFF of {owner}, of "
        "the lead, or of the delegator whose expected output names it.",
        rule="DEC-25",
        artifact=artifact,
        owner=list_names(owners),
        actor=actor,
    )


def _refuse_artifact_handover(view: View, actor: str, act: HandOver) -> Refused | None:
    owners = owners_of_artifact(view, act.artifact)
    if not owners or actor in owners or is_above_rules(actor) or is_lead(view, actor):
        return None
    source, new = task_that_yields(view, act.artifact), find_task(view, act.task)
    expecting = [task for task in (source, new) if task and _expects_artifact(view, task, act.artifact)]
    if source and source.delegator == actor and expecting:
        return None
    return Refused(
        "{actor} may not hand {artifact} over: it is {owner}'s. {owner}, the lead, or the delegator whose expected "
        "output names it may.",
        rule="DEC-25",
        actor=actor,
        artifact=act.artifact,
        owner=list_names(owners),
    )


def _expects_artifact(view: View, task: Task, ref: str) -> bool:
    return _is_among(ref, (each for said in terms_of_task(view, task) for each in deliverable_refs(said)))


def _names_artifact(view: View, task: Task, ref: str) -> bool:
    """As what goes in or as what comes out."""
    given = terms_of_task(view, task)
    inputs = [each.input_artifacts if isinstance(each, TaskHandoff) else each.inputs.artifacts for each in given]
    return _is_among(ref, (each for refs in inputs for each in refs)) or _expects_artifact(view, task, ref)


def _is_among(ref: str, refs: Iterable[str]) -> bool:
    return artifact_name(ref) in map(artifact_name, refs)


def _refuse_review_answer(view: View, actor: str, act: AnswerReview) -> Refused | None:
    reviewers = [debt.debtor for debt in view.select(DebtRow, order="seq", message=act.request)]
    if is_above_rules(actor) or actor in reviewers:
        return None
    return Refused(
        "{actor} was not asked for the review {id}. {who} or a person may answer it.",
        rule="DEC-26",
        actor=actor,
        id=act.request,
        who=list_names(reviewers),
    )


def _refuse_unblocking(view: View, actor: str, act: Unblock) -> Refused | None:
    row = view.get(BlockerRow, act.blocker)
    if row is None:
        return None
    if not (is_above_rules(actor) or is_lead(view, actor)):
        return Refused(
            "{actor} may not resolve {id}. The lead ({who}) or a person may.",
            rule="DEC-27",
            actor=actor,
            id=act.blocker,
            who=list_names(list_leads(view)),
        )
    return Refused("{id} is resolved already.", rule="DEC-27", id=act.blocker) if row.resolved else None


def _refuse_own_status(view: View, actor: str, act: SetOwnStatus) -> Refused | None:
    """A block that was put on an agent does not end by its own word; one that it declared does, with a reason."""
    if act.status == "blocked" or is_above_rules(actor):
        return None
    if act.status != "error" and (put := blocks_put_on(view, actor)):
        return Refused(
            "{actor} is blocked by {cause} ({id}) and does not end that itself. Its answer does, or the lead or a "
            "person: renkei board resolve {id} --why TEXT",
            rule="DEC-26",
            actor=actor,
            cause=put[0].cause or put[0].description,
            id=put[0].id,
        )
    if not act.has_reason and _is_blocked(view, actor) and (own := own_waits(view, actor)):
        return Refused(
            "{actor} waits for {cause} ({id}), as it said itself. Taking that back needs a reason: --why TEXT, or a "
            "STATUS_UPDATE.",
            rule="DEC-26",
            actor=actor,
            cause=own[0].cause or own[0].description,
            id=own[0].id,
        )
    contracts = list_undelivered(view, actor) if act.status == "completed" and act.about_all else []
    return verification_only_error(contracts[0], contracts[0].id) if contracts else None


def _refuse_imposed_status(view: View, actor: str, act: ImposeStatus) -> Refused | None:
    """A rule tells trouble. It neither says in an agent's place that its work is done, nor ends what blocks it."""
    if act.status in ("blocked", "error"):
        return None
    blocks = open_blockers(view, act.agent)
    if act.status != "completed" and not blocks:
        return None
    return Refused(
        "No rule sets {agent} to {status}: what is done {agent} says itself, and what blocks it ({blocks}) ends by its "
        "own answer.",
        rule="EVT-9",
        agent=act.agent,
        status=act.status,
        blocks=list_names(row.id for row in blocks),
    )


def _is_blocked(view: View, agent: str) -> bool:
    status = view.get(FieldRow, f"agents.{agent}.status")
    return status is not None and status.value == "blocked"


def _refuse_own_block(view: View, actor: str, act: NameOwnBlock) -> Refused | None:
    put = [] if is_above_rules(actor) else blocks_put_on(view, actor)
    if not put or act.blocked_by == put[0].cause:
        return None
    return Refused(
        "{actor} is blocked by {cause} ({id}), which was put on it: the entry says so until that ends. Report what "
        "blocks it besides with a STATUS_UPDATE.",
        rule="DEC-26",
        actor=actor,
        cause=put[0].cause or put[0].description,
        id=put[0].id,
    )


def _refuse_dismissal(view: View, actor: str, act: Dismiss) -> Refused | None:
    """A blocking request is answered; nobody is left waiting because its reader has marked it."""
    debt = view.get(DebtRow, act.message, act.reader)
    if debt is None or debt.settled or not is_blocking(view, act.message, act.reader):
        return None
    if debt.creditor not in (PERSON, SYSTEM) and find_member(view, debt.creditor) is None:
        return None
    return Refused(
        "{message} is a blocking request of {creditor}'s and is not answered yet. {reader} answers it with {expected}.",
        rule="DEC-26",
        message=act.message,
        creditor=debt.creditor,
        reader=act.reader,
        expected=" | ".join(debt.expects),
    )


def _refuse_field_write(view: View, actor: str, act: WriteField) -> Refused | None:
    if act.agent is None and not (actor == PERSON or is_lead(view, actor)):
        return Refused(
            "{actor} may not set {field}: it is the project's. The lead or a person may.",
            rule="BOARD-4",
            actor=actor,
            field=act.field,
        )
    if act.agent is not None and actor not in (act.agent, SYSTEM):
        return Refused(
            "{actor} may not write {owner}'s entry. Only {owner} itself may.",
            rule="BOARD-4",
            actor=actor,
            owner=act.agent,
        )
    return None


def _refuse_contract_step(view: View, actor: str, act: TakeStep) -> Refused | None:
    if actor in (PERSON, *act.parties):
        return None
    return Refused(
        "{actor} may not {step} the contract {contract}. {who} or a person may.",
        rule="CON-2",
        actor=actor,
        step=act.step,
        contract=act.contract.id,
        who=" / ".join(act.parties),
    )


def _refuse_outside_turn(view: View, actor: str, act: ActInTurn) -> Refused | None:
    turn = view.get(TurnRow, actor)
    is_needed = act.required or (act.by_itself and _is_in_run(view, turn))
    if not is_needed or find_member(view, actor) is None or (turn and turn.open):
        return None
    return Refused(
        "{actor} hands in results and writes the board within a turn only. It begins with: renkei turn start {actor}",
        rule="DEC-28",
        actor=actor,
    )


def _is_in_run(view: View, turn: TurnRow | None) -> bool:
    """Whether a run that it has worked in goes on."""
    run = view.get(RunRow, turn.run) if turn and turn.run else None
    return run is not None and run.state not in ENDED


_RULES: Final[dict[type[Any], Callable[[View, str, Any], Refused | None]]] = {
    ReportOn: refuse_report,
    Complete: refuse_completion,
    Withdraw: refuse_withdrawal,
    TakeUp: refuse_taking_up,
    Produce: _refuse_producing,
    HandOver: _refuse_artifact_handover,
    HandTaskOver: refuse_handing_over,
    Settle: refuse_settling,
    OfferAs: refuse_offer,
    AskFor: refuse_asking,
    ResolveDecision: refuse_resolution,
    AnswerConflict: refuse_end_of_conflict,
    AnswerReview: _refuse_review_answer,
    Unblock: _refuse_unblocking,
    SetOwnStatus: _refuse_own_status,
    ImposeStatus: _refuse_imposed_status,
    NameOwnBlock: _refuse_own_block,
    Dismiss: _refuse_dismissal,
    WriteField: _refuse_field_write,
    TakeStep: _refuse_contract_step,
    ActInTurn: _refuse_outside_turn,
}
