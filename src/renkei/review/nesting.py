"""What a line of Python stands in: a function, or something that is only tried."""

import ast
import warnings
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
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


def parse(text: str) -> ast.Module | None:
    """The tree of a module; None of what does not parse."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def is_in_function(target: Target, path: str, line: int) -> bool:
    return any(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in _around(target, path, line))


def is_tried(target: Target, path: str, line: int) -> bool:
    """Whether it may fail, or is done under a condition."""
    return any(isinstance(each, ast.Try | ast.TryStar | ast.If | ast.With) for each in _around(target, path, line))


def _around(target: Target, path: str, line: int) -> Iterator[ast.AST]:
    """The statements that a line belongs to, the innermost first."""
    statements = target.remember("statements", path, lambda: _statements(target.text(path) or ""))
    at = bisect_right(statements, line, key=lambda each: each.node.lineno) - 1
    while at >= 0:
        node = statements[at].node
        if line <= (node.end_lineno or node.lineno):
            yield node
        at = statements[at].parent


@dataclass(frozen=True, slots=True)
class _Statement:
    node: ast.stmt
    parent: int
    """Where the statement around it stands in the list; -1 for none."""


def _statements(text: str) -> list[_Statement]:
    """All statements of a module in the order in which they begin, the outer before the inner."""
    tree = parse(text)
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


def changes_defaults(target: Target, path: str, line: int) -> bool:
    """Whether a function whose parameters stand in a line changes what it was given in one of them, or hands it on."""
    for node in _around(target, path, line):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and line < node.body[0].lineno:
            named = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
            return any(_changes(each, named) for statement in node.body for each in ast.walk(statement))
    return True


def _changes(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=called)):
            return name in names and called in _CHANGING
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return name in names
        case ast.AugAssign(target=ast.Name(id=name)) | ast.Return(value=ast.Name(id=name)):
            return name in names
        case ast.Assign(targets=[ast.Attribute()], value=ast.Name(id=name)):
            return name in names
        case _:
            return False
