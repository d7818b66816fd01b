"""What has to be found out before a contract is fulfilled: numbered, each by a command or by a reviewer's word."""

from collections.abc import Iterator, Mapping
from typing import Literal

from renkei.contracts.text import deliverable_path, find_command, find_quoted_command, output_schema
from renkei.protocol.contracts import Constraint, TaskContract
from renkei.values import value


@value
class Check:
    """One thing to find out. With a command it is run; without, a reviewer says yes or no."""

    number: int
    kind: Literal["criterion", "deliverable", "schema", "constraint"]
    text: str
    method: str
    command: str | None


def list_checks(contract: TaskContract) -> list[Check]:
    """The checks of a contract: its criteria first, so that a criterion's number is its place in the contract."""
    return [
        Check(number=number, kind=kind, text=text, method=method, command=command)
        for number, (kind, text, method, command) in enumerate(_parts_to_check(contract), start=1)
    ]


_Part = tuple[Literal["criterion", "deliverable", "schema", "constraint"], str, str, str | None]


def _parts_to_check(contract: TaskContract) -> Iterator[_Part]:
    for each in contract.acceptance_criteria:
        yield "criterion", each.criterion, each.verification_method, find_command(each.verification_method)
    for deliverable in contract.expected_output.deliverables:
        if deliverable_path(deliverable) is None:
            yield "deliverable", deliverable, "", None
    schema = output_schema(contract)
    if schema and schema.kind == "words":
        yield "schema", schema.text, "", None
    for constraint in contract.inputs.constraints:
        if command := find_quoted_command(constraint.constraint):
            yield "constraint", constraint.constraint, "", command


def constraint_of(contract: TaskContract, check: Check) -> Constraint:
    """The constraint that a check of that kind is about."""
    return next(each for each in contract.inputs.constraints if each.constraint == check.text)


def constraints_without_check(contract: TaskContract) -> list[Constraint]:
    """Hard constraints that no command checks: the delegator's or a person's word is needed (DEC-29)."""
    return [each for each in contract.inputs.constraints if each.hard and not find_quoted_command(each.constraint)]


def unmet_checks(contract: TaskContract, verdicts: Mapping[str, bool]) -> list[Check]:
    """What was found not to be met and has to be. A soft constraint does not: it is a deviation."""
    return [check for check in _find_failed(contract, verdicts) if not _is_soft(contract, check)]


def soft_deviations(contract: TaskContract, verdicts: Mapping[str, bool]) -> list[str]:
    """Soft constraints that were found not to be kept."""
    return [check.text for check in _find_failed(contract, verdicts) if _is_soft(contract, check)]


ConstraintState = Literal["kept", "broken", "confirmed", "unchecked"]


def constraint_states(
    contract: TaskContract, verdicts: Mapping[str, bool], *, confirmed: bool
) -> list[tuple[Constraint, ConstraintState]]:
    """What is known of each constraint: by its command, or by somebody's word."""
    by_text = {
        check.text: verdicts.get(str(check.number)) for check in list_checks(contract) if check.kind == "constraint"
    }
    return [(each, _constraint_state(each, by_text, confirmed)) for each in contract.inputs.constraints]


def _constraint_state(
    given: Constraint, verdict_by_text: Mapping[str, bool | None], confirmed: bool
) -> ConstraintState:
    if given.constraint in verdict_by_text:
        verdict = verdict_by_text[given.constraint]
        return "unchecked" if verdict is None else "kept" if verdict else "broken"
    return "confirmed" if given.hard and confirmed else "unchecked"


def _find_failed(contract: TaskContract, verdicts: Mapping[str, bool]) -> list[Check]:
    return [check for check in list_checks(contract) if verdicts.get(str(check.number)) is False]


def _is_soft(contract: TaskContract, check: Check) -> bool:
    return check.kind == "constraint" and not constraint_of(contract, check).hard


def is_inspectable(contract: TaskContract) -> bool:
    """Whether a delivery can be looked at in the work tree before anybody is asked."""
    schema = output_schema(contract)
    places = any(deliverable_path(deliverable) for deliverable in contract.expected_output.deliverables)
    return places or bool(schema and schema.kind != "words")


def is_named_in(constraint: str, deviations: list[str]) -> bool:
    """Whether an agent says itself that it does not keep a constraint: a deviation that quotes it."""
    wanted = _normalize_text(constraint)
    return any(wanted in _normalize_text(deviation) for deviation in deviations)


def _normalize_text(text: str) -> str:
    return "".join(text.replace("`", "").split()).casefold()
