"""What a message means for a contract, checked before it is posted: hand-offs that carry one, results that deliver."""

from collections.abc import Collection

from renkei.board.contracts import contract_of_task, contract_terms, find_contract, open_consults
from renkei.board.tables import ContractRow
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.commands.base import CommandContext, Note
from renkei.commands.message_acts import act_in_turn
from renkei.commands.turns import check_nothing_blocks
from renkei.contracts.checks import constraint_of, is_inspectable, is_named_in, list_checks
from renkei.contracts.states import ACTIVE, move_contract
from renkei.errors import BadInput, Refused
from renkei.eventlog.base import View
from renkei.policy.authority import OfferAs, TakeStep, require_authority
from renkei.protocol.artifacts import artifact_name, leads_outside, merge_artifacts
from renkei.protocol.contracts import Inspection, TaskContract
from renkei.protocol.messages import Draft, TaskHandoff, TaskResult, as_output_artifact
from renkei.sentence import Sentence


def check_contract_of_message(context: CommandContext, draft: Draft, inspection: Inspection | None) -> None:
    """Refuses a hand-off or a result that its contract, or the team's setting, does not allow."""
    match draft.payload:
        case TaskHandoff() as handoff:
            _check_handoff(context, handoff, draft.addresses)
        case TaskResult() as result:
            if row := contract_of_task(context.view, result.original_task_ref):
                if result.status == "completed" and context.actor.name == row.assignee:
                    check_nothing_blocks(context, contract=row.id)
                check_delivery(context, row, result, inspection)
        case _:
            pass


def check_offer(context: CommandContext, given: TaskContract) -> None:
    """The delegator is the one who offers, the assignee another agent of the team, the id new."""
    if given.delegator not in (None, context.actor.name):
        raise BadInput(
            "delegator: expected {actor}, who offers it, not {delegator!r}. Leave it out, or act as {delegator}.",
            actor=context.actor.name,
            delegator=given.delegator,
        )
    if find_member(context.view, given.assignee) is None:
        raise BadInput("assignee: nobody is called {name!r}. `renkei agent list` shows the team.", name=given.assignee)
    if given.assignee == context.actor.name:
        raise BadInput("assignee: {name} cannot give a contract to itself: who would verify it?", name=given.assignee)
    if given.id and find_contract(context.view, given.id):
        raise BadInput("id: there is a contract {id} already. Choose another, or leave it out.", id=given.id)
    if given.id:
        require_authority(context.view, context.actor.name, OfferAs(contract=given.id, assignee=given.assignee))


def require_party(context: CommandContext, row: ContractRow, step: str, *names: str) -> None:
    """Refuses whom a step is not for; a person may take any."""
    require_authority(context.view, context.actor.name, TakeStep(contract=row, step=step, parties=names))
    require_authority(context.view, context.actor.name, act_in_turn(context))


def check_delivery(
    context: CommandContext, row: ContractRow, result: TaskResult, inspection: Inspection | None
) -> None:
    """Refuses a result that the contract does not allow now, or that is not what it claims to be."""
    require_party(context, row, "deliver", row.assignee)
    if row.delegator == SYSTEM and context.actor.name != PERSON:
        raise Refused(
            "The contract {contract} is a run's: the report that its agent ends with delivers it.",
            rule="CON-2",
            contract=row.id,
        )
    if result.status == "completed" or row.state not in (*ACTIVE, "held"):
        move_contract(row.state, "deliver", row.id)
    said = contract_terms(row)
    if said is None:
        return
    deviations = result.deviations or []
    if result.status != "failed":
        _check_hard_constraints(said, row, deviations)
    if result.status == "partial" and not deviations:
        raise Refused(
            "A partial result of the contract {contract} says in `deviations` what is missing.",
            rule="CON-6",
            contract=row.id,
        )
    if result.status == "completed":
        check_consults(context, row)
        check_inspection(said, row, inspection)
        for constraint in _broken_constraints(said, inspection or Inspection(), hard=True):
            raise _constraint_error(row, constraint)


def _check_handoff(context: CommandContext, handoff: TaskHandoff, addresses: list[str]) -> None:
    carried = handoff.task_contract
    if carried is None:
        if context.contracts_required:
            raise Refused(
                "This team hands tasks over under a contract. Add payload.task_contract: the id of one that was "
                "offered, or a whole one.",
                rule="CON-5",
            )
        return
    if isinstance(carried, str):
        row = find_contract(context.view, carried)
        if row is None:
            raise BadInput("payload.task_contract: there is no contract {id}. Offer it first.", id=carried)
        require_party(context, row, "hand over", row.delegator)
        assignee = row.assignee
        if row.state in ("closed", "declined"):
            move_contract(row.state, "accept", row.id)
    else:
        check_offer(context, carried)
        assignee = carried.assignee
    if addresses != [assignee]:
        raise BadInput(
            "to: the contract is for {assignee}; a hand-off that carries it goes to nobody else.", assignee=assignee
        )


