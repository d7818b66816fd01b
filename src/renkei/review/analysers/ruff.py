"""ruff: one analyser for each inspector, with the rules that the inspector asks for.

The project's own configuration of ruff stands: what it ignores, for a file or for all, is not reported.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, cast

from renkei.review.analyser_process import Limits, ProcessResult, find_program, run_command
from renkei.review.analysers.base import PYTHON, Absent, Failed, Scope, Unread, how_it_ended, not_installed
from renkei.review.analysers.python_source import has_type_ignore, is_in_another_encoding
from renkei.review.finding import Category, RawFinding
from renkei.review.nesting import is_in_function
from renkei.review.project_metadata import read_toml, toml_table
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

# One finding for one nest: a function that is hard to follow is said to be so once, whatever is inside of it.


def drop_inner_findings(target: Target, findings: Sequence[RawFinding]) -> Iterator[RawFinding]:
    """Without findings of complexity inside of a function that has one."""
    by_path: dict[str, set[int]] = {}
    for raw in findings:
        if raw.category == "complexity" and raw.line:
            by_path.setdefault(raw.path, set()).add(raw.line)
    inner = {path: _inner_lines(target, path, lines) for path, lines in by_path.items()}
    seen: set[tuple[str, int | None]] = set()
    for raw in findings:
        if raw.category == "complexity":
            place = (raw.path, raw.line)
            if raw.line in inner[raw.path] or place in seen:
                continue
            seen.add(place)
        yield raw


def _inner_lines(target: Target, path: str, lines: set[int]) -> set[int]:
    """Those of the lines that lie in a function which another of them begins."""
    if len(lines) < 2:
        return set()
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(target.text(path) or "")
    except (SyntaxError, ValueError, RecursionError):
        return set()
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    spans = [(node.lineno, node.end_lineno or node.lineno) for node in functions if node.lineno in lines]
    return {line for line in lines for first, last in spans if first < line <= last}


_AT_ONCE: Final = 400
"""Files on one command line."""

_LISTING: Final = 60
"""Seconds in which ruff says which files it would look at."""

_COMPLEXITY: Final[Mapping[str, Any]] = {"mccabe.max-complexity": 25, "pylint.max-statements": 120}
"""Where a project has set no limit of its own. ruff's own, 10 and 50, name one function in twenty of good projects."""

_OPTIONAL_IMPORT: Final = re.compile(r"find_spec")

CONFIGURATIONS: Final = ("ruff.toml", ".ruff.toml", "pyproject.toml")


_LESS_SURE: Final[Mapping[str, int]] = {
    **dict.fromkeys(("B023", "PIE796", "PLR0124", "PLW0127", "S110", "S112"), 70),
    **dict.fromkeys(("PLE0704", "S324", "B017"), 70),
    **dict.fromkeys(("S105", "S106", "S107"), 70),
    **dict.fromkeys(("F402", "F541", "PLW0120", "PIE794", "PT014", "TRY203"), 70),
    **dict.fromkeys(("F841", "E722", "C901", "PLR0915", "B020"), 70),
    **dict.fromkeys(("PLE2510", "PLE2512", "PLE2513", "PLE2514", "PLE2515"), 70),
    **dict.fromkeys(("F401", "S102", "S301", "S302", "S702"), 65),
}
"""Rules that name a real trap, and in good projects mostly somebody who knew; matters of style; and what is true, and
nobody acts on in code that works. Those that another analyser has as well stay under 80 when both agree."""

Where = Literal["everywhere", "tests", "not in tests"]

_EXCERPT: Final = re.compile(r"\s*\d*\s*\|")


