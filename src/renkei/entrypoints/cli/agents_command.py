"""`renkei agents lint`: checks the definitions of agents."""

import argparse

from renkei.app.agent_files import LintedAgent, lint_agents
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say


def add_agents_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="lint")
    lint = verbs.add_parser("lint", help=say("check the definitions of agents in a folder"))
    lint.add_argument("folder", nargs="?", metavar="DIR", help=say("the folder (default: .claude/agents)"))


def handle_agents(context: Context, args: argparse.Namespace) -> int:
    linted = lint_agents(context.project, args.folder)
    if context.out.as_json:
        context.out.print_json([_agent_document(context, each) for each in linted])
    else:
        _show_findings(context, linted)
    return 1 if any(each.has_errors for each in linted) else 0


def _agent_document(context: Context, agent: LintedAgent) -> dict[str, object]:
    found = [
        {"level": each.level, "line": each.line, "message": context.out.say(each.message)} for each in agent.findings
    ]
    return {"path": agent.path, "valid": not agent.has_errors, "findings": found}


def _show_findings(context: Context, linted: list[LintedAgent]) -> None:
    out = context.out
    for agent in linted:
        for each in agent.findings:
            place = f"{agent.path}:{each.line}" if each.line else agent.path
            style = "bold red" if each.level == "error" else "yellow"
            level = out.say("error") if each.level == "error" else out.say("warning")
            out.print_styled((f"{level}  ", style), f"{place}  {out.say(each.message)}")
    errors = sum(each.level == "error" for agent in linted for each in agent.findings)
    warnings = sum(each.level == "warning" for agent in linted for each in agent.findings)
    out.tell(
        "{count} agents, {errors} errors, {warnings} warnings.", count=len(linted), errors=errors, warnings=warnings
    )
