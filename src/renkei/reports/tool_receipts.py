"""What an agent's tools really opened and ran: receipts of a client's hooks or of an adapter, as the rules see them."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final, NamedTuple

from renkei.reports.counts import Counts
from renkei.reports.executions import Run, was_run
from renkei.reports.references import CheckedClaim
from renkei.values import value

WRITERS: Final = frozenset(("Edit", "MultiEdit", "NotebookEdit", "Write"))
"""Whoever changes a file knows all of it; and its lines are no longer where they were read."""


class Call(NamedTuple):
    """One tool call: which file, and which of its lines came back, if any."""

    tool: str
    path: str | None
    first_line: int | None = None
    last_line: int | None = None
    command: str | None = None
    exit_code: int | None = None
    """Of the command; None where nobody knows how it ended."""
    counts: Counts | None = None
    """The numbers that it printed; None where nobody kept them."""


@value
class ToolReceipts:
    """The tool calls of one agent."""

    calls: int = 0
    runs: tuple[Run, ...] = ()
    """The commands that were run and came back with an exit code, oldest first."""
    whole: frozenset[str] = frozenset()
    lines: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict[str, tuple[tuple[int, int], ...]])

    @classmethod
    def from_calls(cls, calls: Iterable[Call]) -> "ToolReceipts":
        """The calls put together by file, their lines joined where they meet."""
        found = list(calls)
        ranges: dict[str, list[tuple[int, int]]] = {}
        for call in found:
            if call.path and call.first_line is not None and call.last_line is not None:
                ranges.setdefault(call.path, []).append((call.first_line, call.last_line))
        return cls(
            calls=len(found),
            runs=tuple(
                Run(each.command, each.exit_code, each.counts)
                for each in found
                if each.command and each.exit_code is not None
            ),
            whole=frozenset(call.path for call in found if call.path and call.tool in WRITERS),
            lines={path: _join_ranges(each) for path, each in ranges.items()},
        )

    def ran_any(self, commands: Iterable[str]) -> bool:
        """Whether one of these was run, alone or as part of a longer command."""
        return any(was_run(command, self.runs) for command in commands)

    def has_opened(self, path: str) -> bool:
        """Whether any of the file was read, or it was written."""
        return path in self.whole or path in self.lines

    def shows(self, checked: CheckedClaim) -> bool:
        """Whether the agent has seen the lines that it refers to, where they really are."""
        reference = checked.claim.reference
        if reference.path in self.whole:
            return True
        if reference.line is None:
            return reference.path in self.lines
        first = checked.found_line or reference.line
        last = first + max(0, (reference.end_line or reference.line) - reference.line)
        return any(low <= first and last <= high for low, high in self.lines.get(reference.path, ()))


def _join_ranges(ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)
