"""`renkei playbook`: is a playbook right?"""

import argparse

from renkei.entrypoints.cli.command import Context, read_input
from renkei.kit.words import Say
from renkei.playbooks.check import load
from renkei.playbooks.graph import Graph


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="check")
    check = verbs.add_parser("check", help=say("name every mistake in a playbook"))
    check.add_argument("file", metavar="FILE|-", help=say("the playbook, YAML or JSON"))


def run(context: Context, args: argparse.Namespace) -> int:
    data, name = read_input(args.file)
    playbook = load(data, name)
    graph = Graph(playbook)
    deepest = max(graph.depth.values()) + 1
    if context.out.as_json:
        tasks = [{"id": task.id, "blockedBy": list(graph.waits_for[task.id])} for task in playbook.tasks]
        context.out.document({"name": playbook.name, "valid": True, "tasks": tasks, "depth": deepest})
    else:
        context.out.tell(
            "{name} holds: {count} tasks, {depth} of them one after the other at most.",
            name=playbook.name,
            count=len(playbook.tasks),
            depth=deepest,
        )
    return 0
