"""What tests of the rules look at: entries of the board, and what the system told whom."""

from typing import Any, NamedTuple

from renkei.execution import CommitResult
from renkei.protocol.board import AgentEntry
from renkei.protocol.messages import Message
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


class Entry(NamedTuple):
    status: str
    blocked_by: str | None


def entry(team: Team, name: str) -> Entry:
    found = agent(team, name)
    return Entry(found.status, found.blocked_by)


def agent(team: Team, name: str) -> AgentEntry:
    return next(each for each in team.board().agents if each.id == name)


def from_system(team: Team, reader: str) -> list[Message]:
    return [message for message in team.inbox(reader) if message.sender == "system"]


def texts(team: Team, reader: str) -> list[str]:
    """What the system said to one reader."""
    return [said(message) for message in from_system(team, reader)]


def said(message: Message) -> str:
    payload = message.payload
    return payload.get("content") or payload.get("conflict_description") or payload["progress_summary"]


def open_blockers(team: Team) -> list[tuple[str, list[str]]]:
    """(description, affected agents) of what is not resolved."""
    return [(row.description, row.affected_agents) for row in team.board().blockers if not row.resolved]


def wait(team: Team, name: str, reason: str | None) -> CommitResult:
    """The agent says on the board that it is blocked."""
    return team.write(name, status="blocked", blocked_by=reason)


def hand_over(team: Team, *, by: str = "carol", to: str | list[str] = "bob", **payload: Any) -> str:
    done = team.post("TASK_HANDOFF", {**PAYLOADS["TASK_HANDOFF"], **payload}, by=by, to=to)
    return name_of(done)


def report(team: Team, task: str, status: str = "completed", *, by: str = "bob", **payload: Any) -> str:
    result: dict[str, Any] = {
        "original_task_ref": task,
        "status": status,
        "summary": "done",
        "output_artifacts": [],
        **payload,
    }
    return name_of(team.post("TASK_RESULT", result, by=by, to="carol"))


def update(team: Team, name: str, status: str, **payload: Any) -> str:
    body = {"new_status": status, "progress_summary": "p", **payload}
    return name_of(team.post("STATUS_UPDATE", body, by=name, to="carol"))


def ask(team: Team, decision: str = "D-1", *, by: str = "alice", to: str | list[str] = "carol", **payload: Any) -> str:
    options = [{"label": "JWT", "analysis": "a"}, {"label": "sessions", "analysis": "b"}]
    body = {"decision_id": decision, "question": "JWT or sessions?", "options": options, **payload}
    return name_of(team.post("DECISION_REQUEST", body, by=by, to=to))


def decide(team: Team, decision: str = "D-1", *, by: str = "carol", to: str = "carol", **header: Any) -> str:
    body = {"decision_id": decision, "chosen_option": "JWT", "rationale": "because"}
    return name_of(team.post("DECISION_RESULT", body, by=by, to="alice" if to == by else to, **header))


def name_of(done: CommitResult) -> str:
    assert done.id is not None
    return done.id
