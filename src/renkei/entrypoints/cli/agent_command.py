"""`renkei agent`: members of the team."""

import argparse
from dataclasses import asdict

from renkei.app import team
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_agent_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="add|list|remove|token")
    add = verbs.add_parser("add", help=say("add a member, or change its role or model"))
    add.add_argument("name")
    add.add_argument("--role", required=True)
    add.add_argument("--model")
    verbs.add_parser("list", help=say("show the team"))
    verbs.add_parser("remove", help=say("take a member off the team")).add_argument("name")
    token = verbs.add_parser("token", help=say("mint its credential, or take it back"))
    token.add_argument("name")
    token.add_argument(
        "--expires",
        metavar="TIME",
        default=team.LIFE,
        help=say("how long it works: 90m, 8h, 30d, or never (default: {default})", default=team.LIFE),
    )
    token.add_argument("--revoke", action="store_true", help=say("mint none: the one that it has stops working"))


def handle_agent(context: Context, args: argparse.Namespace) -> int:
    return {"add": _add_agent, "list": _list_agents, "remove": _remove_agent, "token": _issue_token}[args.verb](
        context, args
    )


def _add_agent(context: Context, args: argparse.Namespace) -> int:
    joined = team.add_agent(context.project, args.name, role=args.role, model=args.model)
    member = {"name": joined.member.name, "role": joined.member.role}
    if context.out.as_json:
        context.out.print_json({**member, "model": joined.member.model, "changed": joined.is_changed})
    elif joined.is_changed:
        context.out.tell("{name} is on the team as {role}.", **member)
    else:
        context.out.tell("{name} is on the team as {role} already; nothing changed.", **member)
    return 0


def _list_agents(context: Context, args: argparse.Namespace) -> int:
    members = team.list_agents(context.project)
    if context.out.as_json:
        context.out.print_json([asdict(each) for each in members])
    elif members:
        context.out.print_table(
            ["Name", "Role", "Model", "Token"],
            [[each.name, each.role, each.model or "-", _token_text(context, each.token)] for each in members],
        )
    else:
        context.out.tell("Nobody is on the team yet. Add an agent with: renkei agent add NAME --role ROLE")
    return 0


def _remove_agent(context: Context, args: argparse.Namespace) -> int:
    name = team.remove_agent(context.project, args.name)
    if context.out.as_json:
        context.out.print_json({"agent": name, "removed": True})
    else:
        context.out.tell("{name} is off the team. What it said stays in the log.", name=name)
    return 0


def _token_text(context: Context, token: team.TokenState | None) -> str:
    if token is None:
        return "-"
    if token.until is None:
        return context.out.say("until it is taken back")
    return context.out.say("until {time}" if token.live else "expired {time}", time=token.until)


def _issue_token(context: Context, args: argparse.Namespace) -> int:
    if args.revoke:
        return _revoke_token(context, args)
    token = team.issue_token(context.project, args.name, life=args.expires)
    if context.out.as_json:
        context.out.print_json({"agent": token.agent, "token": token.secret, "until": token.until})
    else:
        context.out.print_line(token.secret)
        context.out.note(
            "Give it to {name} as RENKEI_TOKEN. It is shown once; older ones stop working.", name=token.agent
        )
        if token.until:
            context.out.note("It works until {time}. Keep it out of files that are committed.", time=token.until)
    return 0


def _revoke_token(context: Context, args: argparse.Namespace) -> int:
    is_changed = team.revoke_token(context.project, args.name)
    if context.out.as_json:
        context.out.print_json({"agent": args.name, "revoked": is_changed})
    elif is_changed:
        context.out.tell("{name}'s token no longer works.", name=args.name)
    else:
        context.out.tell("{name} had no token.", name=args.name)
    return 0
