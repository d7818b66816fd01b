"""Insights of agents: a person looks through them, accepts or rejects."""

from collections.abc import Sequence
from typing import Literal

from renkei.app.project import Done, Project
from renkei.board.insights import KeptInsight, find_insight, list_insights
from renkei.board.pages import PAGE, Page, require_limit
from renkei.commands.insights import ReviewInsight
from renkei.errors import NotFound
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.insights import InsightState

__all__ = ["KeptInsight", "get_insight", "insights", "review_insights"]


def insights(project: Project, state: InsightState, *, after: int = 0, limit: int = PAGE) -> Page[KeptInsight]:
    """Those in a state, the oldest first."""
    with project.reader.read() as view:
        return list_insights(view, state, after=after, limit=require_limit(limit))


def review_insights(
    project: Project,
    names: Sequence[str],
    state: Literal["accepted", "rejected"],
    *,
    why: str | None = None,
    actor: Actor | None = None,
) -> list[Done]:
    """All or none: each is looked for before the first is decided.

    Raises:
        NotFound: there is no such insight.
        Refused: not for this actor, or what it said was redacted.
    """
    actor = actor or project.actor()
    commands = [validate_model(ReviewInsight, {"id": name, "state": state, "why": why}) for name in names]
    for command in commands:
        project.authorize(command, actor=actor)
    done = [project.do(command, actor=actor) for command in commands]
    project.show_insights()
    return done


def get_insight(project: Project, name: str) -> KeptInsight:
    """
    Raises:
        NotFound: there is no such insight.
    """
    with project.reader.read() as view:
        found = find_insight(view, name)
    if found is None:
        raise NotFound("No insight is called {id}. `renkei insights list` shows them.", id=name)
    return found
