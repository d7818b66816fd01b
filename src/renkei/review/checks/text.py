"""What should stand in no file, whatever its language: marks of a merge, hidden characters, leftovers of debugging."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from renkei.review.checks.base import Check, number_lines
from renkei.review.finding import Category, RawFinding
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


def check_text(target: Target, files: Sequence[File]) -> Iterable[RawFinding]:
    for file in files:
        lines = list(number_lines(target, file))
        for one in (_find_merge_markers, _find_hidden_characters, _check_script_lines, _check_suppressions):
            yield from one(file, lines)


def _find_merge_markers(file: File, lines: list[tuple[int, str]]) -> Iterator[RawFinding]:
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
            yield RawFinding(
                rule="renkei/merge-marker",
                category="syntax",
                path=file.path,
                line=opened,
                end_line=number,
                message=message,
                confidence=99,
            )
            opened = None


def _find_hidden_characters(file: File, lines: list[tuple[int, str]]) -> Iterator[RawFinding]:
    if file.kind.language in ("python", "markdown", "rst", "json", None):
        return  # ruff finds them in Python; in prose they are how some languages are written
    for number, line in lines:
        if _HIDDEN.search(line):
            message = Sentence("characters that turn the direction of text around hide what this line does")
            yield _raw_finding("renkei/hidden-characters", "security", file, number, message)


def _check_script_lines(file: File, lines: list[tuple[int, str]]) -> Iterator[RawFinding]:
    if file.kind.language not in _SCRIPTS or not file.kind.is_own:
        return
    for number, line in lines:
        if _DEBUGGER.match(line):
            yield _raw_finding("renkei/debugger", "correctness", file, number, Sentence("the debugger is called here"))
        elif file.kind.is_test and _ONLY.match(line):
            message = Sentence("only this test is run, and all others of the file are left out")
            yield _raw_finding("tests/focused", "tests", file, number, message)
        elif file.kind.is_test and _SKIP.match(line):
            yield _raw_finding("tests/skipped", "tests", file, number, Sentence("this test is skipped"))


def _check_suppressions(file: File, lines: list[tuple[int, str]]) -> Iterator[RawFinding]:
    if file.kind.is_test or file.kind.language == "markdown":
        return  # where they are shown rather than used
    for number, line in lines:
        found = MARK.search(line) if "renkei:" in line else None
        if found and not found[2]:
            message = Sentence("this suppression says no reason, so it does not count")
            yield _raw_finding("renkei/no-reason", "hygiene", file, number, message)


def _raw_finding(rule: str, category: Category, file: File, number: int, message: Sentence) -> RawFinding:
    return RawFinding(rule=rule, category=category, path=file.path, line=number, message=message)


TEXT: Final = Check(
    name="text",
    scope="file",
    wants=lambda file: file.size <= _MOST_BYTES and not file.kind.is_vendored,
    look=check_text,
)
