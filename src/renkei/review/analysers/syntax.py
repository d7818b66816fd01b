"""tree-sitter: does a file of another language parse at all? It needs no tool chain of that language."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final, cast

from renkei.review.analysers.base import Absent, Scope, not_installed
from renkei.review.finding import Raw
from renkei.review.process import Limits
from renkei.review.target import File, Target
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

GRAMMARS: Final[Mapping[str, tuple[str, str]]] = {
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "shell": ("tree_sitter_bash", "language"),
}
"""Languages with the module and the function that know their grammar."""

_MOST_BYTES: Final = 512 * 1024
_MOST: Final = 3
"""Places that are named in one file: what follows a mistake is seldom another one."""

_CONFIDENCE: Final = {"shell": 70, "rust": 80}
"""A grammar is not a compiler: what some of them do not know yet is rarer than a mistake, not unknown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Syntax:
    name: str = "tree-sitter"
    scope: Scope = "file"

    def version(self, target: Target) -> str | Absent:
        languages = {file.kind.language for file in self.inputs(target)}
        modules = ["tree_sitter", *sorted({GRAMMARS[language][0] for language in languages if language})]
        try:
            versions = [version(module.replace("_", "-")) for module in modules]
        except PackageNotFoundError as error:
            return not_installed(str(error.name or "tree-sitter"))
        return versions[0]

    def basis(self, target: Target) -> str:
        return ""

    def inputs(self, target: Target) -> Sequence[File]:
        return [
            file
            for file in target.files
            if file.kind.language in GRAMMARS and file.kind.is_own and file.size <= _MOST_BYTES
        ]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[Raw]:
        for file in files:
            lines = target.lines(file.path)
            if lines is not None and file.kind.language:
                tree = _parser(file.kind.language).parse(lines.data)
                yield from _faults(file, tree.root_node)


def _faults(file: File, root: "Node") -> Iterator[Raw]:
    todo, found = [root], 0
    while todo and found < _MOST:
        node = todo.pop()
        if node.is_error or node.is_missing:
            found += 1
            yield Raw(
                rule="tree-sitter/invalid-syntax",
                category="syntax",
                path=file.path,
                line=_line(node),
                message=_message(node),
                confidence=_CONFIDENCE.get(file.kind.language or "", 90),
            )
        elif node.has_error:
            todo += reversed(node.children)


def _line(node: "Node") -> int:
    """An error may begin with what is right: its last part is where the parser gave up."""
    return node.start_point.row + 1


def _message(node: "Node") -> Sentence:
    if node.is_missing:
        return Sentence("{what!r} is missing here", what=node.type)
    return Sentence("this is no valid syntax")


@cache
def _parser(language: str) -> "Parser":
    from tree_sitter import Language, Parser

    module, function = GRAMMARS[language]
    grammar = cast(object, getattr(import_module(module), function)())
    return Parser(Language(grammar))
