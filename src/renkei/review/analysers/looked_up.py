"""Names by which code is found while it runs: in texts, by a beginning that is completed, in templates."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from renkei.review.nesting import parse_file
from renkei.review.target import File, Target

_WORD: Final = re.compile(r"\w+")
_FINDERS: Final = frozenset({"getattr", "hasattr", "attrgetter", "methodcaller", "startswith"})
_BEGINNING: Final = re.compile(r"[A-Za-z_]\w*_")


class DynamicNames:
    """Those of one target."""

    def __init__(self, target: Target, templates: Iterable[File]) -> None:
        self._target = target
        self._templates = tuple(templates)

    def has(self, name: str) -> bool:
        words, beginnings = self._words_and_prefixes
        return name in words or name.startswith(tuple(beginnings))

    @cached_property
    def _words_and_prefixes(self) -> tuple[set[str], set[str]]:
        """Words of texts that are no docstrings, and of templates; and what a name that is looked up begins with."""
        texts = (self._target.text(file.path) or "" for file in self._templates)
        words = {word for text in texts for word in _WORD.findall(text)}
        beginnings: set[str] = set()
        for file in self._target.files:
            tree = parse_file(self._target, file.path) if file.kind.language == "python" else None
            for node in ast.walk(tree) if tree else ():
                words |= {word for text in _node_texts(node) for word in _WORD.findall(text)}
                beginnings |= set(_name_prefixes(node))
        return words, beginnings


def _node_texts(node: ast.AST) -> Iterator[str]:
    """The texts that stand directly in a node; one that stands alone is a docstring."""
    if isinstance(node, ast.Expr):
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value


def _name_prefixes(node: ast.AST) -> Iterator[str]:
    """`getattr(self, "build_" + kind)`, `getattr(self, f"visit_{name}")`: what such a text begins with."""
    if not isinstance(node, ast.Call) or _node_name(node.func) not in _FINDERS:
        return
    texts = (each.value for given in node.args for each in ast.walk(given) if isinstance(each, ast.Constant))
    for text in texts:
        found = _BEGINNING.match(text) if isinstance(text, str) else None
        if found and len(found[0]) > 1:
            yield found[0]


def _node_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
