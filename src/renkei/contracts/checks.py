"""What has to be found out before a contract is fulfilled: numbered, each by a command or by a reviewer's word."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from renkei.contracts.commands import command_in, quoted_command_in
from renkei.contracts.deliverables import output_schema, path_in
from renkei.protocol.contracts import Constraint, TaskContract


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One thing to find out. With a command it is run; without, a reviewer says yes or no."""

    number: int
    kind: Literal["criterion", "deliverable", "schema", "constraint"]
    text: str
    method: str
    command: str | None


def checks(contract: TaskContract) -> list[Check]:
    """The checks of a contract: its criteria first, so that a criterion's number is its place in the contract."""
    return [
        Check(number=number, kind=kind, text=text, method=method, command=command)
        for number, (kind, text, method, command) in enumerate(_parts(contract), start=1)
    ]


_Part = tuple[Literal["criterion", "deliverable", "schema", "constraint"], str, str, str | None]


def _parts(contract: TaskContract) -> Iterator[_Part]:
    for each in contract.acceptance_criteria:
        yield "criterion", each.criterion, each.verification_method, command_in(each.verification_method)
    for deliverable in contract.expected_output.deliverables:
        if path_in(deliverable) is None:
            yield "deliverable", deliverable, "", None
    schema = output_schema(contract)
    if schema and schema.kind == "words":
        yield "schema", schema.text, "", None
    for constraint in contract.inputs.constraints:
        if command := quoted_command_in(constraint.constraint):
            yield "constraint", constraint.constraint, "", command


def constraint_of(contract: TaskContract, check: Check) -> Constraint:
    """The constraint that a check of that kind is about."""
    return next(each for each in contract.inputs.constraints if each.constraint == check.text)


def is_inspectable(contract: TaskContract) -> bool:
    """Whether a delivery can be looked at in the work tree before anybody is asked."""
    schema = output_schema(contract)
    places = any(path_in(deliverable) for deliverable in contract.expected_output.deliverables)
    return places or bool(schema and schema.kind != "words")


def is_named_in(constraint: str, deviations: list[str]) -> bool:
    """Whether an agent says itself that it does not keep a constraint: a deviation that quotes it."""
    wanted = _plain(constraint)
    return any(wanted in _plain(deviation) for deviation in deviations)


def _plain(text: str) -> str:
    return "".join(text.replace("`", "").split()).casefold()
