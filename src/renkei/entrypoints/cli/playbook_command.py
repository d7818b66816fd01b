"""`renkei playbook`: which there are, and is one right?"""

import argparse

from renkei.app.playbooks import OF_THE_TEAM, ListedPlaybook, find_playbook, list_playbooks, read_playbook
from renkei.entrypoints.cli.command import Context, read_input
from renkei.kit.words import Say
from renkei.playbooks.graph import Graph


def add_playbook_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="list|check")
    verbs.add_parser("list", help=say("those that ship, and the team's own in renkei/playbooks"))
    check = verbs.add_parser("check", help=say("name every mistake in a playbook"))
    check.add_argument("playbook", metavar="FILE|NAME|-", help=say("the playbook, YAML or JSON"))


def handle_playbook(context: Context, args: argparse.Namespace) -> int:
    return _list_playbooks(context) if args.verb == "list" else _check_playbook(context, args.playbook)


def _list_playbooks(context: Context) -> int:
    found = [_playbook_document(context, each) for each in list_playbooks(context.project)]
    if context.out.as_json:
        context.out.print_json(found)
        return 0
    rows = [[each["name"], each["title"], each["agents"], each["folder"] or "Renkei"] for each in found]
    context.out.print_table(["Playbook", "Title", "Agents", "From"], rows)
    context.out.tell("Start one with: renkei run PLAYBOOK. The team's own stand in {folder}.", folder=OF_THE_TEAM)
    return 0


def _playbook_document(context: Context, listed: ListedPlaybook) -> dict[str, str]:
    invalid = context.out.say("not valid, see: renkei playbook check {name}", name=listed.name)
    title = listed.title if listed.is_valid else invalid
    return {"name": listed.name, "title": title, "agents": listed.agents, "folder": listed.folder}


def _check_playbook(context: Context, given: str) -> int:
    playbook = read_playbook(*read_input(given)) if given == "-" else find_playbook(context.project, given)
    graph = Graph(playbook)
    deepest = max(graph.depth.values()) + 1
    if context.out.as_json:
        tasks = [{"id": task.id, "blockedBy": list(graph.waits_for[task.id])} for task in playbook.tasks]
        context.out.print_json({"name": playbook.name, "valid": True, "tasks": tasks, "depth": deepest})
    else:
        context.out.tell(
            "{name} holds: {count} tasks, {depth} of them one after the other at most.",
            name=playbook.name,
            count=len(playbook.tasks),
            depth=deepest,
        )
    return 0
