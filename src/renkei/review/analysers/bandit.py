"""bandit: security of Python, beside ruff's rules of the same numbers."""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePosixPath
from typing import Any, Final

from renkei.review.analyser_process import Limits, python_command, run_command
from renkei.review.analysers.base import PYTHON, Absent, Failed, Scope, Unread, how_it_ended, not_installed
from renkei.review.analysers.python_source import has_noqa
from renkei.review.analysers.ruff import ignore_codes, read_configuration
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.values import value

RULES: Final = (
    "B102,B113,B201,B202,B301,B302,B306,B307,B312,B321,B323,B324,B501,B502,B503,B505,B506,B507,B508,B509,B601,B602,"
    "B605,B608,B609,B610,B611,B701,B702,B703"
)
"""Left out is what is nearly always harmless: asserts, any subprocess, any random number, any temporary path."""

_CONFIDENCE: Final = {"HIGH": 90, "MEDIUM": 80, "LOW": 60}
_LESS_SURE: Final = {**dict.fromkeys(("B102", "B301", "B302", "B601", "B702"), 65), "B324": 60}
"""Nearly always meant: what is hashed is a name rather than a password, what is executed is the user's own file,
what is unpickled was pickled by the same program."""

_AT_ONCE: Final = 400

_LEAVES_NOTHING_OUT: Final = "--exclude=/dev/null"
"""In place of its own list, by which it drops every file whose path has a `.git` anywhere in it, `.github` included."""


@value
class Bandit:
    name: str = "bandit"
    scope: Scope = "file"

    def languages(self, target: Target) -> frozenset[str]:
        return PYTHON

    def version(self, target: Target) -> str | Absent:
        try:
            return version("bandit")
        except PackageNotFoundError:
            return not_installed("bandit")

    def cache_basis(self, target: Target) -> str:
        return f"{RULES} {ignore_codes(read_configuration(target) or {})}"

    def input_files(self, target: Target) -> Sequence[File]:
        own = [file for file in target.files if file.kind.language == "python" and file.kind.is_own]
        return [file for file in own if not file.kind.is_test]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding | Unread]:
        ignored = ignore_codes(read_configuration(target) or {})
        words = python_command(
            "-m", "bandit", "--format=json", "--quiet", "--exit-zero", f"--tests={RULES}", _LEAVES_NOTHING_OUT
        )
        for start in range(0, len(files), _AT_ONCE):
            names = [f"./{file.path}" for file in files[start : start + _AT_ONCE]]
            ended = run_command([*words, *names], target.root, limits)
            if not ended.out.strip():
                raise Failed(how_it_ended("bandit", ended))
            document = json.loads(ended.out)
            yield from _find_unread(document, names)
            for found in document["results"]:
                raw = _raw_finding(found)
                if not _ruff_name(found).startswith(ignored) and not _has_noqa(target, raw.path, found):
                    yield raw


def _find_unread(document: Mapping[str, Any], names: Sequence[str]) -> Iterable[Unread]:
    """What is not in its metrics it did not open; of what does not parse, ruff says why."""
    failed = {_plain_path(each["filename"]) for each in document["errors"] if "syntax error" not in each["reason"]}
    read = {_plain_path(name) for name in document["metrics"]} - failed
    return (Unread(path=path) for path in map(_plain_path, names) if path not in read)


def _plain_path(name: str) -> str:
    return PurePosixPath(name).as_posix()


def _raw_finding(found: Mapping[str, Any]) -> RawFinding:
    return RawFinding(
        rule=f"bandit/{found['test_id']}",
        category="security",
        path=_plain_path(found["filename"]),
        line=min([found["line_number"], *found["line_range"]]),
        message=found["issue_text"],
        confidence=_LESS_SURE.get(found["test_id"], _CONFIDENCE.get(found["issue_confidence"], 60)),
    )


def _has_noqa(target: Target, path: str, found: Mapping[str, Any]) -> bool:
    return has_noqa(target, path, found["line_range"], _ruff_name(found))


def _ruff_name(found: Mapping[str, Any]) -> str:
    return f"S{found['test_id'][1:]}"
