"""The shared state board: what the project is at now, in the seed's form."""

from typing import Literal

from renkei.protocol.base import Model
from renkei.protocol.terms import AgentStatus


class Artifact(Model):
    ref: str
    description: str
    version: int
    path: str


class AgentEntry(Model):
    id: str
    role: str
    status: AgentStatus
    current_task: str | None
    blocked_by: str | None
    artifacts: list[Artifact]


class DecisionOption(Model):
    label: str
    pros: str = ""
    cons: str = ""


class PendingDecision(Model):
    id: str
    question: str
    options: list[DecisionOption]
    owner: str | list[str]
    deadline: str | None
    status: Literal["open", "resolved"]
    resolution: str | None


class Blocker(Model):
    id: str
    description: str
    affected_agents: list[str]
    created_at: str
    resolved: bool


class ChangelogEntry(Model):
    timestamp: str
    agent: str
    action: str
    diff_summary: str


class ProjectState(Model):
    """The board whole."""

    goal: str
    current_phase: str
    updated_at: str | None
    agents: list[AgentEntry]
    pending_decisions: list[PendingDecision]
    blockers: list[Blocker]
    changelog: list[ChangelogEntry]
