"""vulture: Python that nothing reaches. Public names may be used by others, so only private ones are shown."""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from renkei.review.analyser_process import Limits, python_command, run_command
from renkei.review.analysers.base import PYTHON, Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.analysers.python_source import has_noqa
from renkei.review.finding import RawFinding
from renkei.review.imports import find_imported
from renkei.review.nesting import parse_file
from renkei.review.project_metadata import read_toml, toml_table
from renkei.review.target import File, Target
from renkei.values import value

# Names by which code is found while it runs: in texts, by a beginning that is completed, in templates.


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


_UNUSED: Final = re.compile(r"unused (?P<kind>[a-z]+) '(?P<name>[^']+)'")
_PRIVATE: Final = re.compile(r"_[a-zA-Z]\w*(?<!_)")
_DEFINED: Final = frozenset({"function", "method", "class"})
_BY_NAME: Final = re.compile(r"\b(?:globals|locals|vars)\(\)")
_HINT: Final = 70
_PRIVATE_NAME: Final = 85
_IMPORT: Final = 65
_SMALL: Final = 256 * 1024
_PUBLIC: Final = 60
"""Whoever imports the project may use it; so a module that the project itself does not import is left alone."""
_LEAST: Final = 60
_UNREACHABLE: Final = "unreachable_code"
_SETTINGS: Final = "pyproject.toml"
_WORKER: Final = Path(__file__).with_name("vulture_worker.py")


@value
class Vulture:
    name: str = "vulture"
    scope: Scope = "tree"

    def languages(self, target: Target) -> frozenset[str]:
        return PYTHON

    def version(self, target: Target) -> str | Absent:
        try:
            return version("vulture")
        except PackageNotFoundError:
            return not_installed("vulture")

    def cache_basis(self, target: Target) -> str:
        return " ".join(target.digest(file.path) for file in (*_top_level_files(target), *_template_files(target)))

    def input_files(self, target: Target) -> Sequence[File]:
        """All Python, since a test may be the only one who uses something."""
        left_out = _exclude_patterns(target)
        known = [file for file in target.files if file.kind.language == "python" and not file.kind.is_data]
        return [file for file in known if not any(fnmatch(f"/{file.path}", pattern) for pattern in left_out)]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        return self.join(target, self.gather(target, files, limits))

    def gather_basis(self, target: Target) -> str:
        return str(toml_table(read_toml(target, "pyproject.toml"), "tool", "vulture"))

    def gather(self, target: Target, files: Sequence[File], limits: Limits) -> Mapping[str, str]:
        """By path, the names that a file uses and the items that it defines, as JSON."""
        words = ["--ignore-decorators=*", f"--config={_SETTINGS if _SETTINGS in target.by_path else '/dev/null'}"]
        paths = [f"./{file.path}" for file in files]
        with TemporaryDirectory(prefix="renkei-review-") as folder:
            asked = Path(folder) / "asked.json"
            asked.write_text(json.dumps({"words": words, "paths": paths}), "utf-8")
            ended = run_command([*python_command(str(_WORKER)), asked], target.root, limits)
        if ended.code:
            raise Failed(how_it_ended("vulture", ended))
        return {PurePosixPath(path).as_posix(): json.dumps(found) for path, found in json.loads(ended.out).items()}

    def join(self, target: Target, gathered: Mapping[str, str]) -> Iterable[RawFinding]:
        named = {word for file in _top_level_files(target) for word in re.findall(r"\w+", target.text(file.path) or "")}
        imported, by_name = find_imported(target), DynamicNames(target, _template_files(target))
        for path, line, what in find_unused({path: json.loads(text) for path, text in gathered.items()}):
            raw = _raw_finding(target, path, line, what, _Known(named=named, imported=imported, by_name=by_name))
            if raw and not _is_meant(target, raw, line):
                yield raw


