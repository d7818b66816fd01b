"""The steps of a contract: who may take them, when, and what they lead to (CON-2, CON-3)."""

from typing import Annotated, Literal

from pydantic import Field

from renkei.board.contracts import contract_terms, find_contract, is_approved, may_execute
from renkei.board.names import contract_question
from renkei.board.tables import ContractRow
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.commands.delivery_checks import check_offer, require_party
from renkei.commands.messages import post_message
from renkei.commands.turns import check_nothing_blocks
from renkei.contracts.checks import Check, constraints_without_check, list_checks
from renkei.contracts.states import ACTIVE, move_contract
from renkei.contracts.text import parse_instruction
from renkei.dispatch.contracts import offer_event, payload_for
from renkei.errors import BadInput, NotFound, Refused
from renkei.policy.access import ALL, CODE_IS_RUN_FOR_A_PERSON, CONTRACTS
from renkei.protocol.base import FilledText, Ref, Text
from renkei.protocol.claims import RunProof
from renkei.protocol.contracts import CommandRun, Inspection, TaskContract
from renkei.protocol.events import (
    CommandApproved,
    ContractClosed,
    ContractConsulted,
    ContractMoved,
    ContractNote,
    ContractVerdict,
    ContractVerified,
    Event,
    ExecutionAllowed,
    StepsCounted,
    VerificationBody,
)
from renkei.protocol.messages import DRAFT, DecisionRequest, Draft, Payload, RequestedOption, StatusUpdate, TaskResult
from renkei.protocol.terms import ContractStep, MessageType, Priority
from renkei.sentence import Parameter


class OfferContract(Command):
    tag = "OfferContract"
    names_artifacts = True
    layer = CONTRACTS

    contract: TaskContract

    def decide(self, context: CommandContext) -> Outcome:
        check_offer(context, self.contract)
        return Outcome(events=(offer_event(self.contract, delegator=context.actor.name),))


class AcceptContract(Command):
    tag = "AcceptContract"
    layer = CONTRACTS
    is_step = False

    contract: Ref

    def decide(self, context: CommandContext) -> Outcome:
        row = _require_contract(context, self.contract)
        require_party(context, row, "accept", row.assignee)
        moved = _contract_moved(row, "accept")
        _check_assignee_is_free(context, row)
        return Outcome(events=(moved,))


class DeclineContract(Command):
    tag = "DeclineContract"
    layer = CONTRACTS
    is_step = False

    contract: Ref
    reason: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        row = _require_contract(context, self.contract)
        require_party(context, row, "decline", row.assignee)
        return Outcome(events=(_contract_moved(row, "decline", note=self.reason),))


class DeliverContract(Command):
    """Posts the TASK_RESULT of a contract; `original_task_ref` may be left to Renkei."""

    tag = "DeliverContract"
    names_artifacts = True
    observed = frozenset({"absent", "inspection"})
    layer = CONTRACTS
    is_step = False

    contract: Ref
    result: TaskResult
    inspection: Inspection | None = Field(default=None, exclude=True)
    absent: list[Ref] = Field(default=[], exclude=True)
    """Files that the result names and that were looked for in vain."""

    def decide(self, context: CommandContext) -> Outcome:
        """The checks are those of the message that it posts."""
        row = _require_contract(context, self.contract)
        require_party(context, row, "deliver", row.assignee)
        result = self.result.model_copy(update={"original_task_ref": row.id})
        _check_assignee_is_free(context, row)
        message = _message_draft("TASK_RESULT", _other_party(context, row), result)
        return post_message(context, message, delivers=True, inspection=self.inspection, absent=self.absent)


class VerifyContract(Command):
    """Decides checks of a delivered contract: by commands that were run, and by a reviewer's word."""

    tag = "VerifyContract"
    observed = frozenset({"runs"})
    layer = CONTRACTS

    contract: Ref
    runs: list[CommandRun] = []
    met: list[int] = []
    unmet: list[int] = []
    note: Text = ""
    confirm: FilledText | None = None
    """How it was seen that the hard constraints which nothing checks are kept."""

    def decide(self, context: CommandContext) -> Outcome:
        row = _require_contract(context, self.contract)
        require_party(context, row, "verify", row.delegator)
        move_contract(row.state, "verify", row.id)
        by_number = {check.number: check for check in list_checks(_require_terms(row))}
        said = ((True, self.met), (False, self.unmet))
        words = [_reviewer_verdict(by_number, number, met=met) for met, numbers in said for number in numbers]
        if both := set(self.met) & set(self.unmet):
            raise BadInput(
                "{one} and {other} both name {numbers}.",
                one=Parameter("met"),
                other=Parameter("unmet"),
                numbers=", ".join(map(str, sorted(both))),
            )
        verdicts = [*(_command_verdict(by_number, run) for run in self.runs), *words]
        if self.confirm and not constraints_without_check(_require_terms(row)):
            raise BadInput(
                "{option}: the contract {contract} has no hard constraint without a check.",
                option=Parameter("confirm"),
                contract=row.id,
            )
        if not verdicts and not self.confirm:
            return Outcome()
        verified = ContractVerified(
            contract=row.id,
            verdicts=verdicts,
            proofs=[proof for run in self.runs if (proof := _run_proof(run))],
            confirmed=self.confirm is not None,
            body=VerificationBody(
                runs=[run.model_dump() for run in self.runs],
                note=_verification_note(self),
                confirmation=self.confirm or "",
            ),
        )
        return Outcome(events=(verified,))


