"""The baseline: findings that were there when a team began, accepted as they are. Only new ones are shown."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput, Unreachable
from renkei.review.finding import Finding
from renkei.sentence import Sentence

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
            "{path} cannot be written ({error}). Name another file with --baseline.",
            path=str(path),
            error=error.strerror,
        ) from None


def _bad_baseline(path: Path, error: str) -> BadInput:
    return BadInput(
        "{path} is no baseline ({error}). Write it anew: renkei review --write-baseline", path=str(path), error=error
    )
