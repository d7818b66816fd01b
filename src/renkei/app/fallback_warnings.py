"""A lead that read in the place of an agent that failed leaves a warning in the progress file (LEAD-4, LEAD-5).

The session's ledger has the reads, and what the progress files say is looked up when the lead stops. Standard library
only.
"""

import json
import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from renkei.app.guard_state import GuardState, read_text
from renkei.lazy import lazy
from renkei.protocol.terms import FAILURE_WARNING

if TYPE_CHECKING:
    from renkei.app.call_facts import GuardSite
    from renkei.app.guards import record_refusal
    from renkei.app.session_ledger import Ledger, Line
else:
    GuardSite = lazy("renkei.app.call_facts:GuardSite")
    record_refusal = lazy("renkei.app.guards:record_refusal")

RULE = "LEAD-4"
_LEAD = "lead"
_FALLBACK_READ = "fallback_read"
_PROGRESS_FILES = ("*-progress.json", ".claude/workspaces/*/claude-progress.json")
"""Where the lead may write one."""
_USUAL = "claude-progress.json"
_RECORDED, _TOLD = "warning", "warning-screen"


class WarningsDue(NamedTuple):
    """What the progress file lacks."""

    entries: list[str]
    path: str
    """Of the progress file that was written last; of the usual one where none is there."""
    is_held: bool
    """Whether the lead is held for it."""
    untold: frozenset[str]
    """The reads of which no screen has told."""


class StopOfLead(NamedTuple):
    """Where the lead stops, and how."""

    project: Path
    store: Path
    tree: Path
    mode: Literal["observe", "enforce"]
    lang: str
    is_sent_back: bool
    """Whether a hook has held it before."""


def note_failure(state: GuardState, project: Path, agent: str) -> None:
    """An agent failed; so many warnings of that were there before."""
    state.add_line("failed", agent=agent, warned=_count_warnings(project, agent))


def settle_warnings(ledger: "Ledger", stop: StopOfLead) -> WarningsDue | None:
    """What the lead still owes for the fallback reads of its session. It is recorded and held for each of them once.

    Raises: OSError, if it cannot be recorded.
    """
    lines, trees = ledger.lines(), tuple(dict.fromkeys((stop.tree, stop.project)))
    reads = [line for line in lines if line["what"] == "excepted" and line.get("exception") == _FALLBACK_READ]
    unsaid = {line["id"]: names for line in reads if (names := _find_unsaid(line, trees))}
    new, untold = unsaid.keys() - _noted(lines, _RECORDED), unsaid.keys() - _noted(lines, _TOLD)
    if new and not stop.is_sent_back:
        _note(ledger, new, _RECORDED)
        site = GuardSite(stop.project, stop.store, stop.tree, stop.mode, os.environ)
        record_refusal(site, _LEAD, RULE, "Stop", stop.lang)
    is_held = bool(new) and stop.mode == "enforce" and not stop.is_sent_back and not ledger.find_fault()
    if not (is_held or untold):
        return None
    entries = [FAILURE_WARNING.format(name=each) for each in dict.fromkeys(chain.from_iterable(unsaid.values()))]
    return WarningsDue(entries, _find_place(trees), is_held, frozenset(untold))


def note_told(ledger: "Ledger", due: WarningsDue) -> None:
    """A person has seen it."""
    _note(ledger, due.untold, _TOLD)


def _note(ledger: "Ledger", reads: Iterable[str], where: str) -> None:
    for read in reads:
        ledger.add("told", verdict=read, where=where)


def _noted(lines: "Iterable[Line]", where: str) -> set[str]:
    return {line["verdict"] for line in lines if line["what"] == "told" and line["where"] == where}


def _find_unsaid(read: "Line", trees: Iterable[Path]) -> list[str]:
    """The agents whose failure made the lead read, of which no warning has come since. Each tree counts for itself: one
    that was checked out has the entries of before as well."""
    failed: Any = read.get("failed")
    counts = cast("dict[str, Any]", failed).items() if isinstance(failed, dict) else ()
    return [
        agent
        for agent, warned in counts
        if isinstance(warned, int) and all(_count_warnings(tree, agent) <= warned for tree in trees)
    ]


def _find_place(trees: tuple[Path, ...]) -> str:
    newest = max(_progress_files(trees[0]), key=_written_at, default=trees[0] / _USUAL)
    return str(newest.relative_to(trees[0]))


def _progress_files(tree: Path) -> Iterator[Path]:
    return (path for pattern in _PROGRESS_FILES for path in tree.glob(pattern))


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _count_warnings(tree: Path, agent: str) -> int:
    """A file that is there under a second name, as a copy or by a link, says nothing more by that."""
    entry, texts = FAILURE_WARNING.format(name=agent), {read_text(path) for path in _progress_files(tree)}
    return sum(_warnings_in(text or "{}").count(entry) for text in texts)


def _warnings_in(text: str) -> list[Any]:
    try:
        found: Any = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return []
    listed = cast("dict[str, Any]", found).get("warnings") if isinstance(found, dict) else None
    return cast("list[Any]", listed) if isinstance(listed, list) else []
