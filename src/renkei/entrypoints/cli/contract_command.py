"""`renkei contract`: task contracts, from the offer to the verified result."""

import argparse
from typing import Any, Final, cast

from pydantic import TypeAdapter

from renkei.board.contracts import contract, newest_contracts
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
from renkei.entrypoints.cli.command import Context, read_input
from renkei.entrypoints.cli.contract_tree import Permission, authorize_running, inspect, run_checks
from renkei.entrypoints.cli.contract_view import document, show_contract, show_contracts
from renkei.entrypoints.cli.paging import add_limit, checked_limit, tell_more
from renkei.errors import BadInput, NotFound
from renkei.kit.words import Say
from renkei.protocol.base import Model
from renkei.protocol.contracts import Inspection, TaskContract
from renkei.protocol.documents import decode, parse, validate, validate_model
from renkei.protocol.messages import TaskResult

_VERBS: Final = "offer|accept|decline|deliver|verify|consult|report|resume|close|show|list"


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar=_VERBS)
    who = argparse.ArgumentParser(add_help=False)
    who.add_argument("--as", dest="as_name", metavar="AGENT", help=say("who acts (default: the person)"))
    who.add_argument("--key", help=say("idempotency key: the same step under the same key is taken once"))
    running = argparse.ArgumentParser(add_help=False)
    running.add_argument("--exec", action="store_true", dest="execute", help=say("run code of this repository"))
    running.add_argument("--no-exec", action="store_true", help=say("run nothing, and say what was left out"))

    offer = verbs.add_parser("offer", parents=[who], help=say("offer a contract; prints its id"))
    offer.add_argument("file", metavar="FILE|-", help=say("JSON or YAML: the contract in the seed's form"))
    _of_one(verbs, "accept", who, help=say("take a contract on"))
    decline = _of_one(verbs, "decline", who, help=say("turn a contract down"))
    decline.add_argument("--reason", required=True)
    deliver = _of_one(verbs, "deliver", who, running, help=say("report the result"))
    deliver.add_argument("file", metavar="FILE|-", help=say("JSON or YAML: the payload of a TASK_RESULT"))
    verify = _of_one(verbs, "verify", who, running, help=say("run the commands and take a reviewer's word"))
    verify.add_argument("--met", type=int, action="append", default=[], metavar="N", help=say("check N is met"))
    verify.add_argument("--unmet", type=int, action="append", default=[], metavar="N", help=say("check N is not met"))
    verify.add_argument("--note", default="", help=say("what the assignee should know"))
    verify.add_argument(
        "--confirm",
        metavar="TEXT",
        help=say("the hard constraints that nothing checks are kept, and how that was seen; delegator or person"),
    )
    verify.add_argument(
        "--approve", action="store_true", help=say("allow the contract's commands, word for word; for a person only")
    )
    consult = _of_one(verbs, "consult", who, help=say("ask before deciding what the contract reserves"))
    consult.add_argument("--about", required=True, metavar="N|TEXT", help=say("an entry of must_consult"))
    consult.add_argument("--question")
    consult.add_argument("--option", action="append", default=[], metavar="LABEL")
    report = _of_one(verbs, "report", who, help=say("report at once what the contract wants to be told"))
    kinds = report.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--blocked", metavar="TEXT", help=say("the work cannot go on"))
    kinds.add_argument("--assumption", metavar="N|TEXT", help=say("an assumption does not hold"))
    kinds.add_argument("--trigger", metavar="N|TEXT", help=say("an escalation trigger is met"))
    resume = _of_one(verbs, "resume", who, help=say("let held work go on"))
    resume.add_argument("--note", default="")
    close = _of_one(verbs, "close", who, help=say("end a contract before it is fulfilled"))
    close.add_argument("--outcome", choices=("partial", "failed"), default="failed")
    close.add_argument("--note", required=True)
    _of_one(verbs, "show", who, help=say("one contract whole"))
    add_limit(verbs.add_parser("list", parents=[who], help=say("contracts and their states")), say)


def run(context: Context, args: argparse.Namespace) -> int:
    if args.verb == "list":
        return _list(context, checked_limit(args))
    if args.verb == "offer":
        return _offer(context, args)
    row = _row(context, args.id)
    if args.verb == "show":
        _show(context, row)
        return 0
    if args.verb == "verify":
        return _verify(context, args, row)
    return _step(context, args, _command(context, args, row))


def _list(context: Context, limit: int) -> int:
    with context.reader.read() as view:
        newest = newest_contracts(view, limit)
    show_contracts(context.out, newest.items)
    tell_more(context.out, newest.more, f"renkei contract list --limit {limit + newest.more}")
    return 0


def _of_one(
    verbs: "argparse._SubParsersAction[Any]",  # pyright: ignore[reportPrivateUsage]
    name: str,
    *parents: argparse.ArgumentParser,
    help: str,  # noqa: A002 - as argparse calls it
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, parents=list(parents), help=help)
    parser.add_argument("id", metavar="ID")
    return parser