class ConsultContract(Command):
    """Asks the delegator before something is decided that the contract reserves; holds that part until then."""

    tag = "ConsultContract"
    layer = ALL

    contract: Ref
    about: FilledText
    """An entry of `must_consult`, by its number or in words."""
    question: FilledText | None = None
    options: list[RequestedOption] = []

    def decide(self, context: CommandContext) -> Outcome:
        """must_consult: a decision request, and that part of the contract is held."""
        row = _require_contract(context, self.contract)
        require_party(context, row, "consult on", row.assignee)
        _check_at_work(row)
        about = _find_entry(_require_terms(row).authority.must_consult, self.about)
        question = f"{about}\n{self.question}" if self.question else about
        decision = contract_question(context.view, row)
        request = DecisionRequest(decision_id=decision, question=question, options=self.options)
        posted = _post_events(context, "DECISION_REQUEST", _other_party(context, row), request, "high")
        return Outcome(events=(*posted, ContractConsulted(contract=row.id, decision=decision)))


class ReportContract(Command):
    """Tells the delegator at once that the work is blocked, an assumption broken or an escalation trigger met."""

    tag = "ReportContract"
    layer = ALL
    is_step = False

    contract: Ref
    kind: Literal["blocked", "assumption", "trigger"]
    text: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        """Reports at once, in the form that the contract's own instruction names; what stops the work holds it."""
        row, said = _require_contract(context, self.contract), _require_terms(_require_contract(context, self.contract))
        require_party(context, row, "report on", row.assignee)
        _check_at_work(row)
        if self.kind == "trigger":
            text = _find_entry(said.authority.escalation_triggers, self.text)
            update = StatusUpdate(task_ref=row.id, new_status="working", progress_summary=text)
            return Outcome(
                events=_post_events(context, "STATUS_UPDATE", _other_party(context, row), update, "blocking")
            )
        handling = said.failure_handling
        is_blocked = self.kind == "blocked"
        what = self.text if is_blocked else _find_entry(said.inputs.assumptions, self.text)
        told = parse_instruction(handling.on_blocked if is_blocked else handling.on_assumption_violation)
        kind, payload = payload_for(context.view, told.type, said, row, what=what, status=told.status)
        posted = _post_events(context, kind, _other_party(context, row), payload, "blocking")
        if kind == "TASK_RESULT":
            return Outcome(events=posted)  # that ends it, by its rule
        # The report is the first event of this command, and messages are named after their place in the log.
        report = f"MSG-{context.view.head.seq + 1}"
        reason = "blocked" if is_blocked else "assumption"
        held = _contract_moved(row, "hold").model_copy(update={"message": report, "reason": reason})
        return Outcome(events=(*posted, held))


class ResumeContract(Command):
    """Ends a hold."""

    tag = "ResumeContract"
    layer = ALL

    contract: Ref
    note: Text = ""

    def decide(self, context: CommandContext) -> Outcome:
        row = _require_contract(context, self.contract)
        require_party(context, row, "resume", row.delegator)
        return Outcome(events=(_contract_moved(row, "resume", note=self.note),))


class CloseContract(Command):
    """Ends a contract before it is fulfilled."""

    tag = "CloseContract"
    layer = CONTRACTS

    contract: Ref
    outcome: Literal["partial", "failed"]
    note: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        row = _require_contract(context, self.contract)
        require_party(context, row, "close", row.delegator)
        move_contract(row.state, "close", row.id)
        note = ContractNote(note=self.note)
        return Outcome(events=(ContractClosed(contract=row.id, outcome=self.outcome, body=note),))


class RecordSteps(Command):
    """Steps that a hook or an adapter has counted."""

    tag = "RecordSteps"
    from_outside = False
    layer = CONTRACTS
    is_step = False

    contract: Ref
    steps: Annotated[int, Field(ge=1)] = 1

    def decide(self, context: CommandContext) -> Outcome:
        row = _require_contract(context, self.contract)
        require_party(context, row, "count steps of", row.assignee, SYSTEM)
        _check_at_work(row)
        return Outcome(events=(StepsCounted(contract=row.id, steps=self.steps, metered=True),))


