"""What a line of Python stands in: a function, or something that is only tried."""

import ast
import warnings
from collections.abc import Iterator

from renkei.review.target import Target


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
