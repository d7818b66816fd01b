"""How often a project defines a function: a type checker that reads one of several may have read the wrong one."""

import ast
from functools import cached_property

from renkei.review.nesting import Function, parse_file
from renkei.review.target import Target

_Known = tuple[dict[tuple[str, str], set[str]], set[str]]


class Definitions:
    """Those of one target."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def has_one_signature(self, name: str, path: str) -> bool:
        """Whether all that has a name, in a file or where it has none in the project, is called in one way, and nothing
        else is put in its place."""
        signatures, replaced = self._signature_tables
        here = signatures.get((name, path)) or signatures.get((name, ""), ())
        return name not in replaced and len(here) <= 1

    @cached_property
    def _signature_tables(self) -> _Known:
        """The signatures of each name, in each file and in all, and the names that a value is assigned to."""
        signatures: dict[tuple[str, str], set[str]] = {}
        replaced: set[str] = set()
        for file in self._target.files:
            is_own = file.kind.language == "python" and not file.kind.is_test
            tree = parse_file(self._target, file.path) if is_own else None
            for node in ast.walk(tree) if tree else ():
                if isinstance(node, Function):
                    for path in (file.path, ""):
                        signatures.setdefault((node.name, path), set()).add(_signature_text(node.args))
                elif isinstance(node, ast.Assign):
                    replaced |= {name for each in node.targets if (name := _target_name(each))}
        return signatures, replaced


def _target_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _signature_text(given: ast.arguments) -> str:
    """How many it takes and how many of them have to be there."""
    named = [each.arg for each in (*given.posonlyargs, *given.args) if each.arg not in ("self", "cls")]
    more = (given.vararg is not None, given.kwarg is not None)
    return f"{len(named)} {len(given.defaults)} {sorted(each.arg for each in given.kwonlyargs)} {more}"
