"""The shared state board: what the project is at now, in the specification's form."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

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


# What `blocked_by` may say: `task:ID`, `contract:ID`, `agent:ID`, `decision:ID`, `review:ID`, `conflict:ID`.
# A bare id is looked up in that order. Anything else is a cause outside the team.


BlockKind = Literal["task", "contract", "agent", "decision", "review", "conflict"]
BLOCK_KINDS: Final[tuple[BlockKind, ...]] = get_args(BlockKind)
"""In the order in which a bare id is looked up."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What somebody waits for."""

    kind: BlockKind
    id: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


def parse_awaited(text: str | None, is_known: Callable[[BlockKind, str], bool]) -> Awaited | None:
    """What a `blocked_by` waits for, None when outside the team. What is named with its kind need not be known."""
    head, colon, rest = (text or "").strip().partition(":")
    for kind in BLOCK_KINDS:
        if colon and head.strip() == kind and rest.strip():
            return Awaited(kind, rest.strip())
    bare = (text or "").strip()
    return next((Awaited(kind, bare) for kind in BLOCK_KINDS if bare and is_known(kind, bare)), None)
