"""`renkei agent`: members of the team."""

import argparse

from renkei.board.team import members
from renkei.commands.team import AddAgent, IssueToken, RemoveAgent
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.protocol.base import normal_name
from renkei.protocol.documents import validate_model


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="add|list|remove|token")
    add = verbs.add_parser("add", help=say("add a member, or change its role or model"))
    add.add_argument("name")
    add.add_argument("--role", required=True)
    add.add_argument("--model")
    verbs.add_parser("list", help=say("show the team"))
    for verb, summary in (("remove", say("take a member off the team")), ("token", say("mint its credential"))):
        verbs.add_parser(verb, help=summary).add_argument("name")


def run(context: Context, args: argparse.Namespace) -> int:
    return {"add": _add, "list": _list, "remove": _remove, "token": _token}[args.verb](context, args)


def _add(context: Context, args: argparse.Namespace) -> int:
    command = validate_model(AddAgent, {"name": args.name, "role": args.role, "model": args.model})
    outcome = context.do(command, actor=context.actor())
    member = {"name": command.name, "role": command.role}
    if context.out.as_json:
        context.out.document({**member, "model": command.model, "changed": outcome.id is not None})
    elif outcome.id:
        context.out.tell("{name} is on the team as {role}.", **member)
    else:
        context.out.tell("{name} is on the team as {role} already; nothing changed.", **member)
    return 0


def _list(context: Context, args: argparse.Namespace) -> int:
    with context.reader.read() as view:
        team = members(view)
    if context.out.as_json:
        context.out.document([{"name": row.id, "role": row.role, "model": row.model} for row in team])
    elif team:
        context.out.table(["Name", "Role", "Model"], [[row.id, row.role, row.model or "-"] for row in team])
    else:
        context.out.tell("Nobody is on the team yet. Add an agent with: renkei agent add NAME --role ROLE")
    return 0


def _remove(context: Context, args: argparse.Namespace) -> int:
    name = normal_name(args.name)
    context.do(RemoveAgent(name=name), actor=context.actor())
    if context.out.as_json:
        context.out.document({"agent": name, "removed": True})
    else:
        context.out.tell("{name} is off the team. What it said stays in the log.", name=name)
    return 0


def _token(context: Context, args: argparse.Namespace) -> int:
    name = normal_name(args.name)
    outcome = context.do(IssueToken(name=name), actor=context.actor())
    if context.out.as_json:
        context.out.document({"agent": name, "token": outcome.secret})
    else:
        context.out.line(outcome.secret or "")
        context.out.note("Give it to {name} as RENKEI_TOKEN. It is shown once; older ones stop working.", name=name)
    return 0
