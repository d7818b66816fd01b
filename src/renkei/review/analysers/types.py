"""ty, a type checker: calls that cannot work and names that are not there; what it says of values as a hint.

What it cannot import it takes for unknown, so that a project without an environment is not buried in errors.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from renkei.review.analyser_process import Limits, command_lines, find_program, run_command
from renkei.review.analysers.base import PYTHON, Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.analysers.python_source import has_noqa, has_type_ignore, is_in_another_encoding
from renkei.review.finding import Category, RawFinding
from renkei.review.nesting import is_conditional, is_in_function
from renkei.review.project_metadata import find_environment, is_declared, list_installed
from renkei.review.target import File, Target
from renkei.values import value

MISSING: Final = "missing-import"
_IMPORTS: Final = frozenset({"import-not-found", "unresolved-import"})
_MODULE: Final = re.compile(r"[Mm]odule `([\w.]+)`")

SURE: Final[Mapping[str, tuple[Category, int]]] = {
    MISSING: ("correctness", 85),
    "unresolved-reference": ("correctness", 85),
    "missing-argument": ("call-site-error", 85),
    "too-many-positional-arguments": ("call-site-error", 85),
    "unknown-argument": ("call-site-error", 85),
    "parameter-already-assigned": ("call-site-error", 90),
    "index-out-of-bounds": ("types", 70),
    "invalid-return-type": ("types", 70),
    "invalid-argument-type": ("types", 70),
    "missing-attribute": ("types", 70),
    "unresolved-attribute": ("types", 70),
    "invalid-assignment": ("types", 70),
}
"""What it is right about, and how often. The rest of its rules are wrong as often as right about code of others."""

CALLED: Final = re.compile(r"\b(?:function|bound method) `(?:[^`]*\.)?(?!__)(\w+)`")
_MEMBER: Final = re.compile(r"Module `([\w.]+)` has no member `(\w+)`")
_LOST: Final = 85
_LIBRARY: Final = sys.stdlib_module_names - {
    "antigravity",
    "this",
    "idlelib",
    "turtle",
    "turtledemo",
    "tkinter",
    "test",
}
"""Modules that can be looked into: the others do something when they are imported."""
_OPEN: Final = re.compile(r"\bglobals\(\)|def __getattr__|import \*|\bsys\.modules\b")
_NOQA: Final = {"types/unresolved-reference": "F821", "types/missing-import": "F401"}
_UNSURE: Final = 70
"""Of a call of something that has no name, or of a class, which may be made in another way than it says."""


@value
class Types:
    name: str = "ty"
    scope: Scope = "imports"

    def languages(self, target: Target) -> frozenset[str]:
        return PYTHON

    def version(self, target: Target) -> str | Absent:
        path = find_program("ty")
        return _ty_version(path) if path else not_installed("ty")

    def cache_basis(self, target: Target) -> str:
        return f"{target.digest('pyproject.toml')} {list_installed(find_environment(target))} {sys.version_info[:2]}"

    def input_files(self, target: Target) -> Sequence[File]:
        own = [file for file in target.files if file.kind.language == "python" and file.kind.is_own]
        return [file for file in own if not file.kind.is_example]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        path = find_program("ty")
        assert path is not None
        words = [path, "check", "--output-format=gitlab", "--exit-zero", "--no-progress", "--project", str(target.root)]
        words += ["--python-platform=all"]  # what only another system has is not missing
        folder = find_environment(target)
        if folder:
            words += ["--python", str(folder)]
        for names in command_lines(file.path for file in files):  # each reads all that its files import
            ended = run_command([*words, "--", *names], target.root, limits)
            if ended.code:
                raise Failed(how_it_ended("ty", ended))
            for raw in _collect_findings(target, json.loads(ended.out or "[]")):
                if not _is_excused(target, raw):
                    yield raw


def _is_excused(target: Target, raw: RawFinding) -> bool:
    """By a mark for type checkers, or by one for the same rule of ruff's."""
    is_marked = raw.rule in _NOQA and has_noqa(target, raw.path, [raw.line or 1], _NOQA[raw.rule])
    return is_marked or has_type_ignore(target, raw.path, raw.line)


