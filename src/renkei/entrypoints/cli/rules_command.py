"""`renkei rules`: what follows from what, the rules that ship and the team's own; is a file of rules right?"""

import argparse
from pathlib import Path
from typing import Any

from renkei.bootstrap import load_rule_set, rules_file
from renkei.dispatch.rule_files import SHIPPED, lines_of_rules, load, shipped
from renkei.dispatch.rules import CODE_RULES, layer_of_rule
from renkei.entrypoints.cli.command import Context, read_input
from renkei.entrypoints.cli.escaping import shown_safely
from renkei.entrypoints.cli.output import Output
from renkei.kit.words import Say
from renkei.protocol.rules import Action, Conditions, EventRule
from renkei.values import value


@value
class _Listed:
    """A rule, and where it stands."""

    rule: EventRule
    file: Path
    line: int | None
    ships: bool
    in_force: bool


def arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument(
        "--check", metavar="FILE|-", help=say("name every mistake in a file of rules, and put none in force")
    )


def run(context: Context, args: argparse.Namespace) -> int:
    if args.check is not None:
        return _check(context, args.check)
    rule_set = load_rule_set(context.settings.project)
    listed = _listed(SHIPPED, shipped().rules, context.settings.layers, ships=True)
    if rule_set.team and (path := rules_file(context.settings.project)):
        listed += _listed(path, rule_set.team.rules, context.settings.layers, ships=False)
    if context.out.as_json:
        rules = [_document(each) for each in listed]
        context.out.document({"digest": rule_set.digest, "rules": rules, "in_code": list(CODE_RULES)})
    else:
        _show(context, listed)
    return 0


def _check(context: Context, file: str) -> int:
    data, name = read_input(file)
    rules = load(data, name).rules
    if context.out.as_json:
        context.out.document({"valid": True, "rules": [rule.name for rule in rules]})
    else:
        context.out.tell("{name} holds: {count} rules.", name=name, count=len(rules))
    return 0


def _listed(path: Path, rules: tuple[EventRule, ...], layers: int, *, ships: bool) -> list[_Listed]:
    lines = lines_of_rules(path.read_bytes(), str(path), len(rules))
    return [
        _Listed(rule=rule, file=path, line=line, ships=ships, in_force=layers >= layer_of_rule(rule, ships=ships))
        for rule, line in zip(rules, lines, strict=True)
    ]


def _document(listed: _Listed) -> dict[str, Any]:
    given = listed.rule.model_dump(exclude_unset=True)
    origin = {"from": "shipped" if listed.ships else "team", "file": str(listed.file), "line": listed.line}
    return {"when": {}, **given, **origin, "in_force": listed.in_force}


def _show(context: Context, listed: list[_Listed]) -> None:
    out = context.out
    for each in listed:
        out.styled((shown_safely(each.rule.name), "bold"), f"  {_origin(out, each, context.settings.project)}")
        conditions = _conditions(out, each.rule.when)
        out.line(f"  {out.say('on {trigger}', trigger=each.rule.on)}{conditions}")
        for action in each.rule.do:
            out.line(f"    {shown_safely(_said(out, action))}{_conditions(out, action.when)}")
    out.tell("Besides, {count} rules in code hold; renkei rules --json names them.", count=len(CODE_RULES))


def _origin(out: Output, listed: _Listed, project: Path) -> str:
    where = out.say("shipped") if listed.ships else f"{listed.file.relative_to(project)}:{listed.line}"
    return (
        where if listed.in_force else out.say("{where}, not in force: this project's layers end before it", where=where)
    )


def _conditions(out: Output, when: Conditions) -> str:
    stated = [f"{field} = {_value(wanted)}" for field, wanted in when.items()]
    return shown_safely(out.say(", when {conditions}", conditions=", ".join(stated))) if stated else ""


def _value(wanted: Any) -> str:
    if isinstance(wanted, list):
        return " | ".join(_value(each) for each in wanted)  # pyright: ignore[reportUnknownVariableType]
    return {True: "true", False: "false", None: "null"}[wanted] if wanted in (True, False, None) else str(wanted)


def _said(out: Output, action: Action) -> str:
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
