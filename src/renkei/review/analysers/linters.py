"""Linters that a project has chosen itself: run when its files name them and they are installed."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Any, Final, cast

from renkei.review.analyser_process import Limits, ProcessResult, run_command
from renkei.review.analysers.base import Absent, Failed, Scope, how_it_ended
from renkei.review.analysers.pytest import NOT_ALLOWED
from renkei.review.finding import RawFinding
from renkei.review.project_metadata import find_environment
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

_NAMING: Final = re.compile(
    r"^(\.pre-commit-config\.yaml|Makefile|justfile|\.github/workflows/[^/]+|package\.json|tox\.ini)$"
)
_TEXT: Final = re.compile(
    r"^(?P<path>[^:\n]+):(?P<line>\d+):(?:\d+:)? error: (?P<message>.*?)(?:  \[(?P<rule>[\w-]+)\])?$", re.MULTILINE
)


@value
class Tool:
    """A linter: what its configuration is called, what it looks at, how it is started and what it answers."""

    name: str
    configuration: re.Pattern[str]
    languages: frozenset[str]
    words: tuple[str, ...]
    read: Callable[[Target, ProcessResult], Iterable[RawFinding]]
    runs_code: bool
    """Its configuration is a program, or loads one."""
    section: str = ""
    """How its part of pyproject.toml begins, if it has one."""
    by_name: bool = False
    """It has no file of its own, and is used where a file of the project's names it."""
    reads_scripts: bool = False
    """It knows a script without a suffix by its first line."""


@value
class Linter:
    tool: Tool
    allowed: bool
    scope: Scope = "tree"

    @property
    def name(self) -> str:
        return self.tool.name

    def languages(self, target: Target) -> frozenset[str]:
        return self.tool.languages if _is_chosen(target, self.tool) else frozenset()

    def version(self, target: Target) -> str | Absent:
        if self.tool.runs_code and not self.allowed:
            return NOT_ALLOWED
        path = _find_program(target, self.tool)
        if path is None:
            reason = Sentence("the project is set up for {name}, which is not installed here", name=self.name)
            return Absent(state="missing", reason=reason)
        ended = run_command([path, "--version"], target.root, Limits(seconds=30))
        found = re.search(r"\d+(\.\d+)+", ended.out)
        return found[0] if found else "?"

    def cache_basis(self, target: Target) -> str:
        return " ".join(target.digest(file.path) for file in target.files if self.tool.configuration.search(file.path))

    def input_files(self, target: Target) -> Sequence[File]:
        if not _is_chosen(target, self.tool):
            return []
        known = [file for file in target.files if file.kind.by_name or self.tool.reads_scripts]
        return [file for file in known if file.kind.language in self.tool.languages and file.kind.is_own]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        path = _find_program(target, self.tool)
        assert path is not None
        names = [] if self.tool.name == "golangci-lint" else [file.path for file in files]
        ended = run_command([path, *self.tool.words, *names], target.root, limits)
        try:
            yield from (raw for raw in self.tool.read(target, ended) if raw.path in target.by_path)
        except (ValueError, KeyError, TypeError):
            raise Failed(how_it_ended(self.name, ended)) from None


def _is_chosen(target: Target, tool: Tool) -> bool:
    if any(tool.configuration.search(file.path) for file in target.files):
        return True
    if tool.section and tool.section in (target.text("pyproject.toml") or ""):
        return True
    word = re.compile(rf"\b{re.escape(tool.name)}\b")
    naming = (file.path for file in target.files if _NAMING.match(file.path))
    return tool.by_name and any(word.search(target.text(path) or "") for path in naming)


def _find_program(target: Target, tool: Tool) -> str | None:
    """In the project's own folder only where its code may be run anyway."""
    root = target.environment or target.root
    folder = find_environment(target)
    own = [root / "node_modules" / ".bin" / tool.name, *([folder / "bin" / tool.name] if folder else [])]
    return next((str(path) for path in own if tool.runs_code and path.is_file()), None) or which(tool.name)


def _relative_path(target: Target, path: str) -> str:
    return Path(path).relative_to(target.root).as_posix() if Path(path).is_absolute() else Path(path).as_posix()


def _read_eslint(target: Target, ended: ProcessResult) -> Iterator[RawFinding]:
    for file in json.loads(ended.out):
        for found in file["messages"]:
            if found.get("severity") == 2:
                rule = found.get("ruleId") or "invalid-syntax"
                yield _raw_finding(
                    f"eslint/{rule}", _relative_path(target, file["filePath"]), found.get("line") or 1, found["message"]
                )


def _read_shellcheck(target: Target, ended: ProcessResult) -> Iterator[RawFinding]:
    for found in json.loads(ended.out)["comments"]:
        if found["level"] in ("error", "warning"):
            yield _raw_finding(f"shellcheck/SC{found['code']}", found["file"], found["line"], found["message"])


def _read_golangci(target: Target, ended: ProcessResult) -> Iterator[RawFinding]:
    document = cast(Mapping[str, Any], json.loads(ended.out.partition("\n")[0]))
    for found in cast(list[dict[str, Any]], document["Issues"] or []):
        place = found["Pos"]
        yield _raw_finding(f"golangci-lint/{found['FromLinter']}", place["Filename"], place["Line"], found["Text"])


def _read_mypy(target: Target, ended: ProcessResult) -> Iterator[RawFinding]:
    if ended.code not in (0, 1):
        raise ValueError
    for found in _TEXT.finditer(ended.out):
        yield _raw_finding(
            f"mypy/{found['rule'] or 'error'}",
            _relative_path(target, found["path"]),
            int(found["line"]),
            found["message"],
        )


def _raw_finding(rule: str, path: str, line: int, message: str) -> RawFinding:
    return RawFinding(rule=rule, category="correctness", path=path, line=line, message=message, confidence=90)


TOOLS: Final = (
    Tool(
        name="eslint",
        configuration=re.compile(r"^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.\w+)?)$"),
        languages=frozenset({"javascript", "typescript", "tsx"}),
        words=("--format=json",),
        read=_read_eslint,
        runs_code=True,
    ),
    Tool(
        name="mypy",
        configuration=re.compile(r"^\.?mypy\.ini$"),
        section="[tool.mypy",
        languages=frozenset({"python"}),
        words=("--no-error-summary", "--cache-dir=/dev/null", "--no-color-output"),
        read=_read_mypy,
        runs_code=True,
    ),
    Tool(
        name="golangci-lint",
        configuration=re.compile(r"^\.golangci\.(ya?ml|toml|json)$"),
        languages=frozenset({"go"}),
        words=("run", "--output.json.path=stdout", "--show-stats=false"),
        read=_read_golangci,
        runs_code=True,
    ),
    Tool(
        name="shellcheck",
        configuration=re.compile(r"^\.shellcheckrc$"),
        languages=frozenset({"shell"}),
        words=("--format=json1",),
        read=_read_shellcheck,
        runs_code=False,
        by_name=True,
        reads_scripts=True,
    ),
)
