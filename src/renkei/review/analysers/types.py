"""ty, a type checker: calls that cannot work and names that are not there; what it says of values as a hint.

What it cannot import it takes for unknown, so that a project without an environment is not buried in errors.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from renkei.review.analysers.base import Absent, Failed, Scope, not_installed
from renkei.review.analysers.noqa import is_untyped
from renkei.review.environment import environment, installed
from renkei.review.finding import Category, Raw
from renkei.review.process import Limits, program, run
from renkei.review.target import File, Target
from renkei.sentence import Sentence

_AT_ONCE: Final = 400

SURE: Final[Mapping[str, tuple[Category, int]]] = {
    "unresolved-reference": ("correctness", 85),
    "missing-argument": ("call-site-error", 85),
    "too-many-positional-arguments": ("call-site-error", 85),
    "unknown-argument": ("call-site-error", 85),
    "parameter-already-assigned": ("call-site-error", 90),
    "index-out-of-bounds": ("types", 85),
    "invalid-return-type": ("types", 70),
    "invalid-argument-type": ("types", 70),
    "missing-attribute": ("types", 70),
    "unresolved-attribute": ("types", 70),
    "invalid-assignment": ("types", 70),
}
"""What it is right about, and how often. The rest of its rules are wrong as often as right about code of others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Types:
    name: str = "ty"
    scope: Scope = "imports"

    def version(self, target: Target) -> str | Absent:
        return _version() or not_installed("ty")

    def basis(self, target: Target) -> str:
        return f"{target.digest('pyproject.toml')} {installed(environment(target))}"

    def inputs(self, target: Target) -> Sequence[File]:
        """Not tests, which call things wrongly on purpose, nor examples."""
        kinds = ((file, file.kind) for file in target.files if file.kind.language == "python" and file.kind.is_own)
        return [file for file, kind in kinds if not kind.is_test and not kind.is_example]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[Raw]:
        path = program("ty")
        assert path is not None
        words = [path, "check", "--output-format=gitlab", "--exit-zero", "--no-progress", "--project", str(target.root)]
        folder = environment(target)
        if folder:
            words += ["--python", str(folder)]
        for start in range(0, len(files), _AT_ONCE):
            names = [file.path for file in files[start : start + _AT_ONCE]]
            ended = run([*words, "--", *names], target.root, limits)
            if ended.code:
                said = ended.err.strip()[-300:]
                raise Failed(Sentence("{name} ended with {code}: {said}", name="ty", code=ended.code, said=said))
            found = _findings(json.loads(ended.out or "[]"))
            yield from (raw for raw in found if not is_untyped(target, raw.path, raw.line))


def _findings(document: list[Mapping[str, Any]]) -> Iterator[Raw]:
    """What it says about a file that does not parse is guessed."""
    broken = {found["location"]["path"] for found in document if found["check_name"] == "invalid-syntax"}
    for found in document:
        is_error = found["severity"] in ("major", "critical", "blocker")
        if is_error and found["check_name"] in SURE and found["location"]["path"] not in broken:
            yield _finding(found)


def _finding(found: Mapping[str, Any]) -> Raw:
    rule = str(found["check_name"])
    category, confidence = SURE[rule]
    first, last = (found["location"]["positions"][end]["line"] for end in ("begin", "end"))
    return Raw(
        rule=f"types/{rule}",
        category=category,
        path=Path(found["location"]["path"]).as_posix(),
        line=first,
        end_line=last if last > first else None,
        message=str(found["description"]).removeprefix(f"{rule}: "),
        confidence=confidence,
    )


@cache
def _version() -> str | None:
    path = program("ty")
    ended = run([path, "--version"], Path.cwd(), Limits(seconds=20)) if path else None
    return ended.out.split()[1] if ended and ended.code == 0 else None
