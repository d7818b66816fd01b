"""`renkei board`: the shared state board and its changes."""

import argparse

from renkei.board import read
from renkei.board.debts import overdue
from renkei.commands.board import ResolveBlocker, SetFields, WithdrawTask
from renkei.entrypoints.cli.board_view import show_board, show_changes, show_overdue
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.paging import add_limit, checked_limit, tell_more
from renkei.errors import BadInput
from renkei.eventlog.base import utc_now
from renkei.kit.words import Say
from renkei.protocol.documents import validate_model


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
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


def run(context: Context, args: argparse.Namespace) -> int:
    match args.verb:
        case "set":
            return _set(context, args)
        case "resolve":
            return _order(context, args, ResolveBlocker, {"blocker": args.id, "why": args.why})
        case "withdraw":
            return _order(context, args, WithdrawTask, {"task": args.id, "why": args.why})
        case _:
            limit = checked_limit(args)
            return _show(context, limit) if args.since is None else _show_changes(context, args.since, limit)


def _show(context: Context, limit: int) -> int:
    with context.reader.read() as view:
        seq, state = view.head.seq, read.board(view, changes=context.settings.changes, most=limit)
        left_out = read.left_off_the_board(view, state, settled=context.out.as_json)
        late = overdue(view, now=utc_now(), within=context.settings.answer_within, limit=limit)
        missing = read.missing_updates(view)
    if context.out.as_json:
        context.out.document({"project_state": state.model_dump(), "seq": seq, "missing_updates": missing})
    else:
        show_board(context.out, state, seq, missing)
        show_overdue(context.out, late)
    tell_more(context.out, left_out, f"renkei board --limit {limit + left_out}")
    return 0


def _show_changes(context: Context, since: int, limit: int) -> int:
    with context.reader.read() as view:
        seq, state = view.head.seq, read.board(view, most=limit)
        changes = read.changes_since(view, max(0, min(since, seq)), limit=limit)
    if context.out.as_json:
        entries = [read.changelog_entry(change) for change in changes.items]
        context.out.document(
            {"project_state": {**state.model_dump(), "changelog": [each.model_dump() for each in entries]}, "seq": seq}
        )
    else:
        show_changes(context.out, changes.items, since)
    tell_more(context.out, changes.more, f"renkei board --since {changes.last}")
    return 0


def _set(context: Context, args: argparse.Namespace) -> int:
    command = validate_model(SetFields, {"fields": _pairs(args.fields), "based_on": args.based_on, "why": args.why})
    outcome = context.do(command, actor=context.actor(args.as_name), key=args.key)
    if context.out.as_json:
        warnings = [context.out.say(note.text, **note.params) for note in outcome.notes]
        context.out.document({"seq": outcome.seq, "fields": command.fields, "warnings": warnings})
    else:
        context.out.tell("Set {fields} (seq {seq}).", fields=", ".join(command.fields), seq=outcome.seq)
    return 0


def _order(
    context: Context, args: argparse.Namespace, kind: type[ResolveBlocker | WithdrawTask], fields: dict[str, str]
) -> int:
    outcome = context.do(validate_model(kind, fields), actor=context.actor(args.as_name))
    if context.out.as_json:
        context.out.document({"seq": outcome.seq, "id": args.id})
    else:
        context.out.tell("{id} has ended (seq {seq}).", id=args.id, seq=outcome.seq)
    return 0


def _pairs(words: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        field, equals, value = word.partition("=")
        if not equals:
            raise BadInput("Expected FIELD=VALUE, not {word!r}.", word=word)
        if field in found:
            raise BadInput("{field} stands twice. Give each field once.", field=field)
        found[field] = value
    return found
