"""`renkei sdd handover`, `knowledge` and `import`: what one session hands to the next, and what another tool left."""

import argparse

from renkei.app.sdd_handover import read_handover, read_knowledge, write_handover
from renkei.app.sdd_import import import_specs
from renkei.app.sdd_runs import SddOptions
from renkei.app.sdd_steps import FeatureSteps
from renkei.app.sdd_waves import flush_knowledge
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.sdd_pipeline_command import Verbs
from renkei.kit.words import Say


def add_handover_arguments(verbs: Verbs, say: Say) -> None:
    handover = verbs.add_parser("handover", help=say("what the next session begins with; --save keeps it"))
    handover.add_argument("--save", action="store_true", help=say("make session.md yours, and archive the one before"))
    handover.add_argument("--note", default="", metavar="TEXT", help=say("a line for the next session"))
    knowledge = verbs.add_parser("knowledge", help=say("what builders learned; --flush writes it into files"))
    knowledge.add_argument("--flush", action="store_true", help=say("from the buffer into specs/knowledge/"))
    taken = verbs.add_parser("import", help=say("take specs of cc-sdd or spec-kit over, and list what is left out"))
    taken.add_argument("folder", metavar="DIR", help=say(".kiro/specs, or specs of spec-kit"))
    taken.add_argument("--dry-run", action="store_true", help=say("show what would change, and change nothing"))


def handle_handover(context: Context, args: argparse.Namespace) -> int:
    if args.save:
        write_handover(context.project, args.note)
    shown = read_handover(context.project)
    if context.out.as_json:
        context.out.print_json(shown)
        return 0
    context.out.print_document(str(shown["session"]) or context.out.say("There is no session.md yet.") + "\n")
    for each in shown["tracked"]:
        context.out.print_line(f"  {each}")
    return 0


def handle_knowledge(context: Context, args: argparse.Namespace) -> int:
    if args.flush:
        steps = FeatureSteps(context.project, SddOptions(), watch=lambda event: None)
        with steps.files.lock():
            flush_knowledge(steps)
    shown = read_knowledge(context.project)
    if context.out.as_json:
        context.out.print_json(shown)
        return 0
    if not shown["files"] and not shown["buffer"]:
        context.out.tell("Nothing was learned yet.")
    for each in (*shown["files"], *shown["buffer"]):
        context.out.print_line(each)
    return 0


def handle_import(context: Context, args: argparse.Namespace) -> int:
    done = import_specs(context.project, args.folder, dry_run=args.dry_run)
    if context.out.as_json:
        context.out.print_json(
            {
                "features": list(done.features),
                "left_out": [context.out.say(each) for each in done.left_out],
                "dry_run": args.dry_run,
            }
        )
        return 0
    for each in done.features:
        context.out.print_styled(("+ ", "green"), each)
    for each in done.left_out:
        context.out.print_styled(("- ", "yellow"), context.out.say(each))
    context.out.tell(
        "{count} features taken over as {kind}, {left} things left out.",
        count=len(done.features),
        kind=done.kind,
        left=len(done.left_out),
    )
    return 0
