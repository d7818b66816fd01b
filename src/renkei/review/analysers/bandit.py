"""bandit: security of Python, beside ruff's rules of the same numbers."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from renkei.review.analysers.base import Absent, Failed, Scope, not_installed
from renkei.review.analysers.noqa import is_allowed
from renkei.review.analysers.ruff import configuration, ignored_rules
from renkei.review.finding import Raw
from renkei.review.process import Limits, python, run
from renkei.review.target import File, Target
from renkei.sentence import Sentence

RULES: Final = (
    "B102,B113,B201,B202,B301,B302,B306,B307,B312,B321,B323,B324,B501,B502,B503,B505,B506,B507,B508,B509,B601,B602,"
    "B605,B608,B609,B610,B611,B701,B702,B703"
)
"""Left out is what is nearly always harmless: asserts, any subprocess, any random number, any temporary path."""

_CONFIDENCE: Final = {"HIGH": 90, "MEDIUM": 80, "LOW": 60}
_AT_ONCE: Final = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class Bandit:
    name: str = "bandit"
    scope: Scope = "file"

    def version(self, target: Target) -> str | Absent:
        try:
            return version("bandit")
        except PackageNotFoundError:
            return not_installed("bandit")

    def basis(self, target: Target) -> str:
        return f"{RULES} {ignored_rules(configuration(target) or {})}"

    def inputs(self, target: Target) -> Sequence[File]:
        own = [file for file in target.files if file.kind.language == "python" and file.kind.is_own]
        return [file for file in own if not file.kind.is_test]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[Raw]:
        ignored = ignored_rules(configuration(target) or {})
        words = python("-m", "bandit", "--format=json", "--quiet", "--exit-zero", f"--tests={RULES}")
        for start in range(0, len(files), _AT_ONCE):
            names = [str(target.root / file.path) for file in files[start : start + _AT_ONCE]]
            with TemporaryDirectory(prefix="renkei-review-") as folder:
                ended = run([*words, *names], Path(folder), limits)
            if not ended.out.strip():
                said = ended.err.strip()[-300:]
                raise Failed(Sentence("{name} ended with {code}: {said}", name="bandit", code=ended.code, said=said))
            for found in json.loads(ended.out)["results"]:
                raw = _finding(target, found)
                if not _ruff_name(found).startswith(ignored) and not _is_allowed(target, raw.path, found):
                    yield raw


def _finding(target: Target, found: Mapping[str, Any]) -> Raw:
    return Raw(
        rule=f"bandit/{found['test_id']}",
        category="security",
        path=Path(found["filename"]).relative_to(target.root).as_posix(),
        line=found["line_number"],
        message=found["issue_text"],
        confidence=_CONFIDENCE.get(found["issue_confidence"], 60),
    )


def _is_allowed(target: Target, path: str, found: Mapping[str, Any]) -> bool:
    return is_allowed(target, path, found["line_range"], _ruff_name(found))


def _ruff_name(found: Mapping[str, Any]) -> str:
    return f"S{found['test_id'][1:]}"
