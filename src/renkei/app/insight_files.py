"""The files of insights: a view of the log in the form that agents and people without Renkei read (ORCH-3).

One JSON for each, in `insights/pending`, `applied` or `rejected` of the project's workspace. Nothing is read back.
"""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

from renkei.board.insights import KeptInsight, list_insights
from renkei.board.tables import InsightRow
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View
from renkei.eventlog.private_files import keep_out_of_git
from renkei.files import write_whole
from renkei.protocol.insights import STATES, InsightState
from renkei.runs.progress import make_folder_inside, workspace_id, workspaces_of
from renkei.workspace.repository import Repository

_FOLDERS: Final[dict[InsightState, str]] = {"pending": "pending", "accepted": "applied", "rejected": "rejected"}


class InsightFiles:
    """Kept by a process that goes on: the files are written when there are more insights than it has seen."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._seen = 0

    def bring_up_to_date(self, view: View) -> None:
        there = view.count(InsightRow, order="seq")
        if there != self._seen:
            write_insights(view, self._project)
            self._seen = there


def write_insights(view: View, project: Path) -> None:
    """Brings the files up to date: each in the folder of its state, what is no longer so taken away."""
    place = workspaces_of(project)
    workspace = _name_workspace(project)
    folder = place / workspace / "insights"
    wanted = {_file_of(folder, each): _document(each, workspace) for each in _each_insight(view)}
    if not wanted:
        return
    for each in {path.parent for path in wanted}:
        make_folder_inside(project, each)
    for path, document in wanted.items():
        text = f"{json.dumps(document, ensure_ascii=False, indent=2)}\n".encode()
        if not path.is_file() or path.read_bytes() != text:
            write_whole(path, text)
    for path in chain.from_iterable((folder / name).glob("INS-*.json") for name in _FOLDERS.values()):
        if path not in wanted:
            path.unlink()
    keep_out_of_git(place)


def _each_insight(view: View) -> Iterator[KeptInsight]:
    for state in STATES:
        after, page = 0, None
        while page is None or page.more:
            page = list_insights(view, state, after=after, limit=1000)
            after = page.last
            yield from page.items


def _file_of(folder: Path, insight: KeptInsight) -> Path:
    return folder / _FOLDERS[insight.state] / f"{insight.id}.json"


def _document(insight: KeptInsight, workspace: str) -> dict[str, Any]:
    return {
        "id": insight.id,
        "timestamp": insight.at,
        "category": insight.category,
        "content": insight.content,
        "source": f"team-member-{insight.source}",
        "status": insight.state,
        "contentHash": insight.digest,
        "workspaceId": workspace,
    }


def _name_workspace(project: Path) -> str:
    """As that of a run's progress file: by the branch, else the commit."""
    try:
        repository = Repository(project)
        branch = repository.current_branch()
        return workspace_id(project, branch, None if branch else repository.head_commit())
    except (Refused, NotFound, OSError):
        return workspace_id(project, None, None)
