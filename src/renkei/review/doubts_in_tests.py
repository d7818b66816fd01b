"""What tests do on purpose: compare to see whether it fails, give back what may not be given back, err."""

import ast
import re
from typing import Final

from renkei.review.finding import RawFinding
from renkei.review.nesting import Function, statements_around
from renkei.review.target import Target

_EXPECTS: Final = re.compile(r"(?i)raises|warns|deprecat|suppress|fail")
_ERRS: Final = re.compile(r"(?i)raise|throw|error|exception|fail|broken|bad|invalid|wrong|on purpose|intention")
_COMMENT: Final = re.compile(r"#(.*)$")
_OF_A_FOLDER: Final = re.compile(r"(?:^|/)(?:tests?|testing|__tests__|specs?|e2e)/.*[^/]+/[^/]+$")
_NAMED_A_TEST: Final = re.compile(r"(^|/)(test_[^/]*|[^/]*_test|conftest)\.pyi?$|\.(test|spec)\.[cm]?[jt]sx?$")


def is_input(path: str) -> bool:
    """A file in a folder of its own among the tests, which is no test by its name: what a test is given."""
    return bool(_OF_A_FOLDER.search(path)) and not _NAMED_A_TEST.search(path)


def is_exercised(raw: RawFinding, target: Target) -> bool:
    """A comparison that is made to see what it does: in a block that expects an error, or outside of any test."""
    nodes = list(statements_around(target, raw.path, raw.line or 1))
    functions = [each for each in nodes if isinstance(each, Function)]
    is_expected = any(
        (isinstance(each, ast.With | ast.AsyncWith) and any(_EXPECTS.search(ast.unparse(one)) for one in each.items))
        or isinstance(each, ast.Try)
        for each in nodes
    )
    return is_expected or (bool(functions) and not functions[-1].name.startswith("test"))


def never_returns(raw: RawFinding, target: Target) -> bool:
    """A method of a stand-in that gives nothing back is there to raise."""
    if not target.by_path[raw.path].kind.is_test:
        return False
    functions = [each for each in statements_around(target, raw.path, raw.line or 1) if isinstance(each, Function)]
    return bool(functions) and not any(isinstance(each, ast.Return) for each in ast.walk(functions[-1]))


def errs_on_purpose(raw: RawFinding, target: Target) -> bool:
    """What a test's line says of itself, or the helper that it stands in by its name."""
    lines = target.lines(raw.path)
    comment = _COMMENT.search(lines.line_text(raw.line)) if lines and raw.line else None
    if comment and _ERRS.search(comment[1]):
        return True
    nodes = [
        each for each in statements_around(target, raw.path, raw.line or 1) if isinstance(each, Function | ast.ClassDef)
    ]
    return bool(nodes) and not nodes[-1].name.lower().startswith("test") and bool(_ERRS.search(nodes[-1].name))
