"""Files that a task owns: a path or a glob with `*`, `?` and `**`, always from the top of the repository."""

import fnmatch
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from renkei.protocol.playbooks import PlaybookTask


def output_patterns(task: PlaybookTask) -> list[str]:
    """What a task may write: its outputs; else all below its folder; else nothing."""
    if task.outputs:
        return [normalize_path(path) for path in task.outputs]
    return [f"{normalize_path(task.output_dir).rstrip('/')}/**"] if task.output_dir else []


def normalize_path(path: str) -> str:
    return path.removeprefix("./")


def leaves_the_tree(path: str) -> bool:
    """Whether a path is no place in a repository that an agent may write."""
    parts = normalize_path(path).split("/")
    return path.startswith(("/", "~")) or "\\" in path or ".." in parts or parts[0].lower() == ".git" or ":" in parts[0]


TEST_FILES: Final = (
    "tests/**", "test/**", "**/tests/**", "**/test/**", "**/__tests__/**", "**/test_*.py", "**/*_test.py",
    "**/*_test.go", "test_*.py", "*_test.py",
    *(f"**/*.{kind}.{how}{what}" for kind in ("test", "spec") for how in ("", "c", "m") for what in ("js", "ts")),
    *(f"**/*.{kind}.{what}x" for kind in ("test", "spec") for what in ("js", "ts")),
)  # fmt: skip
"""Where tests are found by custom."""


def is_test_file(path: str) -> bool:
    return any(matches(pattern, path) for pattern in TEST_FILES)


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern means a path; one that ends with `/` means all below it."""
    normal = normalize_path(pattern)
    if not normal.endswith("/") and not {"*", "?"} & set(normal):
        return normal == path
    return _compile_pattern(normal).fullmatch(path) is not None


def owns(task: PlaybookTask, path: str, others: Iterable[PlaybookTask]) -> bool:
    """Whether a file is a task's: it declares it; one that only lies below its folder must not be another's."""
    if any(matches(pattern, path) for pattern in task.outputs):
        return True
    below = not task.outputs and any(matches(pattern, path) for pattern in output_patterns(task))
    return below and not any(
        matches(output, path) for other in others if other.id != task.id for output in other.outputs
    )


def patterns_overlap(one: str, other: str) -> bool:
    """Whether there can be a file that both patterns mean."""
    return _parts_overlap(_split_pattern(one), _split_pattern(other))


def _parts_overlap(one: Sequence[str], other: Sequence[str]) -> bool:
    if not one and not other:
        return True
    if one and one[0] == "**":
        return _parts_overlap(one[1:], other) or (bool(other) and _parts_overlap(one, other[1:]))
    if other and other[0] == "**":
        return _parts_overlap(other, one)
    return bool(one) and bool(other) and _names_overlap(one[0], other[0]) and _parts_overlap(one[1:], other[1:])


def _names_overlap(one: str, other: str) -> bool:
    """Whether a name can fit both; two names with wildcards are taken to, unless their fixed beginnings differ."""
    if not _is_wild(one) or not _is_wild(other):
        return fnmatch.fnmatchcase(one, other) or fnmatch.fnmatchcase(other, one)
    heads = [re.split(r"[*?\[]", each)[0] for each in (one, other)]
    return heads[0].startswith(heads[1]) or heads[1].startswith(heads[0])


def _is_wild(part: str) -> bool:
    return any(character in part for character in "*?[")


def _split_pattern(pattern: str) -> tuple[str, ...]:
    pattern = normalize_path(pattern)
    return tuple((f"{pattern}**" if pattern.endswith("/") else pattern).split("/"))


@lru_cache(maxsize=256)
def _compile_pattern(pattern: str) -> re.Pattern[str]:
    parts = _split_pattern(pattern)
    text = ""
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1
        if part == "**":
            text += ".+" if is_last else "(?:[^/]+/)*"
        else:
            text += _segment_regex(part) + ("" if is_last else "/")
    return re.compile(text, re.DOTALL)


def _segment_regex(part: str) -> str:
    characters = {"*": "[^/]*", "?": "[^/]"}
    return "".join(characters.get(each) or re.escape(each) for each in part)