def find_unused(gathered: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, int, str]]:
    """Path, line and message of what is defined and used nowhere, as vulture itself reports it."""
    used = {name for each in gathered.values() for name in each["used"]}
    seen: set[tuple[str, str, int, str]] = set()
    for path, each in sorted(gathered.items()):
        for kind, name, line, message, confidence in each["items"]:
            is_new = (path, kind, line, name) not in seen
            seen.add((path, kind, line, name))
            if confidence >= _LEAST and (kind == _UNREACHABLE or (name not in used and is_new)):
                yield path, line, message


def _exclude_patterns(target: Target) -> list[str]:
    """What the project leaves out. vulture itself would hold the patterns against the whole path of the folder, too."""
    named = toml_table(read_toml(target, "pyproject.toml"), "tool", "vulture").get("exclude")
    patterns = [str(each) for each in cast(list[object], named)] if isinstance(named, list) else []
    return [each if re.search(r"[*?\[]", each) else f"*{each}*" for each in patterns]


def _top_level_files(target: Target) -> list[File]:
    """Files at the top that may name what is started or offered: settings of a package, a Makefile, a page."""
    return [
        file for file in target.files if "/" not in file.path and file.kind.language != "python" and file.size < _SMALL
    ]


def _template_files(target: Target) -> list[File]:
    """Files in any folder that may call what the code has: not pages, which only speak of it."""
    text = (file for file in target.files if file.kind.language not in ("python", "markdown", "rst", "json"))
    return [file for file in text if file.size < _SMALL and not file.kind.is_vendored and _is_text(file.path)]


def _is_text(path: str) -> bool:
    return not path.endswith((".txt", ".lock", ".po", ".svg", ".css", ".csv", ".pyc", ".png", ".PKG-INFO"))


def _is_meant(target: Target, raw: RawFinding, line: int) -> bool:
    """A `yield` that is never reached makes a function a generator."""
    lines = target.lines(raw.path)
    is_generator = lines is not None and lines.line_text(line).lstrip().startswith("yield")
    return is_generator or has_noqa(target, raw.path, [line], "F401")


@value
class _Known:
    """What speaks for a name although no code uses it: it is named, its file imported, or it is looked up by name."""

    named: set[str]
    imported: frozenset[str]
    by_name: DynamicNames


def _raw_finding(target: Target, path: str, line: int, what: str, known: _Known) -> RawFinding | None:
    unused = _UNUSED.match(what)
    kind = unused["kind"] if unused else "unreachable"
    confidence = _rate_confidence(path, kind, unused["name"] if unused else "")
    is_looked_up = confidence == _PRIVATE_NAME and unused is not None and known.by_name.has(unused["name"])
    if confidence and (is_looked_up or _is_doubtful(target, path, what)):
        confidence = min(confidence, _HINT)
    is_offered = path not in known.imported or (unused is not None and unused["name"] in known.named)
    if not confidence or (confidence == _PUBLIC and is_offered) or target.by_path[path].kind.is_vendored:
        return None
    return RawFinding(
        rule=f"vulture/{f'unused-{kind}' if unused else 'unreachable'}",
        category="dead-code",
        path=path,
        line=line,
        message=what,
        confidence=confidence,
    )


def _is_doubtful(target: Target, path: str, what: str) -> bool:
    """A condition that always holds was written so; tests and examples are looked up by name, or wait to be used."""
    file = target.by_path[path]
    by_name = target.remember("by name", path, lambda: bool(_BY_NAME.search(target.text(path) or "")))
    return "condition" in what or file.kind.is_test or file.kind.is_example or by_name


def _rate_confidence(path: str, kind: str, name: str) -> int | None:
    """Arguments belong to a signature that others set, a public name to whoever imports it, and a method may override
    another; of imports ruff knows more."""
    if kind == "unreachable":
        return 90
    if kind == "import":
        return None if path.endswith("__init__.py") else _IMPORT
    if kind in _DEFINED and _PRIVATE.fullmatch(name):
        return _HINT if kind == "method" else _PRIVATE_NAME
    return _PUBLIC if kind in ("function", "class") and not name.startswith("test") else None
