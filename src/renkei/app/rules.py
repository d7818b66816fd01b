"""Rules: which there are, which are in force, and is a file of them right?"""

from pathlib import Path

from renkei.app.project import Project
from renkei.bootstrap import load_rule_set, rules_file
from renkei.dispatch.rule_files import SHIPPED, lines_of_rules, load_rules, load_shipped
from renkei.dispatch.rules import BUILT_IN, CODE_RULES, layer_of_rule
from renkei.protocol.rules import EventRule
from renkei.values import value


@value
class ListedRule:
    """A rule, and where it stands."""

    rule: EventRule
    file: Path
    line: int | None
    ships: bool
    in_force: bool


@value
class Rules:
    digest: str
    rules: list[ListedRule]
    in_code: tuple[str, ...]
    """The names of those that are code."""


def list_rules(project: Project) -> Rules:
    """The rules that ship and the team's own.

    Raises:
        BadInput: a rule of the team's file cannot be evaluated.
    """
    settings = project.settings
    rule_set = load_rule_set(settings.project) or BUILT_IN
    listed = _list_entries(SHIPPED, load_shipped().rules, settings.layers, ships=True)
    if rule_set.team and (path := rules_file(settings.project)):
        listed += _list_entries(path, rule_set.team.rules, settings.layers, ships=False)
    return Rules(digest=rule_set.digest, rules=listed, in_code=tuple(CODE_RULES))


def read_rules(data: bytes, name: str) -> tuple[EventRule, ...]:
    """
    Raises:
        BadInput: it names every mistake in them.
    """
    return load_rules(data, name).rules


def _list_entries(path: Path, rules: tuple[EventRule, ...], layers: int, *, ships: bool) -> list[ListedRule]:
    lines = lines_of_rules(path.read_bytes(), str(path), len(rules))
    return [
        ListedRule(rule=rule, file=path, line=line, ships=ships, in_force=layers >= layer_of_rule(rule, ships=ships))
        for rule, line in zip(rules, lines, strict=True)
    ]