class _Wrapped(Model):
    """The seed writes a contract under an outer key."""

    task_contract: TaskContract


_WRAPPED: Final[TypeAdapter[_Wrapped]] = TypeAdapter(_Wrapped)
_RESULT: Final[TypeAdapter[TaskResult]] = TypeAdapter(TaskResult)


def _offer(context: Context, args: argparse.Namespace) -> int:
    actor = context.actor(args.as_name)
    data, name = read_input(args.file)
    text = decode(data, name)
    value: object = parse(text, name)
    if isinstance(value, dict) and "task_contract" in value:
        given = validate(_WRAPPED, value, name, text=text).task_contract
    else:
        given = validate(TypeAdapter(TaskContract), value, name, text=text)
    outcome = context.do(OfferContract(contract=given), actor=actor, key=args.key)
    if context.out.as_json:
        context.out.document({"id": outcome.id, "seq": outcome.seq})
    else:
        context.out.line(outcome.id or "")
    return 0


def _command(context: Context, args: argparse.Namespace, row: ContractRow) -> Command:
    match args.verb:
        case "accept":
            return AcceptContract(contract=row.id)
        case "decline":
            return validate_model(DeclineContract, {"contract": row.id, "reason": args.reason})
        case "deliver":
            return _delivery(context, args, row)
        case "consult":
            options = [{"label": label, "analysis": ""} for label in args.option]
            given = {"contract": row.id, "about": args.about, "question": args.question, "options": options}
            return validate_model(ConsultContract, given)
        case "report":
            kind = next(kind for kind in ("blocked", "assumption", "trigger") if getattr(args, kind) is not None)
            return validate_model(ReportContract, {"contract": row.id, "kind": kind, "text": getattr(args, kind)})
        case "resume":
            return validate_model(ResumeContract, {"contract": row.id, "note": args.note})
        case _:
            return validate_model(CloseContract, {"contract": row.id, "outcome": args.outcome, "note": args.note})


def _delivery(context: Context, args: argparse.Namespace, row: ContractRow) -> DeliverContract:
    """Refused before anything is run, if it is not for this actor or not for now, whatever would be found."""
    actor = context.actor(args.as_name)
    command = DeliverContract(contract=row.id, result=_result(args.file, row), inspection=Inspection())
    context.authorize(command, actor=actor, key=args.key)
    permission = Permission(execute=args.execute, forbid=args.no_exec)
    authorize_running(context, actor, permission)
    return command.model_copy(update={"inspection": inspect(context, actor, row, command.result, permission)})


def _result(path: str, row: ContractRow) -> TaskResult:
    data, name = read_input(path)
    text = decode(data, name)
    value: object = parse(text, name)
    if not isinstance(value, dict):
        raise BadInput("{name}: expected the payload of a TASK_RESULT.", name=name)
    fields = cast(dict[str, Any], value)
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


def _step(context: Context, args: argparse.Namespace, command: Command) -> int:
    outcome = context.do(command, actor=context.actor(args.as_name), key=args.key)
    row = _row(context, args.id)
    if context.out.as_json:
        warnings = list(outcome.warnings)
        context.out.document({**document(row), "message": outcome.id, "seq": outcome.seq, "warnings": warnings})
    elif args.verb in ("consult", "report", "deliver"):
        context.out.line(outcome.id or "")
        context.out.note("The contract {id} is now {state}.", id=row.id, state=_state(row))
    else:
        context.out.tell("The contract {id} is now {state}.", id=row.id, state=_state(row))
    return 0


def _verify(context: Context, args: argparse.Namespace, row: ContractRow) -> int:
    actor = context.actor(args.as_name)
    given = {"contract": row.id, "met": args.met, "unmet": args.unmet, "note": args.note, "confirm": args.confirm}
    command = validate_model(VerifyContract, given)
    context.authorize(command, actor=actor)
    permission = Permission(execute=args.execute, forbid=args.no_exec, approve=args.approve)
    authorize_running(context, actor, permission)
    runs = run_checks(context, actor, row, permission)
    outcome = context.do(command.model_copy(update={"runs": runs}), actor=actor, key=args.key)
    row = _row(context, row.id)
    if context.out.as_json:
        context.out.document({**document(row), "runs": [run.model_dump() for run in runs], "seq": outcome.seq})
    else:
        show_contract(context.out, row)
    return 0 if row.state == "delivered" or row.outcome == "completed" else 1


def _show(context: Context, row: ContractRow) -> None:
    if context.out.as_json:
        context.out.document(document(row))
    else:
        show_contract(context.out, row, whole=True)


def _row(context: Context, name: str) -> ContractRow:
    with context.reader.read() as view:
        row = contract(view, name)
    if row is None:
        raise NotFound("There is no contract {name}. `renkei contract list` shows them.", name=name)
    return row


def _state(row: ContractRow) -> str:
    return f"{row.state} ({row.outcome})" if row.outcome else row.state
