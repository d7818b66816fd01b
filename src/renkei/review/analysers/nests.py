"""One finding for one nest: a function that is hard to follow is said to be so once, whatever is inside of it."""

import ast
import warnings
from collections.abc import Iterator, Sequence

from renkei.review.finding import RawFinding
from renkei.review.target import Target


def drop_inner_findings(target: Target, findings: Sequence[RawFinding]) -> Iterator[RawFinding]:
    """Without findings of complexity inside of a function that has one."""
    by_path: dict[str, set[int]] = {}
    for raw in findings:
        if raw.category == "complexity" and raw.line:
            by_path.setdefault(raw.path, set()).add(raw.line)
    inner = {path: _inner_lines(target, path, lines) for path, lines in by_path.items()}
    seen: set[tuple[str, int | None]] = set()
    for raw in findings:
        if raw.category == "complexity":
            place = (raw.path, raw.line)
            if raw.line in inner[raw.path] or place in seen:
                continue
            seen.add(place)
        yield raw


def _inner_lines(target: Target, path: str, lines: set[int]) -> set[int]:
    """Those of the lines that lie in a function which another of them begins."""
    if len(lines) < 2:
        return set()
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(target.text(path) or "")
    except (SyntaxError, ValueError, RecursionError):
        return set()
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    spans = [(node.lineno, node.end_lineno or node.lineno) for node in functions if node.lineno in lines]
    return {line for line in lines for first, last in spans if first < line <= last}
