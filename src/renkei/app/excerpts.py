"""The lines that a reference speaks of, as they stand in the code: of a run's own branch, or of the work tree."""

import re
from typing import Any, Final

from renkei.app.project import Project
from renkei.app.results import Code
from renkei.app.run_queries import find_run
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.reports.tree.content import NO_FILE, Missing, Opaque

_AROUND: Final = 6
_MOST_LINES: Final = 400
_REFERENCE: Final = re.compile(r"(?P<path>[^\s:]+(?:/[^\s:]+)*)(?::(?P<line>\d{1,7})(?:-(?P<end>\d{1,7}))?)?")


def read_excerpt(project: Project, reference: str, say: Say, *, run: str | None = None) -> dict[str, Any]:
    """`path`, `path:12` or `path:12-20`; `state` is `verified`, `missing_file` or `missing_line`, or `unverified` for a
    line of a file that is there and has none that can be read; `reason` says why there are no
    lines, where that is not said by the state.

    Raises:
        BadInput: it is no reference.
        NotFound: there is no such run.
    """
    found = _REFERENCE.fullmatch(reference.strip())
    if found is None or found["path"].startswith("/") or ".." in found["path"].split("/"):
        raise BadInput(
            "{given!r} is no reference to a file of this project, such as src/auth.py:42.", given=reference[:200]
        )
    row = find_run(project, run) if run else None
    code = Code(folder=project.settings.project, rev=row.head if row and row.head else None)
    path, is_line, line = found["path"], found["line"] is not None, int(found["line"] or 0)
    end = max(line, int(found["end"] or line))
    with code.open_tree() as tree:
        content = tree.read(path)
    answer: dict[str, Any] = {"path": path, "line": line or None, "end_line": end or None, "rev": code.rev, "lines": []}
    if isinstance(content, Missing):
        why = {} if content == NO_FILE else {"reason": say(content.reason)}
        return {**answer, "state": "missing_file", **why}
    if isinstance(content, Opaque):
        return {**answer, "state": "unverified" if is_line else "verified", "reason": say(content.reason)}
    total = len(content.raw)
    first = max(1, (line or 1) - _AROUND)
    last = min(total, (end or 1) + _AROUND, first + _MOST_LINES)
    lines = [
        {"number": number, "text": content.line_text(number), "marked": line <= number <= end}
        for number in range(first, last + 1)
    ]
    is_missing = is_line and not (line >= 1 and end <= total)
    return {**answer, "state": "missing_line" if is_missing else "verified", "lines": lines, "total": total}
