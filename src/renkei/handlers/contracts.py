"""The steps of a contract: who may take them, when, and what they lead to (CON-2, CON-3)."""

from renkei.board.contracts import contract, is_approved, may_execute, terms
from renkei.board.names import contract_question
from renkei.board.tables import ContractRow
from renkei.board.team import PERSON, SYSTEM, member
from renkei.contracts.checks import Check, checks, unchecked_constraints
from renkei.contracts.instructions import instruction
from renkei.contracts.states import ACTIVE, move
from renkei.dispatch.contracts import offer, payload_for
from renkei.errors import BadInput, NotFound, Refused
from renkei.handlers.base import Asked, Decision
from renkei.handlers.carried import check_may, check_offer
from renkei.handlers.messages import post_message
from renkei.handlers.turns import check_nothing_blocks
from renkei.protocol.claims import RunProof
from renkei.protocol.commands import (
    AcceptContract,
    AllowExecution,
    ApproveCommand,
    CloseContract,
    Command,
    ConsultContract,
    DeclineContract,
    DeliverContract,
    OfferContract,
    PostMessage,
    RecordSteps,
    ReportContract,
    ResumeContract,
    VerifyContract,
)
from renkei.protocol.contracts import CommandRun, ContractStep, TaskContract
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
from renkei.protocol.messages import DRAFT, DecisionRequest, Draft, MessageType, Payload, Priority, StatusUpdate


def offer_contract(asked: Asked, command: OfferContract) -> Decision:
    check_offer(asked, command.contract)
    return Decision(events=(offer(command.contract, delegator=asked.actor.name),))


def accept_contract(asked: Asked, command: AcceptContract) -> Decision:
    row = _row(asked, command.contract)
    check_may(asked, row, "accept", row.assignee)
    moved = _moved(row, "accept")
    _check_nothing_blocks(asked, row)
    return Decision(events=(moved,))


def decline_contract(asked: Asked, command: DeclineContract) -> Decision:
    row = _row(asked, command.contract)
    check_may(asked, row, "decline", row.assignee)
    return Decision(events=(_moved(row, "decline", note=command.reason),))


def deliver_contract(asked: Asked, command: DeliverContract) -> Decision:
    """The checks are those of the message that it posts."""
    row = _row(asked, command.contract)
    check_may(asked, row, "deliver", row.assignee)
    result = command.result.model_copy(update={"original_task_ref": row.id})
    _check_nothing_blocks(asked, row)
    message = _draft("TASK_RESULT", _other_party(asked, row), result)
    return post_message(asked, PostMessage(message=message), delivery=command)


def verify_contract(asked: Asked, command: VerifyContract) -> Decision:
    row = _row(asked, command.contract)
    check_may(asked, row, "verify", row.delegator)
    move(row.state, "verify", row.id)
    by_number = {check.number: check for check in checks(_terms(row))}
    words = [_word(by_number, number, met=met) for met, numbers in ((True, command.met), (False, command.unmet))
             for number in numbers]  # fmt: skip
    if both := set(command.met) & set(command.unmet):
        raise BadInput("--met and --unmet both name {numbers}.", numbers=", ".join(map(str, sorted(both))))
    verdicts = [*(_shown(by_number, run) for run in command.runs), *words]
    if command.confirm and not unchecked_constraints(_terms(row)):
        raise BadInput("--confirm: the contract {contract} has no hard constraint without a check.", contract=row.id)
    if not verdicts and not command.confirm:
        return Decision()
    verified = ContractVerified(
        contract=row.id,
        verdicts=verdicts,
        proofs=[proof for run in command.runs if (proof := _proof(run))],
        confirmed=command.confirm is not None,
        body=VerificationBody(
            runs=[run.model_dump() for run in command.runs], note=_note(command), confirmation=command.confirm or ""
        ),
    )
    return Decision(events=(verified,))


def _proof(run: CommandRun) -> RunProof | None:
    """What is kept of a command that ended well, to be looked at again when the tree has changed."""
    return RunProof(command=run.command, exit_code=0, tree=run.tree) if run.exit_code == 0 else None


