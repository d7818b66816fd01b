"""What should stand in no file, whatever its language: marks of a merge, hidden characters, leftovers of debugging."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from renkei.review.checks.own import Check, numbered
from renkei.review.finding import Category, Raw
from renkei.review.suppressions import MARK
from renkei.review.target import File, Target
from renkei.sentence import Sentence

_MOST_BYTES: Final = 2 * 1024 * 1024
_OURS: Final = re.compile(r"<{7}(?: .*)?\r?")
_MIDDLE: Final = re.compile(r"={7}\r?")
_THEIRS: Final = re.compile(r">{7}(?: .*)?\r?")
_HIDDEN: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_SCRIPTS: Final = ("javascript", "typescript", "tsx")
_DEBUGGER: Final = re.compile(r"^\s*debugger\s*;?\s*(?://.*)?$")
_ONLY: Final = re.compile(r"^\s*(?:describe|context|it|test|suite)\.only\s*\(|^\s*(?:fdescribe|fit)\s*\(")
_SKIP: Final = re.compile(r"^\s*(?:describe|context|it|test|suite)\.skip\s*\(|^\s*(?:xdescribe|xit|xtest)\s*\(")


def look(target: Target, files: Sequence[File]) -> Iterable[Raw]:
    for file in files:
        lines = list(numbered(target, file))
        for one in (_merge_markers, _hidden_characters, _in_scripts, _suppressions):
            yield from one(file, lines)


def _merge_markers(file: File, lines: list[tuple[int, str]]) -> Iterator[Raw]:
    """All three in their order: one of them alone may be a heading, or a quote of a quote."""
    opened: int | None = None
    is_halfway = False
    for number, line in lines:
        if _OURS.fullmatch(line):
            opened, is_halfway = number, False
        elif opened and _MIDDLE.fullmatch(line):
            is_halfway = True
        elif opened and is_halfway and _THEIRS.fullmatch(line):
            message = Sentence("a merge was not finished: both sides of it stand here, up to line {line}", line=number)
            yield Raw(
                rule="renkei/merge-marker",
                category="syntax",
                path=file.path,
                line=opened,
                end_line=number,
                message=message,
                confidence=99,
            )
            opened = None


def _hidden_characters(file: File, lines: list[tuple[int, str]]) -> Iterator[Raw]:
    if file.kind.language in ("python", "markdown", "rst", "json", None):
        return  # ruff finds them in Python; in prose they are how some languages are written
    for number, line in lines:
        if _HIDDEN.search(line):
            message = Sentence("characters that turn the direction of text around hide what this line does")
            yield _raw("renkei/hidden-characters", "security", file, number, message)


def _in_scripts(file: File, lines: list[tuple[int, str]]) -> Iterator[Raw]:
    if file.kind.language not in _SCRIPTS or not file.kind.is_own:
        return
    for number, line in lines:
        if _DEBUGGER.match(line):
            yield _raw("renkei/debugger", "correctness", file, number, Sentence("the debugger is called here"))
        elif file.kind.is_test and _ONLY.match(line):
            message = Sentence("only this test is run, and all others of the file are left out")
            yield _raw("tests/focused", "tests", file, number, message)
        elif file.kind.is_test and _SKIP.match(line):
            yield _raw("tests/skipped", "tests", file, number, Sentence("this test is skipped"))


def _suppressions(file: File, lines: list[tuple[int, str]]) -> Iterator[Raw]:
    if file.kind.is_test or file.kind.language == "markdown":
        return  # where they are shown rather than used
    for number, line in lines:
        found = MARK.search(line) if "renkei:" in line else None
        if found and not found[2]:
            message = Sentence("this suppression says no reason, so it does not count")
            yield _raw("renkei/no-reason", "hygiene", file, number, message)


def _raw(rule: str, category: Category, file: File, number: int, message: Sentence) -> Raw:
    return Raw(rule=rule, category=category, path=file.path, line=number, message=message)


TEXT: Final = Check(
    name="text", scope="file", wants=lambda file: file.size <= _MOST_BYTES and not file.kind.is_vendored, look=look
)
