"""Looking at the now: the board, inboxes, messages, channels, and what changed since."""

from collections.abc import Iterable
from typing import Any, Literal

from renkei.board.posts import post, posts
from renkei.board.tables import (
    DEFAULT_STATUS,
    AgentRow,
    ArtifactRow,
    BlockerRow,
    ChangeRow,
    ChannelRow,
    CheckRow,
    ContractRow,
    DecisionRow,
    FieldRow,
    InboxRow,
    ReadMarkRow,
    TurnRow,
    UsageRow,
)
from renkei.board.team import member, members
from renkei.eventlog.base import View
from renkei.protocol.board import (
    AgentEntry,
    Artifact,
    Blocker,
    ChangelogEntry,
    DecisionOption,
    PendingDecision,
    ProjectState,
)
from renkei.protocol.contracts import CONTRACT_STATES
from renkei.protocol.messages import Message

GENERAL = "general"
"""The channel that is always there."""


def board(view: View, *, changes: int = 50) -> ProjectState:
    """The board as it is now, with the newest changes."""
    newest = view.select(ChangeRow, order="seq", descending=True, limit=max(changes, 1))
    return ProjectState(
        goal=_text(view, "goal") or "",
        current_phase=_text(view, "current_phase") or "",
        updated_at=newest[0].timestamp if newest else None,
        agents=[_entry(view, row) for row in members(view)],
        pending_decisions=[_decision(row) for row in view.select(DecisionRow, order="seq")],
        blockers=[_blocker(row) for row in view.select(BlockerRow, order="seq")],
        changelog=[changelog_entry(row) for row in reversed(newest[:changes])],
    )


def open_board(view: View) -> ProjectState:
    """The board without what is settled: it costs by what is open, however long the project has lasted."""
    newest = view.select(ChangeRow, order="seq", descending=True, limit=1)
    return ProjectState(
        goal=_text(view, "goal") or "",
        current_phase=_text(view, "current_phase") or "",
        updated_at=newest[0].timestamp if newest else None,
        agents=[_entry(view, row) for row in members(view)],
        pending_decisions=[_decision(row) for row in view.select(DecisionRow, order="seq", status="open")],
        blockers=[_blocker(row) for row in view.select(BlockerRow, order="seq", resolved=False)],
        changelog=[],
    )


def last_turn(view: View, agent: str) -> int:
    """From which seq on things are new to an agent: where the turn began before the one that is open or to come."""
    turn = view.get(TurnRow, agent)
    if turn is None:
        return 0
    return turn.previous if turn.open else turn.started


def open_contracts(view: View, assignee: str) -> list[ContractRow]:
    """The contracts that an agent has not done with, oldest first."""
    found = [
        row
        for state in CONTRACT_STATES
        if state not in ("declined", "closed")
        for row in view.select(ContractRow, order="seq", assignee=assignee, state=state)
    ]
    return sorted(found, key=lambda row: row.seq)


def unhandled_blocking(view: View, agent: str) -> list[str]:
    """Blocking messages to an agent that it has neither handled nor answered, oldest first (TURN-2)."""
    rows = view.select(InboxRow, order="seq", reader=agent, handled=False, direct=True, blocking=True)
    return [row.message for row in rows]


def changes_since(view: View, seq: int) -> list[ChangeRow]:
    """What changed on the board after a seq, oldest first."""
    return view.select(ChangeRow, order="seq", after=seq)


def inbox(view: View, reader: str) -> list[Message]:
    """What a reader has not handled yet, oldest first."""
    rows = view.select(InboxRow, order="seq", reader=reader, handled=False)
    return _messages(view, (row.message for row in rows))


def message(view: View, name: str) -> Message | None:
    """A message by its id."""
    found = post(view, name)
    return found.message() if found else None


def channels(view: View) -> list[str]:
    """Every channel, the general one first."""
    others = [row.name for row in view.select(ChannelRow, order="seq") if row.name != GENERAL]
    return [GENERAL, *others]


def is_channel(view: View, name: str) -> bool:
    return name == GENERAL or view.get(ChannelRow, name) is not None