def consult_contract(asked: Asked, command: ConsultContract) -> Decision:
    """must_consult: a decision request, and that part of the contract is held."""
    row = _row(asked, command.contract)
    check_may(asked, row, "consult on", row.assignee)
    _check_at_work(row)
    about = _entry(_terms(row).authority.must_consult, command.about)
    question = f"{about}\n{command.question}" if command.question else about
    decision = contract_question(asked.view, row)
    request = DecisionRequest(decision_id=decision, question=question, options=command.options)
    posted = _posted(asked, "DECISION_REQUEST", _other_party(asked, row), request, "high")
    return Decision(events=(*posted, ContractConsulted(contract=row.id, decision=decision)))


def report_contract(asked: Asked, command: ReportContract) -> Decision:
    """Reports at once, in the form that the contract's own instruction names; what stops the work holds it."""
    row, said = _row(asked, command.contract), _terms(_row(asked, command.contract))
    check_may(asked, row, "report on", row.assignee)
    _check_at_work(row)
    if command.kind == "trigger":
        text = _entry(said.authority.escalation_triggers, command.text)
        update = StatusUpdate(task_ref=row.id, new_status="working", progress_summary=text)
        return Decision(events=_posted(asked, "STATUS_UPDATE", _other_party(asked, row), update, "blocking"))
    handling = said.failure_handling
    is_blocked = command.kind == "blocked"
    what = command.text if is_blocked else _entry(said.inputs.assumptions, command.text)
    told = instruction(handling.on_blocked if is_blocked else handling.on_assumption_violation)
    kind, payload = payload_for(asked.view, told.type, said, row, what=what, status=told.status)
    posted = _posted(asked, kind, _other_party(asked, row), payload, "blocking")
    if kind == "TASK_RESULT":
        return Decision(events=posted)  # that ends it, by its rule
    # The report is the first event of this command, and messages are named after their place in the log.
    report = f"MSG-{asked.view.head.seq + 1}"
    reason = "blocked" if is_blocked else "assumption"
    held = _moved(row, "hold").model_copy(update={"message": report, "reason": reason})
    return Decision(events=(*posted, held))


def resume_contract(asked: Asked, command: ResumeContract) -> Decision:
    row = _row(asked, command.contract)
    check_may(asked, row, "resume", row.delegator)
    return Decision(events=(_moved(row, "resume", note=command.note),))


def close_contract(asked: Asked, command: CloseContract) -> Decision:
    row = _row(asked, command.contract)
    check_may(asked, row, "close", row.delegator)
    move(row.state, "close", row.id)
    note = ContractNote(note=command.note)
    return Decision(events=(ContractClosed(contract=row.id, outcome=command.outcome, body=note),))


def record_steps(asked: Asked, command: RecordSteps) -> Decision:
    row = _row(asked, command.contract)
    check_may(asked, row, "count steps of", row.assignee, SYSTEM)
    _check_at_work(row)
    return Decision(events=(StepsCounted(contract=row.id, steps=command.steps, metered=True),))


def approve_command(asked: Asked, command: ApproveCommand) -> Decision:
    if is_approved(asked.view, command.command):
        return Decision()
    return Decision(events=(CommandApproved(command=command.command),))


def allow_execution(asked: Asked, command: AllowExecution) -> Decision:
    return Decision() if may_execute(asked.view) else Decision(events=(ExecutionAllowed(),))


def step_of(asked: Asked, command: Command) -> list[Event]:
    """For an agent whose tool calls nobody counts, a call of the hub is a step of each contract it works under."""
    rows = asked.view.select(ContractRow, order="seq", assignee=asked.actor.name)
    active = [row for row in rows if row.state in ACTIVE and not row.metered]
    if not active or _is_no_step(command) or member(asked.view, asked.actor.name) is None:
        return []
    limited = [row for row in active if (said := terms(row)) and said.timeout.max_steps is not None]
    return [StepsCounted(contract=row.id, steps=1, metered=False) for row in limited]


