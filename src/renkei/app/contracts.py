"""Task contracts, from the offer to the verified result. What is found in the work tree: `app.inspection`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, cast

from pydantic import TypeAdapter

from renkei.app.artifacts import find_absent
from renkei.app.consent import Permission
from renkei.app.inspection import authorize_running, inspect_delivery, run_checks
from renkei.app.project import Done, Project
from renkei.board import contracts as board
from renkei.board.pages import PAGE, Page, require_limit
from renkei.board.tables import ContractRow
from renkei.commands.base import Command
from renkei.commands.contracts import (
    AcceptContract,
    CloseContract,
    ConsultContract,
    DeclineContract,
    DeliverContract,
    OfferContract,
    ReportContract,
    ResumeContract,
    VerifyContract,
)
from renkei.contracts.checks import Check, ConstraintState, constraint_states, list_checks, soft_deviations
from renkei.errors import BadInput, NotFound
from renkei.protocol.actors import Actor
from renkei.protocol.base import Model
from renkei.protocol.contracts import CommandRun, Constraint, Inspection, TaskContract
from renkei.protocol.documents import decode_text, parse_document, validate, validate_model
from renkei.protocol.messages import TaskResult
from renkei.values import value

Report = Literal["blocked", "assumption", "trigger"]
REPORTS: Final[tuple[Report, ...]] = ("blocked", "assumption", "trigger")
"""What a contract wants to be told at once."""


@value
class Contract:
    """A contract: what it says, and how far it is."""

    row: ContractRow
    terms: TaskContract | None
    """None: what it says was redacted."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def state(self) -> str:
        """With the outcome of one that is closed."""
        return f"{self.row.state} ({self.row.outcome})" if self.row.outcome else self.row.state

    @property
    def checks(self) -> list[Check]:
        return list_checks(self.terms) if self.terms else []

    @property
    def constraints(self) -> list[tuple[Constraint, ConstraintState]]:
        row = self.row
        return constraint_states(self.terms, row.verdicts, confirmed=row.confirmed) if self.terms else []

    @property
    def deviations(self) -> list[str]:
        return soft_deviations(self.terms, self.row.verdicts) if self.terms else []

    def is_met(self, check: Check) -> bool | None:
        """None: not decided yet."""
        return self.row.verdicts.get(str(check.number))

    def to_json(self) -> dict[str, Any]:
        """As a script or a model reads it."""
        row = self.row
        return {
            "id": row.id,
            "state": row.state,
            "outcome": row.outcome,
            "delegator": row.delegator,
            "assignee": row.assignee,
            "retries": row.retries,
            "steps": row.steps,
            "handoffs": row.handoffs,
            "result": row.result,
            "held_by": row.held_by,
            "consults": row.consults,
            "checks": [
                {
                    "number": check.number,
                    "kind": check.kind,
                    "text": check.text,
                    "command": check.command,
                    "met": self.is_met(check),
                }
                for check in self.checks
            ],
            "constraints": [
                {"constraint": each.constraint, "hard": each.hard, "state": state} for each, state in self.constraints
            ],
            "deviations": self.deviations,
            "task_contract": row.contract or None,
        }


@value
class StepResult:
    """A contract after a step, and what became of the step."""

    contract: Contract
    done: Done
    runs: tuple[CommandRun, ...] = ()
    """The commands that were run for it."""

    @property
    def has_passed(self) -> bool:
        """Whether it still stands as delivered, or is completed."""
        return self.contract.row.state == "delivered" or self.contract.row.outcome == "completed"


class _WrappedContract(Model):
    """The specification writes a contract under an outer key."""

    task_contract: TaskContract


_CONTRACT: Final[TypeAdapter[TaskContract]] = TypeAdapter(TaskContract)
_WRAPPED: Final[TypeAdapter[_WrappedContract]] = TypeAdapter(_WrappedContract)
_RESULT: Final[TypeAdapter[TaskResult]] = TypeAdapter(TaskResult)


def get(project: Project, name: str) -> Contract:
    """
    Raises:
        NotFound: there is no such contract.
    """
    with project.reader.read() as view:
        row = board.find_contract(view, name)
    if row is None:
        raise NotFound("There is no contract {name}. `renkei contract list` shows them.", name=name)
    return _contract_of_row(row)


def list_newest(project: Project, *, limit: int = PAGE) -> Page[Contract]:
    limit = require_limit(limit)
    with project.reader.read() as view:
        newest = board.newest_contracts(view, limit)
    return Page(items=[_contract_of_row(row) for row in newest.items], more=newest.more)


def read_contract(data: bytes, name: str) -> TaskContract:
    """A contract as somebody wrote it, JSON or YAML, with or without the outer key."""
    text = decode_text(data, name)
    return _validate_contract(parse_document(text, name), name, text)


def _validate_contract(given: object, name: str, text: str | None = None) -> TaskContract:
    if isinstance(given, Mapping) and "task_contract" in given:
        return validate(_WRAPPED, given, name, text=text).task_contract
    return validate(_CONTRACT, given, name, text=text)


def read_result(data: bytes, name: str, contract: Contract) -> TaskResult:
    """The payload of a TASK_RESULT as somebody wrote it, for a contract.

    Raises:
        BadInput: it is none, or is of another contract.
    """
    text = decode_text(data, name)
    return _validate_result(parse_document(text, name), name, contract, text)


