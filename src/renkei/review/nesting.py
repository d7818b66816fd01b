"""What a line of Python stands in: a function, or something that is only tried."""

import ast
import warnings
from collections.abc import Iterator
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
    """The statements that a line belongs to, itself included."""
    tree = parse(target.text(path) or "")
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            yield node


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
