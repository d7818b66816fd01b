"""Looking: inboxes, messages, the board. Nothing is marked, no cursor moves, and no store is made."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from renkei.app.project import Project
from renkei.board import read
from renkei.board.changes import changelog_entry
from renkei.board.debts import OwedAnswer, list_overdue
from renkei.board.pages import PAGE, Page, require_limit
from renkei.board.tables import ChangeRow
from renkei.errors import NotFound
from renkei.eventlog.base import View
from renkei.eventlog.records import utc_now
from renkei.protocol.actors import normal_name
from renkei.protocol.board import ChangelogEntry, ProjectState
from renkei.protocol.terms import UpdateDue
from renkei.values import value

if TYPE_CHECKING:
    from renkei.protocol.messages import Message


def inbox(project: Project, agent: str, *, after: int = 0, limit: int = PAGE, within: bool = False) -> "Page[Message]":
    """What an agent has not handled yet: what is urgent, and the oldest; with `within` no more than `limit` in all.

    Raises:
        NotFound: nobody on the team is called so.
        BadInput: `limit` is less than 1.
    """
    reader, limit = normal_name(agent), require_limit(limit)
    with project.reader.read() as view:
        if not read.is_reader(view, reader):
            raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=reader)
        return read.inbox_page(view, reader, after=max(0, after), limit=limit, within=within)


def get_message(project: Project, name: str) -> "Message":
    """
    Raises:
        NotFound: there is no such message.
    """
    with project.reader.read() as view:
        found = read.find_message(view, name)
    if found is None:
        raise NotFound("There is no message {id}.", id=name)
    return found


@value
class Board:
    """The shared state board, and what is late beside it."""

    state: ProjectState
    seq: int
    missing_updates: Mapping[str, UpdateDue]
    overdue: Page[OwedAnswer]
    more: int
    """How many artifacts, decisions and blockers are left out."""


@value
class BoardChanges:
    """What has changed on the board, and the board as it is now."""

    state: ProjectState
    seq: int
    changes: Page[ChangeRow]
    changelog: list[ChangelogEntry]
    """The changes as they are told."""


def board(project: Project, *, limit: int = PAGE, with_settled: bool = True) -> Board:
    """The board as it is now; `with_settled` counts what is settled among what is left out."""
    settings, limit = project.settings, require_limit(limit)
    with project.reader.read() as view:
        state = read.project_state(view, changes=settings.changes, most=limit, say=project.say)
        return Board(
            state=state,
            seq=view.head.seq,
            missing_updates=read.due_updates(view),
            overdue=list_overdue(view, now=utc_now(), within=settings.answer_within, limit=limit),
            more=read.count_left_off(view, state, settled=with_settled, most=limit),
        )


def board_changes(project: Project, since: int, *, limit: int = PAGE) -> BoardChanges:
    limit = require_limit(limit)
    with project.reader.read() as view:
        since = max(0, min(since, view.head.seq))
        return collect_changes(
            project, view, since, limit=limit, state=read.project_state(view, most=limit, say=project.say)
        )


def collect_changes(project: Project, view: View, since: int, *, limit: int, state: ProjectState) -> BoardChanges:
    changes = read.changes_since(view, since, limit=limit)
    changelog = [changelog_entry(each, project.say) for each in changes.items]
    return BoardChanges(state=state, seq=view.head.seq, changes=changes, changelog=changelog)
