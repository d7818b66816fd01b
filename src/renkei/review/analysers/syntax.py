"""tree-sitter: does a file of another language parse at all? It needs no tool chain of that language."""

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from renkei.review.analyser_process import Limits, python_command, run_command
from renkei.review.analysers import syntax_worker
from renkei.review.analysers.base import Absent, Failed, Scope, how_it_ended, not_installed
from renkei.review.analysers.syntax_worker import GRAMMARS
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

_MOST_BYTES: Final = 512 * 1024

_BEHIND: Final = frozenset({"javascript", "typescript", "tsx", "rust", "shell"})
"""Languages that are ahead of their grammars: what these do not know may be new, not wrong."""


@value
class Syntax:
    name: str = "tree-sitter"
    scope: Scope = "file"

    def languages(self, target: Target) -> frozenset[str]:
        return frozenset(GRAMMARS)

    def version(self, target: Target) -> str | Absent:
        languages = {file.kind.language for file in self.input_files(target)}
        modules = ["tree_sitter", *sorted({GRAMMARS[language][0] for language in languages if language})]
        try:
            versions = [version(module.replace("_", "-")) for module in modules]
        except PackageNotFoundError as error:
            return not_installed(str(error.name or "tree-sitter"))
        return versions[0]

    def cache_basis(self, target: Target) -> str:
        return ""

    def input_files(self, target: Target) -> Sequence[File]:
        """Not declarations, which nobody writes by hand."""
        own = [file for file in target.files if file.kind.language in GRAMMARS and file.kind.is_own]
        return [
            file for file in own if file.size <= _MOST_BYTES and not file.path.endswith((".d.ts", ".d.mts", ".d.cts"))
        ]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        with TemporaryDirectory(prefix="renkei-review-") as name:
            asked = Path(name) / "asked.json"
            words = [(file.kind.language, str(target.root / file.path)) for file in files]
            asked.write_text(json.dumps(words), "utf-8")
            ended = run_command([*python_command(syntax_worker.__file__), asked], Path(name), limits)
        if ended.code:
            raise Failed(how_it_ended(self.name, ended))
        for path, line, missing in json.loads(ended.out):
            yield _raw_finding(target.by_path[Path(path).relative_to(target.root).as_posix()], line, missing)


def _raw_finding(file: File, line: int, missing: str | None) -> RawFinding:
    is_behind = file.kind.language in _BEHIND
    unknown = Sentence("this is no valid syntax, or newer than the grammar that is installed")
    wrong = unknown if is_behind else Sentence("this is no valid syntax")
    return RawFinding(
        rule="tree-sitter/unknown-syntax" if is_behind else "tree-sitter/invalid-syntax",
        category="syntax",
        path=file.path,
        line=line,
        message=Sentence("{what!r} is missing here", what=missing) if missing else wrong,
        confidence=80 if is_behind else 90,
    )
