"""What a command means: (asked, command) -> events, or an error. Pure but for the randomness of a new token."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from renkei.handlers.acts import nothing_to_record
from renkei.handlers.base import Asked, Decision
from renkei.handlers.checks import record_check
from renkei.handlers.contracts import (
    accept_contract,
    allow_execution,
    approve_command,
    close_contract,
    consult_contract,
    decline_contract,
    deliver_contract,
    offer_contract,
    record_steps,
    report_contract,
    resume_contract,
    step_of,
    verify_contract,
)
from renkei.handlers.decisions import decide_as_person
from renkei.handlers.fields import set_fields
from renkei.handlers.inbox import handle_messages, read_channel
from renkei.handlers.interrupts import show_interrupts
from renkei.handlers.messages import post_message
from renkei.handlers.orders import resolve_blocker, withdraw_task
from renkei.handlers.redaction import redact_body
from renkei.handlers.team import add_agent, issue_token, remove_agent
from renkei.handlers.turns import end_turn, start_turn
from renkei.protocol.commands import (
    AcceptContract,
    Act,
    AddAgent,
    AllowExecution,
    ApproveCommand,
    CloseContract,
    Command,
    ConsultContract,
    Decide,
    DeclineContract,
    DeliverContract,
    EndTurn,
    HandleMessages,
    IssueToken,
    OfferContract,
    PostMessage,
    ReadChannel,
    RecordCheck,
    RecordSteps,
    RedactBody,
    RemoveAgent,
    ReportContract,
    ResolveBlocker,
    ResumeContract,
    SetFields,
    ShowInterrupts,
    StartTurn,
    VerifyContract,
    WithdrawTask,
)

Handler = Callable[[Asked, Any], Decision]

HANDLERS: Final[dict[type[Any], Handler]] = {
    AddAgent: add_agent,
    RemoveAgent: remove_agent,
    IssueToken: issue_token,
    PostMessage: post_message,
    SetFields: set_fields,
    ResolveBlocker: resolve_blocker,
    WithdrawTask: withdraw_task,
    StartTurn: start_turn,
    EndTurn: end_turn,
    HandleMessages: handle_messages,
    ReadChannel: read_channel,
    ShowInterrupts: show_interrupts,
    Decide: decide_as_person,
    RecordCheck: record_check,
    OfferContract: offer_contract,
    AcceptContract: accept_contract,
    DeclineContract: decline_contract,
    DeliverContract: deliver_contract,
    VerifyContract: verify_contract,
    ConsultContract: consult_contract,
    ReportContract: report_contract,
    ResumeContract: resume_contract,
    CloseContract: close_contract,
    RecordSteps: record_steps,
    ApproveCommand: approve_command,
    AllowExecution: allow_execution,
    RedactBody: redact_body,
    Act: nothing_to_record,
}
"""Those of runs stand by themselves: they are loaded with the first command that is for a run."""


def _handler_of_runs(kind: type[Any]) -> Handler:
    from renkei.handlers.runs import RUN_HANDLERS  # not above: no hook gives a command that is for a run

    return RUN_HANDLERS[kind]


def decide(asked: Asked, command: Command) -> Decision:
    """What the command leads to."""
    handler = HANDLERS.get(type(command)) or _handler_of_runs(type(command))
    decision = handler(asked, command)
    step = step_of(asked, command) if decision.events else ()
    return replace(decision, events=(*decision.events, *step)) if step else decision
