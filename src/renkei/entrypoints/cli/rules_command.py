"""`renkei rules`: what follows from what, the rules that ship and the team's own; is a file of rules right?"""

import argparse
from pathlib import Path
from typing import Any

from renkei.app.rules import ListedRule, Rules, list_rules, read_rules
from renkei.entrypoints.cli.command import Context, read_input
from renkei.entrypoints.cli.output import Output
from renkei.hidden import escape_to_line
from renkei.kit.words import Say
from renkei.protocol.rules import Action, Conditions


def add_rules_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--check", metavar="FILE|-", help=say("name every mistake in a file of rules, and put none in force")
    )


def handle_rules(context: Context, args: argparse.Namespace) -> int:
    if args.check is not None:
        return _check_rules(context, args.check)
    found = list_rules(context.project)
    if context.out.as_json:
        rules = [_rule_document(each) for each in found.rules]
        context.out.print_json({"digest": found.digest, "rules": rules, "in_code": list(found.in_code)})
    else:
        _show_rules(context, found)
    return 0


def _check_rules(context: Context, file: str) -> int:
    data, name = read_input(file)
    rules = read_rules(data, name)
    if context.out.as_json:
        context.out.print_json({"valid": True, "rules": [rule.name for rule in rules]})
    else:
        context.out.tell("{name} holds: {count} rules.", name=name, count=len(rules))
    return 0


def _rule_document(listed: ListedRule) -> dict[str, Any]:
    given = listed.rule.model_dump(exclude_unset=True)
    origin = {"from": "shipped" if listed.ships else "team", "file": str(listed.file), "line": listed.line}
    return {"when": {}, **given, **origin, "in_force": listed.in_force}


def _show_rules(context: Context, found: Rules) -> None:
    out = context.out
    for each in found.rules:
        out.print_styled(
            (escape_to_line(each.rule.name), "bold"), f"  {_origin_text(out, each, context.settings.project)}"
        )
        conditions = _conditions_text(out, each.rule.when)
        out.print_line(f"  {out.say('on {trigger}', trigger=each.rule.on)}{conditions}")
        for action in each.rule.do:
            out.print_line(f"    {escape_to_line(_action_text(out, action))}{_conditions_text(out, action.when)}")
    out.tell("Besides, {count} rules in code hold; renkei rules --json names them.", count=len(found.in_code))


def _origin_text(out: Output, listed: ListedRule, project: Path) -> str:
    where = out.say("shipped") if listed.ships else f"{listed.file.relative_to(project)}:{listed.line}"
    return (
        where if listed.in_force else out.say("{where}, not in force: this project's layers end before it", where=where)
    )


def _conditions_text(out: Output, when: Conditions) -> str:
    stated = [f"{field} = {_value_text(wanted)}" for field, wanted in when.items()]
    return escape_to_line(out.say(", when {conditions}", conditions=", ".join(stated))) if stated else ""


def _value_text(wanted: Any) -> str:
    if isinstance(wanted, list):
        return " | ".join(_value_text(each) for each in wanted)  # pyright: ignore[reportUnknownVariableType]
    return {True: "true", False: "false", None: "null"}[wanted] if wanted in (True, False, None) else str(wanted)


def _action_text(out: Output, action: Action) -> str:
    if message := action.message:
        return out.say(
            "{type} ({priority}) to {to}", type=message.type, priority=message.priority, to=", ".join(message.to)
        )
    if forward := action.forward:
        return out.say("forwards it ({priority}) to {to}", priority=forward.priority, to=", ".join(forward.to))
    if status := action.set_status:
        return out.say("sets {agent} to {status}", agent=status.agent, status=status.status)
    if blocker := action.add_blocker:
        return out.say("adds a blocker for {agents}", agents=", ".join(blocker.agents))
    if block := action.block:
        return out.say("blocks {agents} until {until}", agents=", ".join(block.agents), until=block.until)
    return out.say("frees those who waited for it")