def _is_no_step(command: Command) -> bool:
    """Taking work on and laying it down is no step of it."""
    if isinstance(command, PostMessage):
        return command.message.type in ("TASK_RESULT", "TASK_BLOCKED")
    return isinstance(command, AcceptContract | DeclineContract | DeliverContract | ReportContract | RecordSteps)


def _row(asked: Asked, name: str) -> ContractRow:
    row = contract(asked.view, name)
    if row is None:
        raise NotFound("There is no contract {name}. `renkei contract list` shows them.", name=name)
    return row


def _terms(row: ContractRow) -> TaskContract:
    said = terms(row)
    if said is None:
        raise Refused(
            "What the contract {contract} says was redacted; a person can only close it.", rule="CON-2", contract=row.id
        )
    return said


def _other_party(asked: Asked, row: ContractRow) -> str:
    """Whom a report goes to: the delegator; a person when it has left, the assignee when it is the one who acts."""
    if asked.actor.name == row.delegator:
        return row.assignee
    return row.delegator if member(asked.view, row.delegator) else PERSON


def _check_nothing_blocks(asked: Asked, row: ContractRow) -> None:
    """TURN-2 binds the agent, not a person who takes its step."""
    if asked.actor.name == row.assignee:
        check_nothing_blocks(asked, contract=row.id)


def _check_at_work(row: ContractRow) -> None:
    if row.state not in ACTIVE:
        move(row.state, "hold", row.id)


def _moved(row: ContractRow, step: ContractStep, *, note: str = "") -> ContractMoved:
    body = ContractNote(note=note) if note else None
    return ContractMoved(contract=row.id, step=step, state=move(row.state, step, row.id), body=body)


def _draft(kind: MessageType, to: str, payload: Payload, priority: Priority = "normal") -> Draft:
    return DRAFT.validate_python({"type": kind, "to": to, "payload": payload, "priority": priority})


def _posted(asked: Asked, kind: MessageType, to: str, payload: Payload, priority: Priority) -> tuple[Event, ...]:
    return post_message(asked, PostMessage(message=_draft(kind, to, payload, priority)), named_by_renkei=True).events


def _entry(entries: list[str], given: str) -> str:
    """An entry of the contract by its number, or what was said in words."""
    if not given.strip().isdecimal():
        return given
    number = int(given)
    if not 1 <= number <= len(entries):
        raise BadInput(
            "There is no entry {number}: the contract has {count} of this kind.", number=number, count=len(entries)
        )
    return entries[number - 1]


def _word(by_number: dict[int, Check], number: int, *, met: bool) -> ContractVerdict:
    check = _check(by_number, number)
    if check.command is not None:
        raise Refused(
            "Check {number} is the command {command!r}: it is run, not taken on trust.",
            rule="CON-2",
            number=number,
            command=check.command,
        )
    return ContractVerdict(check=number, met=met, by="reviewer")


def _shown(by_number: dict[int, Check], run: CommandRun) -> ContractVerdict:
    check = _check(by_number, run.check)
    if check.command != run.command:
        raise BadInput("Check {number} is not the command {command!r}.", number=run.check, command=run.command)
    return ContractVerdict(check=run.check, met=run.exit_code == 0, by="command")


def _check(by_number: dict[int, Check], number: int) -> Check:
    if number not in by_number:
        raise BadInput("There is no check {number}; the contract has {count}.", number=number, count=len(by_number))
    return by_number[number]


def _note(command: VerifyContract) -> str:
    """What the assignee is told beside the names of what is not met: the reviewer's words, the ends of outputs."""
    failed = [run for run in command.runs if run.exit_code != 0]
    ends = [f"$ {run.command} → {run.exit_code}\n{run.output[-_SHOWN:]}".rstrip() for run in failed]
    return "\n".join(filter(None, (command.note, *ends)))


_SHOWN = 2000
"""How much of an output stands in the message to the assignee."""
