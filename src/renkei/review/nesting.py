"""What a line of Python stands in: a function, a condition, or something that is only tried."""

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from renkei.review.target import Target

_CHANGING: Final = frozenset(
    {
        "append",
        "extend",
        "insert",
        "add",
        "update",
        "setdefault",
        "pop",
        "popitem",
        "remove",
        "discard",
        "clear",
        "sort",
    }
)
_VERSION: Final = re.compile(r"(?i)py_?[23]|python_?[23]|version|\bsix\b|\bstr\b is (?:not )?\bbytes\b")
"""A condition on which Python it is."""

_LACKING: Final = re.compile(r"\b(?:NameError|ImportError|ModuleNotFoundError|AttributeError)\b")
"""What is caught where a name need not be there."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
_Tried = ast.Try | ast.TryStar


@lru_cache(maxsize=8)
def parse_module(text: str) -> ast.Module | None:
    """The tree of a module, to be read only; None of what does not parse."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def parse_file(target: Target, path: str) -> ast.Module | None:
    return parse_module(target.text(path) or "")


def is_in_function(target: Target, path: str, line: int) -> bool:
    return any(isinstance(each, Function) for each in statements_around(target, path, line))


def is_conditional(target: Target, path: str, line: int) -> bool:
    """Whether it may fail, or is done under a condition."""
    return any(isinstance(each, _Tried | ast.If | ast.With) for each in statements_around(target, path, line))


def is_fallback(target: Target, path: str, line: int) -> bool:
    """Whether it is done only where a module is missing."""
    return any(
        isinstance(each, _Tried) and any(_catches_lack(one) and _contain_line(one.body, line) for one in each.handlers)
        for each in statements_around(target, path, line)
    )


def is_for_another_python(target: Target, path: str, line: int) -> bool:
    """Whether a line is only come to where a name is known: under a condition, where its lack is caught, or in a
    function that asks for the version."""
    return any(_guards_line(each, line) for each in statements_around(target, path, line))


def _guards_line(node: ast.stmt, line: int) -> bool:
    match node:
        case ast.If():
            is_joined = any(isinstance(each, ast.BoolOp) for each in ast.walk(node.test))
            return _contain_line([*node.body, *node.orelse], line) or (is_joined and _is_in(node.test, line))
        case ast.Try() | ast.TryStar():
            lacking = [each for each in node.handlers if _catches_lack(each)]
            return any(_contain_line(each.body, line) for each in lacking) or (
                bool(lacking) and _contain_line(node.body, line)
            )
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            conditions = (each.test for each in ast.walk(node) if isinstance(each, ast.If | ast.IfExp))
            return any(_VERSION.search(ast.unparse(each)) for each in conditions)
        case _:
            return False


def _catches_lack(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or bool(_LACKING.search(ast.unparse(handler.type)))


def _contain_line(statements: Iterable[ast.stmt], line: int) -> bool:
    return any(_is_in(each, line) for each in statements)


def _is_in(node: ast.stmt | ast.expr, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def statements_around(target: Target, path: str, line: int) -> list[ast.stmt]:
    """The statements that a line belongs to, the outermost first, itself included."""
    statements = target.remember("statements", path, lambda: _list_statements(target.text(path) or ""))
    found: list[ast.stmt] = []
    at = bisect_right(statements, line, key=lambda each: each.node.lineno) - 1
    while at >= 0:
        if _is_in(statements[at].node, line):
            found.append(statements[at].node)
        at = statements[at].parent
    return found[::-1]


@dataclass(frozen=True, slots=True)
class _Statement:
    node: ast.stmt
    parent: int
    """Where the statement around it stands in the list; -1 for none."""


def _list_statements(text: str) -> list[_Statement]:
    """All statements of a module in the order in which they begin, the outer before the inner."""
    tree = parse_module(text)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)] if tree else []
    found.sort(key=lambda node: (node.lineno, node.col_offset, -(node.end_lineno or node.lineno)))
    listed: list[_Statement] = []
    open_: list[int] = []
    for number, node in enumerate(found):
        while open_ and _ends_before(listed[open_[-1]].node, node):
            open_.pop()
        listed.append(_Statement(node, open_[-1] if open_ else -1))
        open_.append(number)
    return listed


def _ends_before(first: ast.stmt, second: ast.stmt) -> bool:
    end = (first.end_lineno or first.lineno, first.end_col_offset or 0)
    return end <= (second.lineno, second.col_offset)


def calls_in(target: Target, path: str, line: int) -> list[ast.Call]:
    """The calls that begin in a line."""
    statements = statements_around(target, path, line)
    nodes = ast.walk(statements[-1]) if statements else ()
    return [each for each in nodes if isinstance(each, ast.Call) and each.lineno == line]


def changes_defaults(target: Target, path: str, line: int) -> bool:
    """Whether a function whose parameters stand in a line changes what it was given in one of them, or hands it on."""
    for node in statements_around(target, path, line):
        if isinstance(node, Function) and line < node.body[0].lineno:
            named = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
            kept = _attributes_changed(parse_file(target, path))
            return any(_changes_name(each, named, kept) for statement in node.body for each in ast.walk(statement))
    return True


def _changes_name(node: ast.AST, names: set[str], kept: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=called)):
            return name in names and called in _CHANGING
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return name in names
        case ast.AugAssign(target=ast.Name(id=name)) | ast.Return(value=ast.Name(id=name)):
            return name in names
        case ast.Assign(targets=[ast.Attribute(attr=attribute)], value=ast.Name(id=name)):
            return name in names and attribute in kept
        case _:
            return False


def _attributes_changed(tree: ast.Module | None) -> set[str]:
    """Attributes whose value a module changes in place."""
    found: set[str] = set()
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name), attr=called)) if called in _CHANGING:
                found.add(name)
            case ast.Subscript(value=ast.Attribute(attr=name), ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.AugAssign(target=ast.Attribute(attr=name)):
                found.add(name)
            case _:
                pass
    return found
