"""Packages that code imports and that no file of the project declares, where deptry cannot read what declares them."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from renkei.review.analysers.dependencies import has_declarations
from renkei.review.checks.base import Check
from renkei.review.finding import RawFinding
from renkei.review.imports import modules_of
from renkei.review.nesting import parse_module
from renkei.review.target import File, Target
from renkei.sentence import Sentence

_DECLARING: Final = re.compile(
    r"(^|/)(setup\.(py|cfg)|pyproject\.toml|[\w-]*requirements[\w-]*\.(txt|in)|Pipfile|tox\.ini|environment\.ya?ml)$"
    r"|(^|/)requirements/[^/]+\.(txt|in)$"
)
_WORD: Final = re.compile(r"[a-z][a-z0-9_]{2,}")
_COMMON: Final = frozenset(
    {"pkg_resources", "setuptools", "distutils", "pip", "wheel", "pytest", "imp", "asyncore", "cgi"}
)
"""What comes with an installation, was in the library once, or is only there in development."""

_UNSURE: Final = 60
"""Names of modules need not be names of packages."""


def find_undeclared(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    declaring = [target.text(file.path) or "" for file in files if _DECLARING.search(file.path)]
    if not declaring or has_declarations(target):
        return
    words = {word for text in declaring for word in _WORD.findall(text.lower())}
    known = _COMMON | sys.stdlib_module_names | {name.partition(".")[0] for name in modules_of(target)}
    for file in filter(_is_code, files):
        for name, line in _imports_in(parse_module(target.text(file.path) or "")):
            if name not in known and not _is_declared(name.lower(), words):
                message = Sentence("{name} is imported, and nothing declares it", name=name)
                yield RawFinding(
                    rule="imports/undeclared",
                    category="dependencies",
                    path=file.path,
                    line=line,
                    message=message,
                    confidence=_UNSURE,
                )


def _imports_in(node: ast.AST | None) -> Iterator[tuple[str, int]]:
    """The packages that have to be there: not those that are tried, or needed on a condition."""
    if isinstance(node, ast.Import):
        yield from ((each.name.partition(".")[0], node.lineno) for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module.partition(".")[0], node.lineno
    elif node is not None and not isinstance(node, ast.Try | ast.If | ast.With):
        for child in ast.iter_child_nodes(node):
            yield from _imports_in(child)


def _is_declared(name: str, words: set[str]) -> bool:
    """By its name, or by one that has it in it: `yaml` by PyYAML."""
    return any(name in word or (len(word) > 3 and word in name) for word in words)


def _is_code(file: File) -> bool:
    kind = file.kind
    return kind.language == "python" and kind.is_own and not kind.is_test and file.path != "setup.py"


def _wants_file(file: File) -> bool:
    return _is_code(file) or bool(_DECLARING.search(file.path))


DECLARED: Final = Check(
    name="imports", scope="tree", wants=_wants_file, look=find_undeclared, knows=frozenset({"python"})
)