@value
class Ruff:
    """ruff with some of its rules: each of them, or their common beginning, with what a finding is about."""

    rules: Mapping[str, Category]
    where: Where = "everywhere"
    name: str = "ruff"
    scope: Scope = "file"

    def languages(self, target: Target) -> frozenset[str]:
        return PYTHON

    def version(self, target: Target) -> str | Absent:
        path = find_program("ruff")
        return _ruff_version(path) if path else not_installed("ruff")

    def cache_basis(self, target: Target) -> str:
        return f"{sorted(self.rules.items())} {_COMPLEXITY} {configuration_digests(target)}"

    def input_files(self, target: Target) -> Sequence[File]:
        excluded = _find_excluded(target)
        return [file for file in self._select_files(target) if file.path not in excluded]

    def files_left_out(self, target: Target) -> frozenset[str]:
        return _find_excluded(target) & {file.path for file in self._select_files(target)}

    def _select_files(self, target: Target) -> Sequence[File]:
        own = _own_files(target)
        if self.where == "everywhere":
            return own
        return [file for file in own if file.kind.is_test == (self.where == "tests")]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding | Unread]:
        own = read_configuration(target)
        ignored = ignore_codes(own or {})
        broken: set[str] = set()
        found_before: list[RawFinding] = []
        for found in check_files(target, files, _available_rules(self.rules), limits):
            if found["code"] == "E902" and is_in_another_encoding(target, found["filename"]):
                yield Unread(path=found["filename"])
                continue
            raw = self._raw_finding(target, found)
            if raw is None or raw.rule.partition("/")[2].startswith(ignored) or raw.path in broken:
                continue
            if raw.rule == "ruff/F821" and has_type_ignore(target, raw.path, raw.line):
                continue
            if raw.category == "syntax":
                broken.add(raw.path)  # what follows a mistake is seldom another one
            found_before.append(raw)
        yield from drop_inner_findings(target, found_before)

    def _raw_finding(self, target: Target, found: Mapping[str, Any]) -> RawFinding | None:
        code = found["code"] or "invalid-syntax"
        if _is_expected(target, found, code):
            return None
        category = _rule_category(self.rules, code)
        return as_finding(found, code, category) if category else None


@value
class RuffSettings:
    """Whether ruff takes the project's configuration. Where it does not, the rules look without it."""

    name: str = "ruff-settings"
    scope: Scope = "tree"

    def languages(self, target: Target) -> None:
        """It is about settings, not about code."""

    def version(self, target: Target) -> str | Absent:
        return Ruff(rules={}).version(target)

    def cache_basis(self, target: Target) -> str:
        return ""

    def input_files(self, target: Target) -> Sequence[File]:
        name = configuration_file(target)
        return [target.by_path[name]] if name else []

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        for file in files:
            if said := _config_refusal(target, limits):
                message = Sentence("ruff refuses this configuration: {said}", said=said)
                path = file.path
                yield RawFinding(
                    rule="ruff/configuration", category="configuration", path=path, line=None, message=message
                )


def check_files(target: Target, files: Sequence[File], rules: list[str], limits: Limits) -> Iterator[dict[str, Any]]:
    """What ruff finds in some files, with the path of each made relative."""
    own = read_configuration(target)
    words = _command_words(None if own is not None and _config_refusal(target, limits) else own, rules)
    for start in range(0, len(files), _AT_ONCE):
        names = [file.path for file in files[start : start + _AT_ONCE]]
        ended = _run_ruff([*words, "--", *names], target, limits)
        if ended.code:
            raise Failed(how_it_ended("ruff", replace(ended, err=_without_excerpts(ended.err))))
        for found in json.loads(ended.out or "[]"):
            yield {**found, "filename": Path(found["filename"]).relative_to(target.root).as_posix()}


def _own_files(target: Target) -> list[File]:
    return [file for file in target.files if file.kind.language == "python" and file.kind.is_own]


def _find_excluded(target: Target) -> frozenset[str]:
    """Files that the project's settings, or ruff's own, keep from it."""
    return target.remember("ruff excludes", "", lambda: _ask_excluded(target))


def _ask_excluded(target: Target) -> frozenset[str]:
    limits, names = Limits(seconds=_LISTING), [file.path for file in _own_files(target)]
    if not names or not find_program("ruff"):
        return frozenset()
    own = read_configuration(target)
    alone = ["--isolated"] if own is None or _config_refusal(target, limits) else []
    read: set[str] = set()
    for start in range(0, len(names), _AT_ONCE):
        ended = _run_ruff([*alone, "--show-files", "--", *names[start : start + _AT_ONCE]], target, limits)
        if ended.code:
            return frozenset()  # whatever that is, it is told when it is to look
        read |= {Path(line).relative_to(target.root).as_posix() for line in ended.out.splitlines() if line}
    return frozenset(names) - read


def _config_refusal(target: Target, limits: Limits) -> str:
    """What ruff objects to in the project's configuration; nothing, where it takes it."""
    ended = _run_ruff(["--stdin-filename=any.py", "-"], target, limits)
    said = _without_excerpts(ended.err).replace(f"{target.root}/", "")
    return " ".join(said.split())[-300:] if ended.code else ""


def _without_excerpts(said: str) -> str:
    """A configuration may name any file of the machine, and ruff shows the line that it does not understand."""
    return "\n".join(line for line in said.split("\n") if not _EXCERPT.match(line))


