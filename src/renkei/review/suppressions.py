"""What a person lets stand: `# renkei: ignore[rule] reason`, which needs its reason, and the baseline."""

import json
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput, Unreachable
from renkei.review.finding import Finding
from renkei.review.target import Target
from renkei.sentence import Parameter, Sentence

MARK: Final = re.compile(r"(?:#|//|/\*|--|;|<!--|%)\s*renkei:\s*ignore\[([^\]\n]*)\][ \t:—–-]*(.*?)\s*(?:\*/|-->)?\s*$")
_ALONE: Final = re.compile(r"\s*(?:#|//|/\*|--|;|<!--|%)")


def drop_suppressed(findings: Sequence[Finding], target: Target) -> tuple[list[Finding], int]:
    """The findings that stand, and how many were let be: on their line, or on a line of its own above."""
    standing = [finding for finding in findings if not _is_suppressed(finding, target)]
    return standing, len(findings) - len(standing)


def _is_suppressed(finding: Finding, target: Target) -> bool:
    lines = target.lines(finding.path)
    if finding.line is None or lines is None or finding.line > len(lines.raw):
        return False
    own = lines.raw[finding.line - 1].decode(errors="replace")
    above = lines.raw[finding.line - 2].decode(errors="replace") if finding.line > 1 else ""
    return _suppresses_finding(own, finding) or (bool(_ALONE.match(above)) and _suppresses_finding(above, finding))


def _suppresses_finding(line: str, finding: Finding) -> bool:
    found = MARK.search(line) if "renkei:" in line else None
    if not found or not found[2]:
        return False
    return any(_names_rule(pattern.strip(), rule) for pattern in found[1].split(",") for rule in finding.rules)


def _names_rule(pattern: str, rule: str) -> bool:
    """By the whole name of the rule, or by the analyser's own name of it."""
    return bool(pattern) and (fnmatchcase(rule, pattern) or fnmatchcase(rule.partition("/")[2], pattern))


# The baseline: findings that were there when a team began, accepted as they are. Only new ones are shown.


VERSION: Final = 1


def read_baseline(path: Path) -> frozenset[str]:
    """The ids that are accepted; none when there is no such file.

    Raises:
        BadInput: the file is no baseline.
    """
    try:
        document: Any = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError) as error:
        raise _bad_baseline(path, str(error)) from None
    if not isinstance(document, dict) or cast(dict[str, Any], document).get("version") != VERSION:
        raise _bad_baseline(path, Sentence("expected `version` {version}", version=VERSION))
    listed = cast(dict[str, Any], document).get("findings")
    try:
        return frozenset(str(each["id"]) for each in cast(list[dict[str, Any]], listed))
    except (TypeError, KeyError):
        raise _bad_baseline(path, Sentence("expected a list `findings`, each with an `id`")) from None


def write_baseline(path: Path, findings: Sequence[Finding]) -> None:
    """Writes what is there today, a line for each finding, so that a change of it can be read.

    Raises:
        Unreachable: it cannot be written.
    """
    rows = [{"id": each.id, "rule": each.rule, "path": each.path} for each in findings]
    lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in sorted(rows, key=lambda row: row["id"]))
    body = f"[\n{lines}\n  ]" if lines else "[]"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'{{\n  "version": {VERSION},\n  "findings": {body}\n}}\n', encoding="utf-8")
    except OSError as error:
        raise Unreachable(
            "{path} cannot be written ({error}). Name another file with {option}.",
            option=Parameter("baseline"),
            path=str(path),
            error=error.strerror,
        ) from None


def _bad_baseline(path: Path, error: str) -> BadInput:
    return BadInput(
        "{path} is no baseline ({error}). Write it anew: renkei review --write-baseline", path=str(path), error=error
    )
