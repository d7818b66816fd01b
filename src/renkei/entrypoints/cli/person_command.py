"""`renkei person`: people who may open the page under a name."""

import argparse
from dataclasses import asdict
from typing import get_args

from renkei.app import people
from renkei.app.team import LIFE
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say
from renkei.protocol.actors import Role


def add_person_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="add|list|remove")
    add = verbs.add_parser("add", help=say("let somebody open the page; again: a new token, or another role"))
    add.add_argument("name")
    help_role = say("viewer: looks; operator: acts as a person does, under their name")
    add.add_argument("--role", required=True, choices=get_args(Role), help=help_role)
    help_life = say("how long it works: 90m, 8h, 30d, or never (default: {default})", default=LIFE)
    add.add_argument("--expires", metavar="TIME", default=LIFE, help=help_life)
    verbs.add_parser("list", help=say("show who may open the page"))
    remove = verbs.add_parser("remove", help=say("their token, and what they have open with it, stops working"))
    remove.add_argument("name")


def handle_person(context: Context, args: argparse.Namespace) -> int:
    return {"add": _add_person, "list": _list_people, "remove": _remove_person}[args.verb](context, args)


def _add_person(context: Context, args: argparse.Namespace) -> int:
    made = people.add_person(context.project, args.name, role=args.role, life=args.expires)
    if context.out.as_json:
        document = asdict(made)
        context.out.print_json({**document, "token": document.pop("secret")})
        return 0
    context.out.print_line(made.secret)
    context.out.note(
        "{name} opens the page as {role} with the address of the server and ?token= and this. It is shown once; older "
        "ones stop working.",
        name=made.name,
        role=made.role,
    )
    if made.until:
        context.out.note("It works until {time}. Keep it out of files that are committed.", time=made.until)
    return 0


def _list_people(context: Context, args: argparse.Namespace) -> int:
    found = people.list_people(context.project)
    if context.out.as_json:
        context.out.print_json(found)
    elif found:
        rows = [[each["name"], each["role"], _until(context, each["until"], live=each["live"])] for each in found]
        context.out.print_table(["Name", "Role", "Token"], rows)
    else:
        context.out.tell("Nobody has a name here yet. Let somebody in with: renkei person add NAME --role viewer")
    return 0


def _until(context: Context, until: str | None, *, live: bool) -> str:
    if until is None:
        return context.out.say("until it is taken back")
    return context.out.say("until {time}" if live else "expired {time}", time=until)


def _remove_person(context: Context, args: argparse.Namespace) -> int:
    name = people.remove_person(context.project, args.name)
    if context.out.as_json:
        context.out.print_json({"person": name, "removed": True})
    else:
        context.out.tell("{name} is let in no more. What they did stays in the log under their name.", name=name)
    return 0
