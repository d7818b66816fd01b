"""`renkei contract`: task contracts, from the offer to the verified result."""

import argparse
from typing import Any, Final

from renkei.app import contracts
from renkei.app.consent import Permission
from renkei.app.contracts import REPORTS, Report, StepResult
from renkei.entrypoints.cli.command import Context, read_input
from renkei.entrypoints.cli.contract_view import show_contract, show_contracts
from renkei.entrypoints.cli.rendering import add_limit, require_limit, tell_more
from renkei.kit.words import Say
from renkei.protocol.actors import Actor

_VERBS: Final = "offer|accept|decline|deliver|verify|consult|report|resume|close|show|list"


def add_contract_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar=_VERBS)
    who = argparse.ArgumentParser(add_help=False)
    who.add_argument("--as", dest="as_name", metavar="AGENT", help=say("who acts (default: the person)"))
    who.add_argument("--key", help=say("idempotency key: the same step under the same key is taken once"))
    running = argparse.ArgumentParser(add_help=False)
    running.add_argument("--exec", action="store_true", dest="execute", help=say("run code of this repository"))
    running.add_argument("--no-exec", action="store_true", help=say("run nothing, and say what was left out"))

    offer = verbs.add_parser("offer", parents=[who], help=say("offer a contract; prints its id"))
    offer.add_argument("file", metavar="FILE|-", help=say("JSON or YAML: the terms (renkei schema task-contract)"))
    _add_contract_verb(verbs, "accept", who, help=say("accept a contract"))
    decline = _add_contract_verb(verbs, "decline", who, help=say("decline a contract"))
    decline.add_argument("--reason", required=True)
    deliver = _add_contract_verb(verbs, "deliver", who, running, help=say("report the result"))
    deliver.add_argument("file", metavar="FILE|-", help=say("JSON or YAML: the payload of a TASK_RESULT"))
    verify = _add_contract_verb(verbs, "verify", who, running, help=say("run the commands and take a reviewer's word"))
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
    consult = _add_contract_verb(verbs, "consult", who, help=say("ask before deciding what the contract reserves"))
    consult.add_argument("--about", required=True, metavar="N|TEXT", help=say("an entry of must_consult"))
    consult.add_argument("--question")
    consult.add_argument("--option", action="append", default=[], metavar="LABEL")
    report = _add_contract_verb(verbs, "report", who, help=say("report at once what the contract wants to be told"))
    kinds = report.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--blocked", metavar="TEXT", help=say("the work cannot go on"))
    kinds.add_argument("--assumption", metavar="N|TEXT", help=say("an assumption does not hold"))
    kinds.add_argument("--trigger", metavar="N|TEXT", help=say("an escalation trigger is met"))
    resume = _add_contract_verb(verbs, "resume", who, help=say("let held work go on"))
    resume.add_argument("--note", default="")
    close = _add_contract_verb(verbs, "close", who, help=say("end a contract before it is fulfilled"))
    close.add_argument("--outcome", choices=("partial", "failed"), default="failed")
    close.add_argument("--note", required=True)
    _add_contract_verb(verbs, "show", who, help=say("one contract in full"))
    add_limit(verbs.add_parser("list", parents=[who], help=say("contracts and their states")), say)


def handle_contract(context: Context, args: argparse.Namespace) -> int:
    match args.verb:
        case "list":
            return _list_contracts(context, require_limit(args))
        case "show":
            return _show_by_id(context, args.id)
        case _:
            actor = context.project.actor(args.as_name)
    match args.verb:
        case "offer":
            return _offer_contract(context, args, actor)
        case "verify":
            return _verify_contract(context, args, actor)
        case _:
            return _tell_step(context, args.verb, _take_step(context, args, actor))


def _list_contracts(context: Context, limit: int) -> int:
    newest = contracts.list_newest(context.project, limit=limit)
    show_contracts(context.out, newest.items)
    tell_more(context.out, newest.more, f"renkei contract list --limit {limit + newest.more}")
    return 0


def _add_contract_verb(
    verbs: "argparse._SubParsersAction[Any]",  # pyright: ignore[reportPrivateUsage]
    name: str,
    *parents: argparse.ArgumentParser,
    help: str,  # noqa: A002 - as argparse calls it
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, parents=list(parents), help=help)
    parser.add_argument("id", metavar="ID")
    return parser


def _offer_contract(context: Context, args: argparse.Namespace, actor: Actor) -> int:
    given = contracts.read_contract(*read_input(args.file))
    done = contracts.offer(context.project, given, actor=actor, key=args.key)
    if context.out.as_json:
        context.out.print_json({"id": done.id, "seq": done.seq})
    else:
        context.out.print_line(done.id or "")
    return 0


def _take_step(context: Context, args: argparse.Namespace, actor: Actor) -> StepResult:
    project, name = context.project, args.id
    match args.verb:
        case "accept":
            return contracts.accept(project, name, actor=actor, key=args.key)
        case "decline":
            return contracts.decline(project, name, reason=args.reason, actor=actor, key=args.key)
        case "deliver":
            result = contracts.read_result(*read_input(args.file), contracts.get(project, name))
            permission = Permission(execute=args.execute, forbid=args.no_exec)
            return contracts.deliver(project, name, result, actor=actor, permission=permission, key=args.key)
        case "consult":
            asked = {"about": args.about, "question": args.question, "options": args.option}
            return contracts.consult(project, name, **asked, actor=actor, key=args.key)
        case "report":
            kind: Report = next(kind for kind in REPORTS if getattr(args, kind) is not None)
            return contracts.report(project, name, kind, getattr(args, kind), actor=actor, key=args.key)
        case "resume":
            return contracts.resume(project, name, note=args.note, actor=actor, key=args.key)
        case _:
            return contracts.close(project, name, note=args.note, outcome=args.outcome, actor=actor, key=args.key)


def _tell_step(context: Context, verb: str, stepped: StepResult) -> int:
    contract, done = stepped.contract, stepped.done
    if context.out.as_json:
        outcome = {"message": done.id, "seq": done.seq, "warnings": list(done.warnings)}
        context.out.print_json({**contract.to_json(), **outcome})
    elif verb in ("consult", "report", "deliver"):
        context.out.print_line(done.id or "")
        context.out.note("The contract {id} is now {state}.", id=contract.id, state=contract.state)
    else:
        context.out.tell("The contract {id} is now {state}.", id=contract.id, state=contract.state)
    return 0


def _verify_contract(context: Context, args: argparse.Namespace, actor: Actor) -> int:
    stepped = contracts.verify(
        context.project,
        args.id,
        met=args.met,
        unmet=args.unmet,
        note=args.note,
        confirm=args.confirm,
        actor=actor,
        permission=Permission(execute=args.execute, forbid=args.no_exec, approve=args.approve),
        key=args.key,
    )
    if context.out.as_json:
        runs = [run.model_dump() for run in stepped.runs]
        context.out.print_json({**stepped.contract.to_json(), "runs": runs, "seq": stepped.done.seq})
    else:
        show_contract(context.out, stepped.contract)
    return 0 if stepped.has_passed else 1


def _show_by_id(context: Context, name: str) -> int:
    contract = contracts.get(context.project, name)
    if context.out.as_json:
        context.out.print_json(contract.to_json())
    else:
        show_contract(context.out, contract, whole=True)
    return 0
