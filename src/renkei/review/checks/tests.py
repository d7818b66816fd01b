"""Tests that can hardly fail, found by reading: no assertion, one that holds anyway, skipped without a reason."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from renkei.review.checks.base import Check
from renkei.review.finding import RawFinding
from renkei.review.nesting import parse_module
from renkei.review.target import File, Target
from renkei.sentence import Sentence

_CHECKS: Final = re.compile(
    r"assert|expect|check|verif|raises|warns|fail|should|must|match|compare|ensure|validate|approx|snapshot|test|roundtrip|run"
    r"|deprecated|equal|exit|is_|has_|main|invoke|bench",
    re.IGNORECASE,
)
"""A call of such a name may well hold the assertion: helpers do."""

_TEST_FILE: Final = re.compile(r"(test_.*|.*_test)\.py")
_BENCH: Final = re.compile(r"(^|/)bench")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def check_tests(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    for file in files:
        tree = parse_module(target.text(file.path) or "")
        if tree is not None:
            yield from _check_module(file, tree, (target.text(file.path) or "").split("\n"))


def _check_module(file: File, tree: ast.Module, lines: Sequence[str]) -> Iterator[RawFinding]:
    for function in _test_functions(tree):
        if _is_empty(function) and not _is_skipped(function):
            message = Sentence("{name} is empty: it passes whatever the code does", name=function.name)
            yield _raw_finding("tests/empty", file, function.lineno, message, 85 if _is_silent(function, lines) else 70)
        if not _has_assertion(function) and not _is_skipped(function):
            message = Sentence("{name} asserts nothing: it passes as long as nothing is raised", name=function.name)
            yield _raw_finding("tests/no-assertion", file, function.lineno, message, 60 if _has_help(function) else 70)
    not_alone = {each for function in _all_functions(tree) if _is_aside(function) for each in ast.walk(function)}
    for node in ast.walk(tree):
        match node:
            case ast.Assert(test=ast.Constant(value=value)) if value:
                message = Sentence("this assertion holds whatever happens")
                yield _raw_finding("tests/always-true", file, node.lineno, message, 70 if node in not_alone else 90)
            case ast.Attribute(value=ast.Attribute(attr="mark"), attr="skip"):
                yield from _check_skip(file, tree, node)
            case _:
                pass


def _test_functions(tree: ast.Module) -> Iterator[Function]:
    """Functions that pytest or unittest would take for tests."""
    for node in tree.body:
        if isinstance(node, Function) and node.name.startswith("test"):
            yield node
        elif isinstance(node, ast.ClassDef) and (node.name.startswith("Test") or _is_case(node)):
            yield from (each for each in node.body if isinstance(each, Function) and each.name.startswith("test"))


def _all_functions(tree: ast.Module) -> Iterator[Function]:
    return (each for each in ast.walk(tree) if isinstance(each, Function))


def _is_aside(function: Function) -> bool:
    """Whether it is no test, or something else in it can fail: an assertion that always holds is then the other half of
    another."""
    if not function.name.startswith("test"):
        return True
    asserted = (each.test for each in ast.walk(function) if isinstance(each, ast.Assert))
    return any(not (isinstance(each, ast.Constant) and each.value) for each in asserted)


def _is_case(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("TestCase") for base in node.bases)


def _has_assertion(function: Function) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert | ast.Raise | ast.Yield):
            return True
        if isinstance(node, ast.Call) and _CHECKS.search(_node_name(node.func)):
            return True
    return not _does_something(function)


def _does_something(function: Function) -> bool:
    """A test of no more than a name, a docstring or `...` is a placeholder, and another matter."""
    return any(isinstance(node, ast.Call | ast.Assign) for statement in function.body for node in ast.walk(statement))


def _is_empty(function: Function) -> bool:
    """Nothing but `pass`, `...` or a docstring."""
    return all(
        isinstance(each, ast.Pass) or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in function.body
    )


def _is_silent(function: Function, lines: Sequence[str]) -> bool:
    """Nothing in it or behind it says why it is empty."""
    said = lines[function.lineno - 1 : (function.end_lineno or function.lineno) + 1]
    return not any("#" in line for line in said)


def _has_help(function: Function) -> bool:
    """A fixture that it is given may assert for it."""
    return any(each.arg not in ("self", "tmp_path") for each in function.args.args)


def _node_name(node: ast.expr) -> str:
    match node:
        case ast.Attribute(attr=name):
            return name
        case ast.Name(id=name):
            return name
        case _:
            return ""


def _is_skipped(function: Function) -> bool:
    return any("skip" in ast.unparse(each) or "xfail" in ast.unparse(each) for each in function.decorator_list)


def _check_skip(file: File, tree: ast.Module, node: ast.Attribute) -> Iterator[RawFinding]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and call.func is node and (call.args or call.keywords):
            return
    yield _raw_finding("tests/skipped", file, node.lineno, Sentence("this test is skipped, and nothing says why"))


def _raw_finding(rule: str, file: File, number: int, message: Sentence, confidence: int = 90) -> RawFinding:
    return RawFinding(rule=rule, category="tests", path=file.path, line=number, message=message, confidence=confidence)


def _wants_file(file: File) -> bool:
    is_test = file.kind.is_test and _TEST_FILE.fullmatch(PurePosixPath(file.path).name) is not None
    return is_test and file.kind.language == "python" and file.kind.is_own and not _BENCH.search(file.path)


TEST_QUALITY: Final = Check(
    name="test-quality", scope="file", wants=_wants_file, look=check_tests, knows=frozenset({"python"})
)
