"""`renkei board`: the shared state board and its changes."""

import argparse
from typing import TYPE_CHECKING

from renkei.app import queries
from renkei.app.project import Done
from renkei.entrypoints.cli.board_view import show_board, show_changes, show_overdue
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.rendering import add_limit, require_limit, tell_more
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.app import board
else:
    board = lazy("renkei.app.board")


def add_board_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--since", type=int, metavar="SEQ", help=say("only what changed after SEQ"))
    add_limit(parser, say)
    verbs = parser.add_subparsers(dest="verb", metavar="set|resolve|withdraw")
    change = verbs.add_parser("set", help=say("write fields: status, current_task, blocked_by; goal, current_phase"))
    change.add_argument("fields", nargs="+", metavar="FIELD=VALUE")
    change.add_argument("--as", dest="as_name", metavar="AGENT", help=say("whose entry (default: the person)"))
    change.add_argument("--based-on", type=int, metavar="SEQ", help=say("the seq of the board that was read"))
    change.add_argument("--why", metavar="TEXT", help=say("why an agent takes back a wait that it declared itself"))
    change.add_argument("--key", help=say("idempotency key: the same change under the same key is made once"))
    resolve = verbs.add_parser("resolve", help=say("end a block, as the lead or a person"))
    resolve.add_argument("id", metavar="BLK-n")
    withdraw = verbs.add_parser("withdraw", help=say("take back a task that was handed over, as its delegator"))
    withdraw.add_argument("id", metavar="TASK")
    for order in (resolve, withdraw):
        order.add_argument("--why", metavar="TEXT", required=True, help=say("the reason, which is kept"))
        order.add_argument("--as", dest="as_name", metavar="AGENT", help=say("who orders it (default: the person)"))


def handle_board(context: Context, args: argparse.Namespace) -> int:
    match args.verb:
        case "set":
            return _set_fields(context, args)
        case "resolve" | "withdraw":
            end = board.resolve_blocker if args.verb == "resolve" else board.withdraw_task
            done = end(context.project, args.id, why=args.why, actor=context.project.actor(args.as_name))
            return _tell_end(context, args.id, done)
        case _:
            limit = require_limit(args)
            return _show_current(context, limit) if args.since is None else _show_changes(context, args.since, limit)


def _show_current(context: Context, limit: int) -> int:
    found = queries.board(context.project, limit=limit, with_settled=context.out.as_json)
    if context.out.as_json:
        state = found.state.model_dump()
        context.out.print_json(
            {"project_state": state, "seq": found.seq, "missing_updates": dict(found.missing_updates)}
        )
    else:
        show_board(context.out, found.state, found.seq, found.missing_updates)
        show_overdue(context.out, found.overdue)
    tell_more(context.out, found.more, f"renkei board --limit {limit + found.more}")
    return 0


def _show_changes(context: Context, since: int, limit: int) -> int:
    found = queries.board_changes(context.project, since, limit=limit)
    if context.out.as_json:
        changelog = [each.model_dump() for each in found.changelog]
        state = {**found.state.model_dump(), "changelog": changelog}
        context.out.print_json({"project_state": state, "seq": found.seq})
    else:
        show_changes(context.out, found.changes.items, since)
    tell_more(context.out, found.changes.more, f"renkei board --since {found.changes.last}")
    return 0


def _set_fields(context: Context, args: argparse.Namespace) -> int:
    fields = _parse_fields(args.fields)
    actor = context.project.actor(args.as_name)
    done = board.set_fields(context.project, fields, based_on=args.based_on, why=args.why, actor=actor, key=args.key)
    if context.out.as_json:
        context.out.print_json({"seq": done.seq, "fields": fields, "warnings": list(done.warnings)})
    else:
        context.out.tell("Set {fields} (seq {seq}).", fields=", ".join(fields), seq=done.seq)
    return 0


def _tell_end(context: Context, name: str, done: Done) -> int:
    if context.out.as_json:
        context.out.print_json({"seq": done.seq, "id": name})
    else:
        context.out.tell("{id} has ended (seq {seq}).", id=name, seq=done.seq)
    return 0


def _parse_fields(words: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        field, equals, value = word.partition("=")
        if not equals:
            raise BadInput("Expected FIELD=VALUE, not {word!r}.", word=word)
        if field in found:
            raise BadInput("{field} stands twice. Give each field once.", field=field)
        found[field] = value
    return found