def check_consults(context: CommandContext, row: ContractRow) -> None:
    """Refuses what claims to be complete while something that was asked under the contract is not decided."""
    if waiting := open_consults_text(context.view, row):
        raise Refused(waiting.text, rule="CON-3", **waiting.params)


def open_consults_text(view: View, row: ContractRow) -> Sentence | None:
    """What was asked under a contract and nobody has decided, in words."""
    waiting = open_consults(view, row)
    if not waiting:
        return None
    return Sentence(
        "The contract {contract} waits for {decisions}: what was asked is decided before it is delivered.",
        contract=row.id,
        decisions=", ".join(decision.id for decision in waiting),
    )


def _check_hard_constraints(said: TaskContract, row: ContractRow, deviations: list[str]) -> None:
    """An agent's own word that a hard constraint is not kept."""
    for each in said.inputs.constraints:
        if each.hard and is_named_in(each.constraint, deviations):
            raise _constraint_error(row, each.constraint)


def check_inspection(said: TaskContract, row: ContractRow, inspection: Inspection | None) -> None:
    """Refuses what claims to be complete and was not looked at, or is not there."""
    if not is_inspectable(said):
        return
    if inspection is None:
        raise Refused(
            "The deliverables of the contract {contract} have to be looked up in the work tree. "
            "Deliver it with: renkei contract deliver {contract} FILE",
            rule="CON-2",
            contract=row.id,
        )
    if inspection.missing:
        raise Refused(
            "The contract {contract} is not delivered: {missing} is not there. Make it, or report status partial.",
            rule="CON-2",
            contract=row.id,
            missing=", ".join(repr(each) for each in inspection.missing),
        )
    if inspection.schema_problems:
        raise Refused(
            "The contract {contract} is not delivered: {problem} (and {more} more). Mend it, or report status partial.",
            rule="CON-2",
            contract=row.id,
            problem=inspection.schema_problems[0],
            more=len(inspection.schema_problems) - 1,
        )


def check_artifacts(context: CommandContext, draft: Draft) -> None:
    """Refuses a result that hands in files which are none of the project's."""
    if not context.roots or not isinstance(draft.payload, TaskResult):
        return
    for each in merge_artifacts(draft.payload.output_artifacts):
        for name in filter(None, (each.ref, each.path)):
            if leads_outside(name, context.roots):
                raise BadInput(
                    "output_artifacts: {name!r} lies outside of the project. Name a file by its path from the "
                    "project's folder; what is elsewhere is left out, or copied there first.",
                    name=name,
                )


def leave_out_artifacts(draft: Draft, absent: Collection[str]) -> tuple[Draft, list[Note]]:
    """A result without the artifacts that are not there."""
    result = draft.payload
    if not absent or not isinstance(result, TaskResult):
        return draft, []
    names = {artifact_name(each) for each in absent}
    kept = [each for each in result.output_artifacts if artifact_name(as_output_artifact(each).ref) not in names]
    text = "output_artifacts: {paths}: not there, and left out. Write what is missing, and report it then."
    amended = result.model_copy(update={"output_artifacts": kept})
    return draft.model_copy(update={"payload": amended}), [Note(text=text, params={"paths": ", ".join(absent)})]


def add_deviations(context: CommandContext, draft: Draft, inspection: Inspection) -> tuple[Draft, list[Note]]:
    """A result with the soft constraints in its deviations that were found not to be kept (CON-6)."""
    result = draft.payload
    row = contract_of_task(context.view, result.original_task_ref) if isinstance(result, TaskResult) else None
    said = contract_terms(row) if row else None
    if not isinstance(result, TaskResult) or said is None:
        return draft, []
    listed = result.deviations or []
    broken = [text for text in _broken_constraints(said, inspection, hard=False) if not is_named_in(text, listed)]
    if not broken:
        return draft, []
    amended = result.model_copy(update={"deviations": [*listed, *broken]})
    text = "The soft constraint {constraint!r} is not kept: it now stands in `deviations`."
    return draft.model_copy(update={"payload": amended}), [
        Note(text=text, params={"constraint": constraint}) for constraint in broken
    ]


def _broken_constraints(said: TaskContract, inspection: Inspection, *, hard: bool) -> list[str]:
    """The constraints whose command has failed."""
    by_number = {check.number: check for check in list_checks(said) if check.kind == "constraint"}
    failed = [(by_number.get(run.check), run) for run in inspection.runs if run.exit_code != 0]
    return [
        check.text
        for check, run in failed
        if check and check.command == run.command and constraint_of(said, check).hard is hard
    ]


def _constraint_error(row: ContractRow, constraint: str) -> Refused:
    return Refused(
        "The hard constraint {constraint!r} of the contract {contract} is not kept. Keep it, or report status failed.",
        rule="CON-6",
        constraint=constraint,
        contract=row.id,
    )
