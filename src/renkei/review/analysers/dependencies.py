"""deptry: dependencies that are declared and not used, or used and not declared."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from renkei.review.analyser_process import Limits, find_program, run_command
from renkei.review.analysers.base import PYTHON, Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.finding import RawFinding
from renkei.review.project_metadata import find_environment, list_installed
from renkei.review.target import File, Target
from renkei.values import value

_RULES: Final[Mapping[str, tuple[str, int]]] = {"DEP001": ("missing", 60), "DEP002": ("unused", 60)}
"""Names of modules need not be names of packages, and an extra may be there for those who ask for it: hints both."""

_ENDED: Final = (0, 1)
_DECLARING: Final = ("pyproject.toml", "requirements.txt")


@value
class Dependencies:
    name: str = "deptry"
    scope: Scope = "tree"

    def languages(self, target: Target) -> frozenset[str]:
        return PYTHON

    def version(self, target: Target) -> str | Absent:
        try:
            return version("deptry") if find_program("deptry") else not_installed("deptry")
        except PackageNotFoundError:
            return not_installed("deptry")

    def cache_basis(self, target: Target) -> str:
        return str(list_installed(find_environment(target)))

    def input_files(self, target: Target) -> Sequence[File]:
        if not has_declarations(target):
            return []
        return [file for file in target.files if file.kind.language == "python" or file.path in _DECLARING]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        path = find_program("deptry")
        assert path is not None
        with TemporaryDirectory(prefix="renkei-review-") as folder:
            answer = Path(folder) / "found.json"
            ended = run_command([path, ".", "--no-ansi", "--json-output", answer], target.root, limits)
            if ended.code not in _ENDED or not answer.exists():
                raise Failed(how_it_ended("deptry", ended))
            document = json.loads(answer.read_text("utf-8"))
        yield from filter(None, (_raw_finding(target, found) for found in document))


def has_declarations(target: Target) -> bool:
    """Whether there is a declaration that deptry reads."""
    named = re.search(
        r"^dependencies\s*=|^\[tool\.poetry\.dependencies\]", _read_text(target, "pyproject.toml"), re.MULTILINE
    )
    return bool(named) or "requirements.txt" in target.by_path


def _read_text(target: Target, path: str) -> str:
    return (target.text(path) if path in target.by_path else None) or ""


def _raw_finding(target: Target, found: Mapping[str, Any]) -> RawFinding | None:
    code = found["error"]["code"]
    path = Path(found["location"]["file"]).as_posix()
    if code not in _RULES or path not in target.by_path or target.by_path[path].kind.is_test:
        return None
    name, confidence = _RULES[code]
    return RawFinding(
        rule=f"deptry/{name}",
        category="dependencies",
        path=path,
        line=found["location"]["line"] or _find_line(target, path, found["module"]),
        message=found["error"]["message"],
        confidence=confidence,
    )


def _find_line(target: Target, path: str, name: str) -> int:
    lines = target.lines(path)
    return lines.first_with(name.encode()) if lines else 1
