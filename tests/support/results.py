"""Results of agents, written with their issues and findings, and checked against a small tree."""

from collections.abc import Sequence
from pathlib import Path

from renkei.reports.aggregate import Judged
from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree

FILES = {
    "src/db.py": b"import sql\n\n\ndef find(name):\n    return sql.run('select ' + name)\n",
    "src/app.py": b"x = 1\ny = 2\n",
    "logo.png": b"\x89PNG\0\0",
}

BOXES = """\
### Verification
- [x] File references are valid
- [x] Code snippets are exact
- [x] No invented paths
- [x] Evidence is documented
"""


def write_files(folder: Path) -> None:
    """The same tree in a folder."""
    for path, data in FILES.items():
        file = folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)


def result(
    agent: str = "security-auditor",
    *,
    status: str = "SUCCESS",
    confidence: float = 90,
    issues: Sequence[str] = (),
    findings: Sequence[str] = ("- The query is built in `src/db.py:5`",),
    more: str = "",
) -> str:
    """A whole result in English; `issues` and `findings` are lines of their sections."""
    listed = "### Issues\n" + "\n".join(issues) + "\n" if issues else ""
    return f"""\
## {agent} Result

### Status
{status}

### Summary
The queries were read.

### Findings
{chr(10).join(findings)}

### Key References
| Item | Location | Relevance |
|------|----------|-----------|
| find | `src/db.py:5` | query |

### Confidence
{confidence} - read
- verified_confidence: {confidence}
- inferred_confidence: {confidence}
- combined_confidence: {confidence}

{listed}
{more}
### Next Steps
1. Mend it

{BOXES}"""


def table(*rows: str) -> list[str]:
    """The table of issues in the form of a review."""
    return ["| ID | Issue | File:Line | Severity | Confidence |", "|----|----|----|----|----|", *rows]


def injection(confidence: float | str = 95, severity: str = "critical", place: str = "src/db.py:5") -> list[str]:
    return table(f"| SEC-001 | SQL injection | `{place}` | {severity} | {confidence} |")


def judged(text: str, source: str = "", role: str = "") -> Judged:
    """A result, checked; its source is its first line unless it is named."""
    return Judged(source=source or text.partition("\n")[0], judgement=check_report(text, MemoryTree(FILES)), role=role)
