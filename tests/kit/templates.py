"""Every sentence of Renkei that is to be translated: found in the code, and in the tables the code takes them from."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import renkei
from renkei.entrypoints import cli, telling
from renkei.entrypoints.cli import aggregate_command, parser, uninstall_command
from renkei.eventlog.sqlite import file as sqlite_file
from renkei.policy import rules
from renkei.protocol import documents
from renkei.reports.cpf import verdict

SOURCE = Path(renkei.__file__).parent

NOT_YET: tuple[str, ...] = ()
"""Folders that are not looked at."""

POSITIONS = {
    "say": 0, "tell": 0, "note": 0, "progress": 1, "Breach": 1, "translate": 1, "Sentence": 0,
    "RenkeiError": 0, "BadInput": 0, "NotFound": 0, "Refused": 0, "Unreachable": 0,
    "StoreError": 0, "StoreTooNew": 0, "Stale": 0, "GitFailed": 0, "GitStuck": 0, "SetupFailed": 0,
}  # fmt: skip
"""Where these take a sentence."""

KEYWORDS = {"Note": "text", "Problem": "expected"}
"""By which keyword these take one."""


@dataclass
class Found:
    """Sentences with where they stand, and what takes a sentence that is not written there."""

    sentences: dict[str, str] = field(default_factory=dict[str, str])
    elsewhere: set[str] = field(default_factory=set[str])


def in_code(source: Path = SOURCE) -> Found:
    """The sentences that stand in the code."""
    found = Found()
    for path in sorted(source.rglob("*.py")):
        name = path.relative_to(source)
        if name.parts[0] in NOT_YET:
            continue
        for call, scopes in _calls(ast.parse(path.read_text("utf-8")), []):
            for argument in _arguments(call):
                for value in _values(argument, scopes):
                    if isinstance(value, str):
                        found.sentences.setdefault(value, f"{name}:{argument.lineno}")
                    else:
                        found.elsewhere.add(f"{name}: {ast.unparse(value)}")
    return found


def in_tables() -> dict[str, str]:
    """The sentences of the tables, with the table's name."""
    found = {
        "COMMANDS": cli.COMMANDS.values(),
        "GROUPS": cli.GROUPS,
        "EXAMPLES": cli.EXAMPLES.values(),
        "USAGE_ERRORS": parser.USAGE_ERRORS,
        "_EXPECTED": _table(documents, "_EXPECTED").values(),
        "_EXPLANATIONS": [text for _, text in _table(sqlite_file, "_EXPLANATIONS")],
        "policy.rules": [rule.refusal for rule in vars(rules).values() if isinstance(rule, rules.Rule)],
        "verdict.RULES": [rule.reason for rules in verdict.RULES.values() for rule in rules],
        "_SAID": _table(uninstall_command, "_SAID").values(),
        "HEADS": telling.HEADS.values(),
        "SHORT": telling.SHORT.values(),
        "_SAID of aggregate": _table(aggregate_command, "_SAID").values(),
    }
    return {sentence: name for name, sentences in found.items() for sentence in sentences}


def _table(module: ModuleType, name: str) -> Any:
    return vars(module)[name]


def _calls(node: ast.AST, scopes: list[ast.AST]) -> Iterator[tuple[ast.Call, list[ast.AST]]]:
    """Every call, with the module and the functions around it, the innermost first."""
    if isinstance(node, ast.Module | ast.FunctionDef):
        scopes = [node, *scopes]
    if isinstance(node, ast.Call):
        yield node, scopes
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, scopes)


def _arguments(call: ast.Call) -> list[ast.expr]:
    """What stands where the call takes a sentence."""
    match call.func:
        case ast.Attribute(attr="table"):
            headings = call.args[0]
            return headings.elts if isinstance(headings, ast.List) else [headings]
        case ast.Attribute(attr=name) if name != "translate":
            pass
        case ast.Name(id=name):
            pass
        case _:
            return []
    position, keyword = POSITIONS.get(name), KEYWORDS.get(name)
    if position is not None:
        return call.args[position : position + 1]
    return [each.value for each in call.keywords if keyword and each.arg == keyword]


def _values(node: ast.expr, scopes: list[ast.AST]) -> Iterator[str | ast.expr]:
    """The texts that an expression can be; the expressions for those that are not to be seen."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from _values(node.body, scopes)
            yield from _values(node.orelse, scopes)
        case ast.Name(id=name) if assigned := next(filter(None, (_assigned(name, scope) for scope in scopes)), None):
            for value in assigned:
                yield from _values(value, scopes)
        case _:
            yield node


def _assigned(name: str, scope: ast.AST) -> list[ast.expr]:
    """What is assigned to a name in a function or, at its top, a module."""
    nodes = scope.body if isinstance(scope, ast.Module) else ast.walk(scope)
    found: list[ast.expr] = []
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                found.append(value)
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                found.append(value)
            case _:
                pass
    return found