class ApproveCommand(Command):
    """Allows a command, in exactly these words, to be run for verification."""

    tag = "ApproveCommand"
    who = CODE_IS_RUN_FOR_A_PERSON
    layer = CONTRACTS

    command: Annotated[FilledText, Field(max_length=2000)]

    def decide(self, context: CommandContext) -> Outcome:
        if is_approved(context.view, self.command):
            return Outcome()
        return Outcome(events=(CommandApproved(command=self.command),))


class AllowExecution(Command):
    """Allows code of this repository to be run."""

    tag = "AllowExecution"
    who = CODE_IS_RUN_FOR_A_PERSON
    layer = CONTRACTS

    def decide(self, context: CommandContext) -> Outcome:
        return Outcome() if may_execute(context.view) else Outcome(events=(ExecutionAllowed(),))


def _run_proof(run: CommandRun) -> RunProof | None:
    """What is kept of a command that ended well, to be looked at again when the tree has changed."""
    return RunProof(command=run.command, exit_code=0, tree=run.tree) if run.exit_code == 0 else None


def _require_contract(context: CommandContext, name: str) -> ContractRow:
    row = find_contract(context.view, name)
    if row is None:
        raise NotFound("There is no contract {name}. `renkei contract list` shows them.", name=name)
    return row


def _require_terms(row: ContractRow) -> TaskContract:
    said = contract_terms(row)
    if said is None:
        raise Refused(
            "What the contract {contract} says was redacted; a person can only close it.", rule="CON-2", contract=row.id
        )
    return said


def _other_party(context: CommandContext, row: ContractRow) -> str:
    """Whom a report goes to: the delegator; a person when it has left, the assignee when it is the one who acts."""
    if context.actor.name == row.delegator:
        return row.assignee
    return row.delegator if find_member(context.view, row.delegator) else PERSON


def _check_assignee_is_free(context: CommandContext, row: ContractRow) -> None:
    """TURN-2 binds the agent, not a person who takes its step."""
    if context.actor.name == row.assignee:
        check_nothing_blocks(context, contract=row.id)


def _check_at_work(row: ContractRow) -> None:
    if row.state not in ACTIVE:
        move_contract(row.state, "hold", row.id)


def _contract_moved(row: ContractRow, step: ContractStep, *, note: str = "") -> ContractMoved:
    body = ContractNote(note=note) if note else None
    return ContractMoved(contract=row.id, step=step, state=move_contract(row.state, step, row.id), body=body)


def _message_draft(kind: MessageType, to: str, payload: Payload, priority: Priority = "normal") -> Draft:
    return DRAFT.validate_python({"type": kind, "to": to, "payload": payload, "priority": priority})


def _post_events(
    context: CommandContext, kind: MessageType, to: str, payload: Payload, priority: Priority
) -> tuple[Event, ...]:
    return post_message(context, _message_draft(kind, to, payload, priority), named_by_renkei=True).events


def _find_entry(entries: list[str], given: str) -> str:
    """An entry of the contract by its number, or what was said in words."""
    if not given.strip().isdecimal():
        return given
    number = int(given)
    if not 1 <= number <= len(entries):
        raise BadInput(
            "There is no entry {number}: the contract has {count} of this kind.", number=number, count=len(entries)
        )
    return entries[number - 1]


def _reviewer_verdict(by_number: dict[int, Check], number: int, *, met: bool) -> ContractVerdict:
    check = _find_check(by_number, number)
    if check.command is not None:
        raise Refused(
            "Check {number} is the command {command!r}: it is run, not taken on trust.",
            rule="CON-2",
            number=number,
            command=check.command,
        )
    return ContractVerdict(check=number, met=met, by="reviewer")


def _command_verdict(by_number: dict[int, Check], run: CommandRun) -> ContractVerdict:
    check = _find_check(by_number, run.check)
    if check.command != run.command:
        raise BadInput("Check {number} is not the command {command!r}.", number=run.check, command=run.command)
    return ContractVerdict(check=run.check, met=run.exit_code == 0, by="command")


def _find_check(by_number: dict[int, Check], number: int) -> Check:
    if number not in by_number:
        raise BadInput("There is no check {number}; the contract has {count}.", number=number, count=len(by_number))
    return by_number[number]


def _verification_note(command: VerifyContract) -> str:
    """What the assignee is told beside the names of what is not met: the reviewer's words, the ends of outputs."""
    failed = [run for run in command.runs if run.exit_code != 0]
    ends = [f"$ {run.command} → {run.exit_code}\n{run.output[-_MOST_OUTPUT:]}".rstrip() for run in failed]
    return "\n".join(filter(None, (command.note, *ends)))


_MOST_OUTPUT = 2000
"""How much of an output stands in the message to the assignee."""
