"""The shared state board: what the project is at now, in the seed's form."""

from typing import Final, Literal, get_args

from renkei.protocol.base import Model

AgentStatus = Literal["idle", "working", "blocked", "completed", "error"]
AGENT_STATUSES: Final[tuple[AgentStatus, ...]] = get_args(AgentStatus)

AgentField = Literal["status", "current_task", "blocked_by"]
AGENT_FIELDS: Final[tuple[AgentField, ...]] = get_args(AgentField)
"""The fields of an agent's own entry."""

ProjectField = Literal["goal", "current_phase"]
PROJECT_FIELDS: Final[tuple[ProjectField, ...]] = get_args(ProjectField)
"""The fields of the project itself."""


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