def _run_ruff(words: Sequence[str], target: Target, limits: Limits) -> ProcessResult:
    """It is to look: `fix` in the configuration of a project would have it write."""
    path = find_program("ruff")
    assert path is not None
    look = ["--no-fix", "--no-fix-only", "--no-unsafe-fixes", "--no-cache", "--exit-zero", "--quiet", "--force-exclude"]
    return run_command([path, "check", "--output-format=json", *look, *words], target.root, limits)


def as_finding(found: Mapping[str, Any], code: str, category: Category) -> RawFinding:
    first, last = found["location"]["row"], found["end_location"]["row"]
    return RawFinding(
        rule=f"ruff/{code}",
        category=category,
        path=found["filename"],
        line=first,
        end_line=last if last > first else None,
        message=found["message"],
        confidence=_LESS_SURE.get(code, 95),
    )


def read_configuration(target: Target) -> dict[str, Any] | None:
    """The project's own configuration of ruff at its root; None when it has none."""
    name = configuration_file(target)
    found = read_toml(target, name) if name else None
    return toml_table(found, "tool", "ruff") if name == "pyproject.toml" else found


def configuration_file(target: Target) -> str | None:
    for name in CONFIGURATIONS:
        found = read_toml(target, name)
        if found is not None and (name != "pyproject.toml" or "ruff" in toml_table(found, "tool")):
            return name
    return None


def configuration_digests(target: Target) -> list[str]:
    """Digests of all files that may configure ruff, in any folder."""
    found = [file.path for file in target.files if Path(file.path).name in CONFIGURATIONS]
    return [f"{path} {target.digest(path)}" for path in found]


def ignore_codes(own: Mapping[str, Any]) -> tuple[str, ...]:
    """What the configuration ignores in all files, by rule or by the beginning of several."""
    lint = toml_table(own, "lint")
    lists = [where.get(key) for where in (own, lint) for key in ("ignore", "extend-ignore")]
    codes = [code for each in lists if isinstance(each, list) for code in cast(list[object], each)]
    return tuple(code for code in codes if isinstance(code, str) and code)


def _command_words(own: Mapping[str, Any] | None, rules: list[str]) -> list[str]:
    """How ruff is told what to look for: by the project's configuration, where it has one, with our rules in it."""
    settings = {"select": rules, "extend-select": list[str](), **({} if _limits_complexity(own) else _COMPLEXITY)}
    alone = ["--isolated", "--target-version=py313"] if own is None else []
    return alone + [word for key, value in settings.items() for word in ("--config", f"lint.{key}={json.dumps(value)}")]


def _limits_complexity(own: Mapping[str, Any] | None) -> bool:
    return bool(own) and bool(toml_table(own, "lint", "mccabe") or toml_table(own, "mccabe"))


def _rule_category(rules: Mapping[str, Category], code: str) -> Category | None:
    """ruff reports broken syntax whatever it was asked for: only who asks for it passes it on."""
    fitting = [rule for rule in rules if code.startswith(rule)]
    if code == "invalid-syntax":
        return "syntax" if "E9" in rules else None
    return rules[max(fitting, key=len)] if fitting else None


def _is_expected(target: Target, found: Mapping[str, Any], code: str) -> bool:
    """An import that only passes a name on, or finds out whether something is installed; one of a debugger."""
    if code == "T100":
        return "Import" in found["message"]
    if code != "F401":
        return False
    is_package = Path(found["filename"]).name == "__init__.py"
    is_passed_on = is_package and not is_in_function(target, found["filename"], found["location"]["row"])
    return is_passed_on or bool(_OPTIONAL_IMPORT.search(found["message"]))


def _available_rules(rules: Iterable[str]) -> list[str]:
    """Those that the installed ruff has: it refuses to start with a rule that it has given up."""
    return [rule for rule in rules if any(code.startswith(rule) for code in _all_rules())]


@cache
def _all_rules() -> tuple[str, ...]:
    ended = run_command(
        [find_program("ruff") or "ruff", "rule", "--all", "--output-format=json"], Path.cwd(), Limits(seconds=20)
    )
    return tuple(rule["code"] for rule in json.loads(ended.out) if "Removed" not in str(rule.get("status", "")))


@cache
def _ruff_version(path: str) -> str:
    ended = run_command([path, "--version"], Path.cwd(), Limits(seconds=20))
    return ended.out.strip().removeprefix("ruff ")