def chat(view: View, channel: str, *, limit: int | None = None) -> list[tuple[int, Message]]:
    """A channel's newest posts with their seq, oldest first."""
    found = posts(view, channel, limit=limit)
    return [(each.seq, each.message()) for each in reversed(found)]


def read_mark(view: View, reader: str, channel: str) -> int:
    """Up to which seq a reader has read a channel."""
    row = view.get(ReadMarkRow, reader, channel)
    return row.up_to if row else 0


def is_reader(view: View, name: str) -> bool:
    """Whether there is an inbox of this name."""
    return name == "person" or member(view, name) is not None


def last_check(view: View, session: str, agent_id: str) -> CheckRow:
    """The newest check of an agent's result."""
    return view.select(CheckRow, order="seq", session=session, agent_id=agent_id, descending=True, limit=1)[0]


def verification_due(view: View, session: str, verifier: str) -> list[str]:
    """Agents of a session whose sure results nobody has verified since (RES-8)."""
    rows = view.select(CheckRow, order="seq", session=session)
    looked = max((row.seq for row in rows if row.agent == verifier), default=0)
    return list(dict.fromkeys(row.agent for row in rows if row.verify and row.seq > looked))


def usage(view: View) -> dict[str, Any]:
    """How often each type is used, FREEFORM's share, and the intents it was used for (MSG-4)."""
    counts: dict[str, int] = {}
    intents: dict[str, int] = {}
    for row in view.select(UsageRow, order="type"):
        counts[row.type] = counts.get(row.type, 0) + row.count
        if row.type == "FREEFORM":
            intents[row.intent] = row.count
    total = sum(counts.values())
    return {
        "messages": total,
        "types": counts,
        "freeform_share": counts.get("FREEFORM", 0) / total if total else 0.0,
        "freeform_intents": dict(sorted(intents.items(), key=lambda pair: (-pair[1], pair[0]))),
    }


def changelog_entry(row: ChangeRow) -> ChangelogEntry:
    return ChangelogEntry(timestamp=row.timestamp, agent=row.agent, action=row.action, diff_summary=row.diff_summary)


def _text(view: View, path: str) -> str | None:
    row = view.get(FieldRow, path)
    return row.value if row else None


def _entry(view: View, agent: AgentRow) -> AgentEntry:
    return AgentEntry.model_validate(
        {
            "id": agent.id,
            "role": agent.role,
            "status": _text(view, f"agents.{agent.id}.status") or DEFAULT_STATUS,
            "current_task": _text(view, f"agents.{agent.id}.current_task"),
            "blocked_by": _text(view, f"agents.{agent.id}.blocked_by"),
            "artifacts": [_artifact(row) for row in view.select(ArtifactRow, order="seq", owner=agent.id)],
        }
    )


def _artifact(row: ArtifactRow) -> Artifact:
    return Artifact(ref=row.ref, description=row.description, version=row.version, path=row.path)


def _decision(row: DecisionRow) -> PendingDecision:
    status: Literal["open", "resolved"] = "resolved" if row.status == "resolved" else "open"
    return PendingDecision(
        id=row.id,
        question=row.question,
        options=[_option(option) for option in row.options],
        owner=row.owners[0] if len(row.owners) == 1 else row.owners,
        deadline=None if row.deadline_steps is None else f"{row.deadline_steps} steps",
        status=status,
        resolution=row.resolution,
    )


def _option(given: dict[str, Any]) -> DecisionOption:
    """Where no pros and cons were told apart, what was said of the option stands in their place."""
    pros, cons = given.get("pros"), given.get("cons")
    said = given.get("analysis") or "" if pros is None and cons is None else pros or ""
    return DecisionOption(label=given["label"], pros=said, cons=cons or "")


def _blocker(row: BlockerRow) -> Blocker:
    return Blocker(
        id=row.id,
        description=row.description,
        affected_agents=row.affected_agents,
        created_at=row.created_at,
        resolved=row.resolved,
    )


def _messages(view: View, ids: Iterable[str]) -> list[Message]:
    found = (post(view, each) for each in ids)
    return [each.message() for each in found if each is not None]