def _validate_result(given: object, name: str, contract: Contract, text: str | None = None) -> TaskResult:
    if not isinstance(given, Mapping):
        raise BadInput("{name}: expected the payload of a TASK_RESULT.", name=name)
    row, fields = contract.row, cast(Mapping[str, Any], given)
    plain: dict[str, Any] = {"original_task_ref": row.id, "output_artifacts": []}
    result = validate(_RESULT, {**plain, **fields}, name, text=text)
    if result.original_task_ref not in (row.id, *row.handoffs):
        raise BadInput(
            "{name}: original_task_ref is {ref!r}, and the contract is {id}.",
            name=name,
            ref=result.original_task_ref,
            id=row.id,
        )
    return result


def offer(
    project: Project, contract: TaskContract | Mapping[str, Any], *, actor: Actor | None = None, key: str | None = None
) -> Done:
    """Offers a contract; its id."""
    actor = actor or project.actor()
    given = contract if isinstance(contract, TaskContract) else _validate_contract(contract, "contract")
    return project.do(OfferContract(contract=given), actor=actor, key=key)


def accept(project: Project, name: str, *, actor: Actor | None = None, key: str | None = None) -> StepResult:
    """The assignee takes it on."""
    return _take_step(project, AcceptContract(contract=get(project, name).id), name, actor, key)


def decline(
    project: Project, name: str, *, reason: str, actor: Actor | None = None, key: str | None = None
) -> StepResult:
    given = {"contract": get(project, name).id, "reason": reason}
    return _take_step(project, validate_model(DeclineContract, given), name, actor, key)


def deliver(
    project: Project,
    name: str,
    result: TaskResult | Mapping[str, Any],
    *,
    actor: Actor | None = None,
    permission: Permission | None = None,
    key: str | None = None,
) -> StepResult:
    """Reports the result, with what is found in the work tree. Refused before anything is run, if it is not for this
    actor or not for now, whatever would be found."""
    actor, permission = actor or project.actor(), permission or Permission()
    contract = get(project, name)
    given = result if isinstance(result, TaskResult) else _validate_result(result, "result", contract)
    command = DeliverContract(contract=contract.id, result=given, inspection=Inspection())
    project.authorize(command, actor=actor, key=key)
    authorize_running(project, actor, permission)
    found = inspect_delivery(project, actor, contract.row, given, permission)
    seen = {"inspection": found, "absent": find_absent(project, given)}
    return _take_step(project, command.model_copy(update=seen), name, actor, key)


def verify(
    project: Project,
    name: str,
    *,
    met: Sequence[int] = (),
    unmet: Sequence[int] = (),
    note: str = "",
    confirm: str | None = None,
    actor: Actor | None = None,
    permission: Permission | None = None,
    key: str | None = None,
) -> StepResult:
    """Runs the commands of a delivered contract that may be run, and takes a reviewer's word for the rest."""
    actor, permission = actor or project.actor(), permission or Permission()
    contract = get(project, name)
    given = {"contract": contract.id, "met": list(met), "unmet": list(unmet), "note": note, "confirm": confirm}
    command = validate_model(VerifyContract, given)
    project.authorize(command, actor=actor)
    authorize_running(project, actor, permission)
    runs = run_checks(project, actor, contract.row, permission)
    stepped = _take_step(project, command.model_copy(update={"runs": runs}), name, actor, key)
    return StepResult(contract=stepped.contract, done=stepped.done, runs=tuple(runs))


def consult(
    project: Project,
    name: str,
    *,
    about: str,
    question: str | None = None,
    options: Sequence[str] = (),
    actor: Actor | None = None,
    key: str | None = None,
) -> StepResult:
    """Asks before deciding what the contract reserves; `about` is an entry of `must_consult` or its number."""
    labels = [{"label": label, "analysis": ""} for label in options]
    given = {"contract": get(project, name).id, "about": about, "question": question, "options": labels}
    return _take_step(project, validate_model(ConsultContract, given), name, actor, key)


def report(
    project: Project,
    name: str,
    kind: Report,
    text: str,
    *,
    actor: Actor | None = None,
    key: str | None = None,
) -> StepResult:
    """Reports at once what the contract wants to be told."""
    given = {"contract": get(project, name).id, "kind": kind, "text": text}
    return _take_step(project, validate_model(ReportContract, given), name, actor, key)


def resume(
    project: Project, name: str, *, note: str = "", actor: Actor | None = None, key: str | None = None
) -> StepResult:
    """Lets held work go on."""
    given = {"contract": get(project, name).id, "note": note}
    return _take_step(project, validate_model(ResumeContract, given), name, actor, key)


def close(
    project: Project,
    name: str,
    *,
    note: str,
    outcome: Literal["partial", "failed"] = "failed",
    actor: Actor | None = None,
    key: str | None = None,
) -> StepResult:
    """Ends a contract before it is fulfilled."""
    given = {"contract": get(project, name).id, "outcome": outcome, "note": note}
    return _take_step(project, validate_model(CloseContract, given), name, actor, key)


def _take_step(project: Project, command: Command, name: str, actor: Actor | None, key: str | None) -> StepResult:
    done = project.do(command, actor=actor or project.actor(), key=key)
    return StepResult(contract=get(project, name), done=done)


def _contract_of_row(row: ContractRow) -> Contract:
    return Contract(row=row, terms=board.contract_terms(row))
