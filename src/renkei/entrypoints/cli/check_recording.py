"""`renkei check --record`: the check goes into the log, and the claims of a result that is accepted are kept."""

import argparse
import hashlib

from renkei.board.team import role_of
from renkei.commands.checks import RecordCheck
from renkei.entrypoints.cli import tree_flags
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.recording import place_in, proofs
from renkei.errors import BadInput, NotFound
from renkei.kit.words import Say
from renkei.protocol.claims import Usage
from renkei.reports.recorded import gist
from renkei.reports.rules import Judgement
from renkei.reports.tree import Tree


def recording_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("--record", action="store_true", help=say("keep the check, and the claims of a valid result"))
    parser.add_argument("--as", dest="as_name", metavar="AGENT", help=say("whose result it is (with --record)"))
    parser.add_argument("--model", help=say("the model that it comes from (with --record)"))
    parser.add_argument("--tokens", type=int, metavar="N", help=say("the tokens that it took (with --record)"))
    parser.add_argument("--cost", type=float, metavar="USD", help=say("what it cost, in dollars (with --record)"))


def record(context: Context, args: argparse.Namespace, judgement: Judgement, tree: Tree) -> None:
    """Keeps a check, the same one once only."""
    if not args.record:
        _refuse_alone(args)
        return
    if not context.has_store:
        raise NotFound("--record: this project has no store yet. Make one with: renkei agent add NAME --role ROLE")
    root = tree_flags.folder(context, args)
    if place_in(root, context.settings.project) is None:
        raise BadInput("--record: {path} is no part of the project {project}.", path=str(root),
                       project=str(context.settings.project))  # fmt: skip
    actor = context.actor(args.as_name)
    with context.reader.read() as view:
        role = role_of(view, actor.name)
    command = RecordCheck(
        agent=actor.name,
        agent_id=actor.name,
        session="",
        mode="enforce",
        contract=True,
        proofs=proofs(judgement, tree, root=root, project=context.settings.project, role=role),
        usage=_usage(args),
        action="check",
        **gist(judgement, role, context.out.say),
    )
    key = f"check-{hashlib.sha256(command.model_dump_json().encode()).hexdigest()[:32]}"
    outcome = context.do(command, actor=actor, key=key)
    if outcome.replayed:
        context.out.note("This check was recorded before; nothing changed.")
    else:
        context.out.note("Recorded for {agent}; claims kept: {count}", agent=actor.name, count=len(command.proofs))


def _usage(args: argparse.Namespace) -> Usage:
    for name in ("tokens", "cost"):
        value = getattr(args, name)
        if value is not None and not 0 <= value < float("inf"):
            raise BadInput("--{name}: expected a number from 0 on, not {value}.", name=name, value=value)
    return Usage(model=args.model, tokens=args.tokens, cost=args.cost)


def _refuse_alone(args: argparse.Namespace) -> None:
    given = {"as": args.as_name, "model": args.model, "tokens": args.tokens, "cost": args.cost}
    for name, value in given.items():
        if value is not None:
            raise BadInput("--{name} says something about a check that is recorded; add --record.", name=name)
