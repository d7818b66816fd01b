"""Imports that a module passes on: unused in it, and taken from it elsewhere in the project."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from renkei.review.finding import RawFinding
from renkei.review.imports import modules_of, parse_imports
from renkei.review.target import Target

_NAMED: Final = re.compile(r"`([^`]+)` imported but unused|unused import '([^']+)'")
_RULES: Final = ("ruff/F401", "vulture/unused-import")


class ReExports:
    """Which names of which files other files of the target take."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def covers(self, raw: RawFinding) -> bool:
        """Whether a finding is an import that somebody else uses."""
        if raw.rule not in _RULES:
            return False
        found = _NAMED.search(raw.message)
        taken = self._names_taken.get(raw.path, frozenset[str]())
        return bool(found) and (_local_name(found[1] or found[2]) in taken or "*" in taken)

    def differ_from(self, other: "ReExports") -> frozenset[str]:
        """Files of which others may take other names here than there: what did not change takes the same."""
        files, others = self._target.by_path, other._target.by_path
        if files.keys() == others.keys():
            importing = [path for path in files if self._target.digest(path) != other._target.digest(path)]
        else:  # a name may stand for another file
            importing = [*files.keys() | others.keys()]
        here, there = _find_taken(self._target, importing), _find_taken(other._target, importing)
        return frozenset(path for path in here.keys() | there.keys() if here.get(path) != there.get(path))

    @cached_property
    def _names_taken(self) -> dict[str, set[str]]:
        return _find_taken(self._target, self._target.by_path)


def _find_taken(target: Target, importing: Iterable[str]) -> dict[str, set[str]]:
    """By file, the names that these files import from it, or take as attributes of it."""
    modules = modules_of(target)
    taken: dict[str, set[str]] = defaultdict(set)
    for file in filter(None, map(target.by_path.get, importing)):
        if file.kind.language != "python":
            continue
        text = target.text(file.path) or ""
        for module, names, alias in parse_imports(text, file.path):
            for place in modules.get(module, ()):
                if place != file.path:
                    taken[place] |= set(names) or _attribute_names(text, alias)
    return taken


def _local_name(named: str) -> str:
    """The name that an import makes known: `a.b as c` is c; ruff calls `from a import b` a.b."""
    whole, _, alias = named.partition(" as ")
    return alias or whole.rpartition(".")[2]


def _attribute_names(text: str, name: str) -> set[str]:
    return set(re.findall(rf"\b{re.escape(name)}\.(\w+)", text)) if f"{name}." in text else set()