def _collect_findings(target: Target, document: list[Mapping[str, Any]]) -> Iterator[RawFinding]:
    """What it says about a file that does not parse is guessed, and tests call things wrongly on purpose."""
    broken = {found["location"]["path"] for found in document if found["check_name"] == "invalid-syntax"}
    for found in document:
        path, rule = found["location"]["path"], found["check_name"]
        if path in broken or found["severity"] not in ("major", "critical", "blocker"):
            continue
        if rule in _IMPORTS:
            if _is_gone(target, found):
                yield _raw_finding(target, {**found, "check_name": MISSING})
        elif rule in SURE and not target.by_path[path].kind.is_test:
            yield _raw_finding(target, found)


def _is_gone(target: Target, found: Mapping[str, Any]) -> bool:
    """An import from the project's own code that is not there. What is tried, by a test or by
    `try`, or made by a build need not be."""
    named = _MODULE.search(found["description"])
    path, line = found["location"]["path"], found["location"]["positions"]["begin"]["line"]
    is_meant = target.by_path[path].kind.is_test and is_in_function(target, path, line)
    if not named or is_meant or is_conditional(target, path, line):
        return False
    module = named[1].lstrip(".")
    is_made = module.rpartition(".")[2].startswith("_") or "version" in module
    places = _module_files(target, module.replace(".", "/"))
    if (is_made and not places) or any(_is_open(target, each) for each in places):
        return False
    if named[1].startswith(".") or _is_own(target, module.replace(".", "/")):
        return True
    return _was_own(target, path, module.replace(".", "/")) and not is_declared(target, module.partition(".")[0])


def _is_open(target: Target, path: str) -> bool:
    """Whether a module may have more names than can be read in it."""
    return bool(_OPEN.search(target.text(path) or "")) or is_in_another_encoding(target, path)


def _module_files(target: Target, module: str) -> list[str]:
    places = (f"/{module}.py", f"/{module}/__init__.py")
    return [file.path for file in target.files if f"/{file.path}".endswith(places)]


def _is_own(target: Target, module: str) -> bool:
    """Whether a module would be one of the project's packages, and no stub says what is in it."""
    places = [prefix + module for prefix in ("", "src/", "lib/")]
    has_stub = any(target.has(f"{place}.pyi") or target.has(f"{place}/__init__.pyi") for place in places)
    tops = [prefix + module.partition("/")[0] for prefix in ("", "src/", "lib/")]
    is_top = any(target.has(f"{top}/__init__.py") or target.has(f"{top}.py") for top in tops)
    return not has_stub and is_top


def _was_own(target: Target, path: str, module: str) -> bool:
    """Whether the project had such a module until lately: where packages lie, or beside the file that imports it."""
    folders = ("", "src/", "lib/", path.rpartition("/")[0] + "/")
    return any(f"{folder}{module}{tail}" in target.gone for folder in folders for tail in (".py", "/__init__.py"))


def _raw_finding(target: Target, found: Mapping[str, Any]) -> RawFinding:
    rule = str(found["check_name"])
    category, confidence = SURE[rule]
    if category == "call-site-error" and not CALLED.search(found["description"]):
        confidence = _UNSURE
    if rule == "missing-attribute" and _is_lost(target, found):
        confidence = _LOST
    first, last = (found["location"]["positions"][end]["line"] for end in ("begin", "end"))
    return RawFinding(
        rule=f"types/{rule}",
        category=category,
        path=Path(found["location"]["path"]).as_posix(),
        line=first,
        end_line=last if last > first else None,
        message=str(found["description"]).partition(": ")[2],
        confidence=confidence,
    )


def _is_lost(target: Target, found: Mapping[str, Any]) -> bool:
    """Whether a module of the library, or of the project, has no such name, and nothing asks before."""
    member = _MEMBER.search(found["description"])
    path, line = found["location"]["path"], found["location"]["positions"]["begin"]["line"]
    if (
        not member
        or is_conditional(target, path, line)
        or f'"{member[2]}"' in (target.text(path) or "").replace("'", '"')
    ):
        return False
    places = _module_files(target, member[1].replace(".", "/"))
    if places:
        return not any(_is_open(target, each) for each in places)
    return (
        member[1].partition(".")[0] in _LIBRARY
        and not member[2].startswith("_")
        and not _has_name(member[1], member[2])
    )


def _has_name(module: str, name: str) -> bool:
    """Whether a module of the library has a name here: its stubs leave some out."""
    try:
        return hasattr(import_module(module), name)
    except ImportError:
        return True


@cache
def _ty_version(path: str) -> str:
    return run_command([path, "--version"], Path.cwd(), Limits(seconds=20)).out.strip().removeprefix("ty ")
